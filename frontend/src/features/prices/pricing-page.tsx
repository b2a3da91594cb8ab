import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { BundleList } from '../../domain/bundles/bundle-list.tsx';
import type { Course } from '../../domain/course.ts';
import { Pesos } from '../../domain/pesos.tsx';
import { planPrice, policiesOf, premiumNow } from '../../domain/use-site.ts';
import { formatDay } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { useMaybeSession } from '../../lib/session.ts';
import { PricePage } from './price-frame.tsx';
import { usePriceRange } from './price-range.tsx';

/** The plans, from the price book (B06, C-01). */
export function Component() {
  const { t } = useTranslation('site');
  return (
    <PricePage title={t('pricing.title')} lead={t('pricing.lead')} cards={{ count: 2, height: 420, min: 320 }}>
      {(site, courses) => <Plans site={site} courses={courses} />}
    </PricePage>
  );
}

function Plans({ site, courses }: { site: SiteRecord; courses: readonly Course[] }) {
  const { t } = useTranslation(['site', 'plans']);
  const user = useMaybeSession();
  const range = usePriceRange()(courses);
  const monthly = planPrice(site);
  const premium = premiumNow(site);
  const since = premium?.desde;
  const free = courses.filter(({ tipo, precio }) => tipo !== 'Premium' && !precio);
  const opened = courses.filter(({ tipo }) => tipo === 'Premium');
  const promises = policiesOf(site, 'respuestaPremium', 'reembolso');
  const has = user?.tipo_usuario === 2;
  return (
    <>
      <ul className="plans">
        <li className="plan card">
          <h2>{t('costs.basic')}</h2>
          <p className="plan-price">
            <strong>{t('pricing.free')}</strong> <span className="muted">{t('pricing.freePeriod')}</span>
          </p>
          <ul className="plan-list">
            <li>
              {free.length > 0 ? t('pricing.freeCourses', { count: free.length }) : t('pricing.freeCoursesNone')}
              <Names courses={free} />
            </li>
            {free.length > 0 ? <li>{t('plans:certificate')}</li> : null}
            {opened.length > 0 ? <li>{t('plans:sample')}</li> : null}
            <li>{t('plans:together')}</li>
            <li>{t('pricing.progress')}</li>
          </ul>
          <p className="plan-foot">
            {user ? (
              <Link className="btn alt wide" to={paths.catalogue()}>
                {t('pricing.explore')}
              </Link>
            ) : (
              <Link className="btn alt wide" to={paths.register({ campaign: 'planes' })}>
                {t('pricing.register')}
              </Link>
            )}
          </p>
        </li>
        <li className="plan card plan-premium">
          <h2>{t('pricing.premium')}</h2>
          <p className="plan-price">
            {monthly ? (
              <>
                <strong>{monthly}</strong> <span className="muted">{t('pricing.period')}</span>{' '}
                {premium ? <Pesos amount={premium.monto} currency={premium.moneda} rate={site.cambio} after="· " /> : null}
              </>
            ) : (
              <strong>{t('pricing.noPrice')}</strong>
            )}
          </p>
          <ul className="plan-list">
            <li>
              {t('pricing.premiumCourses', { count: opened.length })}
              <Names courses={opened} />
            </li>
            {promises.map((policy) => (
              <li key={policy.id} lang={policy.idioma}>
                <strong>{policy.titulo}.</strong> {policy.texto}
              </li>
            ))}
          </ul>
          <div className="plan-foot">
            {since ? <p className="muted plan-note">{t('pricing.since', { date: formatDay(since, 'full') })}</p> : null}
            {has ? (
              <p className="plan-yours">
                <strong>{t('pricing.have')}</strong> <Link to={paths.shop}>{t('pricing.explore')}</Link>
              </p>
            ) : (
              <Link className="btn wide" to={paths.checkout('premium')}>
                {t('pricing.upgrade')}
              </Link>
            )}
          </div>
        </li>
      </ul>
      {range ? (
        <section className="card plan-single" aria-labelledby="sueltos">
          <h2 id="sueltos">{t('pricing.singleCourses')}</h2>
          <p>{t('pricing.singleRange', { range })}</p>
          <p>
            <Link to={paths.costs}>{t('pricing.seeCosts')}</Link>
          </p>
        </section>
      ) : null}
      <BundleList className="plan-list" />
    </>
  );
}

/** So many are named; the catalogue has them all. */
const NAMED = 6;

function Names({ courses }: { courses: readonly Course[] }) {
  return (
    <span className="plan-courses" lang="es">
      {courses.slice(0, NAMED).map(({ id, slug, nombre }) => (
        <Link key={id} to={paths.coursePage(slug)}>
          {nombre}
        </Link>
      ))}
      {courses.length > NAMED ? '…' : null}
    </span>
  );
}
