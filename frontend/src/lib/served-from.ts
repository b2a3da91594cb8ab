import { useSyncExternalStore } from 'react';

let oldest: number | null = null;
const listeners = new Set<() => void>();

/** This page shows an answer that the school gave then (milliseconds), kept on this device (kept-courses.ts). */
export const noteServed = (at: number): void => {
  oldest = Math.min(oldest ?? at, at);
  for (const listener of listeners) listener();
};
/** When the school gave the oldest of them; null: the page shows nothing that was kept. */
export const useServedFrom = (): number | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => oldest,
    () => null,
  );
