import { IconClock, IconLayoutSidebarLeftCollapse, IconMessages, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCourseTime } from '../../domain/course-time.ts';
import { Level } from '../../domain/level.tsx';
import { TierTag } from '../../domain/tier-tag.tsx';
import { formatMinutes, formatPercent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { stationsOf, Thread } from '../../ui/thread.tsx';
import { lessonPath } from './address.ts';
import { useLesson } from './lesson-context.ts';
import { Tree } from './tree.tsx';
import './outline.css';

/** The course at a glance, and its whole outline. */
export function Sidebar({ onCollapse }: { onCollapse: (() => void) | undefined }) {
  const { t } = useTranslation('lesson');
  const { outline, learner, explain } = useLesson();
  const { curso } = outline;
  const time = useCourseTime()(curso, { short: true });
  return (
    <div className="outline">
      <div className="outline-head">
        <Link lang="es" to={lessonPath(curso.id)} className="outline-title">
          {curso.nombre}
        </Link>
        {onCollapse ? (
          <button type="button" className="btn icon ghost" onClick={onCollapse} aria-label={t('sidebar.close')} title={t('sidebar.close')}>
            <IconLayoutSidebarLeftCollapse size={20} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      <p className="row outline-facts">
        <Level value={curso.dificultad} />
        <TierTag tipo={curso.tipo} />
        {time ? (
          <span className="muted row outline-duration">
            <IconClock size={16} stroke={1.8} aria-hidden="true" />
            <span className="sr">{t('sidebar.duration')} </span>
            {time}
          </span>
        ) : null}
        {learner?.contenidoNuevo ? <StatusTag tone="info">{t('newContent')}</StatusTag> : null}
      </p>
      {learner ? (
        <Link className="row" to={paths.searchContent(curso.id)}>
          <IconSearch size={18} stroke={1.8} aria-hidden="true" />
          {t('sidebar.search')}
        </Link>
      ) : null}
      {learner ? (
        <Link className="row" to={paths.forum(curso.id)}>
          <IconMessages size={18} stroke={1.8} aria-hidden="true" />
          {t('sidebar.forum')}
        </Link>
      ) : null}
      {learner ? (
        <div>
          <Thread
            size="small"
            stations={stationsOf(learner.sesionesCompletadas, learner.totalSesiones)}
            label={t('progress.line', { done: learner.sesionesCompletadas, count: learner.totalSesiones })}
          />
          <button type="button" className="link outline-progress" onClick={explain} aria-haspopup="dialog">
            <span className="num">{formatPercent(learner.progreso)}</span> ·{' '}
            {t('progress.classes', { done: learner.sesionesCompletadas, count: learner.totalSesiones })}
          </button>
          {learner.minutosRestantes > 0 ? (
            <p className="muted outline-remaining">{t('timeLeft', { time: formatMinutes(learner.minutosRestantes) })}</p>
          ) : null}
        </div>
      ) : null}
      <Tree />
    </div>
  );
}
