import { useEffect, useReducer, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import type { FoundEvent } from '../../../../backend/api/contract/events.ts';
import type { ArgOf } from '../../lib/calls.ts';
import { call } from '../../lib/http.ts';

export type EventFilters = Pick<
  ArgOf<'findEvents'>,
  'flujo' | 'categoria' | 'tipo' | 'quien' | 'acto' | 'desde' | 'hasta' | 'campo' | 'valor' | 'inicio' | 'orden' | 'idioma'
>;

/** How many events each step adds. */
export const PAGE = 50;

export interface Search {
  events: readonly FoundEvent[];
  /** How many events the school has looked at. */
  seen: number;
  /** The moment of the last event that was looked at (ISO). */
  date: string | null;
  /** The whole log has been searched. */
  end: boolean;
  running: boolean;
  error: unknown;
}
const nothing: Search = { events: [], seen: 0, date: null, end: false, running: true, error: null };

/** The progress of a search. */
interface Place {
  found: readonly FoundEvent[];
  seen: number;
  cursor: string | null;
  date: string | null;
  end: boolean;
}
const start: Place = { found: [], seen: 0, cursor: null, date: null, end: false };
/** The most recent searches, by person and filters, for somebody who returns to one. */
const left = new Map<string, Place>();
const MOST_LEFT = 8;
const leave = (key: string, place: Place) => {
  left.delete(key);
  left.set(key, place);
  for (const oldest of left.keys()) if (left.size > MOST_LEFT) left.delete(oldest);
};

/**
 * Searches events a page at a time, the newest first unless the filters say otherwise; «back» finds the search as it was left. The school searches a
 * stretch of the log for each answer, so that matches and progress are shown meanwhile, and `cancel` ends the search at once.
 */
export const useEventSearch = (filters: EventFilters, whose: number) => {
  const key = `${whose} ${JSON.stringify(filters)}`;
  const back = useNavigationType() === 'POP' ? left.get(key) : undefined;
  const [state, put] = useReducer(
    (was: Search, change: Partial<Search>): Search => ({ ...was, ...change }),
    back ? { ...nothing, events: back.found, seen: back.seen, date: back.date, end: back.end, running: false } : nothing,
  );
  const place = useRef(back ?? start);
  const work = useRef<AbortController>(null);
  const run = async () => {
    work.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    work.current = controller;
    const target = place.current.found.length + PAGE;
    put({ running: true, error: null, end: false });
    try {
      for (let end = false; !end && place.current.found.length < target; ) {
        const { found, seen, cursor, date } = place.current;
        const asked = { ...filters, limit: target - found.length, ...(cursor !== null && { cursor }) };
        const { data } = await call(calls.findEvents, asked, { signal });
        if (signal.aborted) return;
        end = data.fin;
        const next = {
          found: [...found, ...data.eventos],
          ...{ seen: seen + data.revisados, cursor: data.cursor, date: data.fecha ?? date, end },
        };
        place.current = next;
        leave(key, next);
        put({ events: next.found, seen: next.seen, date: next.date, end });
      }
      put({ running: false });
    } catch (error) {
      if (!signal.aborted) put({ error, running: false });
    }
  };
  const begin = useRef(run);
  const fresh = useRef(back === undefined);
  useEffect(() => {
    if (fresh.current) void begin.current();
    return () => work.current?.abort();
  }, []);
  return {
    ...state,
    /** Continues from where it stopped. */
    more: () => void run(),
    cancel: () => {
      work.current?.abort();
      put({ running: false });
    },
  };
};
