import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatMeeting } from '../../lib/dates.ts';
import { lessonPath } from './address.ts';
import { EnrolBox } from './enrol-box.tsx';
import { useLesson } from './lesson-context.ts';
import { type Module, type ModuleState, moduleState } from './walk.ts';
import './locked.css';

/** Exactly what is missing, each with a link. */
export function LockReason({ missing, module }: { missing: ModuleState['missing']; module: Module }) {
  const { t } = useTranslation('lesson');
  const { learner, outline } = useLesson();
  if (learner?.abre) return <span>{t('locked.group', { date: formatMeeting(learner.abre), group: learner.grupo?.nombre ?? '' })}</span>;
  if (missing.length === 0) return <span>{t('locked.text')}</span>;
  const moduleOf = (id: number) =>
    outline.modulos.find(({ sesiones }) => sesiones.some(({ id_sesion }) => id_sesion === id))?.id_modulo ?? null;
  return (
    <span>
      {t('locked.needs', { count: missing.length })}{' '}
      {missing.map(({ id_sesion, titulo }, index) => (
        <span key={id_sesion}>
          {index > 0 ? ', ' : ''}
          <Link lang="es" to={lessonPath(module.id_curso, { module: moduleOf(id_sesion), session: id_sesion })}>
            {titulo}
          </Link>
        </span>
      ))}
    </span>
  );
}

export function LockedView({ heading, module }: { heading: React.Ref<HTMLHeadingElement>; module: Module }) {
  const { t } = useTranslation('lesson');
  const { learner, mode, outline } = useLesson();
  const { missing } = moduleState(module, learner, mode);
  return (
    <article className="stack">
      <Link to={lessonPath(outline.curso.id)}>{t('backToCourse', { course: outline.curso.nombre })}</Link>
      <h1 lang="es" ref={heading} tabIndex={-1}>
        {module.nombre}
      </h1>
      {mode === 'visitor' ? (
        <EnrolBox />
      ) : (
        <div className="card lock-notice">
          <IconLock size={36} stroke={1.6} aria-hidden="true" />
          <div>
            <h2>{t('locked.title')}</h2>
            <p>
              <LockReason missing={missing} module={module} />
            </p>
          </div>
        </div>
      )}
    </article>
  );
}
