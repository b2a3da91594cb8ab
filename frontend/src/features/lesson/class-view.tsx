import { IconArrowLeft, IconArrowRight, IconLock } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { BookmarkButton } from '../../domain/bookmark-button.tsx';
import { formatMinutes } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { paths } from '../../lib/paths.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { toFailure } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import { Skeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { lessonPath } from './address.ts';
import { ClassBar } from './class-bar.tsx';
import { useLesson } from './lesson-context.ts';
import { NotesPanel } from './notes/notes-panel.tsx';
import { useReading } from './reading.ts';
import { ReadingSettings } from './reading-settings.tsx';
import { Resources } from './resources.tsx';
import { ClassText, SubtopicView } from './subtopic-view.tsx';
import { useClassKeys } from './use-class-keys.ts';
import { Video } from './video.tsx';
import { around, moduleState, type Step } from './walk.ts';

// Loaded later, because it is below the class itself; it has texts of its own.
const Discussion = lazyPart<{ subtopicId: number; linkedTo: number | null }>(() =>
  import('./discussion/discussion.tsx').then((module) => module.Discussion),
);

/** A class: its subtopics as stops of one short line, its resources, its tick, and the way on. */
export function ClassView({ heading, linkedTo }: { heading: React.Ref<HTMLHeadingElement>; linkedTo: number | null }) {
  const { t } = useTranslation('lesson');
  const { outline, drafted, place, learner, mode, steps, go } = useLesson();
  const reading = useReading();
  const { module, session } = place;
  const sessionId = session?.id_sesion ?? 0;
  const publishedTexts = api.useListSubtopicsQuery(sessionId, { skip: !session || drafted });
  const draftedTexts = api.useDraftListSubtopicsQuery(sessionId, { skip: !session || !drafted });
  const { currentData: data, error, isFetching, refetch } = drafted ? draftedTexts : publishedTexts;
  const { before, after } = around(steps, { module, session, subtopic: place.subtopic ?? session?.subtemas[0] ?? null });
  useClassKeys(reading.keys, (toward) => {
    const step = toward === 'after' ? after : before;
    if (!step) return;
    if (moduleState(step.module, learner, mode).open) go(step.path);
    else notify.info(t('locked.text'));
  });
  if (!module || !session) return null;

  const course = outline.curso.id;
  const subtopic = place.subtopic ?? session.subtemas[0] ?? null;
  const text = data?.data.find(({ id_subtema }) => id_subtema === subtopic?.id_subtema);
  /** Whether the text is loaded. What is below waits for that, or it would be pushed away by the text. */
  const ready = (subtopic === null ? data : text) !== undefined || error !== undefined;
  /** The class begins with this subtopic, which also shows the class's video and content. */
  const isFirst = subtopic === null || subtopic.id_subtema === session.subtemas[0]?.id_subtema;
  const isLast = after?.session.id_sesion !== session.id_sesion;
  return (
    <article className="lesson" data-width={reading.width} data-size={reading.size}>
      <nav className="breadcrumbs" aria-label={t('breadcrumb')}>
        <Link lang="es" to={lessonPath(course)}>
          {outline.curso.nombre}
        </Link>
        <span aria-hidden="true">›</span>
        <Link lang="es" to={lessonPath(course, { module: module.id_modulo })}>
          {module.nombre}
        </Link>
      </nav>
      <h1 lang="es" ref={heading} tabIndex={-1}>
        {session.titulo}
      </h1>
      {/* The video comes first, in the first screen. */}
      {session.link_video && isFirst ? <Video link={session.link_video} title={session.titulo} text={session.texto_video} /> : null}
      {text?.link_video ? (
        <Video key={text.id_subtema} link={text.link_video} title={text.titulo} text={text.texto_video} />
      ) : subtopic?.tipo === 'video' && !text && !error ? (
        <Skeleton>
          <div className="video" />
        </Skeleton>
      ) : null}
      <div className="lesson-tools">
        {mode === 'preview' ? null : <BookmarkButton sessionId={session.id_sesion} />}
        <ReadingSettings />
      </div>
      {session.descripcion ? (
        <p lang="es" className="muted lesson-entry">
          {session.descripcion}
        </p>
      ) : null}
      {data?.contenido && isFirst ? <ClassText text={data.contenido} /> : null}
      {session.subtemas.length > 1 ? (
        <nav aria-label={t('class.subtopics')}>
          <ol className="spans">
            {session.subtemas.map((item) => (
              <li key={item.id_subtema}>
                <Link
                  to={lessonPath(course, { module: module.id_modulo, session: session.id_sesion, subtopic: item.id_subtema })}
                  aria-current={item.id_subtema === subtopic?.id_subtema ? 'step' : undefined}
                >
                  <i aria-hidden="true" />
                  <span lang="es">{item.titulo}</span>
                  <small className="muted">
                    {t(`subtopic.${item.tipo}`)}
                    {item.duracion ? ` · ${formatMinutes(item.duracion)}` : ''}
                  </small>
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      {subtopic ? (
        error && !text ? (
          toFailure(error).code === 'PREMIUM_CONTENT' ? (
            // The person had access by a plan that has ended.
            <ErrorState inline title={t('class.planEnded')} error={error}>
              <p>
                <Link to={paths.checkout('premium')}>{t('class.seePlan')}</Link>
              </p>
            </ErrorState>
          ) : (
            <ErrorState inline title={t('class.loadError')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
          )
        ) : text ? (
          <SubtopicView subtopic={text} alone={session.subtemas.length === 1} />
        ) : (
          <Skeleton>
            <TextSkeleton lines={9} />
          </Skeleton>
        )
      ) : ready && !data?.contenido ? (
        <p className="muted">{t('class.noSubtopics')}</p>
      ) : null}
      {ready && session.recursos.length > 0 && isLast ? <Resources resources={session.recursos} /> : null}
      {ready && mode === 'learner' && isLast ? <ClassBar key={session.id_sesion} module={module} session={session} /> : null}
      {ready ? (
        <nav className="steps" aria-label={t('class.nav')}>
          <StepLink step={before} direction="before" sessionId={session.id_sesion} />
          <StepLink step={after} direction="after" sessionId={session.id_sesion} />
        </nav>
      ) : null}
      {mode === 'learner' && (text || !subtopic) ? <NotesPanel subtopicId={subtopic?.id_subtema ?? null} /> : null}
      {ready && subtopic && !reading.focus && !drafted ? (
        <Suspense fallback={null}>
          <Discussion key={subtopic.id_subtema} subtopicId={subtopic.id_subtema} linkedTo={linkedTo} />
        </Suspense>
      ) : null}
    </article>
  );
}

function StepLink({ step, direction, sessionId }: { step: Step | null; direction: 'before' | 'after'; sessionId: number }) {
  const { t } = useTranslation('lesson');
  const { learner, mode, outline } = useLesson();
  if (!step) {
    if (direction === 'before') return <span />;
    return (
      <Link className="step" data-toward="after" to={lessonPath(outline.curso.id)}>
        <small>{t('class.end')}</small>
        <strong lang="es">{outline.curso.nombre}</strong>
      </Link>
    );
  }
  const state = moduleState(step.module, learner, mode);
  const same = step.session.id_sesion === sessionId;
  const words = step.subtopic && same ? step.subtopic.titulo : step.session.titulo;
  const label = t(`class.${direction}${same ? 'Subtopic' : 'Class'}`);
  if (!state.open)
    return (
      <span className="step" data-toward={direction} data-closed="">
        <small>
          <IconLock size={16} aria-hidden="true" /> {label}
        </small>
        <strong lang="es">{words}</strong>
        <small>
          {state.missing.length > 0
            ? t('locked.because', {
                classes: state.missing
                  .slice(0, 2)
                  .map(({ titulo }) => t('locked.item', { class: titulo }))
                  .join(', '),
                count: Math.max(0, state.missing.length - 2),
              })
            : t('locked.text')}
        </small>
      </span>
    );
  return (
    <Link
      className="step"
      data-toward={direction}
      // Inside a class, the button leads to its next subtopic; the class itself ends with a button of its own.
      data-primary={(direction === 'after' && same) || undefined}
      to={step.path}
      rel={direction === 'after' ? 'next' : 'prev'}
    >
      <small>
        {direction === 'before' ? <IconArrowLeft size={16} aria-hidden="true" /> : null}
        {label}
        {direction === 'after' ? <IconArrowRight size={16} aria-hidden="true" /> : null}
      </small>
      <strong lang="es">{words}</strong>
    </Link>
  );
}
