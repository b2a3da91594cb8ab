import type { Edge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { reorderWithEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/util/reorder-with-edge';
import { IconArrowBarToDown, IconArrowBarToUp, IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withRetries } from '../../lib/lazy-route.ts';
import { placed } from '../../lib/order.ts';
import { Menu, type MenuAct } from '../menu.tsx';
import { useFlash } from '../use-flash.ts';
import type { Dragged, Target } from './by-mouse.ts';
import { byFinger } from './finger.ts';
import './texts.ts';
import './sortable.css';

interface List {
  /** Rows can be dropped only within their own list. */
  name: string;
  /** What the rows stand in, where another may take them. */
  within: number | undefined;
  order: readonly number[];
  nameOf: (id: number) => string;
  move: (id: number, to: number) => void;
}
const Sorted = createContext<List | null>(null);

interface ListProps {
  /** Identifies this list among others on the page. */
  name: string;
  within?: number;
  order: readonly number[];
  nameOf: (id: number) => string;
  onOrder: (order: readonly number[]) => void;
  /** A row was moved past one end of the list: up (-1) or down (1). */
  onPast?: ((id: number, way: -1 | 1) => void) | undefined;
  className?: string;
  label: string;
  ref?: React.Ref<HTMLOListElement>;
  children: React.ReactNode;
}

/** A list whose rows (`SortableRow`) are reordered by dragging their handle, by keyboard, or by the handle's menu (docs/decisions/0049, 0225). */
export function SortableList({ name, within, order, nameOf, onOrder, onPast, className, label, ref, children }: ListProps) {
  const { t } = useTranslation('sortable');
  const [said, setSaid] = useState('');
  const now = useRef({ nameOf, onOrder, onPast, t });
  now.current = { nameOf, onOrder, onPast, t };
  // The same object while the order is the same, so that memoised rows are not rendered again.
  const list = useMemo(
    (): List => ({
      name,
      within,
      order,
      nameOf: (id) => now.current.nameOf(id),
      move(id, to) {
        const { nameOf, onOrder, onPast, t } = now.current;
        if (to < 0 || to >= order.length) return onPast?.(id, to < 0 ? -1 : 1);
        const next = placed(order, id, to);
        if (next === order) return;
        onOrder(next);
        setSaid(t('place', { name: nameOf(id), place: to + 1, total: order.length }));
      },
    }),
    [name, within, order],
  );
  return (
    <Sorted value={list}>
      <ol ref={ref} className={className} aria-label={label}>
        {children}
      </ol>
      <span className="sr" role="status">
        {said}
      </span>
    </Sorted>
  );
}

const targets = new WeakMap<Element, Target>();
/** Of rows inside rows, the inner one that takes it. */
const targetAt = (element: Element | null, dragged: Dragged): { row: Element; target: Target } | null => {
  for (let row = element?.closest('.sorted'); row; row = row.parentElement?.closest('.sorted')) {
    const target = targets.get(row);
    if (target?.accepts(dragged)) return { row, target };
  }
  return null;
};

const RowContext = createContext<{ id: number; grip: React.RefObject<HTMLSpanElement | null> } | null>(null);

/** Rows of other lists that a row takes in, as a module does classes; the same object while it is drawn. */
export interface Takes {
  lists: RegExp;
  onTake: (taken: number, by: number) => void;
}
interface RowProps extends Omit<React.ComponentProps<'li'>, 'id' | 'ref'> {
  id: number;
  takes?: Takes | undefined;
  /** The row flashes when this changes. */
  flash?: unknown;
}

/** Alt with an arrow moves it, wherever in the row the focus is, except in a text field. */
export function SortableRow({ id, takes, flash, className = '', children, ...rest }: RowProps) {
  const list = use(Sorted);
  const row = useFlash<HTMLLIElement>(flash);
  const grip = useRef<HTMLSpanElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [dragged, setDragged] = useState(false);
  const [over, setOver] = useState(false);
  const current = useRef(list);
  current.current = list;
  const name = list?.name;
  const within = list?.within;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `row` is a ref
  useEffect(() => {
    const element = row.current;
    const handle = grip.current;
    if (!element || !handle) return;
    const source: Dragged = { list: name, id, within };
    const target: Target = {
      accepts: ({ list, id: moved, within: from }) =>
        list === name ? moved !== id : takes?.lists.test(String(list)) === true && from !== id,
      over: ({ list }, edge) => (list === name ? setEdge(edge) : setOver(true)),
      leave() {
        setEdge(null);
        setOver(false);
      },
      drop({ list, id: moved }, edge) {
        if (list !== name) return takes?.onTake(moved, id);
        const { order = [], move } = current.current ?? {};
        const next = reorderWithEdge({
          list: [...order],
          startIndex: order.indexOf(moved),
          indexOfTarget: order.indexOf(id),
          closestEdgeOfTarget: edge,
          axis: 'vertical',
        });
        move?.(moved, next.indexOf(moved));
      },
    };
    targets.set(element, target);
    let under: { row: Element; target: Target; edge: Edge } | null = null;
    const finger = byFinger(handle, {
      onStart: () => setDragged(true),
      onOver(at, y) {
        const found = targetAt(at, source);
        if (under && under.row !== found?.row) under.target.leave();
        under = null;
        if (!found) return;
        const { top, height } = found.row.getBoundingClientRect();
        under = { ...found, edge: y < top + height / 2 ? 'top' : 'bottom' };
        under.target.over(source, under.edge);
      },
      onEnd(dropped) {
        setDragged(false);
        under?.target.leave();
        if (dropped) under?.target.drop(source, under.edge);
        under = null;
      },
    });
    // The page is there before the library: until then rows move by finger, by key and by menu.
    let release: () => void = finger.release;
    let gone = false;
    withRetries(() => import('./by-mouse.ts')).then(
      ({ byMouse }) => {
        if (gone) return;
        const leave = byMouse(element, handle, { source, target, canDrag: () => !finger.isFinger(), onDragged: setDragged });
        release = () => {
          finger.release();
          leave();
        };
      },
      () => undefined,
    );
    return () => {
      gone = true;
      release();
    };
  }, [id, name, takes, within]);
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
        data-over={over || undefined}
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
  const { t } = useTranslation('sortable');
  const list = use(Sorted);
  const row = use(RowContext);
  if (!list || !row) return null;
  const { id } = row;
  const at = list.order.indexOf(id);
  const last = list.order.length - 1;
  const moves = [
    { id: 'up', label: t('up'), icon: <IconArrowUp {...drawn} />, onAct: () => list.move(id, at - 1), disabled: at <= 0 },
    { id: 'down', label: t('down'), icon: <IconArrowDown {...drawn} />, onAct: () => list.move(id, at + 1), disabled: at >= last },
    { id: 'first', label: t('first'), icon: <IconArrowBarToUp {...drawn} />, onAct: () => list.move(id, 0), disabled: at <= 0 },
    { id: 'last', label: t('last'), icon: <IconArrowBarToDown {...drawn} />, onAct: () => list.move(id, last), disabled: at >= last },
  ].map((move): MenuAct => ({ ...move, writes: true }));
  return (
    <span ref={row.grip} className="grip" title={t('hint')}>
      <Menu
        label={t('grip', { name: list.nameOf(id) })}
        button={<IconGripVertical {...drawn} />}
        acts={last > 0 ? [...moves, ...acts] : acts.length > 0 ? acts : moves}
        className="btn icon ghost grip-button"
        {...(tabIndex !== undefined && { tabIndex })}
      />
    </span>
  );
}
