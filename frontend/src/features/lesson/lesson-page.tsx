import { IconEye, IconLayoutSidebarLeftExpand, IconListTree } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { Outline } from '../../../../backend/api/contract/records/courses.ts';
import { api } from '../../api/api.ts';
import { byActivity } from '../../domain/learning.ts';
import { formatPercent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSchool } from '../../lib/school.ts';
import { type SessionUser, useSessionUser } from '../../lib/session.ts';
import { useFolded } from '../../lib/use-folded.ts';
import { useOneColumn } from '../../lib/use-narrow.ts';
import { Announce } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { toFailure } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone, Skeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Address, lessonPath, readAddress } from './address.ts';
import { ClassView } from './class-view.tsx';
import { LessonProvider } from './lesson-context.ts';
import { LockedView } from './locked-view.tsx';
import { MilestoneDialog } from './milestone.tsx';
import { ModuleView } from './module-view.tsx';
import { Overview } from './overview.tsx';
import { ProgressDialog } from './progress-dialog.tsx';
import { setReading, useReading } from './reading.ts';
import { Sidebar } from './sidebar.tsx';
import { outlineWidth, SidebarEdge } from './sidebar-edge.tsx';
import { useCompletion } from './use-completion.ts';
import { useLastView } from './use-last-view.ts';
import { useStudyTime } from './use-study-time.ts';
import { locate, type Milestone, type Mode, moduleState, overlay, stepsOf } from './walk.ts';
import './lesson.css';
import './texts.ts';

export function Component() {
  const [search] = useSearchParams();
  const address = readAddress(search);
  // A link to a comment need not say where the comment is.
  if (address.commentId !== null && (address.courseId === null || address.subtopicId === null))
    return <LinkedComment id={address.commentId} />;
  return address.courseId === null ? <LastCourse /> : <Course key={address.courseId} courseId={address.courseId} address={address} />;
}

/** Redirects to the place of a comment. */
function LinkedComment({ id }: { id: number }) {
  const { t } = useTranslation('lesson');
  const { data, error, isFetching, refetch } = api.useGetCommentQuery(id);
  if (data) {
    const { id_curso, id_modulo, id_sesion, id_subtema } = data.lugar;
    if (id_modulo === null || id_sesion === null) return <Navigate to={paths.forum(id_curso, id)} replace />;
    return (
      <Navigate to={`${lessonPath(id_curso, { module: id_modulo, session: id_sesion, subtopic: id_subtema })}&comment=${id}`} replace />
    );
  }
  if (!error) return <Loading />;
  return (
    <Page title={t('title')}>
      <ErrorState title={t('comment.gone')} error={error} onRetry={() => void refetch()} retrying={isFetching}>
        {' '}
        <Link to={paths.myCourses}>{t('backToMine')}</Link>
      </ErrorState>
    </Page>
  );
}

/** Without a course in the address: the one last studied, or a link to choose one. */
function LastCourse() {
  const { t } = useTranslation('lesson');
  const user = useSessionUser();
  const query = api.usePanelQuery(user.id);
  const { data } = query;
  const [last] = data ? byActivity(data.cursos) : [];
  if (last) return <Navigate to={paths.course(last.id_curso)} replace />;
  return (
    <Page title={t('title')}>
      {data ? (
        <Empty
          title={t('choose.title')}
          action={
            <Link className="btn" to={paths.catalogue()}>
              {t('choose.action')}
            </Link>
          }
        >
          {t('choose.text')}
        </Empty>
      ) : query.error ? (
        <QueryState of={query} failed={t('loadError')} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Loading() {
  return (
    <Skeleton>
      <div className="classroom" style={outlineWidth()}>
        <div className="classroom-side" style={{ display: 'grid', gap: 'var(--s-12)' }}>
          <Bone height="1.6em" width="80%" />
          <Bone height="1em" />
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <Bone key={row} height={40} />
          ))}
        </div>
        <div style={{ display: 'grid', gap: 'var(--s-20)', alignContent: 'start' }}>
          <Bone height="2.4em" width="60%" />
          <Bone height={260} radius="var(--radius)" />
          <TextSkeleton lines={5} />
        </div>
      </div>
    </Skeleton>
  );
}

/** The roles that may change a course. */
const edits = ({ id, user_role }: SessionUser, { id_maestro, coinstructores }: Outline['curso']): boolean =>
  user_role === role.admin || id_maestro === id || coinstructores.includes(id);

function Course({ courseId, address }: { courseId: number; address: Address }) {
  const { t } = useTranslation('lesson');
  const user = useSessionUser();
  const navigate = useNavigate();
  const location = useLocation();
  // An outline cached earlier may lack content that was opened since.
  const outlineQuery = api.useGetOutlineQuery(courseId, { refetchOnMountOrArgChange: true });
  const learnerQuery = api.useLearnerCourseQuery({ userId: user.id, courseId });
  // The school decides whether this is a preview; it records nothing of one.
  const mode: Mode = learnerQuery.data?.inscrito ? 'learner' : learnerQuery.data?.previa ? 'preview' : 'visitor';
  // The course's authors see it either as it will be once published, or as it is published now.
  const isAuthor = mode === 'preview' && outlineQuery.data !== undefined && edits(user, outlineQuery.data.curso);
  const draftQuery = api.useAuthoringOutlineQuery(courseId, { skip: !isAuthor });
  const [asPublished, setAsPublished] = useState(false);
  const changes = (isAuthor && draftQuery.data?.borrador?.cambios) || 0;
  const drafted = changes > 0 && !asPublished;
  const outline = useMemo(() => {
    if (!drafted || !outlineQuery.data || !draftQuery.data) return outlineQuery.data;
    const { curso, modulos } = draftQuery.data;
    return { ...outlineQuery.data, curso, modulos };
  }, [drafted, outlineQuery.data, draftQuery.data]);
  // Content is sent by module to people with access: somebody who gets access while the page is open reads again.
  const access =
    learnerQuery.data && `${learnerQuery.data.inscrito} ${user.tipo_usuario} ${learnerQuery.data.modulos.map(({ abierto }) => abierto)}`;
  const hadAccess = useRef(access);
  const { refetch: readAgain } = outlineQuery;
  useEffect(() => {
    if (hadAccess.current !== undefined && access !== hadAccess.current) void readAgain();
    hadAccess.current = access ?? hadAccess.current;
  }, [access, readAgain]);
  const served = mode === 'learner' ? learnerQuery.data : undefined;
  const { pending, waiting, mark } = useCompletion(user.id, courseId, served);
  const learner = useMemo(
    () => (served && outline ? overlay(served, outline, pending, new Date().toISOString()) : undefined),
    [served, outline, pending],
  );
  const steps = useMemo(() => (outline ? stepsOf(outline) : []), [outline]);
  const { courseId: _, moduleId, sessionId, subtopicId, commentId } = address;
  const place = useMemo(
    () =>
      outline ? locate(outline, { courseId, moduleId, sessionId, subtopicId, commentId }) : { module: null, session: null, subtopic: null },
    [outline, courseId, moduleId, sessionId, subtopicId, commentId],
  );
  const state = place.module ? moduleState(place.module, learner, mode) : null;
  const shown = state === null || state.open;
  const [explaining, setExplaining] = useState(false);
  const narrow = useOneColumn();
  const [folded, setFolded] = useFolded('temario');
  const [drawer, setDrawer] = useState(false);
  const [milestone, setMilestone] = useState<Milestone | null>(null);
  const reading = useReading();
  /** Only the class itself is shown (focus mode). */
  const focus = reading.focus && place.session !== null && shown;
  useEffect(() => {
    if (!focus) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) setReading({ focus: false });
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [focus]);

  useLastView({ userId: user.id, courseId, address, place, learner: served, allowed: shown });
  useStudyTime({ userId: user.id, courseId, enabled: mode === 'learner' && place.module !== null && shown });

  // After a navigation the new place starts at its top, and its heading gets the focus; the first page is left to the browser.
  const heading = useRef<HTMLHeadingElement>(null);
  const here = `${place.module?.id_modulo ?? ''}-${place.session?.id_sesion ?? ''}-${place.subtopic?.id_subtema ?? ''}`;
  const before = useRef<string | null>(null);
  const loaded = outline !== undefined && learnerQuery.data !== undefined;
  const opened = location.key === 'default';
  useEffect(() => {
    if (!loaded || before.current === here) return;
    if (before.current !== null || !opened) heading.current?.focus({ preventScroll: true });
    before.current = here;
    setDrawer(false);
  }, [here, loaded, opened]);
  const title = [place.subtopic?.titulo ?? place.session?.titulo ?? place.module?.nombre, outline?.curso.nombre ?? t('title')]
    .filter(Boolean)
    .join(' · ');
  const { nombre: school } = useSchool();
  useEffect(() => {
    document.title = `${title} · ${school}`;
  }, [title, school]);

  const completedAt = served?.completado;
  const wasComplete = useRef<string | null | undefined>(undefined);
  /** The end of the course is already said by a dialog. */
  const celebrated = useRef(false);
  celebrated.current = milestone !== null && milestone.next === null;
  useEffect(() => {
    if (completedAt === undefined) return;
    if (wasComplete.current === null && completedAt && !celebrated.current) notify.success(t('courseDone'));
    wasComplete.current = completedAt;
  }, [completedAt, t]);

  const learnerMissing = learnerQuery.data === undefined;
  const failure = outlineQuery.error && !outline ? outlineQuery : learnerQuery.error && learnerMissing ? learnerQuery : null;
  if (failure && toFailure(failure.error).code === 'COURSE_NOT_FOUND')
    return (
      <Page title={t('title')}>
        <Empty
          title={t('notFound')}
          action={
            <Link className="btn" to={paths.myCourses}>
              {t('backToMine')}
            </Link>
          }
        >
          {t('notFoundText')}
        </Empty>
      </Page>
    );
  if (failure)
    return (
      <Page title={t('title')}>
        <ErrorState title={t('loadError')} error={failure.error} onRetry={() => void failure.refetch()} retrying={failure.isFetching}>
          {' '}
          <Link to={paths.myCourses}>{t('backToMine')}</Link>
        </ErrorState>
      </Page>
    );
  if (!outline || learnerMissing || (isAuthor && draftQuery.isLoading)) return <Loading />;

  const isDone = (id: number) => learner?.completadas.some((done) => done.id_sesion === id) ?? false;
  const lesson = {
    outline,
    drafted,
    learner,
    mode,
    place,
    steps,
    pending,
    waiting,
    mark,
    isDone,
    explain: () => setExplaining(true),
    go: (path: string) => void navigate(path),
    celebrate: setMilestone,
  };
  const sidebar = <Sidebar onCollapse={narrow ? undefined : () => setFolded(true)} />;
  return (
    <LessonProvider value={lesson}>
      <div
        className="classroom"
        style={outlineWidth()}
        data-folded={folded || undefined}
        data-narrow={narrow || undefined}
        data-focus={focus || undefined}
      >
        {!narrow && !folded && !focus ? (
          <>
            <aside className="classroom-side" id="temario" aria-label={t('sidebar.label')}>
              {sidebar}
            </aside>
            <SidebarEdge controls="temario" />
          </>
        ) : null}
        <div className="classroom-centre">
          {mode === 'preview' ? (
            <div className="view-preview">
              <StatusTag tone="now">{t('preview.badge')}</StatusTag>
              <span>{t('preview.text')}</span>
              {changes > 0 ? (
                <span role="status">
                  {t(drafted ? 'preview.drafted' : 'preview.published', { count: changes })}{' '}
                  <button type="button" className="link" onClick={() => setAsPublished(drafted)}>
                    {t(drafted ? 'preview.asPublished' : 'preview.asDrafted')}
                  </button>
                </span>
              ) : null}
              <Link to={user.user_role === role.admin ? paths.adminCourses : paths.instructorCourses}>
                <IconEye size={18} aria-hidden="true" /> {t('preview.back')}
              </Link>
            </div>
          ) : null}
          {(narrow || folded) && !focus ? (
            <button
              type="button"
              className="btn alt classroom-open"
              onClick={() => (narrow ? setDrawer(true) : setFolded(false))}
              aria-expanded={narrow ? drawer : false}
              {...(narrow && { 'aria-haspopup': 'dialog' as const })}
            >
              {narrow ? <IconListTree size={20} aria-hidden="true" /> : <IconLayoutSidebarLeftExpand size={20} aria-hidden="true" />}
              {t('sidebar.open')}
              {learner ? <span className="num">{formatPercent(learner.progreso)}</span> : null}
            </button>
          ) : null}
          <div key={here}>
            {place.module && !shown ? <LockedView heading={heading} module={place.module} /> : null}
            {place.session && shown ? <ClassView heading={heading} linkedTo={commentId} /> : null}
            {place.module && !place.session && shown ? <ModuleView heading={heading} module={place.module} /> : null}
            {place.module ? null : <Overview heading={heading} />}
          </div>
        </div>
      </div>
      <Announce>
        {learner ? t('announce', { done: learner.sesionesCompletadas, count: learner.totalSesiones, percent: learner.progreso }) : ''}
      </Announce>
      <Dialog open={drawer && narrow} onClose={() => setDrawer(false)} title={t('sidebar.label')} side="right">
        {sidebar}
      </Dialog>
      <MilestoneDialog milestone={milestone} onClose={() => setMilestone(null)} />
      <ProgressDialog open={explaining} onClose={() => setExplaining(false)} />
    </LessonProvider>
  );
}
