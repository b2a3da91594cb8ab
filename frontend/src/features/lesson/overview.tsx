import { IconClock, IconLock, IconRoute, IconUser } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCourseTime } from '../../domain/course-time.ts';
import { resumePath } from '../../domain/learning.ts';
import { Level } from '../../domain/level.tsx';
import { CourseImage } from '../../domain/route-art.tsx';
import { TierTag } from '../../domain/tier-tag.tsx';
import { formatDate } from '../../lib/dates.ts';
import { formatMinutes, formatPercent } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { Bead, stationsOf, Thread } from '../../ui/thread.tsx';
import { lessonPath } from './address.ts';
import { EnrolBox } from './enrol-box.tsx';
import { useLesson } from './lesson-context.ts';
import { LockReason } from './locked-view.tsx';
import { OwnGroup } from './own-group.tsx';
import { type Module, moduleState } from './walk.ts';
import './overview.css';

const KeepOffline = lazyPart(() => import('./keep/keep-offline.tsx').then((module) => module.KeepOffline));

function ModuleCard({ module, number }: { module: Module; number: number }) {
  const { t } = useTranslation('lesson');
  const { learner, mode } = useLesson();
  const state = moduleState(module, learner, mode);
  return (
    <li className="stop" data-station={state.station}>
      <Bead station={state.station} />
      <div className="stop-body">
        <div className="stop-head">
          <h3>
            {state.open ? (
              <Link lang="es" to={lessonPath(module.id_curso, { module: module.id_modulo })}>
                {module.nombre}
              </Link>
            ) : (
              <span lang="es">{module.nombre}</span>
            )}
          </h3>
          <span className="muted stop-count">
            {t('module.number', { number })} ·{' '}
            {mode === 'learner'
              ? t('progress.classes', { done: state.done, count: state.total })
              : t('module.classes', { count: state.total })}
            {state.minutesLeft > 0
              ? ` · ${t(mode === 'learner' ? 'timeLeft' : 'duration', { time: formatMinutes(state.minutesLeft) })}`
              : ''}
          </span>
        </div>
        {module.descripcion ? (
          <p lang="es" className="muted">
            {module.descripcion}
          </p>
        ) : null}
        {module.objetivos.length > 0 ? (
          <details className="objectives">
            <summary>{t('module.objectives', { count: module.objetivos.length })}</summary>
            <ul>
              {module.objetivos.map((objective) => (
                <li lang="es" key={objective.id}>
                  {objective.descripcion}
                </li>
              ))}
            </ul>
          </details>
        ) : null}
        {state.open || mode === 'visitor' ? null : (
          <p className="stop-lock">
            <IconLock size={18} stroke={1.8} aria-hidden="true" />
            <LockReason missing={state.missing} module={module} />
          </p>
        )}
      </div>
    </li>
  );
}

/** The overview of a course: its description, one's progress, and every module with what is left to do in it. */
export function Overview({ heading }: { heading: React.Ref<HTMLHeadingElement> }) {
  const { t } = useTranslation('lesson');
  const { t: common } = useTranslation();
  const user = useSessionUser();
  const { outline, learner, mode, explain, steps } = useLesson();
  const { curso, modulos } = outline;
  const time = useCourseTime()(curso, { short: outline.grupos.length > 0 });
  const isAuthor = mode === 'preview';
  const complete =
    learner !== undefined &&
    learner.totalSesiones > 0 &&
    learner.siguiente === null &&
    learner.sesionesCompletadas >= learner.totalSesiones;
  const first = steps[0];
  return (
    <article className="course-view">
      <header className="cover">
        <CourseImage course={curso} className="cover-image" />
        <div className="cover-text">
          <p className="row">
            <Level value={curso.dificultad} />
            <TierTag tipo={curso.tipo} />
            {curso.estado === 0 ? <StatusTag tone="empty">{t('draft')}</StatusTag> : null}
            {learner?.contenidoNuevo ? <StatusTag tone="info">{t('newContent')}</StatusTag> : null}
            {learner?.completado ? <StatusTag tone="ok">{t('completedOn', { date: formatDate(learner.completado) })}</StatusTag> : null}
          </p>
          <h1 lang="es" ref={heading} tabIndex={-1}>
            {curso.nombre}
          </h1>
          <p lang="es" className="cover-summary">
            {curso.descripcion}
          </p>
          <ul className="cover-facts muted">
            <li>
              <IconUser size={18} stroke={1.8} aria-hidden="true" />
              {curso.instructor ?? common('course.instructorFallback', { id: curso.id_maestro ?? '–' })}
            </li>
            <li>
              <IconRoute size={18} stroke={1.8} aria-hidden="true" />
              {common('course.modules', { count: modulos.length })} · {common('course.classes', { count: curso.totalSesiones })}
            </li>
            {time ? (
              <li>
                <IconClock size={18} stroke={1.8} aria-hidden="true" />
                {time}
              </li>
            ) : null}
          </ul>
        </div>
      </header>

      {learner?.grupo ? <OwnGroup learner={learner} /> : null}
      {learner ? (
        <section className="card progress" aria-label={t('progress.title')}>
          <div className="progress-line">
            <Thread
              stations={stationsOf(learner.sesionesCompletadas, learner.totalSesiones)}
              label={t('progress.line', { done: learner.sesionesCompletadas, count: learner.totalSesiones })}
            />
            <p>
              <button type="button" className="link" onClick={explain} aria-haspopup="dialog">
                <strong className="num">{formatPercent(learner.progreso)}</strong> ·{' '}
                {t('progress.classes', { done: learner.sesionesCompletadas, count: learner.totalSesiones })}
              </button>
              <span className="muted">
                {learner.minutosRestantes > 0 ? ` · ${t('timeLeft', { time: formatMinutes(learner.minutosRestantes) })}` : ''}
                {learner.tiempoEstudiado > 0 ? ` · ${t('studied', { time: formatMinutes(learner.tiempoEstudiado) })}` : ''}
              </span>
            </p>
            {learner.siguiente ? (
              <p className="muted">{t('nextClass', { class: learner.siguiente.titulo, module: learner.siguiente.modulo })}</p>
            ) : null}
            {complete ? <p className="muted">{t('allDone')}</p> : null}
            {learner.completado ? (
              <p>
                <Link to={paths.certificates}>{t('certificate')}</Link>
              </p>
            ) : null}
            {learner.contenidoNuevo ? <p className="muted">{t('newContentText')}</p> : null}
          </div>
          {learner.siguiente ? (
            <Link
              className="btn large"
              to={resumePath({ id_curso: curso.id, siguiente: learner.siguiente, ultimaVista: learner.ultimaVista })}
            >
              {t(learner.sesionesCompletadas === 0 && !learner.ultimaVista?.sessionId ? 'start' : 'continue')}
            </Link>
          ) : complete && first ? (
            <Link className="btn alt large" to={first.path}>
              {t('review')}
            </Link>
          ) : null}
        </section>
      ) : null}
      {learner ? (
        <Suspense fallback={<p className="keep-offline" />}>
          <KeepOffline courseId={curso.id} />
        </Suspense>
      ) : null}
      {mode === 'visitor' ? <EnrolBox /> : null}

      <section aria-labelledby="modulos">
        <h2 id="modulos">{t('modules')}</h2>
        {modulos.length > 0 ? (
          <ol className="stops">
            {modulos.map((module, index) => (
              <ModuleCard key={module.id_modulo} module={module} number={index + 1} />
            ))}
          </ol>
        ) : (
          <Empty
            title={t('noModules')}
            action={
              <Link
                className="btn alt"
                to={isAuthor ? (user.user_role === role.admin ? paths.adminCourses : paths.instructorCourses) : paths.myCourses}
              >
                {t(isAuthor ? 'noModulesAuthor' : 'backToMine')}
              </Link>
            }
          >
            {t(isAuthor ? 'noModulesAuthorText' : 'noModulesText')}
          </Empty>
        )}
      </section>
    </article>
  );
}
