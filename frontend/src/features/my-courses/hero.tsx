import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatMinutes, formatPercent } from '../../lib/format.ts';
import { type Enrolment, isOpen, resumePath } from '../../lib/learning.ts';
import { Estado } from '../../ui/estado.tsx';
import { Hilo, stationsOf } from '../../ui/hilo.tsx';
import { CourseImage } from '../../ui/route-art.tsx';

/** The course one is in. */
export function Hero({ enrolment }: { enrolment: Enrolment }) {
  const { t } = useTranslation(['myCourses', 'enrolment']);
  const { curso, siguiente } = enrolment;
  const open = isOpen(enrolment);
  return (
    <section className="actual card" aria-labelledby="actual">
      <CourseImage course={curso} className="actual-imagen" />
      <div className="actual-texto">
        <p className="row">
          <span className="muted">{t('current')}</span>
          {enrolment.contenidoNuevo ? <Estado tone="info">{t('enrolment:new')}</Estado> : null}
          {open ? null : <Estado tone="ok">{t('enrolment:completed')}</Estado>}
        </p>
        <h2 lang="es" id="actual">
          {curso.nombre}
        </h2>
        <Hilo
          stations={stationsOf(enrolment.sesionesCompletadas, enrolment.totalSesiones)}
          label={t('progressOf', { course: curso.nombre, percent: enrolment.progreso })}
        />
        <p className="muted">
          <span className="mono">{formatPercent(enrolment.progreso)}</span> ·{' '}
          {t('enrolment:progress', { done: enrolment.sesionesCompletadas, count: enrolment.totalSesiones })}
          {enrolment.minutosRestantes > 0 ? ` · ${t('enrolment:left', { time: formatMinutes(enrolment.minutosRestantes) })}` : ''}
        </p>
        {siguiente ? <p>{t('enrolment:next', { class: siguiente.titulo })}</p> : null}
        <Link className="btn grande" to={resumePath(enrolment)}>
          {t(open ? 'continue' : 'review')}
        </Link>
      </div>
    </section>
  );
}
