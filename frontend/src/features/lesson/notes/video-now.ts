import { useSyncExternalStore } from 'react';

/** The present position of the open class's video, which a note may refer to. */
export interface VideoNow {
  video: string;
  second: number;
}
let now: VideoNow | null = null;
const listeners = new Set<() => void>();

export const tellVideoNow = (next: VideoNow | null): void => {
  now = next;
  for (const listener of listeners) listener();
};
export const useVideoNow = (): VideoNow | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => now,
  );
