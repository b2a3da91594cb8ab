/** A finger that has moved less than this, in px, is still pressing, not dragging. */
const SLOP = 8;
/** The list scrolls by itself when the finger is within this many px of its upper or lower end, by this many px per frame. */
const NEAR = 56;
const STEP = 9;

interface Drag {
  onStart: () => void;
  /** The element under the finger, and its distance from the top of the window, in px. */
  onOver: (under: Element | null, y: number) => void;
  /** `dropped`: the finger was lifted; else the browser took the touch away. */
  onEnd: (dropped: boolean) => void;
}

const scrollerOf = (element: Element): Element => {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.scrollingElement ?? document.documentElement;
};

/**
 * Dragging by a finger, which the browser's own dragging leaves to each system (docs/decisions/0225). Begins once the finger moves; a press alone stays one.
 * The grip needs `touch-action: none`. Returns whether the last press on it was a finger's, and how to let go of it.
 */
export function byFinger(grip: HTMLElement, { onStart, onOver, onEnd }: Drag) {
  let finger = false;
  let from: number | null = null;
  let dragging = false;
  let frame = 0;
  let point = { x: 0, y: 0 };
  const under = () => onOver(document.elementFromPoint(point.x, point.y), point.y);
  const scroll = (scroller: Element) => {
    const top = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top;
    const bottom = Math.min(innerHeight, top + scroller.clientHeight);
    const by = point.y < top + NEAR ? -STEP : point.y > bottom - NEAR ? STEP : 0;
    if (by !== 0) {
      scroller.scrollBy(0, by);
      under();
    }
    frame = requestAnimationFrame(() => scroll(scroller));
  };
  const end = (dropped: boolean) => {
    from = null;
    cancelAnimationFrame(frame);
    if (!dragging) return;
    dragging = false;
    onEnd(dropped);
  };
  const listeners: { [Type in 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel']: (event: PointerEvent) => void } = {
    pointerdown(event) {
      finger = event.pointerType === 'touch';
      if (finger && event.isPrimary) from = event.clientY;
    },
    pointermove(event) {
      if (from === null || !event.isPrimary) return;
      point = { x: event.clientX, y: event.clientY };
      if (!dragging) {
        if (Math.abs(point.y - from) < SLOP) return;
        dragging = true;
        onStart();
        scroll(scrollerOf(grip));
      }
      under();
    },
    pointerup: () => end(true),
    pointercancel: () => end(false),
  };
  for (const [type, listener] of Object.entries(listeners)) grip.addEventListener(type, listener as EventListener);
  return {
    isFinger: () => finger,
    release() {
      end(false);
      for (const [type, listener] of Object.entries(listeners)) grip.removeEventListener(type, listener as EventListener);
    },
  };
}
