import { IconArchive, IconCornerDownRight, IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { memo, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lib/lazy-route.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Grip, SortableList, SortableRow, type Takes } from '../../ui/sortable/sortable.tsx';
import { type EditedClass, type EditedModule, type Place, twoDigits, useEditor, useLocked } from './editor-context.ts';
import { useUnsaved } from './unsaved.ts';
import { useOrdering } from './use-ordering.ts';
import { useMoveOn, useParts } from './use-parts.tsx';
import { useWrite } from './use-write.ts';
import './outline-nav.css';

const ArchivedModules = lazyPart<{ locked: boolean }>(() => import('./archived.tsx').then((module) => module.ArchivedModules));

/** By id, the modules and classes with unsaved text; computed again only when that or the outline changes, not at each render. */
const useUnsavedParts = () => {
  const { courseId, outline } = useEditor();
  const fields = useUnsaved(courseId);
  return useMemo(() => {
    const numbersOf = (pattern: RegExp) => new Set([...fields].map((field) => Number(pattern.exec(field)?.[1])));
    const classes = numbersOf(/^clase\.(\d+)\./);
    const modules = numbersOf(/^(?:modulo|nueva-clase)\.(\d+)/);
    const subtopics = numbersOf(/^subtema\.(\d+)\./);
    if (fields.size > 0)
      for (const { id_modulo, sesiones } of outline.modulos)
        for (const { id_sesion, subtemas } of sesiones) {
          if (subtemas.some(({ id_subtema }) => subtopics.has(id_subtema))) classes.add(id_sesion);
          if (classes.has(id_sesion)) modules.add(id_modulo);
        }
    return { course: [...fields].some((field) => field.startsWith('curso.')), classes, modules };
  }, [fields, outline]);
};

function Dot({ shown }: { shown: boolean }) {
  const { t } = useTranslation('authoring');
  return shown ? <span className="unsaved" role="img" aria-label={t('field.unsaved')} title={t('field.unsaved')} /> : null;
}

type Open = (to: Partial<Place>) => void;
interface Focus {
  /** The row of the open part. */
  current: string;
  /** The one row that Tab reaches (roving tabindex). */
  reachable: string;
  onFocus: (key: string) => void;
}
/** The attributes that make a button a row of the tree. */
const row = (key: string, current: boolean, reachable: boolean, onFocus: Focus['onFocus']) => ({
  'data-row': key,
  type: 'button' as const,
  className: 'outline-row',
  tabIndex: reachable ? 0 : -1,
  'aria-current': current ? ('location' as const) : undefined,
  onFocus: () => onFocus(key),
});

/** The course as a tree: its own fields, its modules, and the classes of the open one. Arrow keys move through it, Alt with an arrow moves a row. */
export function OutlineNav({ onChosen }: { onChosen?: () => void }) {
  const { t } = useTranslation('authoring');
  const errorText = useErrorText();
  const { outline, courseId, place, go } = useEditor();
  const parts = useParts();
  const unsaved = useUnsavedParts();
  const nav = useRef<HTMLElement>(null);
  const send = useWrite('reorderModules');
  const locked = useLocked();
  const { modulos } = outline;
  const ordering = useOrdering(
    useMemo(() => modulos.map(({ id_modulo }) => id_modulo), [modulos]),
    (orden) => send({ courseId, body: { orden } }).unwrap(),
    (failure) => t('order.failed', { detail: errorText(failure) }),
  );
  const byId = useMemo(() => new Map(modulos.map((module) => [module.id_modulo, module])), [modulos]);
  const current = place.classId ? `c${place.classId}` : place.moduleId ? `m${place.moduleId}` : 'curso';
  const [focused, setFocused] = useState<string | null>(null);
  const keys = useMemo(
    () =>
      new Set([
        'curso',
        ...modulos.flatMap(({ id_modulo, sesiones }) => [`m${id_modulo}`, ...sesiones.map(({ id_sesion }) => `c${id_sesion}`)]),
      ]),
    [modulos],
  );
  const reachable = focused !== null && keys.has(focused) ? focused : current;
  const press = (event: React.KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = [...(nav.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    rows[Math.min(rows.length - 1, Math.max(0, to))]?.focus();
  };
  const chosen = useRef({ go, onChosen, parts });
  chosen.current = { go, onChosen, parts };
  const takes = useMemo(
    (): Takes => ({
      lists: /^(temario|clases)\./,
      onTake: (classId, moduleId) => void chosen.current.parts.moveClass(classId, moduleId),
    }),
    [],
  );
  const open = useCallback<Open>((to) => {
    chosen.current.go(to);
    chosen.current.onChosen?.();
  }, []);
  return (
    <nav ref={nav} id="temario" className="outline-nav" aria-label={t('outline.label')} onKeyDown={press}>
      <button {...row('curso', current === 'curso', reachable === 'curso', setFocused)} onClick={() => open({})}>
        <IconInfoCircle size={18} stroke={1.7} aria-hidden="true" />
        <span className="outline-name">{t('outline.info')}</span>
        <Dot shown={unsaved.course} />
      </button>
      <SortableList
        name="modulos"
        label={t('outline.modules')}
        className="outline-modules"
        order={ordering.order}
        nameOf={(id) => byId.get(id)?.nombre ?? ''}
        onOrder={ordering.put}
      >
        {ordering.order.map((id, index) => {
          const module = byId.get(id);
          if (!module) return null;
          const key = `m${id}`;
          return (
            <ModuleRow
              key={id}
              module={module}
              number={index + 1}
              current={current === key}
              reachable={reachable === key}
              unsaved={unsaved.modules.has(id)}
              locked={locked}
              onFocus={setFocused}
              onOpen={open}
              onArchive={parts.archiveModule}
              takes={takes}
            >
              {place.moduleId === id && module.sesiones.length > 0 ? (
                <ClassList
                  module={module}
                  locked={locked}
                  focus={{ current, reachable, onFocus: setFocused }}
                  movable={modulos.length > 1}
                  onOpen={open}
                  unsaved={unsaved.classes}
                />
              ) : null}
            </ModuleRow>
          );
        })}
      </SortableList>
      {modulos.length === 0 ? <p className="muted outline-none">{t('outline.none')}</p> : null}
      {locked ? null : (
        <button
          type="button"
          className="btn alt outline-add"
          disabled={parts.busy}
          aria-label={t('outline.addModule')}
          onClick={() => {
            void parts.addModule().then(onChosen);
          }}
        >
          <IconPlus size={18} aria-hidden="true" />
          {t('outline.add')}
        </button>
      )}
      {outline.archivados.length > 0 ? (
        <Suspense>
          <ArchivedModules locked={locked} />
        </Suspense>
      ) : null}
    </nav>
  );
}

interface RowProps {
  current: boolean;
  reachable: boolean;
  unsaved: boolean;
  locked: boolean;
  onFocus: Focus['onFocus'];
  onOpen: Open;
}
interface ModuleRowProps extends RowProps {
  module: EditedModule;
  /** From 1. */
  number: number;
  onArchive: (module: EditedModule) => void;
  /** Called with a class that is dropped on this module. */
  takes: Takes;
  /** Its classes, where it is open. */
  children: React.ReactNode;
}
// Memoised: an arrow key changes two rows of hundreds.
const ModuleRow = memo(function ModuleRow({ module, number, onArchive, takes, children, locked, unsaved, onOpen, ...own }: ModuleRowProps) {
  const { t } = useTranslation('authoring');
  const { id_modulo: id } = module;
  return (
    <SortableRow id={id} takes={takes}>
      <div className="outline-line">
        {locked ? null : <ArchivingGrip label={t('module.archive')} onArchive={() => onArchive(module)} />}
        <button {...row(`m${id}`, own.current, own.reachable, own.onFocus)} onClick={() => onOpen({ moduleId: id })}>
          <span className="num outline-number" aria-hidden="true">
            {twoDigits(number)}
          </span>
          <span className="outline-name" lang="es">
            {module.nombre}
          </span>
          <span className="sr">{t('module.classCount', { count: module.sesiones.length })}</span>
          <Dot shown={unsaved} />
        </button>
      </div>
      {children}
    </SortableRow>
  );
});

/** The drag handle of a row, whose menu also archives, and moves a class to another module. Not reached by Tab: Alt with an arrow moves the row. */
function ArchivingGrip({ label, onArchive, onMove }: { label: string; onArchive: () => void; onMove?: (() => void) | undefined }) {
  const { t } = useTranslation('authoring');
  const drawn = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
  const move = onMove && { id: 'move', label: t('move.act'), icon: <IconCornerDownRight {...drawn} />, onAct: onMove };
  const archive = { id: 'archive', label, icon: <IconArchive {...drawn} />, onAct: onArchive };
  return <Grip tabIndex={-1} acts={move ? [move, archive] : [archive]} />;
}

interface ClassListProps {
  module: EditedModule;
  locked: boolean;
  focus: Focus;
  /** There is another module that a class can be moved to. */
  movable: boolean;
  onOpen: Open;
  /** The ids of the parts with unsaved text. */
  unsaved: ReadonlySet<number>;
}
function ClassList({ module, locked, focus, movable, onOpen, unsaved }: ClassListProps) {
  const { t } = useTranslation('authoring');
  const errorText = useErrorText();
  const parts = useParts();
  const send = useWrite('reorderClasses');
  const { sesiones, id_modulo } = module;
  const moveOn = useMoveOn(id_modulo);
  const ordering = useOrdering(
    useMemo(() => sesiones.map(({ id_sesion }) => id_sesion), [sesiones]),
    (orden) => send({ moduleId: id_modulo, body: { orden } }).unwrap(),
    (failure) => t('order.failed', { detail: errorText(failure) }),
  );
  return (
    <SortableList
      name={`temario.${id_modulo}`}
      within={id_modulo}
      label={t('classes.list', { module: module.nombre })}
      className="outline-classes"
      order={ordering.order}
      nameOf={(id) => sesiones.find(({ id_sesion }) => id_sesion === id)?.titulo ?? ''}
      onOrder={ordering.put}
      onPast={(classId, way) => moveOn(classId, way, 'outline')}
    >
      {ordering.order.map((id) => {
        const klass = sesiones.find(({ id_sesion }) => id_sesion === id);
        if (!klass) return null;
        const key = `c${id}`;
        return (
          <ClassLine
            key={id}
            klass={klass}
            current={focus.current === key}
            reachable={focus.reachable === key}
            unsaved={unsaved.has(id)}
            locked={locked}
            onFocus={focus.onFocus}
            onOpen={onOpen}
            onArchive={parts.archiveClass}
            onMove={movable ? parts.askMove : undefined}
          />
        );
      })}
    </SortableList>
  );
}

interface ClassLineProps extends RowProps {
  klass: EditedClass;
  onArchive: (klass: EditedClass) => void;
  onMove: ((klass: EditedClass) => void) | undefined;
}
const ClassLine = memo(function ClassLine({ klass, onArchive, onMove, locked, unsaved, onOpen, ...own }: ClassLineProps) {
  const { t } = useTranslation('authoring');
  const { id_sesion: id, id_modulo: moduleId } = klass;
  return (
    <SortableRow id={id}>
      <div className="outline-line">
        {locked ? null : (
          <ArchivingGrip label={t('class.archive')} onArchive={() => onArchive(klass)} onMove={onMove && (() => onMove(klass))} />
        )}
        <button
          {...row(`c${id}`, own.current, own.reachable, own.onFocus)}
          data-in={moduleId}
          onClick={() => onOpen({ moduleId, classId: id })}
        >
          <span className="outline-name" lang="es">
            {klass.titulo}
          </span>
          <Dot shown={unsaved} />
        </button>
      </div>
    </SortableRow>
  );
});
