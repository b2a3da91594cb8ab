import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FIGURE_DAYS } from '../../../../backend/api/contract/choices.ts';
import type { FunnelStep, SchoolFigures } from '../../../../backend/api/contract/figures.ts';
import { api } from '../../api/api.ts';
import { useReadStatus } from '../../api/read-status.ts';
import { csvOf, saveCsv } from '../../lib/csv.ts';
import { dayIn, formatDay, formatMonth, weekdayName } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { formatMinutes, formatNumber, formatPercent } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Page } from '../../ui/page.tsx';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { busiest, cameBack, incomeOf, narrowest, paidAgain, share, stepsOf } from './figures.ts';
import './figures-page.css';
import './texts.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const presets = [30, 90, 365] as const;
const before = (day: string, days: number) => new Date(Date.parse(`${day}T12:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** The event types that each step counts. */
const facts = {
  contactos: 'LeadCaptured',
  registros: 'UserRegistered',
  pagos: 'PaymentSucceeded',
  inscripciones: 'LearnerEnrolled',
  comienzos: 'ClassCompleted',
  finales: 'CourseCompleted',
} as const satisfies Record<FunnelStep, string>;
const factsOf = (id: FunnelStep) => `${paths.analytics}?tipo=${facts[id]}`;

/** The students' journeys, retention, and study hours. The period is in the address. */
export function Component() {
  const { t } = useTranslation('analytics');
  const { get, put } = useAddress();
  const dayAt = (name: string) => (DAY.test(get(name) ?? '') ? (get(name) ?? undefined) : undefined);
  const [desde, hasta] = [dayAt('desde'), dayAt('hasta')];
  const asked = { ...(desde && { desde }), ...(hasta && { hasta }) };
  const wrong = desde !== undefined && hasta !== undefined && desde > hasta;
  const { data, error, isFetching, refetch } = api.useSchoolFiguresQuery(wrong ? {} : asked);
  const readStatus = useReadStatus('schoolFigures');
  const today = dayIn(undefined);
  const shownFrom = desde ?? data?.desde ?? '';
  const shownTo = hasta ?? data?.hasta ?? '';
  return (
    <Page title={t('figures.title')} lead={t('figures.lead')}>
      <search className="figures-days" aria-label={t('figures.days')}>
        <div className="row">
          {presets.map((days) => {
            const on = hasta === undefined && (desde ?? before(today, FIGURE_DAYS - 1)) === before(today, days - 1);
            return (
              <button
                key={days}
                type="button"
                className={on ? 'btn soft' : 'btn alt'}
                aria-pressed={on}
                onClick={() => put({ desde: days === FIGURE_DAYS ? null : before(today, days - 1), hasta: null })}
              >
                {t('figures.last', { count: days })}
              </button>
            );
          })}
        </div>
        <div className="row">
          {(['desde', 'hasta'] as const).map((name) => (
            <DateField
              key={name}
              label={t(`figures.${name}`)}
              max={today}
              value={name === 'desde' ? shownFrom : shownTo}
              onChange={(day) => {
                if (day) put({ [name]: day });
              }}
            />
          ))}
        </div>
        <p className="muted">
          <Freshness at={readStatus?.at} />
        </p>
      </search>
      {wrong ? <p role="alert">{t('figures.wrongDays')}</p> : null}
      {error && !data ? (
        <ErrorState title={t('figures.loadError')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : null}
      {!data && !error ? (
        <Skeleton>
          <div className="stack">
            <Bone height={280} radius="var(--radius)" />
            <Bone height={320} radius="var(--radius)" />
            <Bone height={320} radius="var(--radius)" />
          </div>
        </Skeleton>
      ) : null}
      {data && !wrong ? (
        <>
          <Funnel data={data} />
          <Hours data={data} />
          <Cohorts cohorts={data.cohortes} />
          <Buyers buyers={data.compradores} />
        </>
      ) : null}
    </Page>
  );
}

/** A section of the page: a summarising sentence, the chart, and its numbers as a file. */
function Part({
  title,
  finding,
  definition,
  file,
  rows,
  children,
}: {
  title: string;
  finding: string;
  definition: string;
  file: string;
  rows: readonly (readonly (string | number)[])[];
  children: React.ReactNode;
}) {
  const { t } = useTranslation('analytics');
  const id = useId();
  return (
    <section className="card figures-part" aria-labelledby={id}>
      <div className="figures-head">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className="link"
          aria-label={t('figures.csvOf', { title })}
          onClick={() => saveCsv(`${file}.csv`, csvOf(rows))}
        >
          {t('figures.csv')}
        </button>
      </div>
      <p className="figures-finding">{finding}</p>
      {children}
      <p className="muted">{definition}</p>
    </section>
  );
}

function Funnel({ data }: { data: SchoolFigures }) {
  const { t } = useTranslation('analytics');
  const isAdmin = useSessionUser().user_role === role.admin;
  const steps = stepsOf(data.embudo);
  const leads = data.embudo.find(({ id }) => id === 'contactos')?.valor ?? 0;
  const first = steps[0]?.valor ?? 0;
  const last = steps.at(-1)?.valor ?? 0;
  const worst = narrowest(data.embudo);
  const days = { from: formatDay(data.desde, 'full'), to: formatDay(data.hasta, 'full') };
  const finding =
    worst === null
      ? t('figures.funnel.none', days)
      : t('figures.funnel.finding', {
          count: first,
          number: formatNumber(first),
          last: formatNumber(last),
          lost: formatPercent(worst.lost),
          from: t(`figures.steps.${worst.from.id}`).toLowerCase(),
          to: t(`figures.steps.${worst.to.id}`).toLowerCase(),
        });
  return (
    <Part
      title={t('figures.funnel.title')}
      finding={finding}
      definition={t('figures.funnel.definition', days)}
      file="embudo"
      rows={[
        [t('figures.funnel.step'), t('figures.funnel.people')],
        ...data.visitas.origenes.map(({ id, valor }) => [t('figures.visits.row', { from: t(`figures.visits.from.${id}`) }), valor]),
        ...data.embudo.map(({ id, valor }) => [t(`figures.steps.${id}`), valor]),
        ...data.embudo_compra.slice(1).map(({ id, valor }) => [t('figures.paying.row', { step: t(`figures.steps.${id}`) }), valor]),
      ]}
    >
      <p>
        <Link to={isAdmin ? officePaths.adminLeads : factsOf('contactos')}>
          {t('figures.funnel.leads', { count: leads, number: formatNumber(leads) })}
        </Link>
        {leads > 0 ? ` ${t('figures.funnel.converted', { count: data.convertidos, number: formatNumber(data.convertidos) })}` : ''}
      </p>
      <Visits data={data} registered={first} />
      <StepList steps={steps} first={first} />
      <h3>{t('figures.paying.title')}</h3>
      <StepList steps={stepsOf(data.embudo_compra)} first={first} />
      <p className="muted">{t('figures.paying.definition')}</p>
    </Part>
  );
}

/** `first`: how many the bars are of. */
function StepList({ steps, first }: { steps: ReturnType<typeof stepsOf>; first: number }) {
  const { t } = useTranslation('analytics');
  return (
    <ol className="figures-funnel">
      {steps.map(({ id, valor, ofBefore }) => (
        <li key={id}>
          <span className="figures-step">
            <Link to={factsOf(id)} aria-label={t('figures.factsOf', { figure: t(`figures.steps.${id}`), value: formatNumber(valor) })}>
              <strong className="num">{formatNumber(valor)}</strong> {t(`figures.steps.${id}`)}
            </Link>
            {ofBefore === null ? null : <span className="muted">{t('figures.funnel.ofBefore', { share: formatPercent(ofBefore) })}</span>}
          </span>
          <span className="figures-bar" aria-hidden="true">
            <span style={{ inlineSize: `${share(valor, Math.max(1, first))}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Who comes to the public pages, beside the steps: visits are not people, and nobody knows whose they are. */
function Visits({ data: { visitas, desde }, registered }: { data: SchoolFigures; registered: number }) {
  const { t } = useTranslation('analytics');
  const total = visitas.origenes.reduce((sum, { valor }) => sum + valor, 0);
  if (visitas.desde === null) return <p className="muted">{t('figures.visits.none')}</p>;
  // Registrations of days without visits would be compared with none.
  const whole = visitas.desde <= desde;
  const from = [...visitas.origenes].filter(({ valor }) => valor > 0).sort((a, b) => b.valor - a.valor);
  return (
    <>
      <p>
        <Link to={`${paths.analytics}?tipo=VisitsCounted`}>{t('figures.visits.count', { count: total, number: formatNumber(total) })}</Link>{' '}
        {whole && total > 0 ? t('figures.visits.registered', { share: formatPercent(share(registered, total)) }) : ''}
      </p>
      {from.length > 0 ? (
        <ul className="row figures-visits">
          {from.map(({ id, valor }) => (
            <li key={id}>
              {t(`figures.visits.from.${id}`)} <strong className="num">{formatNumber(valor)}</strong>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="muted">
        {t('figures.visits.definition')} {whole ? '' : t('figures.visits.since', { day: formatDay(visitas.desde, 'full') })}
      </p>
    </>
  );
}

const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

function Hours({ data }: { data: SchoolFigures }) {
  const { t } = useTranslation('analytics');
  const id = useId();
  const top = busiest(data.horario);
  const most = top?.minutes ?? 0;
  const finding = top
    ? t('figures.hours.finding', {
        day: weekdayName(top.day + 1),
        from: clock(top.hour),
        to: clock(top.hour + 1),
        minutes: formatMinutes(top.minutes),
        total: formatMinutes(top.total),
      })
    : t('figures.hours.none');
  const dayNames = data.horario.map((_, day) => weekdayName(day + 1));
  return (
    <Part
      title={t('figures.hours.title')}
      finding={finding}
      definition={t('figures.hours.definition')}
      file="horario"
      rows={[
        [t('figures.hours.hour'), ...dayNames],
        ...Array.from({ length: 24 }, (_, hour) => [clock(hour), ...data.horario.map((row) => row[hour] ?? 0)]),
      ]}
    >
      {top ? (
        <figure className="chart">
          <svg role="img" aria-labelledby={id} viewBox="0 0 540 172" className="figures-heat">
            <title id={id}>{finding}</title>
            {data.horario.map((row, day) => (
              <g key={dayNames[day]}>
                <text x={0} y={day * 21 + 15} className="figures-heat-name">
                  {(dayNames[day] ?? '').slice(0, 2)}
                </text>
                {row.map((minutes, hour) => (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: the hour is what it is
                    key={hour}
                    x={32 + hour * 21}
                    y={day * 21}
                    width={19}
                    height={19}
                    rx={4}
                    className="figures-heat-cell"
                    style={{ '--heat': `${minutes === 0 ? 0 : 12 + Math.round((minutes * 88) / most)}%` } as React.CSSProperties}
                  >
                    <title>{`${dayNames[day]} ${clock(hour)}: ${formatMinutes(minutes)}`}</title>
                  </rect>
                ))}
              </g>
            ))}
            {[0, 6, 12, 18].map((hour) => (
              <text key={hour} x={32 + hour * 21} y={164} className="figures-heat-name">
                {hour}
              </text>
            ))}
          </svg>
          <p>
            <Link to={`${paths.analytics}?tipo=StudyTimeRecorded`}>{t('figures.facts')}</Link>
          </p>
          <details>
            <summary>{t('figures.data')}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
            <section className="figures-scroll" aria-label={t('figures.tableOf', { title: t('figures.hours.title') })} tabIndex={0}>
              <table>
                <caption className="sr">{finding}</caption>
                <thead>
                  <tr>
                    <th scope="col">{t('figures.hours.hour')}</th>
                    {dayNames.map((name) => (
                      <th scope="col" key={name}>
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {Array.from({ length: 24 }, (_, hour) => (
                    <tr key={clock(hour)}>
                      <th scope="row">{clock(hour)}</th>
                      {data.horario.map((row, day) => (
                        <td key={dayNames[day]} className="num">
                          {row[hour] ? formatMinutes(row[hour]) : '—'}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </details>
        </figure>
      ) : null}
    </Part>
  );
}

const columns = ['inscripciones', 'pagos', 'comienzos', 'finales'] as const;

function Cohorts({ cohorts }: { cohorts: SchoolFigures['cohortes'] }) {
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
          <table className="figures-cohorts">
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
                      {formatNumber(cohort[id])} <span className="muted">{formatPercent(share(cohort[id], cohort.registros))}</span>
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

/** Who paid, by the month of their first payment: how many paid in each month since, and what came of them. */
function Buyers({ buyers }: { buyers: SchoolFigures['compradores'] }) {
  const { t } = useTranslation('analytics');
  const { meses, cohortes } = buyers;
  const again = paidAgain(buyers);
  const income = incomeOf(buyers);
  // Months before the first payment say nothing.
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
          <table className="figures-cohorts figures-buyers">
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
                    {formatNumber(volvieron)} <span className="muted">{formatPercent(share(volvieron, personas))}</span>
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
