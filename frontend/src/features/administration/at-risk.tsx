import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { LearnersAtRisk } from '../../../../backend/api/contract/teaching.ts';
import { useLearnersAtRiskQuery } from '../../api/generated.ts';
import { formatDay, formatNumber, formatPercent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { stationsOf, Thread } from '../../ui/thread.tsx';
import type { Taught } from './taught.ts';
import { ReachedUntil } from './until.tsx';

const STEP = 25;
const MOST = 100;

/** Who has not completed a course and has done nothing in it for a while, longest first. */
export function AtRisk({ userId, courses, days }: { userId: number; courses: readonly Taught[]; days: number }) {
  const { t } = useTranslation('admin');
  const [search, setSearch] = useSearchParams();
  const course = courses.find(({ id }) => String(id) === search.get('curso'));
  const choose = (value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set('curso', value);
        else after.delete('curso');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <section className="stack" aria-labelledby="en-riesgo">
      <div className="row by-day-head">
        <h2 id="en-riesgo">{t('instructor.risk.title')}</h2>
        {courses.length > 1 ? (
          <label className="row by-day-figure">
            <span className="muted">{t('instructor.risk.course')}</span>
            <select className="entry" value={course?.id ?? ''} onChange={(event) => choose(event.target.value)}>
              <option value="">{t('instructor.risk.allCourses')}</option>
              {courses.map(({ id, nombre }) => (
                <option key={id} value={id} lang="es">
                  {nombre}
                </option>
              ))}
            </select>
          </label>
        ) : null}
      </div>
      <p className="muted">{t('instructor.definitions.enRiesgo', { risk: days })}</p>
      <List
        key={course?.id ?? 0}
        userId={userId}
        course={course}
        enrolled={(course ? [course] : courses).some(({ inscripciones }) => inscripciones > 0)}
        onAll={() => choose('')}
      />
    </section>
  );
}

function List({ userId, course, enrolled, onAll }: { userId: number; course: Taught | undefined; enrolled: boolean; onAll: () => void }) {
  const { t } = useTranslation('admin');
  const [limit, setLimit] = useState(STEP);
  const { data, error, isFetching, refetch } = useLearnersAtRiskQuery({
    userId,
    limit,
    ...(course && { curso: course.id }),
  });
  if (!data)
    return error ? (
      <ErrorState inline title={t('instructor.risk.loadError')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton>
        <RowsSkeleton rows={4} />
      </Skeleton>
    );
  if (data.total === 0)
    return (
      <Empty
        title={t(enrolled ? 'instructor.risk.none' : 'instructor.risk.nobody')}
        action={
          course ? (
            <button type="button" className="btn alt" onClick={onAll}>
              {t('instructor.risk.seeAll')}
            </button>
          ) : null
        }
      >
        {t(enrolled ? 'instructor.risk.noneText' : 'instructor.risk.nobodyText')}
      </Empty>
    );
  const shown = data.personas.length;
  return (
    <>
      <p role="status">
        {t(shown < data.total ? 'instructor.risk.countSome' : 'instructor.risk.count', {
          count: data.total,
          number: formatNumber(data.total),
          shown: formatNumber(shown),
        })}
      </p>
      <div className="table-frame">
        <table className="table">
          <caption className="sr">{t('instructor.risk.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('instructor.risk.learner')}</th>
              <th scope="col">{t('courses.columns.course')}</th>
              <th scope="col">{t('instructor.columns.progreso')}</th>
              <th scope="col">{t('instructor.risk.last')}</th>
            </tr>
          </thead>
          <tbody>
            {data.personas.map((person) => (
              <Person key={`${person.id_usuario} ${person.id_curso}`} person={person} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="row by-day-head">
        <span className="muted">
          <ReachedUntil of="learnersAtRisk" />
        </span>
        {shown < data.total && limit < MOST ? (
          <button type="button" className="btn alt" disabled={isFetching} aria-busy={isFetching} onClick={() => setLimit(limit + STEP)}>
            {t('instructor.risk.more')}
          </button>
        ) : null}
      </div>
      {shown < data.total && limit >= MOST ? <p className="muted">{t('instructor.risk.most', { count: MOST })}</p> : null}
    </>
  );
}

function Person({ person }: { person: LearnersAtRisk['personas'][number] }) {
  const { t } = useTranslation('admin');
  const name = person.nombre ?? t('instructor.risk.nameless', { id: person.id_usuario });
  return (
    <tr>
      <th scope="row" data-label="">
        <span className="row">
          <Avatar name={name} picture={person.foto} size={28} />
          <span>
            {/* A deactivated account has no page. */}
            {person.activa ? <Link to={paths.person(person.id_usuario)}>{name}</Link> : name}
            {person.activa ? null : (
              <span className="table-note">
                <StatusTag tone="neutro">{t('instructor.risk.inactive')}</StatusTag>
              </span>
            )}
          </span>
        </span>
      </th>
      <td data-label={t('courses.columns.course')}>
        <Link lang="es" to={paths.course(person.id_curso)}>
          {person.curso}
        </Link>
      </td>
      <td data-label={t('instructor.columns.progreso')}>
        <span className="row risk-progress">
          <Thread size="small" stations={stationsOf(person.sesionesCompletadas, person.totalSesiones)} />
          <span className="mono" aria-hidden={person.totalSesiones > 0}>
            {formatPercent(person.progreso)}
          </span>
        </span>
      </td>
      <td data-label={t('instructor.risk.last')}>
        <span className="risk-day">
          {t('instructor.risk.ago', { count: person.diasSinActividad, number: formatNumber(person.diasSinActividad) })}
          <time className="muted table-note" dateTime={person.ultimaActividad}>
            {formatDay(person.ultimaActividad, 'full')}
          </time>
        </span>
      </td>
    </tr>
  );
}
