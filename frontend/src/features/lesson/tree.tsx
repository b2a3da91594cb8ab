import { IconChevronRight, IconCode, IconFileText, IconListCheck, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { formatMinutes } from '../../lib/format.ts';
import { Bead } from '../../ui/thread.tsx';
import { useLesson } from './lesson-context.ts';
import { type Node, treeMove, treeOf } from './walk.ts';

const figures = { video: IconPlayerPlay, lectura: IconFileText, evaluacion: IconListCheck, ejercicio: IconCode } as const;

/** Modules, classes and subtopics as one tree: arrow keys move in it, Enter opens, the space bar marks a class. */
export function Tree() {
  const { t } = useTranslation('lesson');
  const { outline, learner, mode, place, mark, isDone, go } = useLesson();
  const current = place.subtopic
    ? `s${place.subtopic.id_subtema}`
    : place.session
      ? `c${place.session.id_sesion}`
      : place.module
        ? `m${place.module.id_modulo}`
        : null;
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set());
  const [focused, setFocused] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);

  // The path to the present place is expanded.
  const moduleKey = place.module
    ? `m${place.module.id_modulo}`
    : learner?.siguiente
      ? `m${learner.siguiente.moduleId}`
      : outline.modulos[0]
        ? `m${outline.modulos[0].id_modulo}`
        : null;
  const classKey = place.session ? `c${place.session.id_sesion}` : null;
  useEffect(() => {
    setOpen((before) => new Set([...before, ...[moduleKey, classKey].filter((key) => key !== null)]));
  }, [moduleKey, classKey]);

  const nodes = useMemo(() => treeOf(outline, learner, mode, open), [outline, learner, mode, open]);
  const reachable = nodes.some((node) => node.key === focused)
    ? focused
    : nodes.some((node) => node.key === current)
      ? current
      : (nodes[0]?.key ?? null);
  const fold = (key: string, unfolded: boolean) =>
    setOpen((before) => {
      const after = new Set(before);
      if (unfolded) after.add(key);
      else after.delete(key);
      return after;
    });
  const focus = (key: string) => {
    setFocused(key);
    list.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  };
  const canMark = (node: Node) => node.kind === 'class' && mode === 'learner' && !node.locked;
  const activate = (node: Node) => {
    if (node.locked) return fold(node.key, !node.expanded);
    if (node.expanded !== undefined) fold(node.key, node.key === current ? !node.expanded : true);
    go(node.path);
  };
  const press = (event: React.KeyboardEvent, node: Node) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      return activate(node);
    }
    if (event.key === ' ') {
      event.preventDefault();
      if (canMark(node)) void mark(node.id, !isDone(node.id));
      else activate(node);
      return;
    }
    const move = treeMove(nodes, node.key, event.key);
    if (!move) return;
    event.preventDefault();
    if ('focus' in move) focus(move.focus);
    else if ('expand' in move) fold(move.expand, true);
    else fold(move.collapse, false);
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list is a tree, after the WAI-ARIA pattern
    <ul ref={list} role="tree" aria-label={t('sidebar.tree')} className="tree">
      {nodes.map((node) => {
        const Figure = node.subtopicType ? figures[node.subtopicType] : null;
        const missing = node.missing.map(({ titulo }) => t('locked.item', { class: titulo }));
        const why =
          node.locked && node.kind === 'module'
            ? mode === 'visitor'
              ? t('locked.enrol')
              : missing.length > 0
                ? t('locked.because', { classes: missing.slice(0, 2).join(', '), count: Math.max(0, missing.length - 2) })
                : t(learner?.abre ? 'locked.begins' : 'locked.text', { date: learner?.abre ? formatDate(learner.abre) : '' })
            : null;
        const minutes = node.minutes && !node.locked ? formatMinutes(node.minutes) : null;
        return (
          <li
            key={node.key}
            role="treeitem"
            data-key={node.key}
            data-kind={node.kind}
            data-station={node.station}
            aria-level={node.level}
            aria-posinset={node.position}
            aria-setsize={node.size}
            aria-expanded={node.expanded}
            aria-selected={node.key === current}
            aria-current={node.key === current ? 'location' : undefined}
            aria-disabled={node.locked || undefined}
            aria-checked={canMark(node) ? isDone(node.id) : undefined}
            // The accessible name starts with the visible text, for users of voice control.
            aria-label={[node.label, why, minutes, node.locked ? t('locked.word') : null].filter(Boolean).join('. ')}
            tabIndex={node.key === reachable ? 0 : -1}
            onKeyDown={(event) => press(event, node)}
            onFocus={() => setFocused(node.key)}
            onClick={() => activate(node)}
          >
            <span className="tree-row" aria-hidden="true">
              {canMark(node) ? (
                // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the pointer's way to what the space bar does on the row
                <span
                  className="tree-checkbox"
                  title={t(isDone(node.id) ? 'completion.unmark' : 'completion.mark')}
                  onClick={(event) => {
                    event.stopPropagation();
                    void mark(node.id, !isDone(node.id));
                  }}
                >
                  <Bead station={node.station} quiet />
                </span>
              ) : Figure ? (
                <Figure size={16} stroke={1.8} />
              ) : (
                <Bead station={node.station} quiet />
              )}
              <span className="tree-text">
                <span lang="es">{node.label}</span> {why ? <small>{why}</small> : null}
              </span>{' '}
              {minutes ? <small className="num">{minutes}</small> : null}
              {node.expanded === undefined ? null : (
                // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the pointer's way to what the arrows do on the row
                <span
                  className="tree-fold"
                  onClick={(event) => {
                    event.stopPropagation();
                    fold(node.key, !node.expanded);
                  }}
                >
                  <IconChevronRight size={18} />
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
