import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SchoolFigures } from '../../../../backend/api/contract/figures.ts';
import { formatDay, formatMonth } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { Empty } from '../../ui/empty.tsx';
import { cameBack, incomeOf, paidAgain, share } from './figures.ts';

import { Part } from './figures-part.tsx';
import { factsOf } from './step-facts.ts';

const columns = ['inscripciones', 'pagos', 'comienzos', 'finales'] as const;

export function Cohorts({ cohorts }: { cohorts: SchoolFigures['cohortes'] }) {
  const { t } = useTranslation('analytics');
  const back = cameBack(cohorts);
  const shown = cohorts.filter(({ registros }) => registros > 0);
  const weeks = Math.max(0, ...shown.map(({ activas }) => activas.length));
  const finding = back
    ? t('figures.cohorts.finding', { count: back.people, people: formatNumber(back.people), share: formatPercent(back.share) })
    : t('figures.cohorts.none');
  return (
    <Part
      title={t('figures.cohorts.title')}
      finding={finding}
      definition={t('figures.cohorts.definition')}
      file="cohortes"
      rows={[
        [
          t('figures.cohorts.week'),
          t('figures.steps.registros'),
          ...columns.map((id) => t(`figures.steps.${id}`)),
          ...Array.from({ length: weeks }, (_, week) => t('figures.cohorts.after', { week })),
        ],
        ...shown.map((cohort) => [cohort.semana, cohort.registros, ...columns.map((id) => cohort[id]), ...cohort.activas]),
      ]}
    >
      {shown.length === 0 ? (
        <Empty title={t('figures.cohorts.empty')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section className="figures-scroll" aria-label={t('figures.tableOf', { title: t('figures.cohorts.title') })} tabIndex={0}>
          <table>
            <caption className="sr">{finding}</caption>
            <thead>
              <tr>
                <th scope="col">{t('figures.cohorts.week')}</th>
                <th scope="col">
                  <Link to={factsOf('registros')}>{t('figures.steps.registros')}</Link>
                </th>
                {columns.map((id) => (
                  <th scope="col" key={id}>
                    <Link to={factsOf(id)}>{t(`figures.steps.${id}`)}</Link>
                  </th>
                ))}
                {Array.from({ length: weeks }, (_, week) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the week is what it is
                  <th scope="col" key={week}>
                    <abbr title={t('figures.cohorts.after', { week })}>{t('figures.cohorts.short', { week })}</abbr>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((cohort) => (
                <tr key={cohort.semana}>
                  <th scope="row">{formatDay(cohort.semana)}</th>
                  <td className="num">{formatNumber(cohort.registros)}</td>
                  {columns.map((id) => (
                    <td key={id} className="num">
                      {formatNumber(cohort[id])} <span className="muted">({formatPercent(share(cohort[id], cohort.registros))})</span>
                    </td>
                  ))}
                  {Array.from({ length: weeks }, (_, week) => {
                    const active = cohort.activas[week];
                    const part = active === undefined ? 0 : share(active, cohort.registros);
                    return (
                      <td
                        // biome-ignore lint/suspicious/noArrayIndexKey: the week is what it is
                        key={week}
                        className="num figures-warm"
                        style={{ '--heat': `${Math.round(part * 0.45)}%` } as React.CSSProperties}
                        title={active === undefined ? undefined : t('figures.cohorts.people', { count: active })}
                      >
                        {active === undefined ? '' : formatPercent(part)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Part>
  );
}

/** The events of a month. */
const paymentsIn = (month: string) => {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);
  return `${factsOf('pagos')}&desde=${month}-01&hasta=${last}`;
};

/** Buyers, by the month of their first payment: how many of them paid in each later month, and how much. */
export function Buyers({ buyers }: { buyers: SchoolFigures['compradores'] }) {
  const { t } = useTranslation('analytics');
  const { meses, cohortes } = buyers;
  const again = paidAgain(buyers);
  const income = incomeOf(buyers);
  // Months before the first payment are left out.
  const from = Math.max(
    0,
    meses.findIndex((_, at) => cohortes.some(({ pagaron, ingresos }) => (pagaron[at] ?? 0) > 0 || ingresos.some((one) => one.meses[at]))),
  );
  const shown = meses.slice(from);
  const nameOf = (mes: string | null) => (mes === null ? t('figures.buyers.before') : formatMonth(mes));
  const finding = again
    ? t('figures.buyers.finding', { count: again.people, people: formatNumber(again.people), share: formatPercent(again.share) })
    : t('figures.buyers.none');
  const title = t('figures.buyers.title');
  return (
    <Part
      title={title}
      finding={finding}
      definition={t('figures.buyers.definition')}
      file="compradores"
      rows={[
        [t('figures.buyers.month'), t('figures.buyers.what'), t('figures.buyers.people'), t('figures.buyers.back'), ...shown],
        ...cohortes.flatMap(({ mes, personas, volvieron, pagaron, ingresos }) => [
          [mes ?? nameOf(null), t('figures.buyers.paid'), personas, volvieron, ...pagaron.slice(from)],
          ...ingresos.map((one) => [mes ?? nameOf(null), one.moneda, '', '', ...one.meses.slice(from)]),
        ]),
        ...income.map((one) => [t('figures.buyers.total'), one.moneda, '', '', ...one.meses.slice(from)]),
      ]}
    >
      {cohortes.length === 0 ? (
        <Empty title={t('figures.buyers.empty')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section className="figures-scroll" aria-label={t('figures.tableOf', { title })} tabIndex={0}>
          <table className="figures-buyers">
            <caption className="sr">{finding}</caption>
            <thead>
              <tr>
                <th scope="col">{t('figures.buyers.month')}</th>
                <th scope="col">{t('figures.buyers.people')}</th>
                <th scope="col">{t('figures.buyers.back')}</th>
                {shown.map((month) => (
                  <th scope="col" key={month}>
                    <Link to={paymentsIn(month)}>{formatMonth(month)}</Link>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohortes.map(({ mes, personas, volvieron, pagaron, ingresos }) => (
                <tr key={mes ?? 'before'}>
                  <th scope="row">{nameOf(mes)}</th>
                  <td className="num">{formatNumber(personas)}</td>
                  <td className="num">
                    {formatNumber(volvieron)} <span className="muted">({formatPercent(share(volvieron, personas))})</span>
                  </td>
                  {shown.map((month, index) => {
                    const people = pagaron[from + index] ?? 0;
                    return (
                      <td
                        key={month}
                        className="num figures-warm"
                        style={{ '--heat': `${Math.round(share(people, personas) * 0.45)}%` } as React.CSSProperties}
                      >
                        {mes !== null && month < mes ? '' : formatNumber(people)}
                        {ingresos.map((one) =>
                          one.meses[from + index] ? (
                            <span key={one.moneda} className="figures-income">
                              {money(one.meses[from + index] ?? 0, one.moneda)}
                            </span>
                          ) : null,
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
            <tfoot>
              {income.map((one) => (
                <tr key={one.moneda}>
                  <th scope="row">{t('figures.buyers.totalOf', { currency: one.moneda })}</th>
                  <td />
                  <td />
                  {shown.map((month, index) => (
                    <td key={month} className="num">
                      {money(one.meses[from + index] ?? 0, one.moneda)}
                    </td>
                  ))}
                </tr>
              ))}
            </tfoot>
          </table>
        </section>
      )}
    </Part>
  );
}
