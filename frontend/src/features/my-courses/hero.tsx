import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Enrolment, isOpen, resumePath } from '../../domain/learning.ts';
import { CourseImage } from '../../domain/route-art.tsx';
import { formatMeeting } from '../../lib/dates.ts';
import { formatMinutes, formatPercent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { stationsOf, Thread } from '../../ui/thread.tsx';

interface Props {
  enrolment: Enrolment;
  /** What comes after it, once everything one has is completed. */
  next: { nombre: string; slug: string } | undefined;
}

/** The course last studied, and the one next action: to go on with it, or to a course one does not have yet. */
export function Hero({ enrolment, next }: Props) {
  const { t } = useTranslation(['myCourses', 'enrolment']);
  const { abre, curso, siguiente } = enrolment;
  const open = isOpen(enrolment);
  return (
    <section className="current card" aria-labelledby="actual">
      <CourseImage course={curso} className="current-image" />
      <div className="current-text">
        <p className="row">
          <span className="muted">{t(open ? 'current' : 'last')}</span>
          {enrolment.contenidoNuevo ? <StatusTag tone="info">{t('enrolment:new')}</StatusTag> : null}
          {open ? null : <StatusTag tone="ok">{t('enrolment:completed')}</StatusTag>}
        </p>
        <h2 lang="es" id="actual">
          {curso.nombre}
        </h2>
        <Thread
          stations={stationsOf(enrolment.sesionesCompletadas, enrolment.totalSesiones)}
          label={t('progressOf', { course: curso.nombre, percent: enrolment.progreso })}
        />
        <p className="muted">
          <span className="num">{formatPercent(enrolment.progreso)}</span> ·{' '}
          {t('enrolment:progress', { done: enrolment.sesionesCompletadas, count: enrolment.totalSesiones })}
          {enrolment.minutosRestantes > 0 ? ` · ${t('enrolment:left', { time: formatMinutes(enrolment.minutosRestantes) })}` : ''}
        </p>
        {siguiente ? <p>{t('enrolment:next', { class: siguiente.titulo })}</p> : null}
        {abre ? <p>{t('enrolment:begins', { date: formatMeeting(abre) })}</p> : null}
        {open || !next ? (
          <Link className="btn large" to={resumePath(enrolment)}>
            {t(open ? 'continue' : 'review')}
          </Link>
        ) : (
          <>
            <p>{t('following', { course: next.nombre })}</p>
            <div className="row">
              <Link className="btn large" to={paths.coursePage(next.slug)}>
                {t('seeFollowing')}
              </Link>
              <Link className="btn alt large" to={resumePath(enrolment)}>
                {t('review')}
              </Link>
            </div>
          </>
        )}
      </div>
    </section>
  );
}
