import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { Age } from '../../domain/age.tsx';
import { byActivity, type StudyDay, studyFinding } from '../../domain/learning.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatMinutes, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Bars } from '../../ui/charts.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { CourseProgress } from './course-progress.tsx';
import './progress.css';
import './texts.ts';

function Week({ days }: { days: readonly StudyDay[] }) {
  const { t } = useTranslation('progress');
  const { week, weekBefore } = studyFinding(days);
  const sign = week > weekBefore ? 'more' : week < weekBefore ? 'less' : 'same';
  const title =
    week === 0 ? t('week.none') : t(`week.${sign}`, { total: formatMinutes(week), difference: formatMinutes(Math.abs(week - weekBefore)) });
  return (
    <Bars
      heading
      title={title}
      height={200}
      least={30}
      format={formatMinutes}
      data={days.slice(-7).map((day) => ({ x: formatDay(day.fecha, 'long'), tick: formatDay(day.fecha, 'short'), y: day.minutos }))}
    />
  );
}

export function Component() {
  const { t } = useTranslation('progress');
  const user = useSessionUser();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('hasta');
  const day = asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : null;
  const now = api.usePanelQuery(user.id, { skip: day !== null });
  const then = api.usePanelAtQuery({ userId: user.id, fecha: day ?? '' }, { skip: day === null });
  const { data, error, isFetching, refetch } = day === null ? now : { ...then, data: then.currentData };
  const choose = (next: string | null) => setSearch(next ? { hasta: next } : {}, { replace: true, preventScrollReset: true });
  const today = now.data?.dias.at(-1)?.fecha;
  /** The typed day, shown before it is in the address: a future day, such as one typed before its month, is never written there. */
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (day === null) setTyped('');
  }, [day]);
  const stats = data?.estadisticas;
  const courses = data && byActivity(data.cursos);
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <DateField
          label={t('asOf.label')}
          value={typed || (day ?? today ?? '')}
          max={today}
          onChange={(next) => {
            setTyped(next);
            if (next && (!today || next <= today)) choose(next === today ? null : next);
          }}
        />
      }
    >
      {day === null ? null : (
        <p className="bar-notice progress-then" role="status">
          {t('asOf.then', { day: formatDay(day, 'long') })}{' '}
          <button type="button" className="link" onClick={() => choose(null)}>
            {t('asOf.back')}
          </button>
        </p>
      )}
      {error && !data ? (
        <div className="card">
          <ErrorState title={t('loadError')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </div>
      ) : (
        <>
          <StatGrid label={t('stats.label')} fresh={day === null ? <Age of="panel" /> : null}>
            <StatCard
              label={t('stats.classes')}
              value={stats && formatNumber(stats.sesionesCompletadas)}
              definition={t('stats.classesDefinition')}
            />
            <StatCard
              label={t('stats.time')}
              value={stats && formatMinutes(stats.tiempoEstudiado)}
              definition={t('stats.timeDefinition')}
              tone="cempasuchil"
            />
            <StatCard
              label={t('stats.completed')}
              value={
                stats && t('stats.completedOf', { done: formatNumber(stats.cursosCompletados), all: formatNumber(stats.cursosInscritos) })
              }
              definition={t('stats.completedDefinition')}
              tone="bougainvillea"
            />
            <StatCard
              label={t('stats.streak')}
              value={stats && formatNumber(stats.racha)}
              definition={t('stats.streakDefinition')}
              tone="blue"
            />
          </StatGrid>
          {data ? (
            courses?.length === 0 && day !== null ? (
              <div className="card">
                <Empty title={t('asOf.none')} />
              </div>
            ) : courses?.length === 0 ? (
              <div className="card">
                <Empty
                  title={t('empty.title')}
                  action={
                    <Link className="btn" to={paths.catalogue()}>
                      {t('empty.action')}
                    </Link>
                  }
                >
                  {t('empty.text')}
                </Empty>
              </div>
            ) : (
              <>
                <section className="card stack" aria-labelledby="semana">
                  <h2 id="semana">{t(day === null ? 'week.title' : 'asOf.week')}</h2>
                  <Week days={data.dias} />
                </section>
                <section className="stack" aria-labelledby="por-curso">
                  <h2 id="por-curso">{t('courses')}</h2>
                  <ul className="progress-courses">
                    {courses?.map((course) => (
                      <li key={course.id_curso}>
                        <CourseProgress enrolment={course} past={day !== null} />
                      </li>
                    ))}
                  </ul>
                </section>
              </>
            )
          ) : (
            <Skeleton>
              <div style={{ display: 'grid', gap: 'var(--s-20)' }}>
                <Bone height={290} radius="var(--radius)" />
                <Bone height={210} radius="var(--radius)" />
              </div>
            </Skeleton>
          )}
        </>
      )}
    </Page>
  );
}
