import { IconArrowsSort, IconPlus, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { courseStates, managementOrders } from '../../../../backend/api/contract/choices.ts';
import { api } from '../../api/api.ts';
import { type Course, priceOf } from '../../domain/course.ts';
import { formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { type Changes, useAddress } from '../../lib/use-address.ts';
import { Empty } from '../../ui/empty.tsx';
import { HeadActs } from '../../ui/head-acts.tsx';
import { Page } from '../../ui/page.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { CheckFilter, ChoiceFilter, Filters, SearchFilter } from '../../ui/table/filters.tsx';
import { type Act, ActDialog } from './act-dialog.tsx';
import type { BatchKind } from './batch-dialog.tsx';
import { featuredOf, stateOf } from './course-list.ts';
import { CourseMenu } from './course-menu.tsx';
import { ReachedUntil } from './until.tsx';
import { useCourseActs } from './use-course-acts.ts';
import './administration.css';
import './texts.ts';
import { Moment } from '../../ui/moment.tsx';

const ResourcesPanel = lazyPart(() => import('./resources-panel.tsx').then((module) => module.ResourcesPanel));
const VideosPanel = lazyPart(() => import('./videos-panel.tsx').then((module) => module.VideosPanel));
const CreateDialog = lazyPart(() => import('./create-dialog.tsx').then((module) => module.CreateDialog));

const ImportDialog = lazyPart(() => import('./import-dialog.tsx').then((module) => module.ImportDialog));
const BatchDialog = lazyPart(() => import('./batch-dialog.tsx').then((module) => module.BatchDialog));
const FeaturedOrder = lazyPart(() => import('./featured-order.tsx').then((module) => module.FeaturedOrder));

const tones: Record<ReturnType<typeof stateOf>, Tone> = { publicado: 'ok', borrador: 'vacio', archivado: 'neutro' };
const labels = { publicado: 'published', borrador: 'draft', archivado: 'archived' } as const;
const manyLabels = { publicado: 'publishedMany', borrador: 'draftMany', archivado: 'archivedMany' } as const;

const PAGE = 50;
const orders = managementOrders.flatMap((name) => [name, `-${name}` as const]);
/** The course in the address, whether or not it is on this page of the list. */
const useNamed = (id: string | null, courses: readonly Course[] | undefined): Course | null => {
  const number = Number(id);
  const found = courses?.find((course) => course.id === number) ?? null;
  const { data } = api.useGetCourseQuery(number, { skip: !courses || found !== null || !(Number.isInteger(number) && number > 0) });
  return found ?? (data?.id === number ? data : null);
};

export function Component() {
  const { t } = useTranslation(['admin', 'common']);
  const address = useAddress();
  const { get, put } = address;
  const cursor = usePageCursor();
  const text = (get('buscar') ?? '').slice(0, 100);
  const state = courseStates.find((name) => name === get('estado')) ?? null;
  const brokenOnly = get('enlaces') === '1';
  const order = orders.find((name) => name === get('orden'));
  const list = api.useManagedCoursesQuery({
    limit: PAGE,
    ...(text && { buscar: text }),
    ...(state && { estado: state }),
    ...(brokenOnly && { enlaces: '1' }),
    ...(order && { orden: order }),
    ...(cursor && { cursor }),
  });
  const { data } = list;
  // Supplementary figures: the list is complete without them.
  const broken = api.useBrokenLinksQuery().data;
  const acts = useCourseActs();
  const [asked, setAsked] = useState<Act | null>(null);
  const [ordering, setOrdering] = useState(false);
  const [creating, setCreating] = useState(false);
  const [importing, setImporting] = useState(false);
  const [batch, setBatch] = useState<{ kind: BatchKind; courses: readonly Course[]; done: () => void } | null>(null);
  const filtered = Boolean(text || state || brokenOnly);
  const isAdmin = useSessionUser().user_role === role.admin;
  const featured = featuredOf(data?.destacados ?? []);
  const count = (name: (typeof courseStates)[number]) => data?.cifras[name];
  const living = data && data.cifras.publicado + data.cifras.borrador;
  const resources = useNamed(get('recursos'), data?.cursos);
  const videos = useNamed(get('videos'), data?.cursos);
  const toPublish = useNamed(get('publicar'), data?.cursos);
  const number = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value));
  const fresh = data && <ReachedUntil of="managedCourses" />;
  /** The courses that a figure counts. */
  const behind = (figure: 'total' | 'published' | 'drafts' | 'students', changes: Changes) => ({
    name: t('overview.drillOf', { action: t('overview.drill'), figure: t(`courses.stats.${figure}`) }),
    to: address.to({ ...changes, pagina: null }),
  });
  const columns: readonly Column<Course>[] = [
    {
      id: 'course',
      label: t('courses.columns.course'),
      head: true,
      sort: ({ nombre }) => nombre,
      cell: (course) => (
        <Name
          course={course}
          broken={broken?.find(({ id_curso }) => id_curso === course.id)?.rotos ?? 0}
          onResources={() => put({ recursos: String(course.id) })}
          onVideos={() => put({ videos: String(course.id) })}
        />
      ),
    },
    {
      id: 'instructor',
      label: t('courses.columns.instructor'),
      optional: true,
      sort: ({ instructor }) => instructor,
      cell: (course) => <Teacher course={course} />,
    },
    {
      id: 'status',
      label: t('courses.columns.status'),
      sort: (course) => -courseStates.indexOf(stateOf(course)),
      cell: (course) => {
        const pending = acts.pending.get(course.id);
        const its = stateOf(course);
        return pending ? (
          <StatusTag tone="ahora">{t(`courses.${doing[pending]}`)}</StatusTag>
        ) : (
          <StatusTag tone={tones[its]}>{t(`courses.${labels[its]}`)}</StatusTag>
        );
      },
    },
    {
      id: 'content',
      label: t('courses.columns.content'),
      optional: true,
      cell: (course) => (
        <>
          <span>
            <span className="unbroken">{t('common:course.modules', { count: course.totalModulos })} ·</span>{' '}
            <span className="unbroken">{t('common:course.classes', { count: course.totalSesiones })}</span>
          </span>
          {stateOf(course) === 'borrador' && !course.duracion ? (
            <span className="muted table-note">
              {t('courses.durationExample')} {t('courses.durationMissing')}
            </span>
          ) : null}
        </>
      ),
    },
    {
      id: 'students',
      label: t('courses.columns.students'),
      numeric: true,
      optional: true,
      sort: ({ students }) => students,
      cell: ({ students }) => formatNumber(students),
    },
    { id: 'price', label: t('courses.columns.price'), optional: true, cell: (course) => <Price course={course} /> },
    {
      id: 'updated',
      label: t('courses.columns.updated'),
      optional: true,
      sort: ({ actualizado }) => Date.parse(actualizado),
      cell: ({ actualizado }) => <Moment at={actualizado}>{formatRelative(actualizado)}</Moment>,
    },
    {
      id: 'actions',
      label: t('courses.columns.actions'),
      acts: true,
      cell: (course) => (
        <CourseMenu
          course={course}
          state={stateOf(course)}
          busy={acts.pending.has(course.id)}
          onAct={(kind) => {
            if (kind === 'feature' || kind === 'unfeature') return void acts.feature(course, kind === 'feature');
            setAsked({ kind, course });
          }}
          onResources={() => put({ recursos: String(course.id) })}
          onVideos={() => put({ videos: String(course.id) })}
          onDuplicate={() => void acts.duplicate(course)}
          onDownload={(what) => void acts.download(course, what)}
        />
      ),
    },
  ];

  return (
    <Page
      title={t('courses.title')}
      actions={
        <HeadActs
          acts={[
            ...(isAdmin && (!data || featured.length > 1)
              ? [
                  {
                    id: 'order',
                    label: t('courses.order.open'),
                    icon: <IconArrowsSort size={18} aria-hidden="true" />,
                    disabled: !data,
                    onAct: () => setOrdering(true),
                    writes: true,
                  },
                ]
              : []),
            {
              id: 'import',
              label: t('courses.package.import'),
              icon: <IconUpload size={18} aria-hidden="true" />,
              onAct: () => setImporting(true),
              writes: true,
            },
          ]}
        >
          <button data-writes type="button" className="btn" onClick={() => setCreating(true)}>
            <IconPlus size={18} aria-hidden="true" />
            {t('courses.create')}
          </button>
        </HeadActs>
      }
    >
      <StatGrid label={t('courses.stats.label')} fresh={fresh}>
        <StatCard
          label={t('courses.stats.total')}
          value={number(living)}
          definition={t('courses.stats.totalDefinition')}
          behind={behind('total', { estado: null })}
        />
        <StatCard
          label={t('courses.stats.published')}
          value={number(count('publicado'))}
          definition={t('courses.stats.publishedDefinition')}
          behind={behind('published', { estado: 'publicado' })}
          tone="azul"
        />
        <StatCard
          label={t('courses.stats.drafts')}
          value={number(count('borrador'))}
          definition={t('courses.stats.draftsDefinition')}
          behind={behind('drafts', { estado: 'borrador' })}
          tone="cempasuchil"
        />
        <StatCard
          label={t('courses.stats.students')}
          value={number(data?.cifras.inscripciones)}
          definition={t('courses.stats.studentsDefinition')}
          behind={behind('students', { orden: '-students' })}
          tone="bugambilia"
        />
      </StatGrid>

      <Filters
        search={<SearchFilter label={t('courses.search')} placeholder={t('courses.searchPlaceholder')} />}
        active={[state, brokenOnly].filter(Boolean).length}
        count={data ? t('courses.count', { count: data.total }) : ''}
      >
        <ChoiceFilter
          name="estado"
          label={t('courses.state')}
          all={t('courses.all')}
          choices={courseStates.map((name) => ({ value: name, label: `${t(`courses.${manyLabels[name]}`)} (${count(name) ?? 0})` }))}
        />
        {brokenOnly || broken?.length ? <CheckFilter name="enlaces" label={t('courses.onlyBroken')} /> : null}
      </Filters>
      <DataTable
        caption={t('courses.title')}
        columns={columns}
        rows={data?.cursos}
        next={data?.siguiente ?? null}
        place={data && { first: data.primero, total: data.total }}
        sorted
        rowId={({ id }) => String(id)}
        query={list}
        failed={t('courses.loadError')}
        order="-updated"
        flash={({ version, students }) => version + students}
        batch={{
          nameOf: ({ nombre }) => nombre,
          acts: (rows, done) =>
            batches.map(([kind, of]) => {
              const courses = rows.filter((course) => of.includes(stateOf(course)));
              return courses.length > 0 ? (
                <button
                  key={kind}
                  type="button"
                  className="btn alt"
                  aria-haspopup="dialog"
                  onClick={() => setBatch({ kind, courses, done })}
                >
                  {t(`courses.${kind}`)} ({formatNumber(courses.length)})
                </button>
              ) : null;
            }),
        }}
        empty={
          <Empty
            title={t(filtered ? 'courses.noMatch' : 'courses.none')}
            action={
              filtered ? (
                <button type="button" className="btn alt" onClick={() => put({ buscar: null, estado: null, enlaces: null, pagina: null })}>
                  {t('courses.clear')}
                </button>
              ) : (
                <button data-writes type="button" className="btn" onClick={() => setCreating(true)}>
                  {t('courses.create')}
                </button>
              )
            }
          >
            {filtered ? null : t('courses.noneText')}
          </Empty>
        }
      />
      <ActDialog
        act={asked ?? (toPublish && stateOf(toPublish) === 'borrador' ? { kind: 'publish', course: toPublish } : null)}
        onClose={() => {
          setAsked(null);
          if (get('publicar')) put({ publicar: null });
        }}
        acts={acts}
        onVideos={({ id }) => {
          setAsked(null);
          put({ videos: String(id) });
        }}
      />
      {resources ? (
        <Suspense>
          <ResourcesPanel course={resources} onClose={() => put({ recursos: null })} />
        </Suspense>
      ) : null}
      {videos ? (
        <Suspense>
          <VideosPanel course={videos} onClose={() => put({ videos: null })} />
        </Suspense>
      ) : null}
      {batch ? (
        <Suspense>
          <BatchDialog kind={batch.kind} courses={batch.courses} onClose={() => setBatch(null)} onDone={batch.done} />
        </Suspense>
      ) : null}
      {ordering ? (
        <Suspense>
          <FeaturedOrder courses={featured} onClose={() => setOrdering(false)} onSave={acts.order} />
        </Suspense>
      ) : null}
      {importing ? (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      ) : null}
      {creating ? (
        <Suspense>
          <CreateDialog open onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

/** Actions on several courses, with the states in which each is possible. */
const batches: readonly [BatchKind, readonly ReturnType<typeof stateOf>[]][] = [
  ['publish', ['borrador']],
  ['unpublish', ['publicado']],
  ['archive', ['borrador', 'publicado']],
];
const doing = {
  publish: 'publishing',
  unpublish: 'unpublishing',
  archive: 'archiving',
  restore: 'restoring',
  feature: 'saving',
  unfeature: 'saving',
  duplicate: 'duplicating',
} as const;

interface NameProps {
  course: Course;
  /** Dead links. */
  broken: number;
  onResources: () => void;
  onVideos: () => void;
}
/** Its title, and its problems. */
function Name({ course, broken, onResources, onVideos }: NameProps) {
  const { t } = useTranslation(['admin', 'common']);
  const { t: common } = useTranslation();
  return (
    <>
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
      {course.videosSinTexto > 0 && !course.archivado ? (
        <button
          type="button"
          className="link table-notice"
          aria-label={t('courses.silentOf', { count: course.videosSinTexto, course: course.nombre })}
          onClick={onVideos}
        >
          <StatusTag tone="vacio">{t('courses.silent', { count: course.videosSinTexto })}</StatusTag>
        </button>
      ) : null}
    </>
  );
}

function Price({ course }: { course: Course }) {
  const { t } = useTranslation();
  const price = priceOf(course);
  if (price.kind === 'priced') return <span className="unbroken">{price.text}</span>;
  return <>{t(price.kind === 'premium' ? 'course.inPremium' : 'course.free')}</>;
}

/** Who teaches it; for administrators, a link to that person's own overview. */
function Teacher({ course: { instructor, id_maestro } }: { course: Course }) {
  const { t } = useTranslation();
  const { user_role } = useSessionUser();
  if (!id_maestro) return instructor ?? '—';
  const name = instructor ?? t('course.instructorFallback', { id: id_maestro });
  return user_role === role.admin ? <Link to={officePaths.overviewOf(id_maestro)}>{name}</Link> : name;
}
