import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatMinutes } from '../../lib/format.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Bead } from '../../ui/thread.tsx';
import { lessonPath } from './address.ts';
import { CompletionBox } from './completion-box.tsx';
import { useLesson } from './lesson-context.ts';
import { Video } from './video.tsx';
import { type Module, moduleState } from './walk.ts';
import './classes.css';

/** A module: its description, its objectives, and its classes. */
export function ModuleView({ heading, module }: { heading: React.Ref<HTMLHeadingElement>; module: Module }) {
  const { t } = useTranslation('lesson');
  const { outline, learner, mode, isDone } = useLesson();
  const state = moduleState(module, learner, mode);
  const next = module.sesiones.find(({ id_sesion }) => !isDone(id_sesion)) ?? module.sesiones[0];
  return (
    <article className="lesson">
      <nav className="breadcrumbs" aria-label={t('breadcrumb')}>
        <Link lang="es" to={lessonPath(outline.curso.id)}>
          {outline.curso.nombre}
        </Link>
      </nav>
      <h1 lang="es" ref={heading} tabIndex={-1}>
        {module.nombre}
      </h1>
      <p className="muted">
        {mode === 'learner' ? t('progress.classes', { done: state.done, count: state.total }) : t('module.classes', { count: state.total })}
        {state.minutesLeft > 0 ? ` · ${t(mode === 'learner' ? 'timeLeft' : 'duration', { time: formatMinutes(state.minutesLeft) })}` : ''}
      </p>
      {module.descripcion ? (
        <p lang="es" className="lesson-entry">
          {module.descripcion}
        </p>
      ) : null}
      {module.objetivos.length > 0 ? (
        <section className="card goals" aria-labelledby="metas">
          <h2 id="metas">{t('module.youWill')}</h2>
          <ul>
            {module.objetivos.map((objective) => (
              <li lang="es" key={objective.id}>
                {objective.descripcion}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {module.link_video ? <Video link={module.link_video} title={module.nombre} text={module.texto_video} /> : null}
      {module.contenido ? <Markdown>{module.contenido}</Markdown> : null}
      <section aria-labelledby="clases" className="stack">
        <h2 id="clases">{t('module.classesTitle')}</h2>
        {module.sesiones.length > 0 ? (
          <ol className="classes">
            {module.sesiones.map((session) => (
              <li key={session.id_sesion} className="class">
                {mode === 'learner' ? <CompletionBox session={session} compact /> : <Bead station="todo" quiet />}
                <div className="class-body">
                  <Link lang="es" to={lessonPath(outline.curso.id, { module: module.id_modulo, session: session.id_sesion })}>
                    {session.titulo}
                  </Link>
                  {session.descripcion ? (
                    <span lang="es" className="muted">
                      {session.descripcion}
                    </span>
                  ) : null}
                </div>
                <span className="num muted">{session.duracion > 0 ? formatMinutes(session.duracion) : ''}</span>
              </li>
            ))}
          </ol>
        ) : (
          <p className="muted">{t('module.noClasses')}</p>
        )}
      </section>
      {next ? (
        <p>
          <Link className="btn large" to={lessonPath(outline.curso.id, { module: module.id_modulo, session: next.id_sesion })}>
            {t('module.goTo', { class: next.titulo })}
          </Link>
        </p>
      ) : null}
    </article>
  );
}
