import { useEffect, useReducer, useRef } from 'react';
import { MOST_FOLLOWED } from '../../../../backend/api/contract/choices.ts';
import type { Findings, FoundEvent } from '../../../../backend/api/contract/events.ts';
import { call } from '../../lib/http.ts';
import { toFailure } from '../../ui/error-text.ts';
import type { EventFilters } from './event-search.ts';

/** How often the end of the log is read, and what arrived is shown; where the school has more, it is read again at once. */
const EVERY_MS = 1_000;
const PAGE = MOST_FOLLOWED;
/** How many events are shown, and how many are kept while paused; older ones are found by searching. */
export const SHOWN = 500;
export const KEPT = 5_000;
const MINUTE_MS = 60_000;

export interface Tail {
  /** The newest first. */
  events: readonly FoundEvent[];
  /** Arrived while paused, the newest first. */
  waiting: readonly FoundEvent[];
  /** How many were dropped from `waiting` because there were too many. */
  left: number;
  /** How many events arrived, and when, in the last minute. */
  counts: readonly { at: number; count: number }[];
  /** The school has more than one answer holds. */
  behind: boolean;
  paused: boolean;
  error: unknown;
  /** The person who is followed has withdrawn the permission: no more events come, and none that waited is shown. */
  ended: boolean;
}
type Change = { came: readonly FoundEvent[]; at: number; behind: boolean } | { paused: boolean } | { error: unknown } | { ended: true };

export const nothingYet: Tail = { events: [], waiting: [], left: 0, counts: [], behind: false, paused: false, error: null, ended: false };

export function followed(was: Tail, change: Change): Tail {
  if ('ended' in change) return { ...nothingYet, events: was.events, ended: true };
  if ('error' in change) return { ...was, error: change.error };
  if ('paused' in change)
    return change.paused
      ? { ...was, paused: true }
      : { ...was, paused: false, events: [...was.waiting, ...was.events].slice(0, SHOWN), waiting: [], left: 0 };
  const { came, at, behind } = change;
  const counts = [...was.counts.filter((one) => one.at > at - MINUTE_MS), ...(came.length > 0 ? [{ at, count: came.length }] : [])];
  const next = { ...was, counts, behind, error: null };
  if (!was.paused) return { ...next, events: [...came.toReversed(), ...was.events].slice(0, SHOWN) };
  const waiting = [...came.toReversed(), ...was.waiting];
  return { ...next, waiting: waiting.slice(0, KEPT), left: was.left + Math.max(0, waiting.length - KEPT) };
}

/**
 * Reads from a place until nothing is left, or for `EVERY_MS`. Pages that arrive quickly are shown together, because showing each of them takes longer than
 * reading it. A failing page ends the reading; if it is the first one, the error is thrown.
 */
export async function readOn(
  read: (from: string | null) => Promise<Pick<Findings, 'eventos' | 'cursor' | 'fin'>>,
  from: string | null,
  now: () => number = Date.now,
): Promise<{ came: FoundEvent[]; cursor: string | null; behind: boolean }> {
  const until = now() + EVERY_MS;
  const so = { came: [] as FoundEvent[], cursor: from, behind: true };
  do {
    try {
      const { eventos, cursor, fin } = await read(so.cursor);
      so.came.push(...eventos);
      Object.assign(so, { cursor, behind: !fin });
    } catch (error) {
      if (so.cursor === from) throw error;
      break;
    }
  } while (so.behind && now() < until);
  return so;
}

/** Follows the log from its present end on, without a gap: each read begins where the previous one ended. */
export const useEventTail = (filters: EventFilters) => {
  const [state, put] = useReducer(followed, nothingYet);
  const asked = useRef(filters);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cursor: string | null | undefined;
    const ask = async () => {
      let wait = EVERY_MS;
      try {
        if (cursor === undefined) ({ cursor } = (await call(calls.headOfLog, undefined, { signal })).data);
        else {
          const next = await readOn(async (from) => {
            const after = from === null ? {} : { cursor: from };
            return (await call(calls.findEvents, { ...asked.current, ...after, orden: 'antiguos', enVivo: '1', limit: PAGE }, { signal }))
              .data;
          }, cursor);
          if (signal.aborted) return;
          ({ cursor } = next);
          put({ came: next.came, at: Date.now(), behind: next.behind });
          if (next.behind) wait = 0;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (toFailure(error).code === 'FOLLOW_NOT_ALLOWED') return put({ ended: true });
        put({ error });
        wait = 5 * EVERY_MS;
      }
      if (!signal.aborted) timer = setTimeout(() => void ask(), wait);
    };
    void ask();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, []);
  return { ...state, pause: () => put({ paused: true }), go: () => put({ paused: false }) };
};
