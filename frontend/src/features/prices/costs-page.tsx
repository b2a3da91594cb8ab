import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { type Course, priceOf } from '../../domain/course.ts';
import { LeadButton } from '../../domain/lead-button.tsx';
import { Pesos } from '../../domain/pesos.tsx';
import { planPrice, policiesOf, premiumNow } from '../../domain/use-site.ts';
import { subjectOf } from '../../i18n/site.ts';
import { homeOf, paths } from '../../lib/paths.ts';
import { useMaybeSession } from '../../lib/session.ts';
import { PricePage } from './price-frame.tsx';
import { usePriceRange } from './price-range.tsx';

/** What studying costs, in three ways, and offers for companies (B07). All amounts are read from the school's data. */
export function Component() {
  const { t } = useTranslation('site');
  return (
    <PricePage title={t('costs.title')} lead={t('costs.lead')} cards={{ count: 3, height: 260, min: 280 }}>
      {(site, courses) => <Costs site={site} courses={courses} />}
    </PricePage>
  );
}

function Costs({ site, courses }: { site: SiteRecord; courses: readonly Course[] }) {
  const { t } = useTranslation(['site', 'common']);
  const user = useMaybeSession();
  const range = usePriceRange()(courses);
  const monthly = planPrice(site);
  const premium = premiumNow(site);
  const [refund] = policiesOf(site, 'reembolso');
  const sold = courses.flatMap((course) => {
    const price = priceOf(course);
    return price.kind === 'priced' ? [{ course, price: price.text, amount: course.precio ?? 0 }] : [];
  });
  return (
    <>
      <ul className="plans plans-three">
        <li className="plan card">
          <h2>{t('site:costs.basic')}</h2>
          <p className="plan-price">
            <strong>{t('site:pricing.free')}</strong>
          </p>
          <p>{t('site:costs.basicText')}</p>
          <p className="plan-foot">
            {user ? (
              <Link className="btn alt wide" to={homeOf(user.user_role)}>
                {t('common:action.goPanel')}
              </Link>
            ) : (
              <Link className="btn alt wide" to={paths.register({ campaign: 'costos' })}>
                {t('site:costs.register')}
              </Link>
            )}
          </p>
        </li>
        <li className="plan card plan-premium">
          <h2>{t('site:costs.premium')}</h2>
          <p className="plan-price">
            {monthly ? (
              <>
                <strong>{monthly}</strong> <span className="muted">{t('site:pricing.period')}</span>{' '}
                {premium ? <Pesos amount={premium.monto} currency={premium.moneda} rate={site.cambio} after="· " /> : null}
              </>
            ) : (
              <strong>{t('site:pricing.noPrice')}</strong>
            )}
          </p>
          <p>{t('site:costs.premiumText')}</p>
          <p className="plan-foot">
            {user?.tipo_usuario === 2 ? (
              <Link className="btn alt wide" to={paths.pricing}>
                {t('site:costs.plans')}
              </Link>
            ) : (
              <Link className="btn wide" to={paths.checkout('premium')}>
                {t('site:pricing.upgrade')}
              </Link>
            )}
          </p>
        </li>
        <li className="plan card">
          <h2>{t('site:costs.single')}</h2>
          <p className="plan-price">
            <strong>{range ?? t('site:costs.noneForSale')}</strong> {range ? <span className="muted">{t('site:costs.each')}</span> : null}
          </p>
          <p>{t('site:costs.singleText')}</p>
          <p className="plan-foot">
            <Link className="btn alt wide" to={paths.catalogue()}>
              {t('site:costs.courses')}
            </Link>
          </p>
        </li>
      </ul>
      {user ? null : (
        <p>
          {t('site:costs.loginLead')} <Link to={paths.login(paths.pricing)}>{t('site:costs.login')}</Link>
        </p>
      )}
      {sold.length > 0 ? (
        <section className="stack" aria-labelledby="venta">
          <h2 id="venta">{t('site:costs.list')}</h2>
          <table className="prices-table">
            <thead>
              <tr>
                <th scope="col">{t('site:costs.course')}</th>
                <th scope="col">{t('site:costs.price')}</th>
              </tr>
            </thead>
            <tbody>
              {sold.map(({ course, price, amount }) => (
                <tr key={course.id}>
                  <th scope="row">
                    <Link lang="es" to={paths.coursePage(course.slug)}>
                      {course.nombre}
                    </Link>
                  </th>
                  <td className="num">
                    {price} <Pesos amount={amount} currency={course.moneda} rate={site.cambio} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      <section className="card stack" aria-labelledby="servicios">
        <h2 id="servicios">{t('site:costs.services')}</h2>
        <p className="muted">{t('site:costs.servicesLead')}</p>
        <div className="row">
          {(['corporate', 'consulting'] as const).map((which) => (
            <LeadButton
              key={which}
              ask={{
                kind: which === 'corporate' ? 'empresa' : 'consultoria',
                subject: subjectOf(which),
                organisation: 'company',
              }}
              title={t(`site:${which}.askTitle`)}
              lead={t(`site:${which}.askText`)}
              className="btn alt"
            >
              {t(`site:${which}.ask`)}
            </LeadButton>
          ))}
        </div>
      </section>
      {refund ? (
        <section aria-labelledby="garantia">
          <h2 id="garantia">{t('site:costs.guarantee')}</h2>
          <p lang={refund.idioma}>{refund.texto}</p>
        </section>
      ) : null}
    </>
  );
}
