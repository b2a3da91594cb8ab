import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, type Edge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';

/** A row on its way. */
export interface Dragged {
  list: string | undefined;
  id: number;
  within: number | undefined;
}
/** What a row does with one that is over it. */
export interface Target {
  accepts: (dragged: Dragged) => boolean;
  over: (dragged: Dragged, edge: Edge | null) => void;
  leave: () => void;
  drop: (dragged: Dragged, edge: Edge | null) => void;
}

interface Row {
  source: Dragged;
  target: Target;
  /** Whether a drag may begin now. */
  canDrag: () => boolean;
  onDragged: (dragged: boolean) => void;
}

/** Lets a mouse drag `element` by its handle, and drop other rows on it. Returns what ends both. Apart, so that the page is shown before its library is loaded. */
export const byMouse = (element: HTMLElement, dragHandle: HTMLElement, { source: row, target, canDrag, onDragged }: Row): (() => void) =>
  combine(
    draggable({
      element,
      dragHandle,
      canDrag,
      getInitialData: () => ({ ...row }),
      onDragStart: () => onDragged(true),
      onDrop: () => onDragged(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => target.accepts(source.data as unknown as Dragged),
      getData: ({ input, element: over }) =>
        attachClosestEdge({ list: row.list, id: row.id }, { input, element: over, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ self, source }) => target.over(source.data as unknown as Dragged, extractClosestEdge(self.data)),
      onDragLeave: target.leave,
      onDrop: ({ source, self, location }) => {
        target.leave();
        // Of rows inside rows it falls on the inner one.
        if (location.current.dropTargets[0]?.element === element)
          target.drop(source.data as unknown as Dragged, extractClosestEdge(self.data));
      },
    }),
  );
