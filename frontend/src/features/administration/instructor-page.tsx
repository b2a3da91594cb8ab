import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { TeachingOverview } from '../../../../backend/api/contract/teaching.ts';
import { api } from '../../api/api.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useHashTarget } from '../../lib/use-hash-target.ts';
import { Spark } from '../../ui/charts.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { type Query, QueryState } from '../../ui/query-state.tsx';
import { Bone, CardsSkeleton } from '../../ui/skeleton.tsx';
import { StatCard, StatGrid, toneAt } from '../../ui/stat-card.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { AtRisk, type Taught } from './at-risk.tsx';
import { ReachedUntil } from './until.tsx';
import './administration.css';
import './texts.ts';

const CreateDialog = lazyPart(() => import('./create-dialog.tsx').then((module) => module.CreateDialog));

type Figure = TeachingOverview['cifras'][number];
/** For each figure, the column of the table below whose sum it is. */
const columnOf = {
  inscripciones: 'inscripciones',
  activos: 'activos',
  clasesSemana: 'clasesSemana',
  cursosCompletados: 'cursosCompletados',
  valoracion: 'valoracion',
} as const;
const written = ({ id, valor }: Figure): string => (valor === null ? '—' : id === 'valoracion' ? valor.toFixed(1) : formatNumber(valor));

/** The figures of one's own courses, and inactive learners. Administrators choose whose. */
export function Component() {
  const { t } = useTranslation('admin');
  const me = useSessionUser();
  const [search, setSearch] = useSearchParams();
  const isAdmin = me.user_role === role.admin;
  const asked = Number(search.get('instructor'));
  const id = isAdmin && Number.isInteger(asked) && asked > 0 ? asked : me.id;
  const instructors = api.useInstructorsQuery(undefined, { skip: !isAdmin });
  const others = instructors.data?.data.filter((person) => person.id !== me.id) ?? [];
  return (
    <Page
      title={t(isAdmin ? 'instructor.adminTitle' : 'instructor.title')}
      lead={t(isAdmin ? 'instructor.adminLead' : 'instructor.lead')}
      actions={
        isAdmin ? (
          <label className="row by-day-figure">
            <span className="muted">{t('instructor.whose')}</span>
            <select
              className="entry"
              value={id}
              onChange={(event) => setSearch(event.target.value === String(me.id) ? {} : { instructor: event.target.value })}
            >
              <option value={me.id}>{t('instructor.own')}</option>
              {id !== me.id && !others.some((person) => person.id === id) ? <option value={id}>#{id}</option> : null}
              {others.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.fullName || t('instructor.risk.nameless', { id: person.id })}
                </option>
              ))}
            </select>
          </label>
        ) : null
      }
    >
      <Teaching key={id} userId={id} as={isAdmin ? (id === me.id ? 'adminOwn' : 'admin') : 'instructor'} />
    </Page>
  );
}

function Teaching({ userId, as }: { userId: number; as: 'instructor' | 'adminOwn' | 'admin' }) {
  const { t } = useTranslation('admin');
  const [creating, setCreating] = useState(false);
  const overview = api.useTeachingOverviewQuery(userId);
  const { data, error } = overview;
  useHashTarget(Boolean(data ?? error));
  if (!data)
    return (
      <QueryState of={overview} failed={t('instructor.loadError')}>
        <div style={{ display: 'grid', gap: 'var(--s-16)' }}>
          <CardsSkeleton count={7} height={150} min={220} />
          <Bone height={240} radius="var(--radius)" />
          <Bone height={240} radius="var(--radius)" />
        </div>
      </QueryState>
    );
  const name = data.instructor.nombre;
  if (data.cursos.length === 0)
    return (
      <>
        <Empty
          title={t(`instructor.none.${as}`, { name })}
          action={
            as === 'instructor' ? (
              <button data-writes type="button" className="btn" onClick={() => setCreating(true)}>
                {t('courses.create')}
              </button>
            ) : null
          }
        >
          {t(`instructor.noneText.${as}`)}
        </Empty>
        {creating ? (
          <Suspense>
            <CreateDialog open onClose={() => setCreating(false)} />
          </Suspense>
        ) : null}
      </>
    );
  return (
    <>
      {as === 'admin' ? <p className="muted">{t('instructor.asAdmin', { name })}</p> : null}
      <Figures data={data} listed={as === 'instructor' ? null : name} fresh={<ReachedUntil of="teachingOverview" />} />
      <Courses courses={data.cursos} query={overview} />
      <AtRisk userId={userId} courses={data.cursos} days={data.diasRiesgo} />
    </>
  );
}

/** `listed`: the instructor's name, by which the list of all courses is filtered; null where the list shows only one's own courses. */
function Figures({ data, listed, fresh }: { data: TeachingOverview; listed: string | null; fresh: React.ReactNode }) {
  const { t } = useTranslation('admin');
  const address = useAddress();
  const published =
    listed === null
      ? `${paths.instructorCourses}?estado=publicado`
      : `${paths.adminCourses}?${new URLSearchParams({ estado: 'publicado', buscar: listed })}`;
  const behind = (id: Figure['id']) => {
    if (id === 'cursosPublicados') return { to: published, action: t('overview.drill') };
    if (id === 'enRiesgo') return { to: address.to({ curso: null }, 'en-riesgo'), action: t('instructor.drillRisk') };
    return { to: address.to({ orden: `-${columnOf[id]}` }, 'por-curso'), action: t('instructor.drillCourses') };
  };
  const days = {
    since: formatDay(data.semanaDesde, 'long'),
    from: formatDay(data.activosDesde, 'long'),
    active: data.diasActivos,
    risk: data.diasRiesgo,
  };
  return (
    <StatGrid label={t('overview.figures')} fresh={fresh}>
      {data.cifras.map((figure, index) => {
        const { id, de, dias } = figure;
        const name = t(`instructor.names.${id}`);
        const { to, action } = behind(id);
        const values = dias.map(({ valor }) => valor);
        return (
          <StatCard
            key={id}
            label={name}
            value={written(figure)}
            {...(de !== null && {
              unit: t(`instructor.of.${id as 'activos' | 'cursosPublicados' | 'valoracion'}`, { count: de, number: formatNumber(de) }),
            })}
            definition={t(`instructor.definitions.${id}`, days)}
            behind={{ name: t('overview.drillOf', { action, figure: name }), to }}
            tone={toneAt(index)}
          >
            {values.length > 0 ? (
              <Spark
                values={values}
                title={`${name}. ${t('overview.trend', { total: formatNumber(values.reduce((sum, value) => sum + value, 0)), today: formatNumber(values.at(-1) ?? 0) })}`}
              />
            ) : null}
          </StatCard>
        );
      })}
    </StatGrid>
  );
}

/** Figures of a course, as columns. Unknown values are sorted last. */
const figures = ['inscripciones', 'activos', 'clasesSemana', 'progreso', 'cursosCompletados', 'valoracion', 'enRiesgo'] as const;

function Courses({ courses, query }: { courses: readonly Taught[]; query: Query }) {
  const { t } = useTranslation('admin');
  const columns: readonly Column<Taught>[] = [
    {
      id: 'nombre',
      label: t('instructor.columns.nombre'),
      head: true,
      sort: ({ nombre }) => nombre,
      cell: (course) => (
        <>
          <Link lang="es" to={paths.course(course.id)}>
            {course.nombre}
          </Link>
          <span className="table-note">
            <StatusTag tone={course.publicado ? 'ok' : 'empty'}>{t(course.publicado ? 'courses.published' : 'courses.draft')}</StatusTag>
          </span>
        </>
      ),
    },
    ...figures.map((id) => ({
      id,
      label: t(`instructor.columns.${id}`),
      numeric: true,
      sort: (course: Taught) => course[id],
      cell: (course: Taught) => <Cell id={id} course={course} />,
    })),
  ];
  return (
    <section className="stack" aria-labelledby="por-curso">
      <h2 id="por-curso">{t('instructor.byCourse')}</h2>
      <DataTable
        caption={t('instructor.byCourse')}
        columns={columns}
        rows={courses}
        rowId={({ id }) => String(id)}
        query={query}
        failed={t('instructor.loadError')}
        empty={null}
        order="-inscripciones"
        flash={({ inscripciones, clasesSemana, cursosCompletados, resenas }) =>
          `${inscripciones} ${clasesSemana} ${cursosCompletados} ${resenas}`
        }
      />
      <p className="muted">{t('instructor.progressDefinition')}</p>
    </section>
  );
}

function Cell({ id, course }: { id: (typeof figures)[number]; course: Taught }) {
  const { t } = useTranslation('admin');
  const address = useAddress();
  if (id === 'valoracion') {
    const rating =
      course.valoracion === null ? t('instructor.noReviews') : `${course.valoracion.toFixed(1)} (${formatNumber(course.resenas)})`;
    if (!course.publicado || course.resenas === 0) return <>{rating}</>;
    return (
      <Link
        to={`${paths.coursePage(course.slug)}#curso-resenas`}
        aria-label={t('instructor.reviewsOf', {
          count: course.resenas,
          number: formatNumber(course.resenas),
          rating: course.valoracion?.toFixed(1),
          course: course.nombre,
        })}
      >
        {rating}
      </Link>
    );
  }
  if (id === 'progreso') return <>{course.progreso === null ? '—' : formatPercent(course.progreso)}</>;
  if (id !== 'enRiesgo' || course.enRiesgo === 0) return <>{formatNumber(course[id])}</>;
  return (
    <Link
      // A minimum width, so that a single digit is large enough to press.
      style={{ display: 'inline-block', minInlineSize: 24 }}
      to={address.to({ curso: String(course.id) }, 'en-riesgo')}
      aria-label={t('instructor.riskOf', { count: course.enRiesgo, number: formatNumber(course.enRiesgo), course: course.nombre })}
    >
      {formatNumber(course.enRiesgo)}
    </Link>
  );
}
