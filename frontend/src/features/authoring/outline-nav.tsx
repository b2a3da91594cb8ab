import { IconArchive, IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../ui/error-text.ts';
import { ArchivedModules } from './archived.tsx';
import { type EditedModule, twoDigits, useEditor } from './editor-context.ts';
import { Grip, SortableList, SortableRow } from './sortable.tsx';
import { useUnsaved } from './unsaved.ts';
import { useOrdering } from './use-ordering.ts';
import { useParts } from './use-parts.tsx';
import { useWrite } from './use-write.ts';

/** Which modules and classes hold something unsaved. */
const useUnsavedParts = () => {
  const { courseId, outline } = useEditor();
  const fields = [...useUnsaved(courseId)];
  const inClass = new Set(fields.map((field) => /^clase\.(\d+)\./.exec(field)?.[1]));
  const inSubtopic = new Set(fields.map((field) => /^subtema\.(\d+)\./.exec(field)?.[1]));
  const inModule = new Set(fields.map((field) => /^(?:modulo|nueva-clase)\.(\d+)/.exec(field)?.[1]));
  const ofClass = ({ id_sesion, subtemas }: EditedModule['sesiones'][number]) =>
    inClass.has(String(id_sesion)) || subtemas.some(({ id_subtema }) => inSubtopic.has(String(id_subtema)));
  return {
    course: fields.some((field) => field.startsWith('curso.')),
    ofClass,
    ofModule: (module: EditedModule) => inModule.has(String(module.id_modulo)) || module.sesiones.some(ofClass),
    outline,
  };
};

function Dot({ shown }: { shown: boolean }) {
  const { t } = useTranslation('authoring');
  return shown ? <span className="unsaved" role="img" aria-label={t('field.unsaved')} title={t('field.unsaved')} /> : null;
}

/** The course as a list: its own data, its modules, and the classes of the one that is open. Arrows go through it, Alt with an arrow moves a row. */
export function OutlineNav({ onChosen }: { onChosen?: () => void }) {
  const { t } = useTranslation('authoring');
  const errorText = useErrorText();
  const { outline, courseId, place, go } = useEditor();
  const parts = useParts();
  const unsaved = useUnsavedParts();
  const nav = useRef<HTMLElement>(null);
  const send = useWrite('reorderModules');
  const locked = outline.curso.archivado;
  const { modulos } = outline;
  const ordering = useOrdering(
    modulos.map(({ id_modulo }) => id_modulo),
    (orden) => send({ courseId, body: { orden } }).unwrap(),
    (failure) => t('order.failed', { detail: errorText(failure) }),
  );
  const shown = ordering.order.flatMap((id) => modulos.find(({ id_modulo }) => id_modulo === id) ?? []);
  const current = place.classId ? `c${place.classId}` : place.moduleId ? `m${place.moduleId}` : 'curso';
  const [focused, setFocused] = useState<string | null>(null);
  const known = (key: string | null) =>
    key === 'curso' ||
    modulos.some(({ id_modulo, sesiones }) => key === `m${id_modulo}` || sesiones.some((klass) => key === `c${klass.id_sesion}`));
  const reachable = focused !== null && known(focused) ? focused : current;
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
  const row = (key: string) => ({
    'data-row': key,
    type: 'button' as const,
    className: 'outline-row',
    tabIndex: key === reachable ? 0 : -1,
    'aria-current': key === current ? ('location' as const) : undefined,
    onFocus: () => setFocused(key),
  });
  const open = (to: Parameters<typeof go>[0]) => {
    go(to);
    onChosen?.();
  };
  return (
    <nav ref={nav} id="temario" className="outline-nav" aria-label={t('outline.label')} onKeyDown={press}>
      <button {...row('curso')} onClick={() => open({})}>
        <IconInfoCircle size={18} stroke={1.7} aria-hidden="true" />
        <span className="outline-name">{t('outline.info')}</span>
        <Dot shown={unsaved.course} />
      </button>
      <SortableList
        name="modulos"
        label={t('outline.modules')}
        className="outline-modules"
        order={ordering.order}
        nameOf={(id) => modulos.find(({ id_modulo }) => id_modulo === id)?.nombre ?? ''}
        onOrder={ordering.put}
      >
        {shown.map((module, index) => (
          <SortableRow key={module.id_modulo} id={module.id_modulo}>
            <div className="outline-line">
              {locked ? null : (
                <Grip
                  tabIndex={-1}
                  acts={[
                    {
                      id: 'archive',
                      label: t('module.archive'),
                      icon: <IconArchive size={18} stroke={1.7} aria-hidden="true" />,
                      onAct: () => parts.archiveModule(module),
                    },
                  ]}
                />
              )}
              <button {...row(`m${module.id_modulo}`)} onClick={() => open({ moduleId: module.id_modulo })}>
                <span className="mono outline-number" aria-hidden="true">
                  {twoDigits(index + 1)}
                </span>
                <span className="outline-name" lang="es">
                  {module.nombre}
                </span>
                <span className="sr">{t('module.classCount', { count: module.sesiones.length })}</span>
                <Dot shown={unsaved.ofModule(module)} />
              </button>
            </div>
            {place.moduleId === module.id_modulo && module.sesiones.length > 0 ? (
              <ClassList module={module} locked={locked} row={row} open={open} unsaved={unsaved.ofClass} />
            ) : null}
          </SortableRow>
        ))}
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
      <ArchivedModules locked={locked} />
    </nav>
  );
}

interface ClassListProps {
  module: EditedModule;
  locked: boolean;
  row: (key: string) => object;
  open: (to: { moduleId: number; classId: number }) => void;
  unsaved: (klass: EditedModule['sesiones'][number]) => boolean;
}
function ClassList({ module, locked, row, open, unsaved }: ClassListProps) {
  const { t } = useTranslation('authoring');
  const errorText = useErrorText();
  const parts = useParts();
  const send = useWrite('reorderClasses');
  const { sesiones, id_modulo } = module;
  const ordering = useOrdering(
    sesiones.map(({ id_sesion }) => id_sesion),
    (orden) => send({ moduleId: id_modulo, body: { orden } }).unwrap(),
    (failure) => t('order.failed', { detail: errorText(failure) }),
  );
  return (
    <SortableList
      name={`temario.${id_modulo}`}
      label={t('classes.list', { module: module.nombre })}
      className="outline-classes"
      order={ordering.order}
      nameOf={(id) => sesiones.find(({ id_sesion }) => id_sesion === id)?.titulo ?? ''}
      onOrder={ordering.put}
    >
      {ordering.order.map((id) => {
        const klass = sesiones.find(({ id_sesion }) => id_sesion === id);
        if (!klass) return null;
        return (
          <SortableRow key={id} id={id}>
            <div className="outline-line">
              {locked ? null : (
                <Grip
                  tabIndex={-1}
                  acts={[
                    {
                      id: 'archive',
                      label: t('class.archive'),
                      icon: <IconArchive size={18} stroke={1.7} aria-hidden="true" />,
                      onAct: () => parts.archiveClass(klass),
                    },
                  ]}
                />
              )}
              <button type="button" {...row(`c${id}`)} onClick={() => open({ moduleId: id_modulo, classId: id })}>
                <span className="outline-name" lang="es">
                  {klass.titulo}
                </span>
                <Dot shown={unsaved(klass)} />
              </button>
            </div>
          </SortableRow>
        );
      })}
    </SortableList>
  );
}
