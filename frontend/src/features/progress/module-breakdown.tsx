import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { type Station, Thread } from '../../ui/thread.tsx';

/** Each module as its own short line. Loaded when it is opened. */
export function ModuleBreakdown({ userId, courseId }: { userId: number; courseId: number }) {
  const { t } = useTranslation('progress');
  const outline = api.useGetOutlineQuery(courseId);
  const learner = api.useLearnerCourseQuery({ userId, courseId });
  const failure = (outline.error && !outline.data && outline) || (learner.error && !learner.data && learner) || null;
  if (failure) return <QueryState of={failure} failed={t('course.modulesError')} inline />;
  if (!outline.data || !learner.data)
    return (
      <Skeleton>
        <div style={{ display: 'grid', gap: 'var(--s-8)' }}>
          <Bone height={36} />
          <Bone height={36} />
          <Bone height={36} />
        </div>
      </Skeleton>
    );
  const done = new Set(learner.data.completadas.map(({ id_sesion }) => id_sesion));
  const next = learner.data.siguiente?.sessionId;
  if (outline.data.modulos.length === 0) return <p className="muted">{t('course.noModules')}</p>;
  return (
    <ul className="progress-modules">
      {outline.data.modulos.map((module) => {
        const open = learner.data?.modulos.find(({ id_modulo }) => id_modulo === module.id_modulo)?.abierto ?? true;
        const stations = module.sesiones.map(
          ({ id_sesion }): Station => (done.has(id_sesion) ? 'done' : !open ? 'locked' : id_sesion === next ? 'now' : 'todo'),
        );
        const count = stations.filter((station) => station === 'done').length;
        return (
          <li key={module.id_modulo}>
            <span>
              {module.nombre}
              {open ? null : <span className="muted"> · {t('course.locked')}</span>}
            </span>
            <Thread
              size="small"
              stations={stations}
              label={t('course.moduleLine', { module: module.nombre, done: count, count: stations.length })}
            />
            <span className="num">
              {count}/{stations.length}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
