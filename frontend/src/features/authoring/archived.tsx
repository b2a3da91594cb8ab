import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type EditedModule, useEditor } from './editor-context.ts';
import { LastChange } from './last-change.tsx';
import { useParts } from './use-parts.tsx';

/** Modules that were archived, to be brought back. */
export function ArchivedModules({ locked }: { locked: boolean }) {
  const { t } = useTranslation('authoring');
  const { outline } = useEditor();
  const { restoreModule, busy } = useParts();
  if (outline.archivados.length === 0) return null;
  return (
    <details className="archived">
      <summary>{t('archived.modules', { count: outline.archivados.length })}</summary>
      <ul className="archived-list">
        {outline.archivados.map(({ id_modulo: id, nombre, modificado }) => (
          <li key={id}>
            <span className="archived-what">
              <span lang="es">{nombre}</span>
              <span className="muted">
                <LastChange edit={modificado} />
              </span>
            </span>
            {locked ? null : (
              <button
                type="button"
                className="btn alt"
                disabled={busy}
                aria-label={t('archived.restoreOf', { name: nombre })}
                onClick={() => void restoreModule(id, nombre)}
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

/** The same of the classes of a module. */
export function ArchivedClasses({ module, locked }: { module: EditedModule; locked: boolean }) {
  const { t } = useTranslation('authoring');
  const { restoreClass, busy } = useParts();
  if (module.archivadas.length === 0) return null;
  return (
    <details className="archived">
      <summary>{t('archived.classes', { count: module.archivadas.length })}</summary>
      <ul className="archived-list">
        {module.archivadas.map(({ id_sesion: id, titulo, modificado }) => (
          <li key={id}>
            <span className="archived-what">
              <span lang="es">{titulo}</span>
              <span className="muted">
                <LastChange edit={modificado} />
              </span>
            </span>
            {locked ? null : (
              <button
                type="button"
                className="btn alt"
                disabled={busy}
                aria-label={t('archived.restoreOf', { name: titulo })}
                onClick={() => void restoreClass(id, module.id_modulo, titulo)}
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
