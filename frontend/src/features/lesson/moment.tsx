import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { motifOf } from '../../domain/cover-motif.tsx';
import { RouteArt } from '../../domain/route-art.tsx';
import { formatMinutes } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useLesson } from './lesson-context.ts';
import type { Moment } from './walk.ts';
import { moduleState } from './walk.ts';
import './onward.css';

/** The end of a module or a course, said; with what comes next. */
export function MomentDialog({ moment, onClose }: { moment: Moment | null; onClose: () => void }) {
  const { t } = useTranslation('lesson');
  const { outline, learner, mode, isDone } = useLesson();
  if (!moment) return null;
  const { module, session, next } = moment;
  const { curso, modulos } = outline;
  const classes = next ? module.sesiones : modulos.flatMap(({ sesiones }) => sesiones);
  const minutes = classes.reduce((sum, { duracion }) => sum + duracion, 0);
  // A module that follows in order opens once the school has the mark.
  const open = next !== null && moduleState(next.module, learner, mode).open;
  return (
    // A refused mark takes the moment back with it.
    <Dialog open={isDone(session.id_sesion)} onClose={onClose} title={t(next ? 'moment.module' : 'moment.course')}>
      <div className="moment">
        <div className="moment-art" aria-hidden="true">
          {next ? (
            <span className="moment-line">
              {module.sesiones.map((one, index) => (
                <i key={one.id_sesion} style={{ '--i': index } as React.CSSProperties} />
              ))}
            </span>
          ) : (
            <RouteArt courseId={curso.id} modules={curso.totalModulos} motif={motifOf(curso)} />
          )}
        </div>
        <p className="moment-name" lang="es">
          {next ? module.nombre : curso.nombre}
        </p>
        <p className="muted">
          {t('module.classes', { count: classes.length })}
          {minutes > 0 ? ` · ${t('duration', { time: formatMinutes(minutes) })}` : ''}
        </p>
        {next ? (
          <p>
            {t(next.module.id_modulo === module.id_modulo ? 'moment.missing' : 'moment.nextModule')}{' '}
            <strong lang="es">{next.module.id_modulo === module.id_modulo ? next.session.titulo : next.module.nombre}</strong>
          </p>
        ) : (
          <p>{t('moment.courseText')}</p>
        )}
        <div className="row moment-acts">
          {next ? (
            open ? (
              <Link className="btn large" to={next.path} onClick={onClose}>
                {t('moment.go')}
                <IconArrowRight size={20} aria-hidden="true" />
              </Link>
            ) : (
              <button type="button" className="btn large" aria-disabled="true" aria-busy="true">
                {t('moment.opening')}
              </button>
            )
          ) : (
            <>
              <Link className="btn large" to={paths.certificates}>
                {t('certificate')}
              </Link>
              <Link className="btn alt large" to={paths.catalogue()}>
                {t('moment.another')}
              </Link>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
