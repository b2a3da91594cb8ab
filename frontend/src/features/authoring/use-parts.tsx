import { createContext, Suspense, use, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/http.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { useSave } from '../../ui/use-save.ts';
import { classOf, type EditedClass, type EditedModule, freeName, moduleOf, useEditor } from './editor-context.ts';
import type { MoveClassProps } from './move-class.tsx';
import { useWrite } from './use-write.ts';

const MoveClassDialog = lazyPart<MoveClassProps>(() => import('./move-class.tsx').then((module) => module.MoveClassDialog));

type Archived = { kind: 'module'; module: Pick<EditedModule, 'id_modulo' | 'nombre' | 'sesiones'> } | { kind: 'class'; klass: EditedClass };

interface Parts {
  busy: boolean;
  addModule: () => Promise<void>;
  archiveModule: (module: EditedModule) => void;
  archiveClass: (klass: EditedClass) => void;
  /** Opens the dialog that asks for the target module. */
  askMove: (klass: EditedClass) => void;
  /** `place`: the position among the target's classes, from 1; absent: the last. `follow`: where the moved class is focused afterwards. */
  moveClass: (classId: number, moduleId: number, place?: number, follow?: 'outline' | 'page') => Promise<void>;
  restoreModule: (moduleId: number, name: string) => Promise<void>;
  restoreClass: (classId: number, moduleId: number, name: string) => Promise<void>;
}
const Context = createContext<Parts | null>(null);
export const useParts = (): Parts => {
  const parts = use(Context);
  if (!parts) throw new Error('outside of the editor');
  return parts;
};

const moveTo = (id_modulo: number, lugar?: number) => ({ id_modulo, ...(lugar !== undefined && { lugar }) });
/**
 * Focuses the class's row in the outline, or its heading in the page, as soon as the module it went to shows it, however late that is; gives up where
 * the person moves the focus first.
 */
const focusClass = (classId: number, moduleId: number, where: 'outline' | 'page') => {
  const began = document.activeElement;
  const anywhere = where === 'outline' ? `[data-row="c${classId}"]` : `#clase-${classId}-abrir`;
  const look = () => {
    const row = document.querySelector<HTMLElement>(`${anywhere}[data-in="${moduleId}"]`);
    const { activeElement } = document;
    const free = activeElement === document.body;
    if (row && free) row.focus();
    // Where the class was, it may still be shown, and has the focus back once the notice that undid the move is gone.
    else if (free || activeElement === began || activeElement?.matches(anywhere)) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** Moves a class past an end of its module: from the last place to the first of the next module, or from the first place to the last of the module before. */
export const useMoveOn = (moduleId: number) => {
  const { outline } = useEditor();
  const { moveClass } = useParts();
  return (classId: number, way: -1 | 1, follow: 'outline' | 'page') => {
    const at = outline.modulos.findIndex(({ id_modulo }) => id_modulo === moduleId);
    const next = outline.modulos[at + way];
    if (at >= 0 && next) void moveClass(classId, next.id_modulo, way === 1 ? 1 : undefined, follow);
  };
};

/** Actions on whole parts of a course, from anywhere in the editor: add, move, archive, restore. */
export function PartsProvider({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation('authoring');
  const errorText = useErrorText();
  const { courseId, place, latest, go, edit } = useEditor();
  const { act, save, busy } = useSave();
  const [asked, setAsked] = useState<Archived | null>(null);
  const [moving, setMoving] = useState<EditedClass | null>(null);
  const sendMove = useWrite('moveClass');
  const create = useWrite('createModule');
  const removeModule = useWrite('removeModule');
  const removeClass = useWrite('removeClass');
  const restoreModule = useWrite('restoreModule');
  const restoreClass = useWrite('restoreClass');

  /** The notice after a move, with the button that undoes it. */
  const wentTo = (classId: number, moduleId: number, follow?: 'outline' | 'page') => {
    const klass = classOf(latest(), classId);
    const from = klass && moduleOf(latest(), klass.id_modulo);
    const at = from?.sesiones.findIndex(({ id_sesion }) => id_sesion === classId) ?? 0;
    return {
      done: t('move.moved', { name: klass?.titulo ?? '', module: moduleOf(latest(), moduleId)?.nombre ?? '' }),
      ...(from && {
        offer: {
          duration: 8_000,
          action: { label: t('undo'), onClick: () => void parts.moveClass(classId, from.id_modulo, at + 1, follow) },
        },
      }),
    };
  };
  const parts: Parts = {
    // Stable references, because every row of the outline receives them.
    archiveModule: useCallback((module) => setAsked({ kind: 'module', module }), []),
    archiveClass: useCallback((klass) => setAsked({ kind: 'class', klass }), []),
    askMove: useCallback((klass) => setMoving(klass), []),
    async moveClass(classId, moduleId, spot, follow) {
      await act(() => sendMove({ id: classId, body: moveTo(moduleId, spot) }).unwrap(), {
        ...wentTo(classId, moduleId, follow),
        failureText: (failure) => t('move.failed', { detail: errorText(failure) }),
        after: () => {
          if (follow || place.classId === classId)
            go({ moduleId, classId: place.classId === classId ? classId : null }, false, follow !== undefined);
          if (follow) focusClass(classId, moduleId, follow);
        },
      });
    },
    busy,
    async addModule() {
      const nombre = freeName(
        t('module.new'),
        latest().modulos.map((module) => module.nombre),
      );
      await act(() => create({ id_curso: courseId, nombre }).unwrap(), {
        failureText: (failure) => t('module.createFailed', { detail: errorText(failure) }),
        after: ({ id_modulo }) => {
          go({ moduleId: id_modulo });
          edit(`modulo.${id_modulo}.nombre`, true);
        },
      });
    },
    async restoreModule(moduleId, name) {
      await act(() => restoreModule(moduleId).unwrap(), {
        done: t('module.restored', { name }),
        failureText: (failure) => t('module.restoreFailed', { detail: errorText(failure) }),
        after: () => go({ moduleId }),
      });
    },
    async restoreClass(classId, moduleId, name) {
      await act(() => restoreClass(classId).unwrap(), {
        done: t('class.restored', { name }),
        failureText: (failure) => t('class.restoreFailed', { detail: errorText(failure) }),
        after: () => go({ moduleId, classId }),
      });
    },
  };
  const reworded = (failure: unknown, text: string) => {
    const { status, reference = '' } = toFailure(failure);
    return new ApiError(status, 'UNKNOWN', text, reference);
  };
  const archive = async () => {
    if (asked?.kind === 'module') {
      const { id_modulo: id, nombre: name } = asked.module;
      try {
        await save(() => removeModule(id).unwrap(), {
          done: t('module.archived', { name }),
          offer: { duration: 8_000, action: { label: t('undo'), onClick: () => void parts.restoreModule(id, name) } },
          after: () => {
            if (place.moduleId === id) go({});
          },
        });
      } catch (failure) {
        throw reworded(failure, t('module.archiveFailed', { detail: errorText(failure) }));
      }
    } else if (asked) {
      const { id_sesion: id, id_modulo: moduleId, titulo: name } = asked.klass;
      try {
        await save(() => removeClass(id).unwrap(), {
          done: t('class.archived', { name }),
          offer: { duration: 8_000, action: { label: t('undo'), onClick: () => void parts.restoreClass(id, moduleId, name) } },
          after: () => {
            if (place.classId === id) go({ moduleId });
          },
        });
      } catch (failure) {
        throw reworded(failure, `${t('class.archiveFailed')}. ${errorText(failure)}`);
      }
    }
  };
  return (
    <Context value={parts}>
      {children}
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        danger
        title={
          asked?.kind === 'module'
            ? t('module.archiveTitle', { name: asked.module.nombre })
            : asked
              ? t('class.archiveTitle', { name: asked.klass.titulo })
              : ''
        }
        confirmLabel={t(asked?.kind === 'class' ? 'class.archive' : 'module.archive')}
        onConfirm={archive}
      >
        <p>{asked?.kind === 'class' ? t('class.archiveText') : t('module.archiveText')}</p>
        {asked?.kind === 'module' && asked.module.sesiones.length > 0 ? (
          <p className="muted">{t('module.archiveCount', { count: asked.module.sesiones.length })}</p>
        ) : null}
      </Confirm>
      {moving ? (
        <Suspense fallback={null}>
          <MoveClassDialog
            klass={moving}
            onClose={() => setMoving(null)}
            onMove={(moduleId, spot) =>
              save(() => sendMove({ id: moving.id_sesion, body: moveTo(moduleId, spot) }).unwrap(), {
                ...wentTo(moving.id_sesion, moduleId),
                after: () => {
                  if (place.classId === moving.id_sesion) go({ moduleId, classId: moving.id_sesion });
                  setMoving(null);
                },
              })
            }
          />
        </Suspense>
      ) : null}
    </Context>
  );
}
