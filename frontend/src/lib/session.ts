import { useSyncExternalStore } from 'react';
import type { UserRecord } from '../../../backend/api/contract/auth.ts';
import { ApiError, call } from './http.ts';

/**
 * Who is signed in. Signed in = a valid server session (an httpOnly cookie that scripts cannot read), asked for with GET /api/auth/sesion.
 * Nothing secret is kept in the browser; `hint` only says that asking is worthwhile, so that a visitor's first page makes no call that must fail.
 */
export type SessionUser = UserRecord;

const hintKey = 'aulaviva.sesion';
const channelName = 'aulaviva.sesion';
let user: SessionUser | null | undefined;
let pending: Promise<SessionUser | null> | undefined;
const listeners = new Set<() => void>();

const storage = (act: (store: Storage) => void) => {
  try {
    act(localStorage);
  } catch {
    // Without storage the session still works; the landing just asks less.
  }
};
// Not where the server draws: an open channel would keep that process alive.
const channel = typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName);

const set = (next: SessionUser | null) => {
  user = next;
  storage((store) => (next ? store.setItem(hintKey, '1') : store.removeItem(hintKey)));
  for (const listener of listeners) listener();
};

/** Asks the server once per page; `fresh` asks again. Throws only when the server cannot be reached or is in trouble. */
export const loadSession = ({ fresh = false }: { fresh?: boolean } = {}): Promise<SessionUser | null> => {
  if (user !== undefined && !fresh) return Promise.resolve(user);
  pending ??= call<SessionUser>('/api/auth/sesion')
    .then(({ data }) => data)
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    })
    .then((next) => {
      set(next);
      return next;
    })
    .finally(() => {
      pending = undefined;
    });
  return pending;
};

/** Whether this browser has signed in before and not out. */
export const likelySignedIn = (): boolean => {
  let likely = false;
  storage((store) => {
    likely = store.getItem(hintKey) === '1';
  });
  return likely;
};
/** For public pages: asks only when it is worthwhile. */
export const loadSessionIfLikely = (): void => {
  if (likelySignedIn()) void loadSession().catch(() => undefined);
};

/** After signing in, or when a newer record of the same person is known (a change of profile). */
export const setSessionUser = (next: SessionUser): void => set(next);
export const getSessionUser = (): SessionUser | null => user ?? null;

/** Why a session ended: somebody or the server ended it, or nobody was there any more. */
export type Cause = 'ended' | 'idle';

/** The session is over here: by logging out, or because the server said so. Other tabs hear it. */
export const endSession = ({ tell = 'ended' }: { tell?: Cause | null } = {}): void => {
  const was = user;
  set(null);
  try {
    sessionStorage.clear();
  } catch {
    // Nothing was kept there then.
  }
  if (was && tell) channel?.postMessage(tell);
};

let leaving = false;
/** Runs what ends this very session on the server. While it runs, what the server pushes about it is no news to this tab. */
export const whileLeaving = async <T>(act: () => Promise<T>): Promise<T> => {
  leaving = true;
  try {
    return await act();
  } catch (error) {
    leaving = false;
    throw error;
  }
};
export const isLeaving = (): boolean => leaving;

/** Ends the session here and on the server. It ends here first: what the server then pushes about it is no news to this browser. */
export const logOut = async (cause: Cause = 'ended'): Promise<void> => {
  endSession({ tell: cause });
  await call('/api/auth/logout', { method: 'POST' });
};

/** Runs `listener` when the session ends in another tab. */
export const onEndedElsewhere = (listener: (cause: Cause) => void): (() => void) => {
  const hear = (event: MessageEvent) => {
    if (event.data !== 'ended' && event.data !== 'idle') return;
    endSession({ tell: null });
    listener(event.data);
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
};

/** Something about the person changed on the server (a confirmed e-mail): this tab and the others ask again. */
export const sessionChanged = (): void => {
  channel?.postMessage('changed');
  if (user) void loadSession({ fresh: true }).catch(() => undefined);
};
channel?.addEventListener('message', (event: MessageEvent) => {
  if (event.data === 'changed' && user) void loadSession({ fresh: true }).catch(() => undefined);
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
/** `undefined` while it is not known yet, `null` when nobody is signed in. */
export const useMaybeSession = (): SessionUser | null | undefined =>
  useSyncExternalStore(
    subscribe,
    () => user,
    () => undefined,
  );

let lastKnown: SessionUser | undefined;
/** Inside a guarded route: the person who is signed in. */
export const useSessionUser = (): SessionUser => {
  const known = useMaybeSession();
  // While a session ends, a page may render once more before it is left: it keeps the person it had.
  if (known) lastKnown = known;
  const person = known ?? lastKnown;
  if (!person) throw new Error('this page stands outside the guarded routes');
  return person;
};
