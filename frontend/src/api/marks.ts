import { useSyncExternalStore } from 'react';
import { call, isFailure, schoolNow } from '../lib/http.ts';
import type { Position } from '../live/tails.ts';
import { feed } from './feed.ts';

/**
 * Marks of classes (C11), online and offline: each is stored on this device first, then sent, and stays until the school has it or refuses it.
 * One entry of localStorage per class, so that tabs do not overwrite each other; one tab at a time sends.
 */
export interface Mark {
  userId: number;
  courseId: number;
  sessionId: number;
  done: boolean;
  /** The Idempotency-Key: a repeat is the same command. */
  key: string;
  /** When it was made (ISO): an older mark never replaces a newer one at the school. */
  at: string;
}
export interface KeptMark extends Mark {
  /** It was tried, or comes from an earlier page: it waits for a connection. */
  waiting: boolean;
}

const prefix = 'aulaviva.marca.';
const lock = 'aulaviva.marcas';
const SEND_MS = 15_000;
/** Refusals that a retry does not change. Any other failure may pass. */
const final: ReadonlySet<string> = new Set([
  'NOT_ENROLLED',
  'MODULE_LOCKED',
  'VIDEO_NOT_WATCHED',
  'EXERCISE_NOT_SOLVED',
  'PREMIUM_CONTENT',
  'CLASS_NOT_FOUND',
  'COURSE_NOT_FOUND',
  'MALFORMED',
  // While an administrator views the school as somebody else, no class can be marked; the mark is dropped, not kept for that person's next visit.
  'VIEW_ONLY',
]);

const nameOf = ({ userId, sessionId }: Pick<Mark, 'userId' | 'sessionId'>) => `${prefix}${userId}.${sessionId}`;
const isMark = (value: unknown): value is Mark => {
  const mark = value as Partial<Mark> | null;
  const ids = [mark?.userId, mark?.courseId, mark?.sessionId].every(Number.isInteger);
  return ids && typeof mark?.done === 'boolean' && typeof mark.key === 'string' && typeof mark.at === 'string';
};
const parse = (text: string | null): Mark | null => {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    return isMark(kept) ? kept : null;
  } catch {
    return null;
  }
};
/** Marks that localStorage refuses (full, or disabled); they live as long as the page. */
const unkept = new Map<string, Mark>();
const stored = (): Mark[] => {
  const found = new Map(unkept);
  try {
    for (const name of Object.keys(localStorage)) {
      const mark = name.startsWith(prefix) ? parse(localStorage.getItem(name)) : null;
      if (mark) found.set(name, mark);
    }
  } catch {
    // The marks held by the page itself.
  }
  return [...found.values()].sort((a, b) => (a.at < b.at ? -1 : 1));
};
/** Keys of marks that this page made and that have not failed to be sent. */
const underWay = new Set<string>();
let marks: readonly KeptMark[] = [];
const listeners = new Set<() => void>();
const refresh = () => {
  marks = stored().map((mark) => ({ ...mark, waiting: !underWay.has(mark.key) }));
  for (const listener of listeners) listener();
};
refresh();
/** By key of a delivered mark, the log position from which on the school's answers contain it. */
const landed = new Map<string, Position>();
/** Null: the position is not known, so only a fresh answer shows what became of the mark. */
export const landedAt = ({ key }: Mark): Position | null => landed.get(key) ?? null;
const isLanded = (mark: Mark | null): mark is Mark & { position: Position } =>
  typeof (mark as { position?: unknown } | null)?.position === 'string';
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key !== null && !key.startsWith(prefix)) return;
  const mark = parse(newValue);
  if (isLanded(mark)) landed.set(mark.key, mark.position);
  refresh();
});

const keep = (mark: Mark) => {
  try {
    localStorage.setItem(nameOf(mark), JSON.stringify(mark));
    unkept.delete(nameOf(mark));
  } catch {
    unkept.set(nameOf(mark), mark);
  }
};
/** The school has it; other tabs learn the position before the entry is deleted. */
const land = (mark: Mark, position: Position) => {
  landed.set(mark.key, position);
  const name = nameOf(mark);
  try {
    if (parse(localStorage.getItem(name))?.key === mark.key) localStorage.setItem(name, JSON.stringify({ ...mark, position }));
  } catch {
    // Other tabs read again, from that position.
  }
};
/** A newer choice may have replaced it meanwhile; then the newer one stays. */
const forget = (mark: Mark) => {
  const name = nameOf(mark);
  underWay.delete(mark.key);
  if (unkept.get(name)?.key === mark.key) unkept.delete(name);
  try {
    if (parse(localStorage.getItem(name))?.key === mark.key) localStorage.removeItem(name);
  } catch {
    // localStorage refused it.
  }
  refresh();
};

/** Stores the latest choice for a class. `sendMarks` sends it. */
export const makeMark = (wish: Omit<Mark, 'key' | 'at'>): Mark => {
  const mark = { ...wish, key: crypto.randomUUID(), at: schoolNow().toISOString() };
  underWay.add(mark.key);
  keep(mark);
  refresh();
  return mark;
};

export const useMarks = (): readonly KeptMark[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => marks,
    () => marks,
  );

export interface Outcome {
  /** The school refused it. */
  refused(mark: Mark, error: unknown): void;
  /** It could not be sent: it waits for a connection. */
  queued?(mark: Mark): void;
  /** A mark that had waited was sent. `stays`: false where a later one, made elsewhere, stands. */
  arrived?(mark: Mark, stays: boolean): void;
  /** The school has it, but this window was not told within the time limit. */
  late(mark: Mark): void;
}

const send = async (mark: Mark, outcome: Outcome): Promise<void> => {
  try {
    const { userId, sessionId, done: completado, at: hecha } = mark;
    const options = { key: mark.key, signal: AbortSignal.timeout(SEND_MS) };
    const { data, position } = await call(calls.completeClass, { userId, sessionId, body: { completado, hecha } }, options);
    if (position) {
      land(mark, position);
      feed().committed(position);
      // The screen shows the school's own answer before the local mark is removed.
      if (!(await feed().waitFor(position, feed().socket.connected ? 4_000 : 0))) outcome.late(mark);
    }
    if (!underWay.has(mark.key)) outcome.arrived?.(mark, data.completado === mark.done);
    forget(mark);
  } catch (error) {
    if (isFailure(error) && final.has(error.code)) {
      forget(mark);
      outcome.refused(mark, error);
      return;
    }
    const first = underWay.delete(mark.key);
    refresh();
    if (first) outcome.queued?.(mark);
  }
};

/** One tab of this browser at a time. */
const alone = (act: () => Promise<void>): Promise<void> => (navigator.locks ? navigator.locks.request(lock, act) : act());
let line: Promise<void> | undefined;
let again = false;
/** Sends a person's marks, each once, in the order they were made; a failing one does not delay the others. */
export const sendMarks = (userId: number, outcome: Outcome): Promise<void> => {
  again = true;
  line ??= alone(async () => {
    const tried = new Set<string>();
    while (again) {
      again = false;
      for (;;) {
        const next = stored().find((mark) => mark.userId === userId && !tried.has(mark.key));
        if (!next) break;
        tried.add(next.key);
        await send(next, outcome);
      }
    }
  }).finally(() => {
    line = undefined;
    again = false;
  });
  return line;
};
