import { useEffect, useReducer, useRef } from 'react';
import type { FoundEvent } from '../../../../backend/api/contract/events.ts';
import type { ArgOf } from '../../lib/calls.ts';
import { call } from '../../lib/http.ts';

export type EventFilters = Pick<
  ArgOf<'findEvents'>,
  'flujo' | 'categoria' | 'tipo' | 'quien' | 'acto' | 'desde' | 'hasta' | 'campo' | 'valor' | 'idioma'
>;

/** So many events are added at once. */
export const PAGE = 50;

export interface Search {
  events: readonly FoundEvent[];
  /** How many events the school has looked at. */
  seen: number;
  /** When the last one that was looked at happened. */
  date: string | null;
  /** The whole log was looked through. */
  end: boolean;
  running: boolean;
  error: unknown;
}
const nothing: Search = { events: [], seen: 0, date: null, end: false, running: true, error: null };

/**
 * Looks for events, the newest first, a page at a time. The school looks through a stretch of the log for each answer, so that
 * what was found and looked at so far is shown meanwhile, and `cancel` ends it at once.
 */
export const useEventSearch = (filters: EventFilters) => {
  const [state, put] = useReducer((was: Search, change: Partial<Search>): Search => ({ ...was, ...change }), nothing);
  const work = useRef<{ controller: AbortController; found: FoundEvent[]; seen: number; cursor: string | null }>(null);
  const run = async (from: { found: FoundEvent[]; seen: number; cursor: string | null }) => {
    work.current?.controller.abort();
    const controller = new AbortController();
    const { signal } = controller;
    let { found, seen, cursor } = from;
    const target = found.length + PAGE;
    put({ events: found, seen, running: true, error: null, end: false });
    try {
      for (let end = false; !end && found.length < target; ) {
        work.current = { controller, found, seen, cursor };
        const asked = { ...filters, limit: target - found.length, ...(cursor !== null && { cursor }) };
        const { data } = await call(calls.findEvents, asked, { signal });
        if (signal.aborted) return;
        found = [...found, ...data.eventos];
        seen += data.revisados;
        ({ cursor, fin: end } = data);
        put({ events: found, seen, end, ...(data.fecha !== null && { date: data.fecha }) });
      }
      work.current = { controller, found, seen, cursor };
      put({ running: false });
    } catch (error) {
      if (!signal.aborted) put({ error, running: false });
    }
  };
  const begin = useRef(run);
  useEffect(() => {
    void begin.current({ found: [], seen: 0, cursor: null });
    return () => work.current?.controller.abort();
  }, []);
  return {
    ...state,
    /** Goes on from where it stopped. */
    more: () => void run(work.current ?? { found: [], seen: 0, cursor: null }),
    cancel: () => {
      work.current?.controller.abort();
      put({ running: false });
    },
  };
};
