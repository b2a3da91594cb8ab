import './texts.ts';
import '../../i18n/premium.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { chosenCount, type Filters } from '../../domain/catalogue-search.ts';
import type { Course } from '../../domain/course.ts';
import { CourseAction } from '../../domain/course-action.tsx';
import { CourseCard } from '../../domain/course-card.tsx';
import { CourseGrid, EnrolmentsTrouble, GridStatus } from '../../domain/course-grid.tsx';
import { CourseLink } from '../../domain/course-link.tsx';
import { FiltersBar } from '../../domain/filters-bar.tsx';
import { Pesos } from '../../domain/pesos.tsx';
import { useEnrol } from '../../domain/use-enrol.ts';
import { useEntitlements } from '../../domain/use-entitlements.ts';
import { useFilters } from '../../domain/use-filters.ts';
import { useFound } from '../../domain/use-found.ts';
import { planPrice, policiesOf, premiumNow, useSite } from '../../domain/use-site.ts';
import { paths } from '../../lib/paths.ts';
import { Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import './shop.css';

/** The shop is the catalogue filtered to Premium, with one's own courses marked (B11). */
const premiumOf = (filters: Filters): Filters => ({ ...filters, chosen: { ...filters.chosen, tipo: ['Premium'] } });
const fixed = ['tipo'] as const;

export function Component() {
  const { t } = useTranslation(['shop', 'catalog', 'common']);
  const { filters, asked, change, more, clear } = useFilters();
  const state = useFound(premiumOf(asked));
  const { user, enrolments, enrolmentOf, actionOf } = useEntitlements();
  const { enrol, busy } = useEnrol(user);
  const filtered = asked.search.trim() !== '' || chosenCount(asked, fixed) > 0;
  const premium = user?.tipo_usuario === 2;
  const ownedAs = (course: Course): string | null => {
    const enrolment = enrolmentOf(course.id);
    if (enrolment?.fuente === 'compra' || enrolment?.fuente === 'asignado') return t('shop:owned');
    return premium && enrolment ? t('shop:ownedPlan') : null;
  };
  return (
    <Page
      title={t('shop:title')}
      lead={t('shop:lead')}
      actions={
        <Link className="btn alt" to={paths.catalogue()}>
          {t('shop:all')}
        </Link>
      }
    >
      {premium ? <PremiumBanner /> : user ? <UpgradeBanner /> : null}
      {state.found?.publicado.cursos === 0 ? null : (
        <FiltersBar filters={filters} counts={state.found?.facetas} fixed={fixed} onChange={change} />
      )}
      <EnrolmentsTrouble enrolments={enrolments} />
      <GridStatus state={state} filtered={false} />
      <CourseGrid
        state={state}
        filtered={filtered}
        failed={t('shop:failed')}
        onClear={clear}
        onMore={more}
        card={(course) => {
          const owned = ownedAs(course);
          return (
            <CourseCard
              course={course}
              may={actionOf(course)}
              heading="h2"
              {...(owned && { note: <StatusTag tone="ok">{owned}</StatusTag> })}
              action={
                <div className="row course-buttons">
                  <CourseLink course={course}>{t('common:course.moreInfo')}</CourseLink>
                  <CourseAction
                    course={course}
                    action={actionOf(course)}
                    busy={busy === course.id}
                    onStart={() => void enrol(course)}
                    startText={t('shop:begin')}
                  />
                </div>
              }
            />
          );
        }}
      />
    </Page>
  );
}

function PremiumBanner() {
  const { t } = useTranslation('shop');
  return (
    <section className="shop-strip" data-premium="" aria-label={t('user')}>
      <div>
        <p className="shop-title">{t('user')}</p>
        <p>{t('userText')}</p>
      </div>
      <button type="button" className="btn" disabled>
        {t('already')}
      </button>
    </section>
  );
}

function UpgradeBanner() {
  const { t } = useTranslation(['shop', 'premium']);
  const site = useSite();
  const monthly = planPrice(site.data);
  const premium = premiumNow(site.data);
  const [refund] = policiesOf(site.data, 'reembolso');
  if (site.data && !premium) return null;
  return (
    <section className="shop-strip" aria-labelledby="tienda-mejora" aria-busy={(!site.data && !site.error) || undefined}>
      <div>
        <h2 className="shop-title" id="tienda-mejora">
          {t('shop:upgradeTitle')}
        </h2>
        <p>{t('shop:upgradeText')}</p>
        <p className="shop-price">
          {monthly ? <strong>{t('premium:price', { price: monthly })}</strong> : null}{' '}
          {premium && site.data ? <Pesos amount={premium.monto} currency={premium.moneda} rate={site.data.cambio} /> : null}
        </p>
        <p lang={refund?.idioma}>{refund?.texto}</p>
      </div>
      <Link className="btn" to={paths.checkout('premium')}>
        {t('shop:upgrade')}
      </Link>
    </section>
  );
}
