import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { type Course, priceOf } from '../../domain/course.ts';
import { Pesos } from '../../domain/pesos.tsx';
import { CourseImage } from '../../domain/route-art.tsx';
import { planPrice, policiesOf, premiumNow } from '../../domain/use-site.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { formatDay } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { paths } from '../../lib/paths.ts';
import { TaxNote } from './tax-note.tsx';

/** A price in pesos, and a note that it includes the tax. */
function Notes({ amount, currency, site }: { amount: number; currency: Course['moneda']; site: SiteRecord }) {
  return (
    <>
      <Pesos amount={amount} currency={currency} rate={site.cambio} said />
      <TaxNote amount={amount} currency={currency} rate={site.iva} />
    </>
  );
}
const Policies = ({ site, of }: { site: SiteRecord; of: Parameters<typeof policiesOf>[1][] }) =>
  policiesOf(site, ...of).map((policy) => (
    <li key={policy.id} lang={policy.idioma}>
      <strong>{policy.titulo}.</strong> {policy.texto}
    </li>
  ));

/** The plan: its monthly price, since when, what it opens, and the refund policy (B15). */
export function PlanOffer({ site, premium }: { site: SiteRecord; premium: number }) {
  const { t } = useTranslation(['checkout', 'site']);
  const monthly = planPrice(site);
  const premiumPrice = premiumNow(site);
  const since = premiumPrice?.desde;
  return (
    <>
      <h2>{t('site:pricing.premium')}</h2>
      <p className="purchase-price">
        {monthly ? (
          <>
            <strong>{monthly}</strong> <span className="muted">{t('site:pricing.period')}</span>
          </>
        ) : (
          <strong>{t('site:pricing.noPrice')}</strong>
        )}
      </p>
      {premiumPrice ? <Notes amount={premiumPrice.monto} currency={premiumPrice.moneda} site={site} /> : null}
      {since ? <p className="muted">{t('site:pricing.since', { date: formatDay(since, 'full') })}</p> : null}
      <ul className="purchase-list">
        <li>{t('checkout:opens', { count: premium })}</li>
        <Policies site={site} of={['respuestaPremium', 'reembolso']} />
      </ul>
    </>
  );
}

/** One course: its price, paid once, and the refund policy (B16). */
export function CourseOffer({ course, site, gift }: { course: Course; site: SiteRecord; gift: boolean }) {
  const { t } = useTranslation(['checkout', 'site']);
  const price = priceOf(course);
  return (
    <>
      <div className="purchase-image">
        <CourseImage course={course} />
      </div>
      <h2>
        <Link lang="es" to={paths.coursePage(course.slug)}>
          {course.nombre}
        </Link>
      </h2>
      {price.kind === 'priced' ? (
        <>
          <p className="purchase-price">
            <strong>{price.text}</strong> <span className="muted">{t('site:pricing.single')}</span>
          </p>
          <Notes amount={course.precio ?? 0} currency={course.moneda} site={site} />
        </>
      ) : (
        <p className="muted">{t('checkout:notForSale')}</p>
      )}
      <ul className="purchase-list">
        <li>{t(gift ? 'checkout:gift.lead' : 'checkout:buyLead')}</li>
        <Policies site={site} of={['reembolso', 'acceso']} />
      </ul>
    </>
  );
}

/** A bundle: its courses, which of them the buyer has, and what the others cost together. */
export function BundleOffer({ id, offer, site, gift }: { id: number; offer: AnswerOf<'lookAtBundle'>; site: SiteRecord; gift: boolean }) {
  const { t } = useTranslation(['checkout', 'site']);
  const { titulo, completo, precio, moneda, cursos } = offer;
  const owned = cursos.filter(({ tuyo }) => tuyo).length;
  return (
    <>
      <h2>
        <Link lang="es" to={paths.bundle(id)}>
          {titulo}
        </Link>
      </h2>
      <p className="purchase-price">
        <strong>{money(precio, moneda)}</strong> <span className="muted">{t('site:pricing.single')}</span>
      </p>
      <Notes amount={precio} currency={moneda} site={site} />
      {owned > 0 ? <p role="note">{t('checkout:bundle.has', { count: owned, whole: money(completo, moneda) })}</p> : null}
      <ol className="purchase-courses">
        {cursos.map((course) => (
          <li key={course.id}>
            <span lang="es">{course.nombre}</span>{' '}
            <span className="muted num">
              {course.tuyo
                ? t('checkout:bundle.yours')
                : course.precio > 0
                  ? t('checkout:bundle.alone', { amount: money(course.precio, moneda) })
                  : t('checkout:bundle.free')}
            </span>
          </li>
        ))}
      </ol>
      <ul className="purchase-list">
        <li>{t(gift ? 'checkout:gift.lead' : 'checkout:bundle.lead')}</li>
        <Policies site={site} of={['reembolso', 'acceso']} />
      </ul>
    </>
  );
}
