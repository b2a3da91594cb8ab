import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCourseTime } from '../../domain/course-time.ts';
import { type Enrolment, isOpen, resumePath } from '../../domain/learning.ts';
import { formatDate } from '../../lib/dates.ts';
import { formatMinutes, formatPercent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useFlash } from '../../ui/stat-card.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { stationsOf, Thread } from '../../ui/thread.tsx';
import { ModuleBreakdown } from './module-breakdown.tsx';

/** One course: its progress and study time, and on demand module by module. `past`: as of the end of a day, without modules. */
export function CourseProgress({ enrolment, past = false }: { enrolment: Enrolment; past?: boolean }) {
  const { t } = useTranslation('progress');
  const [open, setOpen] = useState(false);
  const flash = useFlash<HTMLElement>(enrolment.sesionesCompletadas);
  const { curso } = enrolment;
  const time = useCourseTime();
  const action = t(isOpen(enrolment) ? 'course.continue' : 'course.review');
  return (
    <article ref={flash} className="card progress-course">
      <div className="progress-course-head">
        <div>
          <h3>
            <Link lang="es" to={paths.course(enrolment.id_curso)}>
              {curso.nombre}
            </Link>
          </h3>
          <p lang="es" className="muted">
            {curso.descripcion}
          </p>
        </div>
        <p className="progress-percent num">{formatPercent(enrolment.progreso)}</p>
      </div>
      <Thread
        stations={stationsOf(enrolment.sesionesCompletadas, enrolment.totalSesiones)}
        label={t('course.progress', { done: enrolment.sesionesCompletadas, count: enrolment.totalSesiones })}
      />
      <dl className="progress-facts">
        <div>
          <dt>{t('course.studied')}</dt>
          <dd className="num">{formatMinutes(enrolment.tiempoEstudiado)}</dd>
        </div>
        {enrolment.minutosRestantes > 0 ? (
          <div>
            <dt>{t('course.left')}</dt>
            <dd className="num">{formatMinutes(enrolment.minutosRestantes)}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t('course.duration')}</dt>
          <dd>{time(curso) || t('course.unknown')}</dd>
        </div>
        <div>
          <dt>{t(enrolment.completado ? 'course.completed' : 'course.enrolled')}</dt>
          <dd>{formatDate(enrolment.completado ?? enrolment.inscrito)}</dd>
        </div>
        <div className="progress-marks">
          {enrolment.completado ? <StatusTag tone="ok">{t('course.completed')}</StatusTag> : null}
          {enrolment.contenidoNuevo ? <StatusTag tone="info">{t('course.new')}</StatusTag> : null}
        </div>
      </dl>
      <div className="progress-course-foot">
        {past ? (
          <span />
        ) : (
          <details onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>{t('course.modules')}</summary>
            {open ? <ModuleBreakdown userId={enrolment.id_usuario} courseId={enrolment.id_curso} /> : null}
          </details>
        )}
        <Link className="btn soft" to={resumePath(enrolment)} aria-label={t('course.continueIn', { action, course: curso.nombre })}>
          {action}
        </Link>
      </div>
    </article>
  );
}
