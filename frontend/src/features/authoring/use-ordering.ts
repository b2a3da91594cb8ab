import { useMemo, useRef, useState } from 'react';
import { feed } from '../../api/feed.ts';
import { notify } from '../../ui/notify.ts';

/** How long an order that was saved stands here before the window itself has it. */
const WAIT_MS = 3_000;

/** An order that was asked for, of what is there: what came since stands at its end. */
const merged = (wanted: readonly number[], standing: readonly number[]): number[] => {
  const known = wanted.filter((id) => standing.includes(id));
  return [...known, ...standing.filter((id) => !known.includes(id))];
};

/**
 * An order as it stands, or as this person just put it: a move shows at once, moves are sent one after the other, of several the last. What came or went
 * meanwhile keeps its place; what is refused goes back, and says why. The same array is given back while nothing changes, if `standing` is the same.
 */
export function useOrdering(
  standing: readonly number[],
  send: (order: number[]) => Promise<unknown>,
  failureText: (failure: unknown) => string,
) {
  const [wanted, setWanted] = useState<readonly number[] | null>(null);
  const next = useRef<readonly number[] | null>(null);
  const sending = useRef(false);
  const moves = useRef(0);
  const now = useRef(standing);
  now.current = standing;
  /** What was asked for, with what is there now. */
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
    // Without the live feed the window has it only when it was read again: until then the order of before would move the rows under a pressing finger.
    if (last && withNews(last).join() !== now.current.join()) await new Promise((passed) => setTimeout(passed, WAIT_MS));
    if (moves.current === sent) setWanted(null);
  };
  return {
    order: useMemo(() => (wanted ? merged(wanted, standing) : standing), [wanted, standing]),
    put(order: readonly number[]) {
      moves.current++;
      setWanted(order);
      next.current = order;
      void sendAll();
    },
  };
}
