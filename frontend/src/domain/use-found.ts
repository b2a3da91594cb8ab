import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { type ArgOf, addressOf } from '../lib/calls.ts';
import { follow } from '../lib/follow.ts';
import { call } from '../lib/http.ts';
import { seedOf, takeSeed } from '../lib/seeds.ts';
import { type Filters, type Found, PAGE, questionOf } from './catalogue-search.ts';
import type { Course } from './course.ts';

export interface FoundState {
  /** undefined before the first answer. While a new query is loading, the previous answer stays. */
  found: (Omit<Found, 'siguiente'> & { more: boolean }) | undefined;
  error: unknown;
  isFetching: boolean;
  /** When `found` was read. */
  at: number | null;
  refetch: (minPosition?: string) => void;
}

interface Kept {
  question: string;
  found: Found;
  at: number;
  position: string | null;
}
/** Recent answers: going back shows at once what was there. */
const answers = new Map<string, Kept>();
const MOST_ANSWERS = 20;
/** For tests. */
export const forgetAnswers = () => answers.clear();

const MOST_AT_ONCE = 100;

/** The cache key of the first page of an answer. */
const seedKey = (question: string): string => `buscar:${question}`;
const seeded = (question: string): Kept | null => {
  const seed = seedOf(seedKey(question));
  return seed ? { question, found: seed.data as Found, at: seed.at, position: seed.position } : null;
};
/** The first page of the whole catalogue, and its cache key. */
export const wholeCatalogue = { key: seedKey(''), url: addressOf(calls.searchCourses, { limit: PAGE }) };

/** Reads `shown` courses of a query, page by page; continues from `from` where that is the beginning of the same answer. */
async function read(question: string, shown: number, from: Found | null, signal: AbortSignal, minPosition?: string) {
  let found = from;
  let position: string | null = null;
  do {
    const asked: ArgOf<'searchCourses'> = Object.fromEntries(new URLSearchParams(question));
    const limit = Math.min(MOST_AT_ONCE, shown - (found?.cursos.length ?? 0));
    const answer = await call(
      calls.searchCourses,
      { ...asked, limit, ...(found?.siguiente && { cursor: found.siguiente }) },
      { signal, minPosition },
    );
    position ??= answer.position;
    // A course that moved from one page to the next in between is shown once.
    const known = new Set(found?.cursos.map(({ id }) => id));
    found = { ...answer.data, cursos: [...(found?.cursos ?? []), ...answer.data.cursos.filter(({ id }) => !known.has(id))] };
  } while (found.siguiente && found.cursos.length < shown);
  return { found, position };
}

/** The catalogue's answer to the filters, followed live: publishing, a new price or a review changes an open page. */
export const useFound = (filters: Filters): FoundState => {
  const question = questionOf(filters);
  const { shown } = filters;
  const [kept, setKept] = useState<Kept | null>(() => answers.get(question) ?? seeded(question));
  const [state, setState] = useState<{ error: unknown; isFetching: boolean }>(() => ({
    error: null,
    isFetching: !seedOf(seedKey(question)),
  }));
  const running = useRef<AbortController | null>(null);
  const latest = useRef<Kept | null>(kept);
  const wanted = useRef({ question, shown });
  wanted.current = { question, shown };

  const load = useCallback((fresh: boolean, minPosition?: string) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { question, shown } = wanted.current;
    const before = latest.current;
    const from = !fresh && before?.question === question ? before.found : null;
    if (from && (from.cursos.length >= shown || !from.siguiente)) {
      setState((was) => (was.error || was.isFetching ? { error: null, isFetching: false } : was));
      return;
    }
    setState((was) => (was.isFetching ? was : { ...was, isFetching: true }));
    read(question, shown, from, controller.signal, minPosition).then(
      ({ found, position }) => {
        if (controller.signal.aborted) return;
        const next = { question, found, at: Date.now(), position };
        latest.current = next;
        answers.delete(question);
        answers.set(question, next);
        for (const oldest of answers.keys()) {
          if (answers.size <= MOST_ANSWERS) break;
          answers.delete(oldest);
        }
        // In a transition: a long answer does not interrupt scrolling.
        startTransition(() => {
          setKept(next);
          setState({ error: null, isFetching: false });
        });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ error, isFetching: false });
      },
    );
  }, []);

  const asked = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` reads both from `wanted`
  useEffect(() => {
    // More of the same answer continues the one on the page, as does a server-rendered one; another query is read anew.
    load(asked.current !== question && !takeSeed(seedKey(question)));
    asked.current = question;
  }, [question, shown, load]);
  useEffect(
    () => () => {
      running.current?.abort();
      // A page that is mounted again reads again.
      asked.current = null;
    },
    [],
  );

  const refetch = useCallback((minPosition?: string) => load(true, minPosition), [load]);
  const readAt = useCallback(() => latest.current?.position ?? null, []);
  useEffect(() => follow(reads.searchCourses, refetch, readAt), [refetch, readAt]);

  const known = kept?.question === question ? kept : (answers.get(question) ?? kept);
  return {
    found: known ? { ...known.found, cursos: known.found.cursos as Course[], more: known.found.siguiente !== null } : undefined,
    error: state.error,
    isFetching: state.isFetching,
    at: known?.at ?? null,
    refetch,
  };
};
