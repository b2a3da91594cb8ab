import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../../../../backend/api/contract/records/operations.ts';
import { api } from '../../api/api.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatMinutes, formatNumber } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { usePast } from '../../lib/past.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Bars, Spark } from '../../ui/charts.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone, CardsSkeleton } from '../../ui/skeleton.tsx';
import { StatCard, StatGrid, toneAt } from '../../ui/stat-card.tsx';
import { Attention } from './attention.tsx';
import { Missing, useMissing } from './missing.tsx';
import { ReachedUntil } from './until.tsx';
import './administration.css';
import './texts.ts';

const LiveCards = lazyPart(() => import('../../domain/live-cards/live-cards.tsx').then((module) => module.LiveCards));
const CompareDates = lazyPart(() => import('./compare-dates.tsx').then((module) => module.CompareDates));

type Figure = Overview['cifras'][number];
const written = (id: Figure['id']) => (id === 'tiempoEstudiado' ? formatMinutes : formatNumber);

/** Where the people, courses or facts that a figure counts are listed. */
const behind: Record<Figure['id'], string> = {
  usuarios: `${officePaths.adminPeople}?estado=activo`,
  estudiantes: `${officePaths.adminPeople}?estado=activo&rol=${role.student}`,
  cursosPublicados: `${paths.adminCourses}?estado=publicado`,
  borradores: `${paths.adminCourses}?estado=borrador`,
  inscripciones: officePaths.wholeHistory({ area: 'enrolment', tipo: 'LearnerEnrolled' }),
  sesionesCompletadas: officePaths.wholeHistory({ area: 'enrolment', tipo: 'ClassCompleted' }),
  cursosCompletados: officePaths.wholeHistory({ area: 'enrolment', tipo: 'CourseCompleted' }),
  tiempoEstudiado: officePaths.wholeHistory({ area: 'study', tipo: 'StudyTimeRecorded', todo: 1 }),
};

export function Component() {
  const { t } = useTranslation('admin');
  // Pending work is shown as of today only.
  const past = usePast();
  const query = api.useOverviewQuery();
  const { missing, isNew, isLoading } = useMissing({ skip: past !== null });
  // Until it is known what stands first, nothing does: it would move down.
  const data = isLoading ? undefined : query.data;
  const { get } = useAddress();
  const [comparing, setComparing] = useState(() => get('comparar') !== null);
  const [chosen, setChosen] = useState<Figure['id']>('inscripciones');
  const figure = data?.cifras.find(({ id }) => id === chosen) ?? data?.cifras[0];
  return (
    <Page
      title={t('overview.title')}
      lead={t('overview.lead')}
      actions={
        <button type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setComparing(true)}>
          {t('compare.title')}
        </button>
      }
    >
      {comparing ? (
        <Suspense fallback={null}>
          <CompareDates onClose={() => setComparing(false)} />
        </Suspense>
      ) : null}
      {isNew ? <Missing of={missing} /> : null}
      {past === null && !isLoading ? <Attention /> : null}

      {data ? (
        <>
          <StatGrid label={t('overview.figures')} fresh={past === null ? <ReachedUntil of="overview" followed /> : null}>
            {data.cifras.map((item, index) => {
              const format = written(item.id);
              const values = item.dias.map(({ valor }) => valor);
              const name = t(`overview.names.${item.id}`);
              return (
                <StatCard
                  key={item.id}
                  label={name}
                  value={format(item.valor)}
                  definition={t(`overview.definitions.${item.id}`)}
                  behind={{ name: t('overview.drillOf', { action: t('overview.drillTo'), figure: name }), to: behind[item.id] }}
                  tone={toneAt(index)}
                >
                  <Spark
                    values={values}
                    title={`${name}. ${t('overview.trend', { total: format(values.reduce((sum, value) => sum + value, 0)), today: format(values.at(-1) ?? 0) })}`}
                  />
                </StatCard>
              );
            })}
          </StatGrid>
          {figure ? (
            <section className="card stack" aria-labelledby="por-dia">
              <div className="row by-day-head">
                <h2 id="por-dia">{t('overview.by')}</h2>
                <label className="row by-day-figure">
                  <span className="muted">{t('overview.pick')}</span>
                  <select className="entry" value={figure.id} onChange={(event) => setChosen(event.target.value as Figure['id'])}>
                    {data.cifras.map(({ id }) => (
                      <option key={id} value={id}>
                        {t(`overview.names.${id}`)}
                      </option>
                    ))}
                  </select>
                </label>
              </div>
              <ByDay figure={figure} />
            </section>
          ) : null}
          {past === null ? (
            <Suspense fallback={null}>
              <LiveCards />
            </Suspense>
          ) : null}
          {isNew ? null : <Missing of={missing} />}
        </>
      ) : (
        <QueryState of={query} failed={t('overview.loadError')}>
          <div style={{ display: 'grid', gap: 'var(--s-16)' }}>
            <CardsSkeleton count={8} height={168} min={220} />
            <Bone height={280} radius="var(--radius)" />
          </div>
        </QueryState>
      )}
    </Page>
  );
}

function ByDay({ figure }: { figure: Figure }) {
  const { t } = useTranslation('admin');
  const format = written(figure.id);
  const name = t(`overview.names.${figure.id}`);
  const best = figure.dias.reduce<Figure['dias'][number] | null>((top, day) => (day.valor > (top?.valor ?? 0) ? day : top), null);
  const title = best
    ? t('overview.finding', {
        figure: name,
        total: format(figure.dias.reduce((sum, { valor }) => sum + valor, 0)),
        best: formatDay(best.fecha, 'long'),
        most: format(best.valor),
      })
    : t('overview.findingNone', { figure: name });
  return (
    <Bars
      heading
      title={title}
      height={240}
      least={figure.id === 'tiempoEstudiado' ? 60 : 4}
      format={format}
      data={figure.dias.map((day) => ({ x: formatDay(day.fecha, 'long'), tick: formatDay(day.fecha), y: day.valor }))}
    />
  );
}
