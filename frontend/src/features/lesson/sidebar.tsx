import { IconClock, IconLayoutSidebarLeftCollapse } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatMinutes, formatPercent } from '../../lib/format.ts';
import { Estado } from '../../ui/estado.tsx';
import { Hilo, stationsOf } from '../../ui/hilo.tsx';
import { Level } from '../../ui/level.tsx';
import { lessonPath } from './address.ts';
import { useLesson } from './lesson-context.ts';
import { Tree } from './tree.tsx';

/** The course at a glance, and its whole outline. */
export function Sidebar({ onCollapse }: { onCollapse: (() => void) | undefined }) {
  const { t } = useTranslation('lesson');
  const { t: common } = useTranslation();
  const { outline, learner, explain } = useLesson();
  const { curso } = outline;
  const minutes = outline.modulos.flatMap(({ sesiones }) => sesiones).reduce((sum, { duracion }) => sum + duracion, 0);
  return (
    <div className="temario">
      <div className="temario-cabeza">
        <Link lang="es" to={lessonPath(curso.id)} className="temario-titulo">
          {curso.nombre}
        </Link>
        {onCollapse ? (
          <button
            type="button"
            className="btn icono fantasma"
            onClick={onCollapse}
            aria-label={t('sidebar.close')}
            title={t('sidebar.close')}
          >
            <IconLayoutSidebarLeftCollapse size={20} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      <p className="row temario-datos">
        <Level value={curso.dificultad} />
        <Estado tone={curso.tipo === 'Premium' ? 'urgente' : 'neutro'}>{common(`course.tier.${curso.tipo}`)}</Estado>
        {curso.duracion || minutes > 0 ? (
          <span className="muted row temario-duracion" {...(curso.duracion && { lang: 'es' })}>
            <IconClock size={16} stroke={1.8} aria-hidden="true" />
            <span className="sr">{t('sidebar.duration')} </span>
            {curso.duracion ?? formatMinutes(minutes)}
          </span>
        ) : null}
        {learner?.contenidoNuevo ? <Estado tone="info">{t('newContent')}</Estado> : null}
      </p>
      {learner ? (
        <div>
          <Hilo
            size="small"
            stations={stationsOf(learner.sesionesCompletadas, learner.totalSesiones)}
            label={t('progress.line', { done: learner.sesionesCompletadas, count: learner.totalSesiones })}
          />
          <button type="button" className="enlace temario-avance" onClick={explain} aria-haspopup="dialog">
            <span className="mono">{formatPercent(learner.progreso)}</span> ·{' '}
            {t('progress.classes', { done: learner.sesionesCompletadas, count: learner.totalSesiones })}
          </button>
          {learner.minutosRestantes > 0 ? (
            <p className="muted temario-resta">{t('timeLeft', { time: formatMinutes(learner.minutosRestantes) })}</p>
          ) : null}
        </div>
      ) : null}
      <Tree />
    </div>
  );
}
