import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatMinutes, formatPercent } from '../../lib/format.ts';
import { type Enrolment, isOpen, resumePath } from '../../lib/learning.ts';
import { paths } from '../../lib/paths.ts';
import { Estado } from '../../ui/estado.tsx';
import { Hilo, stationsOf } from '../../ui/hilo.tsx';
import { useFlash } from '../../ui/stat-card.tsx';

function Row({ enrolment }: { enrolment: Enrolment }) {
  const { t } = useTranslation(['dashboard', 'enrolment']);
  const flash = useFlash<HTMLLIElement>(enrolment.sesionesCompletadas);
  const { curso, siguiente } = enrolment;
  const open = isOpen(enrolment);
  return (
    <li ref={flash} className="seguir">
      <div className="seguir-titulo">
        <h3>
          <Link lang="es" to={paths.course(enrolment.id_curso)}>
            {curso.nombre}
          </Link>
        </h3>
        {enrolment.contenidoNuevo ? <Estado tone="info">{t('enrolment:new')}</Estado> : null}
        {enrolment.estado === 'completado' && !enrolment.contenidoNuevo ? <Estado tone="ok">{t('enrolment:completed')}</Estado> : null}
      </div>
      <div className="seguir-avance">
        <Hilo
          stations={stationsOf(enrolment.sesionesCompletadas, enrolment.totalSesiones)}
          label={t('enrolment:progress', { done: enrolment.sesionesCompletadas, count: enrolment.totalSesiones })}
        />
        <span className="mono seguir-cifra">{formatPercent(enrolment.progreso)}</span>
      </div>
      <p className="muted seguir-detalle">
        {siguiente ? t('enrolment:next', { class: siguiente.titulo }) : t('continue.nextNone')}
        {open && enrolment.minutosRestantes > 0 ? ` · ${t('enrolment:left', { time: formatMinutes(enrolment.minutosRestantes) })}` : ''}
      </p>
      <Link className="btn suave seguir-boton" to={resumePath(enrolment)} aria-label={t('continue.actionIn', { course: curso.nombre })}>
        {t(open ? 'continue.action' : 'continue.review')}
      </Link>
    </li>
  );
}

/** The courses under way, each with its line and its next class. */
export function ContinueList({ courses }: { courses: readonly Enrolment[] }) {
  const { t } = useTranslation(['dashboard', 'enrolment']);
  return (
    <>
      <ul className="seguir-lista">
        {courses.slice(0, 4).map((course) => (
          <Row key={course.id_curso} enrolment={course} />
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
