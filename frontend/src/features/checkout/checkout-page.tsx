import './texts.ts';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import type { CardAction, Course } from '../../domain/course.ts';
import type { LeadAsk } from '../../domain/lead.ts';
import { LeadForm } from '../../domain/lead-form.tsx';
import { bundleIn, checkoutOf } from '../../domain/pending-checkout.ts';
import { useCourses } from '../../domain/use-courses.ts';
import { type Entitlements, useEntitlements } from '../../domain/use-entitlements.ts';
import { useSite } from '../../domain/use-site.ts';
import { subjectOf } from '../../i18n/site.ts';
import { formatEither } from '../../lib/format.ts';
import { call } from '../../lib/http.ts';
import { type Checkout, paths } from '../../lib/paths.ts';
import { useResource } from '../../lib/use-resource.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { toFailure } from '../../ui/error-text.ts';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { BundleOffer, CourseOffer, PlanOffer } from './offer.tsx';
import { Pay } from './pay.tsx';
import './checkout.css';

/**
 * The checkout (C-16): `?plan=premium`, `?courseId=` for one course, or `?paquete=` for a bundle. The address is all it needs, so that it can be shared, reloaded and
 * returned to after signing in (A39). Prices come from the school's price book and the course, as of now.
 */
export function Component() {
  const { t } = useTranslation(['checkout', 'site']);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const what = checkoutOf(search);
  const bundle = bundleIn(what);
  const gift = search.get('regalo') === '1' && what !== 'premium';
  const site = useSite();
  const courses = useCourses();
  const entitlements = useEntitlements();
  const failed = [site, courses, entitlements.enrolments].find(({ error, data }) => error && !data);
  const course = what === 'premium' ? undefined : courses.data?.find(({ id }) => id === what);
  const courseTitle = course ? t('checkout:buyTitle', { course: course.nombre }) : t('site:pricing.buy');
  const own = what === 'premium' ? t('site:pricing.askTitle') : bundle === null ? courseTitle : t('checkout:bundle.title');
  const title = gift ? t('checkout:gift.title') : own;
  // The page before the checkout, where there was one.
  const back = () => void ((globalThis.history.state as { idx?: number } | null)?.idx ? navigate(-1) : navigate(paths.pricing));
  return (
    <Page
      title={title}
      breadcrumb={
        <button type="button" className="link" onClick={back}>
          {t('checkout:back')}
        </button>
      }
    >
      {site.data && courses.data && entitlements.enrolments.data ? (
        what === 'premium' ? (
          <Plan site={site.data} courses={courses.data} entitlements={entitlements} />
        ) : bundle === 0 ? (
          <NoBundle />
        ) : bundle !== null ? (
          <OneBundle key={String(gift)} id={bundle} site={site.data} gift={gift} />
        ) : (
          <OneCourse
            course={course}
            site={site.data}
            entitlements={entitlements}
            gift={gift}
            onRetry={() => courses.refetch()}
            retrying={courses.isFetching}
          />
        )
      ) : failed ? (
        <QueryState of={failed} failed={t('checkout:failed')} />
      ) : (
        <Skeleton>
          <CardsSkeleton count={2} height={420} min={320} />
        </Skeleton>
      )}
    </Page>
  );
}

function Plan({ site, courses, entitlements }: { site: SiteRecord; courses: readonly Course[]; entitlements: Entitlements }) {
  const { t } = useTranslation(['checkout', 'site']);
  const [search] = useSearchParams();
  // The plan is active already: a transfer pays for the next month.
  const again = search.get('renovar') === '1';
  if (entitlements.user?.tipo_usuario === 2 && !again)
    return <Nothing title={t('site:pricing.have')} text={t('checkout:havePlanText')} to={paths.shop} action={t('checkout:toShop')} />;
  return (
    <Purchase what="premium" again={again} site={site} ask={{ kind: 'curso', subject: subjectOf('pricing'), campaign: 'premium' }}>
      <PlanOffer site={site} premium={courses.filter(({ tipo }) => tipo === 'Premium').length} />
    </Purchase>
  );
}

function OneCourse({
  course,
  site,
  entitlements,
  gift,
  onRetry,
  retrying,
}: {
  course: Course | undefined;
  site: SiteRecord;
  entitlements: Entitlements;
  gift: boolean;
  onRetry: () => void;
  retrying: boolean;
}) {
  const { t } = useTranslation('checkout');
  // The course is not published (any more).
  if (!course) return <ErrorState title={t('courseFailed')} onRetry={onRetry} retrying={retrying} />;
  const sold = course.precio !== null && course.precio > 0;
  const toGift = sold ? paths.checkout(course.id, true) : null;
  const action: CardAction = gift && sold ? { kind: 'buy', to: '' } : entitlements.actionOf(course);
  switch (action.kind) {
    case 'continue':
    case 'preview':
      return <Nothing title={course.nombre} text={t('haveCourse')} to={action.to} action={t('toCourse')} gift={toGift} />;
    case 'buy':
      break;
    case 'locked':
      if (action.buy) break;
      return <Nothing title={course.nombre} text={t('byPlan')} to={action.to} action={t('toPlan')} />;
    default:
      // A free course only needs to be started.
      return (
        <Nothing
          title={course.nombre}
          text={course.tipo === 'Premium' ? t('havePlanText') : t('freeCourse')}
          to={paths.coursePage(course.slug)}
          action={t('seeCourse')}
        />
      );
  }
  return (
    <Purchase
      what={course.id}
      courses={gift ? [] : [course]}
      gift={gift}
      site={site}
      ask={{ kind: 'curso', subject: course.nombre, courseId: course.id, campaign: 'compra' }}
    >
      <CourseOffer course={course} site={site} gift={gift} />
    </Purchase>
  );
}

/** A bundle: which of its courses the buyer has already, and what the others cost. */
function OneBundle({ id, site, gift }: { id: number; site: SiteRecord; gift: boolean }) {
  const { t } = useTranslation('checkout');
  const offer = useResource(`checkout/paquetes/${id}/${gift}`, (signal) =>
    call(calls.lookAtBundle, { id, regalo: gift ? '1' : '0' }, { signal }),
  );
  const code = offer.error ? toFailure(offer.error).code : undefined;
  if (offer.data)
    return (
      <Purchase
        what={`paquete-${id}`}
        courses={gift ? [] : offer.data.cursos.filter(({ tuyo }) => !tuyo)}
        gift={gift}
        site={site}
        ask={{ kind: 'curso', subject: offer.data.titulo, campaign: 'compra' }}
      >
        <BundleOffer id={id} offer={offer.data} site={site} gift={gift} />
      </Purchase>
    );
  if (code === 'BUNDLE_OWNED')
    return (
      <Nothing
        title={t('bundle.ownedTitle')}
        text={t('bundle.owned')}
        to={paths.myCourses}
        action={t('done')}
        gift={paths.checkout(`paquete-${id}`, true)}
      />
    );
  if (code === 'BUNDLE_NOT_FOUND' || code === 'BUNDLE_NOT_FOR_SALE') return <NoBundle />;
  if (offer.error) return <QueryState of={offer} failed={t('bundle.failed')} />;
  return (
    <Skeleton>
      <CardsSkeleton count={2} height={320} min={300} />
    </Skeleton>
  );
}

function NoBundle() {
  const { t } = useTranslation('checkout');
  return <Nothing title={t('bundle.goneTitle')} text={t('bundle.gone')} to={paths.catalogue()} action={t('bundle.toCatalogue')} />;
}

/** Shows what is bought, beside the form. */
function Purchase({
  what,
  courses = [],
  again = false,
  gift = false,
  site,
  ask,
  children,
}: {
  what: Checkout;
  /** The courses that the purchase opens for the buyer; for each that is taken in groups, a group is chosen. */
  courses?: readonly { id: number; nombre: string }[];
  again?: boolean;
  gift?: boolean;
  site: SiteRecord;
  ask: LeadAsk;
  children: React.ReactNode;
}) {
  const { t } = useTranslation('checkout');
  const charging = useResource('checkout/estado', (signal) => call(calls.paymentsOn, undefined, { signal }));
  return (
    <div className="purchase">
      <section className="card purchase-what" aria-label={t('offer')}>
        {children}
      </section>
      {charging.data && (charging.data.activo || charging.data.transferencia) ? (
        <section className="card stack" aria-labelledby="compra-pago" data-writes>
          <h2 id="compra-pago">{t('pay.title')}</h2>
          {what === 'premium' && charging.data.activo && !again ? <p>{t('pay.monthly')}</p> : null}
          {what === 'premium' && charging.data.transferencia ? <p>{t('pay.month')}</p> : null}
          <Pay
            key={String(gift)}
            what={what}
            courses={courses}
            gift={gift}
            rate={site.iva}
            demo={charging.data.demo}
            card={charging.data.activo && !again}
            transfer={charging.data.transferencia}
          />
        </section>
      ) : charging.data || charging.error ? (
        <Ask site={site} ask={ask} />
      ) : (
        <Skeleton>
          <CardsSkeleton count={1} height={240} min={280} />
        </Skeleton>
      )}
    </div>
  );
}

/** Where the school does not charge online: it writes to whoever wants to buy. */
function Ask({ site, ask }: { site: SiteRecord; ask: LeadAsk }) {
  const { t } = useTranslation('checkout');
  const methods = formatEither(site.metodosDePago.map((method) => t(`method.${method}`)));
  return (
    <section className="card stack" aria-labelledby="compra-datos" data-writes>
      <h2 id="compra-datos">{t('form')}</h2>
      <p className="muted">
        {t('lead')} {methods ? t('methods', { methods }) : ''}
      </p>
      <LeadForm
        ask={ask}
        onDone={
          <Link className="btn" to={paths.myCourses}>
            {t('done')}
          </Link>
        }
      />
    </section>
  );
}

/** There is nothing to pay. */
function Nothing({
  title,
  text,
  to,
  action,
  gift = null,
}: {
  title: string;
  text: string;
  to: string;
  action: string;
  gift?: string | null;
}) {
  const { t } = useTranslation('checkout');
  return (
    <section className="card stack purchase-nothing">
      <h2>{title}</h2>
      <p>{text}</p>
      <p className="row">
        <Link className="btn" to={to}>
          {action}
        </Link>
        {gift ? <Link to={gift}>{t('gift.give')}</Link> : null}
      </p>
    </section>
  );
}
