import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../lib/dates.ts';
import { formatMinutes, formatPercent } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Bead, stationsOf, Thread } from '../../ui/thread.tsx';
import { lessonPath } from './address.ts';
import { useLesson } from './lesson-context.ts';

/** Explains the percentage: which classes count, when each was marked, which are missing. */
export function ProgressDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('lesson');
  const { outline, learner } = useLesson();
  if (!learner) return null;
  const marked = new Map(learner.completadas.map(({ id_sesion, fecha }) => [id_sesion, fecha]));
  return (
    <Dialog open={open} onClose={onClose} title={t('progress.title')} side="right">
      <div>
        <Thread stations={stationsOf(learner.sesionesCompletadas, learner.totalSesiones)} />
        <p className="explains-sum">
          <span className="num">
            {learner.sesionesCompletadas} ÷ {learner.totalSesiones} = <strong>{formatPercent(learner.progreso)}</strong>
          </span>
        </p>
        <p className="muted">{t('progress.rule')}</p>
        {learner.contenidoNuevo ? <p className="muted">{t('newContentText')}</p> : null}
      </div>
      {outline.modulos.map((module) => {
        const sessions = module.sesiones;
        if (sessions.length === 0) return null;
        return (
          <section key={module.id_modulo} className="explains">
            <h3>
              {module.nombre}{' '}
              <span className="num muted">
                {sessions.filter(({ id_sesion }) => marked.has(id_sesion)).length}/{sessions.length}
              </span>
            </h3>
            <ul className="explains-list">
              {sessions.map((session) => {
                const date = marked.get(session.id_sesion);
                return (
                  <li key={session.id_sesion}>
                    <Bead station={date ? 'done' : learner.siguiente?.sessionId === session.id_sesion ? 'now' : 'todo'} />
                    <Link
                      lang="es"
                      to={lessonPath(outline.curso.id, { module: module.id_modulo, session: session.id_sesion })}
                      onClick={onClose}
                    >
                      {session.titulo}
                    </Link>
                    <small className="muted">
                      {date
                        ? t('progress.markedOn', { date: formatDateTime(date) })
                        : session.duracion > 0
                          ? t('progress.missingMinutes', { time: formatMinutes(session.duracion) })
                          : t('progress.missing')}
                    </small>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </Dialog>
  );
}
