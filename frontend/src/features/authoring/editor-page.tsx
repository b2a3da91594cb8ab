import {
  IconArrowLeft,
  IconEye,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListTree,
  IconUpload,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { Link, useLocation, useNavigate, useNavigationType, useParams, useSearchParams } from 'react-router-dom';
import type { AuthoringOutline } from '../../../../backend/api/contract/authoring.ts';
import { api } from '../../api/api.ts';
import { HistoryButton } from '../../domain/history/history-button.tsx';
import { lazyPart } from '../../lib/lazy-route.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { usePast } from '../../lib/past.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useFolded } from '../../lib/use-folded.ts';
import { useHashTarget } from '../../lib/use-hash-target.ts';
import { useOneColumn } from '../../lib/use-narrow.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { toFailure } from '../../ui/error-text.ts';
import { Page } from '../../ui/page.tsx';
import { Bone, Skeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { CourseInfo } from './course-info.tsx';
import { type Editor, EditorProvider, moduleOf, type Place } from './editor-context.ts';
import { KeptTyping } from './kept-typing.tsx';
import { ModuleEditor } from './module-editor.tsx';
import { OutlineNav } from './outline-nav.tsx';
import { CourseEditors } from './publishing/course-editors.tsx';
import { PublishingBar } from './publishing/publishing-bar.tsx';
import { PartsProvider } from './use-parts.tsx';
import './authoring.css';
import './texts.ts';

const ArchivedCourse = lazyPart<{ courseId: number; name: string }>(() =>
  import('./archived-course.tsx').then((module) => module.ArchivedCourse),
);
const GoneModule = lazyPart<{ moduleId: number }>(() => import('./gone-parts.tsx').then((module) => module.GoneModule));

/** How long to wait for the newer version of a conflicting change to reach this window. */
const NEWER_MS = 3_000;
const numberOf = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);

/** Each role's page with the list of courses. */
const useHome = () => (useSessionUser().user_role === role.admin ? paths.adminCourses : paths.instructorCourses);

export function Component() {
  const { id } = useParams();
  const courseId = numberOf(id ?? null);
  return courseId === null ? <Unreachable because="notFound" /> : <Loader key={courseId} courseId={courseId} />;
}

function Unreachable({ because }: { because: 'notFound' | 'forbidden' }) {
  const { t } = useTranslation('authoring');
  const home = useHome();
  return (
    <Page title={t(`page.${because}`)} quiet>
      <div className="view-state" role="alert">
        <p className="view-state-title">{t(`page.${because}`)}</p>
        <p className="muted view-state-text">{t(`page.${because}Text`)}</p>
        <Link className="btn" to={home}>
          {t('page.back')}
        </Link>
      </div>
    </Page>
  );
}

function Loader({ courseId }: { courseId: number }) {
  const { t } = useTranslation('authoring');
  const { data, error, isFetching, refetch } = api.useAuthoringOutlineQuery(courseId);
  const { status } = error ? toFailure(error) : { status: 0 };
  // An open page stays while reading fails; a person who may no longer see it sees nothing.
  if (error && status === 403) return <Unreachable because="forbidden" />;
  if (error && status === 404) return <Unreachable because="notFound" />;
  if (data) return <CourseEditor key={String(data.borrador !== null)} courseId={courseId} outline={data} reread={refetch} />;
  if (error)
    return (
      <Page title={t('page.edit')}>
        <ErrorState title={t('page.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </Page>
    );
  return (
    <Page title={t('page.edit')}>
      <Skeleton label={t('page.loading')}>
        <div className="editor">
          <div className="editor-side stack">
            {[0, 1, 2, 3, 4, 5].map((row) => (
              <Bone key={row} height={36} />
            ))}
          </div>
          <div className="stack">
            <Bone height={44} radius="var(--radius)" />
            <div className="card stack">
              <TextSkeleton lines={6} />
            </div>
            <div className="card stack">
              <TextSkeleton lines={4} />
            </div>
          </div>
        </div>
      </Skeleton>
    </Page>
  );
}

interface Loaded {
  courseId: number;
  outline: AuthoringOutline;
  reread: () => PromiseLike<unknown>;
}

function CourseEditor({ courseId, outline, reread }: Loaded) {
  const store = useStore();
  // Writes to a published course go to its draft.
  const drafts = outline.borrador !== null;
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [editing, setEditing] = useState<{ field: string | null; selects: boolean }>(() => ({
    // A field of the course in the address: one that publishing requires.
    field: /^curso\.[\w-]{1,40}$/.exec(params.get('campo') ?? '')?.[0] ?? null,
    selects: false,
  }));
  const asked: Place = {
    moduleId: numberOf(params.get('modulo')),
    classId: numberOf(params.get('clase')),
    subtopicId: numberOf(params.get('subtema')),
  };
  const module = asked.moduleId === null ? undefined : moduleOf(outline, asked.moduleId);
  const known = useRef(outline);
  known.current = outline;
  const editor = useMemo(() => {
    const current = () => {
      const { select } = api.endpoints.authoringOutline;
      return select(courseId)(store.getState() as Parameters<ReturnType<typeof select>>[0]);
    };
    const latest = () => current().data ?? known.current;
    /** The read includes everything written before: a read under way was sent earlier, and no second one is sent beside it, so it is awaited first. */
    const rereadAll = async () => {
      if (current().isLoading) await reread();
      await reread();
    };
    return {
      latest,
      draft: drafts,
      reread: rereadAll,
      async newer(version: number) {
        const until = Date.now() + NEWER_MS;
        do {
          await rereadAll();
          if (latest().curso.version !== version) return;
          await new Promise((go) => setTimeout(go, 150));
        } while (Date.now() < until);
      },
      go({ moduleId = null, classId = null, subtopicId = null }: Partial<Place>, quiet = false, follows = false) {
        const search = new URLSearchParams();
        if (moduleId !== null) search.set('modulo', String(moduleId));
        if (classId !== null) search.set('clase', String(classId));
        if (subtopicId !== null) search.set('subtema', String(subtopicId));
        navigate({ search: search.toString() }, { replace: quiet, preventScrollReset: quiet, state: { follows } });
      },
      edit: (field: string | null, selects = false) => setEditing({ field, selects }),
    };
  }, [courseId, store, reread, navigate, drafts]);
  const value: Editor = {
    ...editor,
    outline,
    courseId,
    place: { moduleId: module?.id_modulo ?? null, classId: module ? asked.classId : null, subtopicId: module ? asked.subtopicId : null },
    editing: editing.field,
    selects: editing.selects,
  };
  return (
    <EditorProvider value={value}>
      <PartsProvider>
        <Frame value={value} asked={asked} />
      </PartsProvider>
    </EditorProvider>
  );
}

function Frame({ value, asked }: { value: Editor; asked: Place }) {
  const { t } = useTranslation('authoring');
  const home = useHome();
  const user = useSessionUser();
  const past = usePast();
  const narrow = useOneColumn();
  const [folded, setFolded] = useFolded('editor');
  const [drawer, setDrawer] = useState(false);
  const { outline, courseId, place, editing } = value;
  const { curso, borrador } = outline;
  const module = place.moduleId === null ? undefined : moduleOf(outline, place.moduleId);
  const gone = asked.moduleId !== null && !module;
  const heading = useRef<HTMLHeadingElement>(null);
  const here = module?.id_modulo ?? 0;
  const before = useRef(here);
  const { state } = useLocation();
  const follows = useNavigationType() !== 'POP' && (state as { follows?: boolean } | null)?.follows === true;
  // When another part is opened, its heading gets the focus, unless something in it does.
  useEffect(() => {
    if (before.current === here) return;
    before.current = here;
    if (editing === null && !follows) heading.current?.focus({ preventScroll: true });
    scrollTo?.({ top: 0 });
  }, [here, editing, follows]);
  useHashTarget(true);
  const title = module?.nombre ?? t('outline.info');
  const status = curso.archivado ? 'archived' : curso.estado === 1 ? 'published' : 'draft';
  return (
    <Page
      title={`${title} · ${curso.nombre}`}
      heading={
        <span ref={heading} tabIndex={-1} className="editor-heading" lang={module ? 'es' : undefined}>
          {title}
        </span>
      }
      breadcrumb={
        <nav aria-label={t('page.where')} className="editor-where">
          <Link to={home} className="btn icon ghost" aria-label={t('page.backToCourses')}>
            <IconArrowLeft size={18} aria-hidden="true" />
          </Link>
          <ol className="editor-path">
            <li>
              <Link to={home}>{t('page.courses')}</Link>
            </li>
            <li>
              {module ? (
                <button type="button" className="link" lang="es" onClick={() => value.go({})}>
                  {curso.nombre}
                </button>
              ) : (
                <span lang="es">{curso.nombre}</span>
              )}
            </li>
            {module ? <li aria-current="page">{t('page.module', { number: outline.modulos.indexOf(module) + 1 })}</li> : null}
          </ol>
        </nav>
      }
      actions={
        <div className="editor-bar">
          <StatusTag tone={status === 'published' ? 'ok' : status === 'draft' ? 'empty' : 'neutral'}>{t(`status.${status}`)}</StatusTag>
          <HistoryButton of={{ of: 'course', id: courseId }} name={curso.nombre} />
          <Link className="btn alt" to={officePaths.courseGroups(courseId, user.user_role)}>
            <IconUsersGroup size={18} stroke={1.7} aria-hidden="true" />
            {t('page.groups')}
          </Link>
          <Link className="btn alt" to={paths.course(courseId)}>
            <IconEye size={18} stroke={1.7} aria-hidden="true" />
            {t('page.view')}
          </Link>
          {status === 'draft' ? (
            <Link className="btn" data-writes to={`${home}?publicar=${courseId}`}>
              <IconUpload size={18} stroke={1.7} aria-hidden="true" />
              {t('page.publish')}
            </Link>
          ) : null}
        </div>
      }
    >
      {curso.archivado ? (
        <Suspense fallback={null}>
          <ArchivedCourse courseId={courseId} name={curso.nombre} />
        </Suspense>
      ) : null}
      {past === null ? (
        <CourseEditors
          courseId={courseId}
          place={
            place.classId !== null
              ? { tipo: 'sesion', id: place.classId }
              : place.moduleId !== null
                ? { tipo: 'modulo', id: place.moduleId }
                : { tipo: 'curso', id: courseId }
          }
        />
      ) : null}
      <KeptTyping courseId={courseId} />
      {borrador && !curso.archivado && past === null ? (
        <PublishingBar courseId={courseId} changes={borrador.cambios} conflicts={borrador.conflictos} />
      ) : null}
      <div className="editor" data-folded={(folded && !narrow) || undefined}>
        {narrow ? (
          <>
            <button type="button" className="btn alt editor-open" aria-haspopup="dialog" onClick={() => setDrawer(true)}>
              <IconListTree size={18} stroke={1.7} aria-hidden="true" />
              {t('outline.open')}
            </button>
            <Dialog open={drawer} onClose={() => setDrawer(false)} title={t('page.edit')} side="right">
              <OutlineNav onChosen={() => setDrawer(false)} />
            </Dialog>
          </>
        ) : (
          <aside className="editor-side" aria-label={t('page.edit')}>
            <div className="editor-side-head">
              {folded ? null : <h2>{t('page.edit')}</h2>}
              <button
                type="button"
                className="btn icon ghost"
                aria-expanded={!folded}
                aria-label={t(folded ? 'outline.unfold' : 'outline.fold')}
                onClick={() => setFolded(!folded)}
              >
                {folded ? (
                  <IconLayoutSidebarLeftExpand size={20} stroke={1.7} aria-hidden="true" />
                ) : (
                  <IconLayoutSidebarLeftCollapse size={20} stroke={1.7} aria-hidden="true" />
                )}
              </button>
            </div>
            {folded ? null : <OutlineNav />}
          </aside>
        )}
        <div className="editor-main stack">
          {gone ? (
            <Suspense>
              <GoneModule moduleId={asked.moduleId ?? 0} />
            </Suspense>
          ) : module ? (
            <ModuleEditor key={module.id_modulo} module={module} />
          ) : (
            <CourseInfo />
          )}
        </div>
      </div>
    </Page>
  );
}
