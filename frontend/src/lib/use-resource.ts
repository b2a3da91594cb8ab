import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { type Answer, ApiError } from './http.ts';
import { seedOf, takeSeed } from './seeds.ts';

export interface Resource<T> {
  data: T | undefined;
  /** The error of the last attempt; earlier data stays in `data`. */
  error: unknown;
  isFetching: boolean;
  /** When `data` was read. */
  at: number | null;
  refetch: (minPosition?: string) => void;
  /** The position that `data` reflects; null before it is loaded. */
  readAt: () => string | null;
}
interface Kept {
  data: unknown;
  at: number;
}
interface State<T> extends Pick<Resource<T>, 'data' | 'error' | 'isFetching' | 'at'> {
  key: string | null;
}
/** Before anything is read, with what was cached. `isSeeded`: the page came with its data, which are not read again. */
const initial = <T>(key: string | null, had?: { data: T; at: number }, isSeeded?: unknown): State<T> => ({
  ...{ key, data: undefined, at: null, error: null, ...had },
  isFetching: key !== null && !isSeeded,
});
const kept = new Map<string, Kept>();
/** The school asks to wait: a retry may succeed. */
const PASSING = [408, 429, 503];
/** For another moment of the past, and for tests. */
export const forgetResources = () => kept.clear();

/** A read for pages without the store: keeps its data while reading again, and drops answers that arrive too late. A null key reads nothing. */
export const useResource = <T>(
  key: string | null,
  load: (signal: AbortSignal, minPosition?: string) => Promise<Answer<T>>,
): Resource<T> => {
  // The cache key identifies what `load` reads, so the entry of a key is a T.
  const peek = useCallback(
    () => (key === null ? undefined : ((kept.get(key) ?? seedOf(key)) as { data: T; at: number } | undefined)),
    [key],
  );
  const [state, setState] = useState(() => initial(key, peek(), seedOf(key)));
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  const running = useRef<AbortController | null>(null);
  const again = useRef<{ tries: number; timer?: ReturnType<typeof setTimeout> }>({ tries: 0 });
  const position = useRef<string | null>(null);
  const readAt = useCallback(() => position.current, []);
  const refetch = useCallback(
    (minPosition?: string) => {
      if (key === null) return;
      running.current?.abort();
      clearTimeout(again.current.timer);
      const controller = new AbortController();
      running.current = controller;
      setState((was) => (was.isFetching ? was : { ...was, isFetching: true }));
      latest.current(controller.signal, minPosition).then(
        ({ data, position: reflects }) => {
          if (controller.signal.aborted) return;
          again.current.tries = 0;
          position.current = reflects;
          const at = Date.now();
          kept.set(key, { data, at });
          // In a transition: an arriving catalogue does not interrupt scrolling.
          startTransition(() => setState({ key, data, at, error: null, isFetching: false }));
        },
        (error: unknown) => {
          if (controller.signal.aborted) return;
          if (error instanceof ApiError && PASSING.includes(error.status) && again.current.tries < 2) {
            again.current.tries += 1;
            again.current.timer = setTimeout(() => refetch(minPosition), 1_000 * again.current.tries);
          } else setState((was) => ({ ...was, error, isFetching: false }));
        },
      );
    },
    [key],
  );
  useEffect(() => {
    const seed = takeSeed(key);
    if (seed && key !== null) kept.set(key, seed);
    position.current = seed?.position ?? null;
    const next = initial(key, peek(), seed);
    // Cached data is used in the first render, so that nothing renders twice.
    setState((was) => (was.key === key && was.data === next.data && was.isFetching === next.isFetching && !was.error ? was : next));
    if (!seed) refetch();
    return () => {
      running.current?.abort();
      clearTimeout(again.current.timer);
    };
  }, [key, peek, refetch]);
  return { ...(state.key === key ? state : initial<T>(key)), refetch, readAt };
};
