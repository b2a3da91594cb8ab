import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FIGURE_DAYS } from '../../../../backend/api/contract/choices.ts';
import type { SchoolFigures } from '../../../../backend/api/contract/figures.ts';
import { api } from '../../api/api.ts';
import { useReadStatus } from '../../api/read-status.ts';
import { dayIn, formatDay } from '../../lib/dates.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { narrowest, share, stepsOf } from './figures.ts';
import './figures-page.css';
import './texts.ts';

import { Buyers, Cohorts } from './cohorts.tsx';
import { Part } from './figures-part.tsx';
import { Hours } from './hours.tsx';
import { factsOf } from './step-facts.ts';

const StepPeople = lazyPart(() => import('./step-people.tsx').then((module) => module.StepPeople));

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const presets = [30, 90, 365] as const;
const before = (day: string, days: number) => new Date(Date.parse(`${day}T12:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** The students' journeys, retention, and study hours. The period is in the address. */
export function Component() {
  const { t } = useTranslation('analytics');
  const { get, put } = useAddress();
  const dayAt = (name: string) => (DAY.test(get(name) ?? '') ? (get(name) ?? undefined) : undefined);
  const [desde, hasta] = [dayAt('desde'), dayAt('hasta')];
  const asked = { ...(desde && { desde }), ...(hasta && { hasta }) };
  const wrong = desde !== undefined && hasta !== undefined && desde > hasta;
  const query = api.useSchoolFiguresQuery(wrong ? {} : asked);
  const { data } = query;
  const readStatus = useReadStatus('schoolFigures');
  const today = dayIn(undefined);
  const shownFrom = desde ?? data?.desde ?? '';
  const shownTo = hasta ?? data?.hasta ?? '';
  const step = data?.embudo_compra.find(({ id }) => id === get('paso'))?.id;
  return (
    <Page title={t('figures.title')} lead={t('figures.lead')} fresh={<Freshness at={readStatus?.at} />}>
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
      </search>
      {wrong ? <p role="alert">{t('figures.wrongDays')}</p> : null}
      {data ? null : (
        <QueryState of={query} failed={t('figures.loadError')}>
          <div className="stack">
            <Bone height={280} radius="var(--radius)" />
            <Bone height={320} radius="var(--radius)" />
            <Bone height={320} radius="var(--radius)" />
          </div>
        </QueryState>
      )}
      {data && !wrong ? (
        <>
          <Funnel data={data} />
          <Hours data={data} />
          <Cohorts cohorts={data.cohortes} />
          <Buyers buyers={data.compradores} />
          {step ? (
            <Suspense fallback={null}>
              <StepPeople
                step={step}
                paying={get('compra') !== null}
                days={data}
                onClose={() => put({ paso: null, compra: null, 'personas.pagina': null })}
              />
            </Suspense>
          ) : null}
        </>
      ) : null}
    </Page>
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
        <Link to={isAdmin ? `${officePaths.adminLeads}?desde=${data.desde}&hasta=${data.hasta}` : factsOf('contactos')}>
          {t('figures.funnel.leads', { count: leads, number: formatNumber(leads) })}
        </Link>
        {leads > 0 ? ` ${t('figures.funnel.converted', { count: data.convertidos, number: formatNumber(data.convertidos) })}` : ''}
      </p>
      <Visits data={data} registered={first} />
      <StepList steps={steps} first={first} />
      <h3>{t('figures.paying.title')}</h3>
      <StepList steps={stepsOf(data.embudo_compra)} first={first} paying />
      <p className="muted">{t('figures.paying.definition')}</p>
    </Part>
  );
}

/** `first`: the count that the bars are a share of. `paying`: the steps are of buyers. */
function StepList({ steps, first, paying = false }: { steps: ReturnType<typeof stepsOf>; first: number; paying?: boolean }) {
  const { t } = useTranslation('analytics');
  const { put } = useAddress();
  return (
    <ol className="figures-funnel">
      {steps.map(({ id, valor, ofBefore }) => (
        <li key={id}>
          <span className="figures-step">
            <button
              type="button"
              className="link"
              aria-haspopup="dialog"
              aria-label={t('figures.factsOf', { figure: t(`figures.steps.${id}`), value: formatNumber(valor) })}
              onClick={() => put({ paso: id, compra: paying && id !== 'registros' ? '1' : null })}
            >
              <strong className="num">{formatNumber(valor)}</strong> {t(`figures.steps.${id}`)}
            </button>
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

/** Visits of the public pages, shown beside the steps: visits are not people, and are not linked to any. */
function Visits({ data: { visitas, desde }, registered }: { data: SchoolFigures; registered: number }) {
  const { t } = useTranslation('analytics');
  const total = visitas.origenes.reduce((sum, { valor }) => sum + valor, 0);
  if (visitas.desde === null) return <p className="muted">{t('figures.visits.none')}</p>;
  // Whether visits were counted during the whole period; otherwise registrations are not compared with them.
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
