import { useSyncExternalStore } from 'react';
import { call, isFailure, schoolNow } from '../lib/http.ts';
import type { Position } from '../live/feed.ts';
import { feed } from './feed.ts';

/**
 * Marks of classes (C11), on line and off: each is kept on this device first, then sent, and stays until the school has it or refuses it.
 * One entry of the browser's storage for each class, so that tabs never write over each other; one tab at a time sends.
 */
export interface Mark {
  userId: number;
  courseId: number;
  sessionId: number;
  done: boolean;
  /** The command's key: sent again, it is the same command. */
  key: string;
  /** When it was made (ISO): the school lets an older mark never beat a newer one. */
  at: string;
}
export interface KeptMark extends Mark {
  /** It was tried, or is of an earlier page: it waits for a connection. */
  waiting: boolean;
}

const prefix = 'aulaviva.marca.';
const lock = 'aulaviva.marcas';
const SEND_MS = 15_000;
/** Refusals that asking again does not change. Anything else may be different the next time. */
const final: ReadonlySet<string> = new Set([
  'NOT_ENROLLED',
  'MODULE_LOCKED',
  'PREMIUM_CONTENT',
  'CLASS_NOT_FOUND',
  'COURSE_NOT_FOUND',
  'MALFORMED',
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
/** Where storage refuses (full, or switched off), for as long as the page lives. */
const unkept = new Map<string, Mark>();
const stored = (): Mark[] => {
  const found = new Map(unkept);
  try {
    for (const name of Object.keys(localStorage)) {
      const mark = name.startsWith(prefix) ? parse(localStorage.getItem(name)) : null;
      if (mark) found.set(name, mark);
    }
  } catch {
    // What the page itself holds.
  }
  return [...found.values()].sort((a, b) => (a.at < b.at ? -1 : 1));
};
/** Keys of marks that this page made and has not failed to send yet. */
const underWay = new Set<string>();
let marks: readonly KeptMark[] = [];
const listeners = new Set<() => void>();
const refresh = () => {
  marks = stored().map((mark) => ({ ...mark, waiting: !underWay.has(mark.key) }));
  for (const listener of listeners) listener();
};
refresh();
/** Of marks that the school has, by their key: the place in its history from which on its answers show them. */
const landed = new Map<string, Position>();
/** Null: an answer of now shows what became of it. */
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
/** The school has it; other tabs hear from where on, before it goes. */
const land = (mark: Mark, position: Position) => {
  landed.set(mark.key, position);
  const name = nameOf(mark);
  try {
    if (parse(localStorage.getItem(name))?.key === mark.key) localStorage.setItem(name, JSON.stringify({ ...mark, position }));
  } catch {
    // Other tabs ask for an answer of then.
  }
};
/** Unless a newer wish has taken its place. */
const forget = (mark: Mark) => {
  const name = nameOf(mark);
  underWay.delete(mark.key);
  if (unkept.get(name)?.key === mark.key) unkept.delete(name);
  try {
    if (parse(localStorage.getItem(name))?.key === mark.key) localStorage.removeItem(name);
  } catch {
    // It was not kept there.
  }
  refresh();
};

/** The last wish for a class wins. Sending it is the next step: `sendMarks`. */
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
  /** The school will not have it. */
  refused(mark: Mark, error: unknown): void;
  /** It could not be sent now. */
  queued?(mark: Mark): void;
  /** The school has it, but the screens have not been told in time. */
  late(mark: Mark): void;
}

const send = async (mark: Mark, outcome: Outcome): Promise<void> => {
  try {
    const { userId, sessionId, done: completado, at: hecha } = mark;
    const options = { key: mark.key, signal: AbortSignal.timeout(SEND_MS) };
    const { position } = await call(calls.completeClass, { userId, sessionId, body: { completado, hecha } }, options);
    if (position) {
      land(mark, position);
      feed().committed(position);
      // The screen shows the school's own answer before the mark laid over it goes.
      if (!(await feed().waitFor(position, feed().socket.connected ? 4_000 : 0))) outcome.late(mark);
    }
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

/** In this browser one tab at a time. */
const alone = (act: () => Promise<void>): Promise<void> => (navigator.locks ? navigator.locks.request(lock, act) : act());
let line: Promise<void> | undefined;
let again = false;
/** Sends what a person's marks say, each once, in the order they were made; one that fails holds up no other. */
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
