import { useSyncExternalStore } from 'react';
import { ApiError, call } from '../lib/http.ts';
import { feed } from './feed.ts';

/** A mark of a class that could not be sent for want of a connection (C11): kept on this device until the school has it, or refuses it. */
export interface QueuedMark {
  userId: number;
  courseId: number;
  sessionId: number;
  done: boolean;
}

const key = 'aulaviva.marcas';
const isMark = (value: unknown): value is QueuedMark => {
  const mark = value as Partial<QueuedMark> | null;
  return [mark?.userId, mark?.courseId, mark?.sessionId].every(Number.isInteger) && typeof mark?.done === 'boolean';
};
const read = (): readonly QueuedMark[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isMark) : [];
  } catch {
    return [];
  }
};
let marks = read();
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
const change = (next: readonly QueuedMark[]) => {
  marks = next;
  try {
    if (next.length > 0) localStorage.setItem(key, JSON.stringify(next));
    else localStorage.removeItem(key);
  } catch {
    // Kept for as long as the page lives.
  }
  tell();
};
// What another tab sent or queued.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== key) return;
  marks = read();
  tell();
});

/** Takes a mark back from the queue: a newer wish has its place, or it is done. */
export const forgetMark = (userId: number, sessionId: number): void => {
  if (marks.some((mark) => mark.userId === userId && mark.sessionId === sessionId))
    change(marks.filter((mark) => mark.userId !== userId || mark.sessionId !== sessionId));
};
/** The last wish for a class wins. */
export const queueMark = (mark: QueuedMark): void =>
  change([...marks.filter((other) => other.userId !== mark.userId || other.sessionId !== mark.sessionId), mark]);

export const useQueuedMarks = (): readonly QueuedMark[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => marks,
    () => marks,
  );

let sending = false;
/** Sends what waits, in order; stops where the connection is gone again. What is refused is dropped and told. */
export const sendQueuedMarks = async (userId: number, refused: (mark: QueuedMark, error: unknown) => void): Promise<void> => {
  if (sending) return;
  sending = true;
  try {
    for (;;) {
      const mark = marks.find((one) => one.userId === userId);
      if (!mark) return;
      try {
        const path = `/api/usuario-sesion/marcarComoCompletada/${userId}/${mark.sessionId}/completar`;
        const { position } = await call(path, { method: 'PATCH', body: { completado: mark.done } });
        // The screen shows the school's own answer before the mark laid over it goes.
        if (position) await feed().waitFor(position, 4_000);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 401 || error.status === 429)
          return;
        refused(mark, error);
      }
      // A newer wish may have come meanwhile.
      if (marks.includes(mark)) forgetMark(userId, mark.sessionId);
    }
  } finally {
    sending = false;
  }
};
