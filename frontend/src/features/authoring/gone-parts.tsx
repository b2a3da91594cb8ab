import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { draftKey } from '../../lib/drafts.ts';
import { useSessionUser } from '../../lib/session.ts';
import { classOf, type EditedClass, type EditedModule, moduleOf, useEditor, useLocked } from './editor-context.ts';
import { LastChange } from './last-change.tsx';
import { fieldKey, textsUnder, unsavedChanged, useUnsaved } from './unsaved.ts';
import { useParts } from './use-parts.tsx';

/** The module in the address is not in the course: it was archived, or never existed. */
export function GoneModule({ moduleId }: { moduleId: number }) {
  const { t } = useTranslation('authoring');
  const { outline, go } = useEditor();
  const { restoreModule, busy } = useParts();
  const locked = useLocked();
  const archived = outline.archivados.find(({ id_modulo }) => id_modulo === moduleId);
  return (
    <div className="card view-state" role="alert">
      <p className="view-state-title">{archived ? t('module.isArchived', { name: archived.nombre }) : t('module.notFound')}</p>
      {archived ? (
        <p className="muted">
          <LastChange edit={archived.modificado} />
        </p>
      ) : null}
      <div className="row view-state-actions">
        {archived && !locked ? (
          <button type="button" className="btn" disabled={busy} onClick={() => void restoreModule(moduleId, archived.nombre)}>
            <IconArrowBackUp size={18} aria-hidden="true" />
            {t('archived.restore')}
          </button>
        ) : null}
        <button type="button" className="btn alt" onClick={() => go({})}>
          {t('outline.info')}
        </button>
      </div>
    </div>
  );
}

/** The class in the address is not in this module any more: another person archived it, or moved it to another one. */
export function GoneClass({ classId, module, locked }: { classId: number; module: EditedModule; locked: boolean }) {
  const { t } = useTranslation('authoring');
  const { outline, courseId, go } = useEditor();
  const { restoreClass, busy } = useParts();
  const unsaved = useUnsaved(courseId);
  const moved = classOf(outline, classId);
  const archived = module.archivadas.find(({ id_sesion }) => id_sesion === classId);
  return (
    <div className="editor-notice" role="alert">
      <div>
        <p>
          {moved
            ? t('class.wasMoved', { name: moved.titulo, module: moduleOf(outline, moved.id_modulo)?.nombre })
            : archived
              ? t('class.isArchived', { name: archived.titulo })
              : t('class.notFound')}{' '}
          {archived ? <LastChange edit={archived.modificado} /> : null}
        </p>
        {[...unsaved].some((field) => field.startsWith(`clase.${classId}.`)) ? <p>{t('class.typedWaits')}</p> : null}
      </div>
      {moved ? (
        <button type="button" className="btn" onClick={() => go({ moduleId: moved.id_modulo, classId })}>
          {t('class.goThere')}
        </button>
      ) : archived && !locked ? (
        <button type="button" className="btn" disabled={busy} onClick={() => void restoreClass(classId, module.id_modulo, archived.titulo)}>
          {t('archived.restore')}
        </button>
      ) : null}
    </div>
  );
}

/** The subtopic in the address is not in its class any more: another person removed it. What was typed in it can be copied from here. */
export function GoneSubtopic({ subtopicId, klass }: { subtopicId: number; klass: EditedClass }) {
  const { t } = useTranslation('authoring');
  const { courseId, go } = useEditor();
  const { id: userId } = useSessionUser();
  const prefix = draftKey(userId, fieldKey(courseId, `subtema.${subtopicId}.`));
  const typed = textsUnder(prefix);
  return (
    <div className="crossing" role="alert">
      <p>
        {t('subtopic.isGone')} <LastChange edit={klass.modificado} />
      </p>
      {typed.size > 0 ? <p>{t('subtopic.typedThere')}</p> : null}
      {[...typed].map(([key, text]) => (
        <blockquote key={key} lang="es">
          {text}
        </blockquote>
      ))}
      <div className="row">
        <button
          type="button"
          className="btn alt"
          onClick={() => {
            for (const key of typed.keys()) sessionStorage.removeItem(key);
            unsavedChanged();
            go({ moduleId: klass.id_modulo, classId: klass.id_sesion }, true);
          }}
        >
          {t(typed.size > 0 ? 'subtopic.discard' : 'subtopic.understood')}
        </button>
      </div>
    </div>
  );
}
