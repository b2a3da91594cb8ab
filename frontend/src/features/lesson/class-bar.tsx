import { IconArrowRight } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Bead } from '../../ui/thread.tsx';
import { lessonPath } from './address.ts';
import { CompletionBox } from './completion-box.tsx';
import { useLesson } from './lesson-context.ts';
import { onwardFrom } from './onward.ts';
import { type Class, type Module, moduleState, unwatched } from './walk.ts';
import './onward.css';

const LINE_MS = 420;

/** The end of a class: its station on the line, its tick, and the one button that completes it and goes on. */
export function ClassBar({ module, session }: { module: Module; session: Class }) {
  const { t } = useTranslation('lesson');
  const { outline, learner, mode, steps, isDone, mark, go, celebrate } = useLesson();
  const line = useRef<HTMLElement>(null);
  const [leaving, setLeaving] = useState(false);
  const { next, endsModule, endsCourse } = onwardFrom(steps, { module, session }, learner);
  const done = isDone(session.id_sesion);
  const videos = done ? 0 : unwatched(outline, session, learner).length;
  const why = useId();
  const open = next !== null && moduleState(next.module, learner, mode).open;

  const complete = async () => {
    if (leaving) return;
    setLeaving(true);
    // Not awaited: the tick is shown at once, and removed where the school refuses.
    void mark(session.id_sesion, true);
    const drawn = line.current;
    if (drawn && typeof drawn.animate === 'function' && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      await drawn
        .animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { duration: LINE_MS, easing: 'ease-in-out' })
        .finished.catch(() => undefined);
    if (endsModule || endsCourse) {
      setLeaving(false);
      celebrate({ module, session, next: endsCourse ? null : next });
    } else if (next) go(next.path);
  };

  return (
    <section className="onward card" aria-label={t('onward.label')} data-done={done || undefined}>
      <div className="onward-line" aria-hidden="true">
        <Bead station={done ? 'done' : 'now'} quiet />
        <span className="onward-rail">
          <i ref={line} className="onward-drawn" />
        </span>
        <Bead station={done ? (next ? 'now' : 'done') : 'todo'} quiet />
      </div>
      <p className="onward-words">
        {videos > 0 ? (
          <span id={why}>{t('onward.videos', { count: videos })}</span>
        ) : endsCourse && !done ? (
          t('onward.lastOfCourse')
        ) : endsModule && !done ? (
          t('onward.lastOfModule')
        ) : next ? (
          <>
            {t('onward.next')} <strong lang="es">{next.session.titulo}</strong>
          </>
        ) : null}
      </p>
      {videos > 0 ? <span /> : <CompletionBox session={session} />}
      {!done || leaving ? (
        <button
          type="button"
          className="btn large"
          disabled={videos > 0}
          aria-describedby={videos > 0 ? why : undefined}
          onClick={() => void complete()}
        >
          {t('onward.complete')}
          <IconArrowRight size={20} aria-hidden="true" />
        </button>
      ) : next && open ? (
        <Link className="btn large" to={next.path} rel="next">
          {t('onward.go')}
          <IconArrowRight size={20} aria-hidden="true" />
        </Link>
      ) : next ? null : (
        <Link className="btn large" to={lessonPath(outline.curso.id)}>
          {t('onward.toCourse')}
        </Link>
      )}
    </section>
  );
}
