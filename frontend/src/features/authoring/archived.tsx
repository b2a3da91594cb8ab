import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type EditedModule, useEditor } from './editor-context.ts';
import { LastChange } from './last-change.tsx';
import { useParts } from './use-parts.tsx';

interface Archived {
  id: number;
  name: string;
  edit: React.ComponentProps<typeof LastChange>['edit'];
  onRestore: () => Promise<unknown>;
}

/** Archived parts, collapsed, to be restored. */
function ArchivedList({ title, parts, locked, busy }: { title: string; parts: readonly Archived[]; locked: boolean; busy: boolean }) {
  const { t } = useTranslation('authoring');
  return (
    <details className="archived">
      <summary>{title}</summary>
      <ul className="archived-list">
        {parts.map(({ id, name, edit, onRestore }) => (
          <li key={id}>
            <span className="archived-what">
              <span lang="es">{name}</span>
              <span className="muted">
                <LastChange edit={edit} />
              </span>
            </span>
            {locked ? null : (
              <button
                type="button"
                className="btn alt"
                disabled={busy}
                aria-label={t('archived.restoreOf', { name })}
                onClick={() => void onRestore()}
              >
                <IconArrowBackUp size={18} stroke={1.7} aria-hidden="true" />
                {t('archived.restore')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function ArchivedModules({ locked }: { locked: boolean }) {
  const { t } = useTranslation('authoring');
  const { outline } = useEditor();
  const { restoreModule, busy } = useParts();
  return (
    <ArchivedList
      title={t('archived.modules', { count: outline.archivados.length })}
      parts={outline.archivados.map(({ id_modulo: id, nombre: name, modificado: edit }) => ({
        ...{ id, name, edit },
        onRestore: () => restoreModule(id, name),
      }))}
      locked={locked}
      busy={busy}
    />
  );
}

export function ArchivedClasses({ module, locked }: { module: EditedModule; locked: boolean }) {
  const { t } = useTranslation('authoring');
  const { restoreClass, busy } = useParts();
  return (
    <ArchivedList
      title={t('archived.classes', { count: module.archivadas.length })}
      parts={module.archivadas.map(({ id_sesion: id, titulo: name, modificado: edit }) => ({
        ...{ id, name, edit },
        onRestore: () => restoreClass(id, module.id_modulo, name),
      }))}
      locked={locked}
      busy={busy}
    />
  );
}
