import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { motifOf } from '../../domain/cover-motif.tsx';
import { RouteArt } from '../../domain/route-art.tsx';
import { formatMinutes } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useLesson } from './lesson-context.ts';
import type { Milestone } from './walk.ts';
import { moduleState } from './walk.ts';
import './onward.css';

/** Congratulates on the end of a module or a course, and shows what comes next. */
export function MilestoneDialog({ milestone, onClose }: { milestone: Milestone | null; onClose: () => void }) {
  const { t } = useTranslation('lesson');
  const { outline, learner, mode, isDone } = useLesson();
  if (!milestone) return null;
  const { module, session, next } = milestone;
  const { curso, modulos } = outline;
  const classes = next ? module.sesiones : modulos.flatMap(({ sesiones }) => sesiones);
  const minutes = classes.reduce((sum, { duracion }) => sum + duracion, 0);
  // Where modules open in order, the next one opens once the school has the mark.
  const open = next !== null && moduleState(next.module, learner, mode).open;
  return (
    // A refused mark takes the milestone back with it.
    <Dialog open={isDone(session.id_sesion)} onClose={onClose} title={t(next ? 'milestone.module' : 'milestone.course')}>
      <div className="milestone">
        <div className="milestone-art" aria-hidden="true">
          {next ? (
            <span className="milestone-line">
              {module.sesiones.map((one, index) => (
                <i key={one.id_sesion} style={{ '--i': index } as React.CSSProperties} />
              ))}
            </span>
          ) : (
            <RouteArt courseId={curso.id} modules={curso.totalModulos} motif={motifOf(curso)} />
          )}
        </div>
        <p className="milestone-name" lang="es">
          {next ? module.nombre : curso.nombre}
        </p>
        <p className="muted">
          {t('module.classes', { count: classes.length })}
          {minutes > 0 ? ` · ${t('duration', { time: formatMinutes(minutes) })}` : ''}
        </p>
        {next ? (
          <p>
            {t(next.module.id_modulo === module.id_modulo ? 'milestone.missing' : 'milestone.nextModule')}{' '}
            <strong lang="es">{next.module.id_modulo === module.id_modulo ? next.session.titulo : next.module.nombre}</strong>
          </p>
        ) : (
          <p>{t('milestone.courseText')}</p>
        )}
        <div className="row milestone-acts">
          {next ? (
            open ? (
              <Link className="btn large" to={next.path} onClick={onClose}>
                {t('milestone.go')}
                <IconArrowRight size={20} aria-hidden="true" />
              </Link>
            ) : (
              <button type="button" className="btn large" aria-disabled="true" aria-busy="true">
                {t('milestone.opening')}
              </button>
            )
          ) : (
            <>
              <Link className="btn large" to={paths.certificates}>
                {t('certificate')}
              </Link>
              <Link className="btn alt large" to={paths.catalogue()}>
                {t('milestone.another')}
              </Link>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
