import { IconArrowDown, IconArrowUp, IconPlus, IconSearch } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useBrokenLinksQuery, useListCoursesQuery } from '../../api/generated.ts';
import { type Course, priceOf } from '../../lib/course.ts';
import { formatNumber, formatRelative } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { CardsSkeleton, RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { StatCard, useFlash } from '../../ui/stat-card.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { type Act, ActDialog } from './act-dialog.tsx';
import { type Column, columns, matches, sorted, stateOf, states } from './course-list.ts';
import { CourseMenu } from './course-menu.tsx';
import { ResourcesPanel } from './resources-panel.tsx';
import { ReachedUntil } from './until.tsx';
import { type ActKind, useCourseActs } from './use-course-acts.ts';
import { VideosPanel } from './videos-panel.tsx';
import './administration.css';
import './texts.ts';
import { Moment } from '../../ui/moment.tsx';

const CreateDialog = lazyPart(() => import('./create-dialog.tsx').then((module) => module.CreateDialog));

const tones: Record<ReturnType<typeof stateOf>, Tone> = { publicado: 'ok', borrador: 'vacio', archivado: 'neutro' };
const labels = { publicado: 'published', borrador: 'draft', archivado: 'archived' } as const;
const manyLabels = { publicado: 'publishedMany', borrador: 'draftMany', archivado: 'archivedMany' } as const;

export function Component() {
  const { t } = useTranslation('admin');
  const [search, setSearch] = useSearchParams();
  const { data, error, isFetching, refetch } = useListCoursesQuery({ todos: '1' });
  // What it counts stands beside the list, which is whole without it.
  const broken = useBrokenLinksQuery().data;
  const acts = useCourseActs();
  const [asked, setAsked] = useState<Act | null>(null);
  const [creating, setCreating] = useState(false);
  const named = (parameter: 'recursos' | 'videos') => data?.find(({ id }) => String(id) === search.get(parameter)) ?? null;
  const text = search.get('buscar') ?? '';
  const state = states.find((name) => name === search.get('estado')) ?? null;
  const [by = 'updated', down = true] = ((): [Column?, boolean?] => {
    const given = search.get('orden') ?? '';
    const column = columns.find((name) => name === given.replace(/^-/, ''));
    return column ? [column, given.startsWith('-')] : [];
  })();
  const change = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(name, value);
        else after.delete(name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const living = data?.filter(({ archivado }) => !archivado);
  const shown =
    data &&
    sorted(
      data.filter((course) => matches(course, text) && (state ? stateOf(course) === state : !course.archivado)),
      by,
      down,
    );
  const count = (name: (typeof states)[number]) => data?.filter((course) => stateOf(course) === name).length;
  const number = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value));
  const fresh = data && <ReachedUntil of="listCourses" />;
  /** The courses that a figure counts. */
  const behind = (wanted: (typeof states)[number] | null, name: 'total' | 'published' | 'drafts') => (
    <p className="summary-figures-foot">
      <button
        type="button"
        className="link"
        aria-label={t('overview.drillOf', { action: t('overview.drill'), figure: t(`courses.stats.${name}`) })}
        onClick={() => change('estado', wanted)}
      >
        {t('overview.drill')}
      </button>
    </p>
  );
  const head = (column: Column) => (
    <th key={column} scope="col" aria-sort={by === column ? (down ? 'descending' : 'ascending') : undefined} data-column={column}>
      <button
        type="button"
        onClick={() => change('orden', by === column && !down ? `-${column}` : column)}
        aria-label={t('courses.sort', { column: t(`courses.columns.${column}`) })}
      >
        {t(`courses.columns.${column}`)}
        {by === column ? down ? <IconArrowDown size={14} aria-hidden="true" /> : <IconArrowUp size={14} aria-hidden="true" /> : null}
      </button>
    </th>
  );

  return (
    <Page
      title={t('courses.title')}
      actions={
        <button type="button" className="btn" onClick={() => setCreating(true)}>
          <IconPlus size={18} aria-hidden="true" />
          {t('courses.create')}
        </button>
      }
    >
      <section aria-label={t('courses.stats.label')} className="summary-figures">
        <StatCard
          label={t('courses.stats.total')}
          value={number(living?.length)}
          definition={t('courses.stats.totalDefinition')}
          freshness={fresh}
        >
          {behind(null, 'total')}
        </StatCard>
        <StatCard
          label={t('courses.stats.published')}
          value={number(count('publicado'))}
          definition={t('courses.stats.publishedDefinition')}
          tone="azul"
          freshness={fresh}
        >
          {behind('publicado', 'published')}
        </StatCard>
        <StatCard
          label={t('courses.stats.drafts')}
          value={number(count('borrador'))}
          definition={t('courses.stats.draftsDefinition')}
          tone="cempasuchil"
          freshness={fresh}
        >
          {behind('borrador', 'drafts')}
        </StatCard>
        <StatCard
          label={t('courses.stats.students')}
          value={number(living?.reduce((sum, { students }) => sum + students, 0))}
          definition={t('courses.stats.studentsDefinition')}
          tone="bugambilia"
          freshness={fresh}
        >
          <p className="summary-figures-foot">
            <button
              type="button"
              className="link"
              aria-label={t('overview.drillOf', { action: t('overview.drill'), figure: t('courses.stats.students') })}
              onClick={() => change('orden', '-students')}
            >
              {t('overview.drill')}
            </button>
          </p>
        </StatCard>
      </section>

      <search className="manage-filters">
        <label className="manage-filters-search">
          <span className="sr">{t('courses.search')}</span>
          <IconSearch size={18} aria-hidden="true" />
          <input
            type="search"
            className="entry"
            placeholder={t('courses.searchPlaceholder')}
            value={text}
            onChange={(event) => change('buscar', event.target.value)}
          />
        </label>
        <label className="row manage-filters-state">
          <span className="muted">{t('courses.state')}</span>
          <select className="entry" value={state ?? ''} onChange={(event) => change('estado', event.target.value)}>
            <option value="">{t('courses.all')}</option>
            {states.map((name) => (
              <option key={name} value={name}>
                {t(`courses.${manyLabels[name]}`)} ({count(name) ?? 0})
              </option>
            ))}
          </select>
        </label>
        <span className="muted manage-filters-count" role="status">
          {shown ? t('courses.count', { count: shown.length }) : ''}
        </span>
      </search>

      {error && !data ? (
        <ErrorState title={t('courses.loadError')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : null}
      {!data && !error ? (
        <Skeleton>
          <CardsSkeleton count={0} />
          <RowsSkeleton rows={8} />
        </Skeleton>
      ) : null}
      {shown?.length === 0 ? (
        <Empty
          title={t(text || state ? 'courses.noMatch' : 'courses.none')}
          action={
            text || state ? (
              <button type="button" className="btn alt" onClick={() => setSearch({}, { replace: true })}>
                {t('courses.clear')}
              </button>
            ) : (
              <button type="button" className="btn" onClick={() => setCreating(true)}>
                {t('courses.create')}
              </button>
            )
          }
        >
          {text || state ? null : t('courses.noneText')}
        </Empty>
      ) : null}
      {shown && shown.length > 0 ? (
        <div className="table-frame">
          <table className="table">
            <caption className="sr">{t('courses.title')}</caption>
            <thead>
              <tr>
                {head('course')}
                {head('instructor')}
                {head('status')}
                <th scope="col">{t('courses.columns.content')}</th>
                {head('students')}
                <th scope="col">{t('courses.columns.price')}</th>
                {head('updated')}
                <th scope="col">
                  <span className="sr">{t('courses.columns.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((course) => (
                <Row
                  key={course.id}
                  course={course}
                  pending={acts.pending.get(course.id)}
                  broken={broken?.find(({ id_curso }) => id_curso === course.id)?.rotos ?? 0}
                  onResources={() => change('recursos', String(course.id))}
                  onVideos={() => change('videos', String(course.id))}
                  onAct={(kind) => {
                    if (kind === 'restore') return void acts.restore(course);
                    if (kind === 'feature' || kind === 'unfeature') return void acts.feature(course, kind === 'feature');
                    setAsked({ kind, course });
                  }}
                />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <ActDialog
        act={asked}
        onClose={() => setAsked(null)}
        acts={acts}
        onVideos={({ id }) => {
          setAsked(null);
          change('videos', String(id));
        }}
      />
      <ResourcesPanel course={named('recursos')} onClose={() => change('recursos', null)} />
      <VideosPanel course={named('videos')} onClose={() => change('videos', null)} />
      {creating ? (
        <Suspense>
          <CreateDialog open onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

interface RowProps {
  course: Course;
  pending: ActKind | undefined;
  onAct: (kind: ActKind) => void;
  /** Links that lead nowhere. */
  broken: number;
  onResources: () => void;
  onVideos: () => void;
}
const doing = {
  publish: 'publishing',
  unpublish: 'unpublishing',
  archive: 'archiving',
  restore: 'restoring',
  feature: 'saving',
  unfeature: 'saving',
} as const;

function Row({ course, pending, broken, onAct, onResources, onVideos }: RowProps) {
  const { t } = useTranslation('admin');
  const { t: common } = useTranslation();
  const flash = useFlash<HTMLTableRowElement>(course.version + course.students);
  const state = stateOf(course);
  const price = priceOf(course);
  return (
    <tr ref={flash}>
      <th scope="row" data-label="">
        <Link lang="es" to={paths.course(course.id)}>
          {course.nombre}
        </Link>
        <span className="muted table-note">
          {common(`course.tier.${course.tipo}`)} · <span lang="es">{course.categoria}</span>
          {course.destacado ? ` · ${t('courses.featured')}` : null}
        </span>
        {broken > 0 ? (
          <button
            type="button"
            className="link table-notice"
            aria-label={t('courses.brokenOf', { count: broken, course: course.nombre })}
            onClick={onResources}
          >
            <StatusTag tone="error">{t('courses.broken', { count: broken })}</StatusTag>
          </button>
        ) : null}
        {course.videosSinTexto > 0 && state !== 'archivado' ? (
          <button
            type="button"
            className="link table-notice"
            aria-label={t('courses.silentOf', { count: course.videosSinTexto, course: course.nombre })}
            onClick={onVideos}
          >
            <StatusTag tone="vacio">{t('courses.silent', { count: course.videosSinTexto })}</StatusTag>
          </button>
        ) : null}
      </th>
      <td data-label={t('courses.columns.instructor')}>
        <Teacher course={course} />
      </td>
      <td data-label={t('courses.columns.status')}>
        {pending ? (
          <StatusTag tone="ahora">{t(`courses.${doing[pending]}`)}</StatusTag>
        ) : (
          <StatusTag tone={tones[state]}>{t(`courses.${labels[state]}`)}</StatusTag>
        )}
      </td>
      <td data-label={t('courses.columns.content')}>
        {t('courses.content', { modules: course.totalModulos, classes: course.totalSesiones })}
        {state === 'borrador' && !course.duracion ? (
          <span className="muted table-note">
            {t('courses.durationExample')} {t('courses.durationMissing')}
          </span>
        ) : null}
      </td>
      <td className="mono" data-label={t('courses.columns.students')}>
        {formatNumber(course.students)}
      </td>
      <td data-label={t('courses.columns.price')}>
        {price.kind === 'priced' ? price.text : common(price.kind === 'premium' ? 'course.inPremium' : 'course.free')}
      </td>
      <td data-label={t('courses.columns.updated')}>
        <Moment at={course.actualizado}>{formatRelative(course.actualizado)}</Moment>
      </td>
      <td className="table-actions">
        <CourseMenu
          course={course}
          state={state}
          busy={pending !== undefined}
          onAct={onAct}
          onResources={onResources}
          onVideos={onVideos}
        />
      </td>
    </tr>
  );
}

/** Who teaches it; for administrators the way to what that person sees of their own courses. */
function Teacher({ course: { instructor, id_maestro } }: { course: Course }) {
  const { t } = useTranslation();
  const { user_role } = useSessionUser();
  if (!id_maestro) return instructor ?? '—';
  const name = instructor ?? t('course.instructorFallback', { id: id_maestro });
  return user_role === role.admin ? <Link to={paths.overviewOf(id_maestro)}>{name}</Link> : name;
}
