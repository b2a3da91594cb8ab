import { IconArchive, IconChevronDown, IconCornerDownRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMinutes } from '../../lib/format.ts';
import { Grip, SortableRow } from '../../ui/sortable/sortable.tsx';
import { useFlash } from '../../ui/use-flash.ts';
import { ClassEditor } from './class-editor.tsx';
import { type EditedClass, useEditor } from './editor-context.ts';
import { useUnsaved } from './unsaved.ts';
import { useParts } from './use-parts.tsx';

interface Props {
  klass: EditedClass;
  number: string;
  open: boolean;
  locked: boolean;
  onToggle: (open: boolean) => void;
}

/** A class: collapsed, its name and a summary; expanded, all of it. */
export function ClassRow({ klass, number, open, locked, onToggle }: Props) {
  const { t } = useTranslation('authoring');
  const { courseId, outline } = useEditor();
  const parts = useParts();
  const unsaved = [...useUnsaved(courseId)].some((field) => field.startsWith(`clase.${klass.id_sesion}.`));
  const flash = useFlash<HTMLDivElement>(klass.modificado?.en);
  const body = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  // A class opened from the outline may be below the visible area: as much of it is shown as fits, from its head on.
  useEffect(() => {
    if (open && !before.current) body.current?.closest('li')?.scrollIntoView?.({ block: 'nearest' });
    before.current = open;
  }, [open]);
  const facts = [
    klass.link_video ? t('class.video') : null,
    t('class.subtopicCount', { count: klass.subtemas.length }),
    t('class.resourceCount', { count: klass.recursos.length }),
    klass.duracion > 0 ? formatMinutes(klass.duracion) : null,
  ].filter(Boolean);
  const id = `clase-${klass.id_sesion}`;
  return (
    <SortableRow id={klass.id_sesion} className="class-row" data-open={open || undefined}>
      <div className="class-head">
        {locked ? null : (
          <Grip
            acts={[
              ...(outline.modulos.length > 1
                ? [
                    {
                      id: 'move',
                      label: t('move.act'),
                      icon: <IconCornerDownRight size={18} stroke={1.7} aria-hidden="true" />,
                      onAct: () => parts.askMove(klass),
                    },
                  ]
                : []),
              {
                id: 'archive',
                label: t('class.archive'),
                icon: <IconArchive size={18} stroke={1.7} aria-hidden="true" />,
                onAct: () => parts.archiveClass(klass),
              },
            ]}
          />
        )}
        <h3>
          <button
            type="button"
            id={`${id}-abrir`}
            data-in={klass.id_modulo}
            className="class-toggle"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => onToggle(!open)}
          >
            <span className="num muted" aria-hidden="true">
              {number}
            </span>
            <span className="class-name" ref={flash}>
              <span lang="es">{klass.titulo}</span>
              <span className="muted class-facts">{facts.join(' · ')}</span>
            </span>
            {unsaved ? <span className="unsaved" role="img" aria-label={t('field.unsaved')} title={t('field.unsaved')} /> : null}
            <IconChevronDown className="editor-chevron" size={18} stroke={1.7} aria-hidden="true" />
          </button>
        </h3>
      </div>
      <div id={id} className="class-body" ref={body}>
        {open ? <ClassEditor klass={klass} locked={locked} /> : null}
      </div>
    </SortableRow>
  );
}
