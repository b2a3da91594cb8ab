import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { QUIET_DAYS } from '../../../../backend/api/contract/choices.ts';
import type { LearnersAtRisk, TeachingOverview } from '../../../../backend/api/contract/teaching.ts';
import { api } from '../../api/api.ts';
import { formatDay, formatRelative } from '../../lib/dates.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { paths } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { ChoiceFilter } from '../../ui/table/filters.tsx';
import { stationsOf, Thread } from '../../ui/thread.tsx';
import { CourseFunnel } from './course-funnel.tsx';

const RemindDialog = lazyPart(() => import('./remind-dialog.tsx').then((module) => module.RemindDialog));

type AtRiskPerson = LearnersAtRisk['personas'][number];
export type Taught = TeachingOverview['cursos'][number];

/** The choice that stands in place of a number of days: any sign of risk, measured against each learner's own rhythm. */
export const SIGNS = 'senales';
const STEP = 25;
const MOST = 100;

/** Inactive learners who have not completed a course, the longest inactive first. */
export function AtRisk({ userId, courses, days }: { userId: number; courses: readonly Taught[]; days: number }) {
  const { t } = useTranslation('admin');
  const { get, put } = useAddress();
  const course = courses.find(({ id }) => String(id) === get('curso'));
  const quiet = QUIET_DAYS.find((one) => one === get('dias'));
  const signs = get('dias') === SIGNS;
  return (
    <>
      {course ? <CourseFunnel key={course.id} courseId={course.id} name={course.nombre} /> : null}
      <section className="stack" aria-labelledby="en-riesgo">
        <div className="row by-day-head">
          <h2 id="en-riesgo">{t('instructor.risk.title')}</h2>
          <span className="row by-day-figure">
            <ChoiceFilter
              name="dias"
              label={t('instructor.risk.without')}
              all={t('instructor.risk.days', { count: days })}
              choices={[
                ...QUIET_DAYS.filter((one) => one !== String(days)).map((one) => ({
                  value: one,
                  label: t('instructor.risk.days', { count: Number(one) }),
                })),
                { value: SIGNS, label: t('instructor.risk.signs') },
              ]}
            />
            {courses.length > 1 ? (
              <ChoiceFilter
                name="curso"
                label={t('instructor.risk.course')}
                all={t('instructor.risk.allCourses')}
                choices={courses.map(({ id, nombre }) => ({ value: String(id), label: nombre, lang: 'es' }))}
              />
            ) : null}
          </span>
        </div>
        <p className="muted">
          {signs ? t('instructor.risk.signsDefinition') : t('instructor.definitions.enRiesgo', { risk: quiet ?? days })}
        </p>
        <List
          key={`${course?.id} ${signs ? SIGNS : quiet}`}
          signs={signs}
          userId={userId}
          course={course}
          quiet={quiet}
          enrolled={(course ? [course] : courses).some(({ inscripciones }) => inscripciones > 0)}
          onAll={() => put({ curso: null })}
        />
      </section>
    </>
  );
}

function List({
  userId,
  course,
  quiet,
  signs,
  enrolled,
  onAll,
}: {
  userId: number;
  course: Taught | undefined;
  quiet: (typeof QUIET_DAYS)[number] | undefined;
  signs: boolean;
  enrolled: boolean;
  onAll: () => void;
}) {
  const { t } = useTranslation('admin');
  const [limit, setLimit] = useState(STEP);
  const list = api.useLearnersAtRiskQuery({
    userId,
    limit,
    ...(course && { curso: course.id }),
    ...(quiet && { dias: quiet }),
    ...(signs && { por: SIGNS }),
  });
  const { data, isFetching } = list;
  const shown = data?.personas.length ?? 0;
  const total = data?.total ?? 0;
  return (
    <>
      {total > 0 ? (
        <p role="status">
          {t(shown < total ? 'instructor.risk.countSome' : 'instructor.risk.count', {
            count: total,
            number: formatNumber(total),
            shown: formatNumber(shown),
          })}
        </p>
      ) : null}
      <RiskTable
        name="riesgo"
        rows={data?.personas}
        query={list}
        pageSize={MOST}
        bones={4}
        empty={
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
        }
      />
      {shown < total && limit < MOST ? (
        <p>
          <button type="button" className="btn alt" disabled={isFetching} aria-busy={isFetching} onClick={() => setLimit(limit + STEP)}>
            {t('instructor.risk.more')}
          </button>
        </p>
      ) : null}
      {shown < total && limit >= MOST ? <p className="muted">{t('instructor.risk.most', { count: MOST })}</p> : null}
    </>
  );
}

/** Inactive learners, each with the course; several can be written to at once. */
export function RiskTable({
  query,
  ...table
}: Pick<Parameters<typeof DataTable<AtRiskPerson>>[0], 'name' | 'rows' | 'query' | 'next' | 'pageSize' | 'empty' | 'bones'>) {
  const { t } = useTranslation('admin');
  const [writing, setWriting] = useState<{ people: readonly AtRiskPerson[]; done: () => void } | null>(null);
  const columns: readonly Column<AtRiskPerson>[] = [
    { id: 'persona', label: t('instructor.risk.learner'), head: true, cell: (person) => <Name person={person} /> },
    {
      id: 'curso',
      label: t('courses.columns.course'),
      className: 'risk-words',
      cell: (person) => (
        <Link lang="es" to={paths.course(person.id_curso)}>
          {person.curso}
        </Link>
      ),
    },
    {
      id: 'progreso',
      label: t('instructor.columns.progreso'),
      cell: (person) => (
        <span className="row risk-progress">
          <Thread size="small" stations={stationsOf(person.sesionesCompletadas, person.totalSesiones)} />
          <span className="num" aria-hidden={person.totalSesiones > 0}>
            {formatPercent(person.progreso)}
          </span>
        </span>
      ),
    },
    { id: 'porque', label: t('instructor.risk.why'), className: 'table-prose', cell: (person) => <Reasons person={person} /> },
    {
      id: 'siguiente',
      label: t('instructor.risk.next'),
      className: 'risk-words',
      cell: ({ se_quedo_en }) => <span lang="es">{se_quedo_en ?? '—'}</span>,
    },
    {
      id: 'ultima',
      label: t('instructor.risk.last'),
      cell: (person) => (
        <span className="risk-day">
          {/* How long ago that was is told by why the person is here. */}
          <time dateTime={person.ultimaActividad}>{formatDay(person.ultimaActividad, 'year')}</time>
          {person.recordado === null ? null : (
            <span className="muted table-note">
              <Moment at={person.recordado}>{t('instructor.risk.reminded', { when: formatRelative(person.recordado) })}</Moment>
            </span>
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <DataTable
        {...table}
        caption={t('instructor.risk.title')}
        columns={columns}
        rowId={(person) => `${person.id_usuario} ${person.id_curso}`}
        query={query}
        failed={t('instructor.risk.loadError')}
        batch={{
          nameOf: ({ nombre, id_usuario }) => nombre ?? t('instructor.risk.nameless', { id: id_usuario }),
          acts: (people, done) => (
            <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setWriting({ people, done })}>
              {t('remind.button')}
            </button>
          ),
        }}
      />
      {writing ? (
        <Suspense>
          <RemindDialog
            people={writing.people}
            onClose={() => setWriting(null)}
            onSent={() => {
              writing.done();
              setWriting(null);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Each sign in a sentence. */
function Reasons({ person: { razones } }: { person: AtRiskPerson }) {
  const { t } = useTranslation('admin');
  const days = (count: number) => t('instructor.risk.days', { count });
  const words = (one: AtRiskPerson['razones'][number]): string => {
    if (one.clase === 'evaluacion') {
      const value = t('instructor.risk.attempts', { count: one.valor, number: formatNumber(one.valor) });
      return one.que === null
        ? t('instructor.risk.reason.evaluacionQuitada', { value })
        : t('instructor.risk.reason.evaluacion', { value, what: one.que });
    }
    const written = one.clase === 'avance' ? formatPercent : days;
    return t(`instructor.risk.reason.${one.clase}`, { value: written(one.valor), usual: written(one.normal ?? 0) });
  };
  // Somebody who has not begun has not done anything since either: only the first is said.
  const begun = !razones.some(({ clase }) => clase === 'sinEmpezar');
  const reasons = razones.filter(({ clase }) => begun || clase !== 'inactividad');
  return (
    <ul className="risk-reasons">
      {reasons.map((one) => (
        <li key={`${one.clase} ${one.que}`}>{words(one)}</li>
      ))}
    </ul>
  );
}

function Name({ person }: { person: AtRiskPerson }) {
  const { t } = useTranslation('admin');
  const name = person.nombre ?? t('instructor.risk.nameless', { id: person.id_usuario });
  return (
    <span className="row">
      <Avatar name={name} picture={person.foto} size={28} />
      <span>
        {/* A deactivated account has no public page. */}
        {person.activa ? <Link to={paths.person(person.id_usuario)}>{name}</Link> : name}
        {person.activa ? null : (
          <span className="table-note">
            <StatusTag tone="neutral">{t('instructor.risk.inactive')}</StatusTag>
          </span>
        )}
      </span>
    </span>
  );
}
