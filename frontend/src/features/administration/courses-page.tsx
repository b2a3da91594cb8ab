import { IconArrowsSort, IconPlus, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { courseStates, managementOrders } from '../../../../backend/api/contract/choices.ts';
import { api } from '../../api/api.ts';
import type { Course } from '../../domain/course.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { seesOwnPast, usePast } from '../../lib/past.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { type Changes, useAddress } from '../../lib/use-address.ts';
import { Empty } from '../../ui/empty.tsx';
import { HeadActs } from '../../ui/head-acts.tsx';
import { Page } from '../../ui/page.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { CheckFilter, ChoiceFilter, Filters, SearchFilter } from '../../ui/table/filters.tsx';
import { type Act, ActDialog } from './act-dialog.tsx';
import type { BatchKind } from './batch-dialog.tsx';
import { useCourseColumns } from './course-columns.tsx';
import { featuredOf, stateOf } from './course-list.ts';
import { ReachedUntil } from './until.tsx';
import { useCourseActs } from './use-course-acts.ts';
import './administration.css';
import './texts.ts';

const ResourcesPanel = lazyPart(() => import('./resources-panel.tsx').then((module) => module.ResourcesPanel));
const CourseDetails = lazyPart(() => import('./course-details.tsx').then((module) => module.CourseDetails));
const VideosPanel = lazyPart(() => import('./videos-panel.tsx').then((module) => module.VideosPanel));
const CreateDialog = lazyPart(() => import('./create-dialog.tsx').then((module) => module.CreateDialog));

const ImportDialog = lazyPart(() => import('./import-dialog.tsx').then((module) => module.ImportDialog));
const BatchDialog = lazyPart(() => import('./batch-dialog.tsx').then((module) => module.BatchDialog));
const FeaturedOrder = lazyPart(() => import('./featured-order.tsx').then((module) => module.FeaturedOrder));

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
  const { get, put } = useAddress();
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
  const broken = api.useBrokenLinksQuery(undefined, { skip: usePast() !== null && seesOwnPast() }).data;
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
  const resources = useNamed(get('recursos'), data?.cursos);
  const details = useNamed(get('detalles'), data?.cursos);
  const videos = useNamed(get('videos'), data?.cursos);
  const toPublish = useNamed(get('publicar'), data?.cursos);
  const columns = useCourseColumns({
    acts,
    brokenIn: ({ id }) => broken?.find(({ id_curso }) => id_curso === id)?.rotos ?? 0,
    onAsk: setAsked,
    onDetails: ({ id }) => put({ detalles: String(id) }),
    onResources: ({ id }) => put({ recursos: String(id) }),
    onVideos: ({ id }) => put({ videos: String(id) }),
  });

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
      {list.error && !data ? null : <Figures of={data?.cifras} />}

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
      {details ? (
        <Suspense>
          <CourseDetails course={details} onClose={() => put({ detalles: null })} />
        </Suspense>
      ) : null}
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

/** How many courses there are and how many learn in them; undefined: not read yet. */
function Figures({ of }: { of: AnswerOf<'managedCourses'>['cifras'] | undefined }) {
  const { t } = useTranslation('admin');
  const address = useAddress();
  const number = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value));
  /** The courses that a figure counts. */
  const behind = (figure: 'total' | 'published' | 'drafts' | 'students', changes: Changes) => ({
    name: t('overview.drillOf', { action: t('overview.drill'), figure: t(`courses.stats.${figure}`) }),
    to: address.to({ ...changes, pagina: null }),
  });
  return (
    <StatGrid label={t('courses.stats.label')} fresh={<ReachedUntil of="managedCourses" />}>
      <StatCard
        label={t('courses.stats.total')}
        value={number(of && of.publicado + of.borrador)}
        definition={t('courses.stats.totalDefinition')}
        behind={behind('total', { estado: null })}
      />
      <StatCard
        label={t('courses.stats.published')}
        value={number(of?.publicado)}
        definition={t('courses.stats.publishedDefinition')}
        behind={behind('published', { estado: 'publicado' })}
        tone="blue"
      />
      <StatCard
        label={t('courses.stats.drafts')}
        value={number(of?.borrador)}
        definition={t('courses.stats.draftsDefinition')}
        behind={behind('drafts', { estado: 'borrador' })}
        tone="cempasuchil"
      />
      <StatCard
        label={t('courses.stats.students')}
        value={number(of?.inscripciones)}
        definition={t('courses.stats.studentsDefinition')}
        behind={behind('students', { orden: '-students' })}
        tone="bougainvillea"
      />
    </StatGrid>
  );
}

/** Actions on several courses, with the states in which each is possible. */
const batches: readonly [BatchKind, readonly ReturnType<typeof stateOf>[]][] = [
  ['publish', ['borrador']],
  ['unpublish', ['publicado']],
  ['archive', ['borrador', 'publicado']],
];
