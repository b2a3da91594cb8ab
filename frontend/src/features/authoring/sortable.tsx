import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, type Edge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { reorderWithEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/util/reorder-with-edge';
import { IconArrowBarToDown, IconArrowBarToUp, IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placed } from '../../lib/order.ts';
import { Menu, type MenuAct } from '../../ui/menu.tsx';

interface List {
  /** Rows can be dropped only within their own list. */
  name: string;
  order: readonly number[];
  nameOf: (id: number) => string;
  move: (id: number, to: number) => void;
}
const Sorted = createContext<List | null>(null);

interface ListProps {
  /** Identifies this list among others on the page. */
  name: string;
  order: readonly number[];
  nameOf: (id: number) => string;
  onOrder: (order: readonly number[]) => void;
  className?: string;
  label: string;
  children: React.ReactNode;
}

/** A list whose rows (`SortableRow`) are reordered by dragging their handle, by keyboard, or by the handle's menu (docs/decisions/0049). */
export function SortableList({ name, order, nameOf, onOrder, className, label, children }: ListProps) {
  const { t } = useTranslation('authoring');
  const [said, setSaid] = useState('');
  const now = useRef({ nameOf, onOrder, t });
  now.current = { nameOf, onOrder, t };
  // The same object while the order is the same, so that memoised rows are not rendered again.
  const list = useMemo(
    (): List => ({
      name,
      order,
      nameOf: (id) => now.current.nameOf(id),
      move(id, to) {
        const next = placed(order, id, to);
        if (next === order) return;
        const { nameOf, onOrder, t } = now.current;
        onOrder(next);
        setSaid(t('order.place', { name: nameOf(id), place: to + 1, total: order.length }));
      },
    }),
    [name, order],
  );
  return (
    <Sorted value={list}>
      <ol className={className} aria-label={label}>
        {children}
      </ol>
      <span className="sr" role="status">
        {said}
      </span>
    </Sorted>
  );
}

const RowContext = createContext<{ id: number; grip: React.RefObject<HTMLSpanElement | null> } | null>(null);

interface RowProps extends Omit<React.ComponentProps<'li'>, 'id'> {
  id: number;
}

/** Alt with an arrow moves it, wherever in the row the focus is, except in a text field. */
export function SortableRow({ id, className = '', children, ...rest }: RowProps) {
  const list = use(Sorted);
  const row = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [dragged, setDragged] = useState(false);
  const current = useRef(list);
  current.current = list;
  const name = list?.name;
  useEffect(() => {
    const element = row.current;
    if (!element || !grip.current) return;
    const own = (data: Record<string | symbol, unknown>) => data['list'] === name;
    return combine(
      draggable({
        element,
        dragHandle: grip.current,
        getInitialData: () => ({ list: name, id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => own(source.data) && source.data['id'] !== id,
        getData: ({ input, element: over }) =>
          attachClosestEdge({ list: name, id }, { input, element: over, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source, self }) => {
          setEdge(null);
          const { order = [], move } = current.current ?? {};
          const moved = source.data['id'] as number;
          const next = reorderWithEdge({
            list: [...order],
            startIndex: order.indexOf(moved),
            indexOfTarget: order.indexOf(id),
            closestEdgeOfTarget: extractClosestEdge(self.data),
            axis: 'vertical',
          });
          move?.(moved, next.indexOf(moved));
        },
      }),
    );
  }, [id, name]);
  const press = (event: React.KeyboardEvent) => {
    if (!list || !event.altKey || event.ctrlKey || event.metaKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    if (
      event.target instanceof HTMLInputElement ||
      event.target instanceof HTMLTextAreaElement ||
      event.target instanceof HTMLSelectElement
    )
      return;
    event.preventDefault();
    // Of nested rows the inner one moves.
    event.stopPropagation();
    list.move(id, list.order.indexOf(id) + (event.key === 'ArrowUp' ? -1 : 1));
  };
  return (
    <RowContext value={{ id, grip }}>
      <li
        {...rest}
        ref={row}
        className={`sorted ${className}`}
        data-edge={edge ?? undefined}
        data-dragged={dragged || undefined}
        onKeyDown={press}
      >
        {children}
      </li>
    </RowContext>
  );
}

const drawn = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The drag handle of a row; pressed, it opens the row's menu: moves, and `acts`. */
export function Grip({ acts = [], tabIndex }: { acts?: readonly MenuAct[]; tabIndex?: number }) {
  const { t } = useTranslation('authoring');
  const list = use(Sorted);
  const row = use(RowContext);
  if (!list || !row) return null;
  const { id } = row;
  const at = list.order.indexOf(id);
  const last = list.order.length - 1;
  const moves: MenuAct[] = [
    { id: 'up', label: t('order.up'), icon: <IconArrowUp {...drawn} />, onAct: () => list.move(id, at - 1), disabled: at <= 0 },
    { id: 'down', label: t('order.down'), icon: <IconArrowDown {...drawn} />, onAct: () => list.move(id, at + 1), disabled: at >= last },
    { id: 'first', label: t('order.first'), icon: <IconArrowBarToUp {...drawn} />, onAct: () => list.move(id, 0), disabled: at <= 0 },
    { id: 'last', label: t('order.last'), icon: <IconArrowBarToDown {...drawn} />, onAct: () => list.move(id, last), disabled: at >= last },
  ];
  return (
    <span ref={row.grip} className="grip" title={t('order.hint')}>
      <Menu
        label={t('order.grip', { name: list.nameOf(id) })}
        button={<IconGripVertical {...drawn} />}
        acts={last > 0 ? [...moves, ...acts] : acts.length > 0 ? acts : moves}
        className="btn icon ghost grip-button"
        {...(tabIndex !== undefined && { tabIndex })}
      />
    </span>
  );
}
