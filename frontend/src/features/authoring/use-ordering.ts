import { useMemo, useRef, useState } from 'react';
import { feed } from '../../api/feed.ts';
import { notify } from '../../ui/notify.ts';

/** How long a saved order is shown before this window has received it. */
const WAIT_MS = 3_000;

/** A requested order applied to present items: items added since come last. */
const merged = (wanted: readonly number[], saved: readonly number[]): number[] => {
  const known = wanted.filter((id) => saved.includes(id));
  return [...known, ...saved.filter((id) => !known.includes(id))];
};

/**
 * The saved order, or the one that this person just chose: a move shows at once, moves are sent one after the other, of several the last. Items added or
 * removed meanwhile keep their place; a refused order is reverted, with the reason. Returns the same array while nothing changes.
 */
export function useOrdering(
  saved: readonly number[],
  send: (order: number[]) => Promise<unknown>,
  failureText: (failure: unknown) => string,
) {
  const [wanted, setWanted] = useState<readonly number[] | null>(null);
  const next = useRef<readonly number[] | null>(null);
  const sending = useRef(false);
  const moves = useRef(0);
  const now = useRef(saved);
  now.current = saved;
  /** The requested order, applied to the present items. */
  const withNews = (order: readonly number[]): number[] => merged(order, now.current);
  const sendAll = async () => {
    if (sending.current) return;
    sending.current = true;
    let last: readonly number[] | null = null;
    try {
      while (next.current) {
        const order = withNews(next.current);
        last = order;
        next.current = null;
        await send(order);
      }
    } catch (failure) {
      next.current = null;
      last = null;
      setWanted(null);
      notify.error(failureText(failure));
    } finally {
      sending.current = false;
    }
    const sent = moves.current;
    await feed().caughtUp(WAIT_MS);
    // Without the live feed the window receives the order only by another read: until then the previous order would move the rows under a pressing finger.
    if (last && withNews(last).join() !== now.current.join()) await new Promise((passed) => setTimeout(passed, WAIT_MS));
    if (moves.current === sent) setWanted(null);
  };
  return {
    order: useMemo(() => (wanted ? merged(wanted, saved) : saved), [wanted, saved]),
    put(order: readonly number[]) {
      moves.current++;
      setWanted(order);
      next.current = order;
      void sendAll();
    },
  };
}
