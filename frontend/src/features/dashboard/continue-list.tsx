import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Enrolment, isOpen, resumePath } from '../../domain/learning.ts';
import { formatMeeting } from '../../lib/dates.ts';
import { formatMinutes, formatPercent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useFlash } from '../../ui/stat-card.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { stationsOf, Thread } from '../../ui/thread.tsx';

/** `leads`: the welcome above already has this course's button. */
function Row({ enrolment, leads }: { enrolment: Enrolment; leads: boolean }) {
  const { t } = useTranslation(['dashboard', 'enrolment']);
  const flash = useFlash<HTMLLIElement>(enrolment.sesionesCompletadas);
  const { abre, curso, siguiente } = enrolment;
  const open = isOpen(enrolment);
  return (
    <li ref={flash} className="continue">
      <div className="continue-title">
        <h3>
          <Link lang="es" to={paths.course(enrolment.id_curso)}>
            {curso.nombre}
          </Link>
        </h3>
        {enrolment.contenidoNuevo ? <StatusTag tone="info">{t('enrolment:new')}</StatusTag> : null}
        {enrolment.estado === 'completado' && !enrolment.contenidoNuevo ? (
          <StatusTag tone="ok">{t('enrolment:completed')}</StatusTag>
        ) : null}
      </div>
      <div className="continue-progress">
        <Thread
          stations={stationsOf(enrolment.sesionesCompletadas, enrolment.totalSesiones)}
          label={t('enrolment:progress', { done: enrolment.sesionesCompletadas, count: enrolment.totalSesiones })}
        />
        <span className="num continue-figure">{formatPercent(enrolment.progreso)}</span>
      </div>
      <p className="muted continue-detail">
        {siguiente
          ? t('enrolment:next', { class: siguiente.titulo })
          : abre
            ? t('enrolment:begins', { date: formatMeeting(abre) })
            : t('continue.nextNone')}
        {open && enrolment.minutosRestantes > 0 ? ` · ${t('enrolment:left', { time: formatMinutes(enrolment.minutosRestantes) })}` : ''}
      </p>
      {leads ? null : (
        <Link className="btn soft continue-button" to={resumePath(enrolment)} aria-label={t('continue.actionIn', { course: curso.nombre })}>
          {t(open ? 'continue.action' : 'continue.review')}
        </Link>
      )}
    </li>
  );
}

/** The courses in progress, each with its line and its next class. */
export function ContinueList({ courses }: { courses: readonly Enrolment[] }) {
  const { t } = useTranslation(['dashboard', 'enrolment']);
  const current = courses.find(isOpen);
  return (
    <>
      <ul className="continue-list">
        {courses.slice(0, 4).map((course) => (
          <Row key={course.id_curso} enrolment={course} leads={course === current} />
        ))}
      </ul>
      {courses.length > 4 ? (
        <p>
          <Link to={paths.myCourses}>{t('continue.all')}</Link>
        </p>
      ) : null}
    </>
  );
}
