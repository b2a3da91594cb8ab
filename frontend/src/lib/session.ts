import { useSyncExternalStore } from 'react';
import type { AnswerOf } from './calls.ts';
import { call, callsAreFor, isFailure } from './http.ts';
import { payLogout } from './owed-logout.ts';

/**
 * Who is signed in. Signed in = a valid server session (an httpOnly cookie that scripts cannot read), asked for with `calls.me`.
 * Nothing secret is kept in the browser; beside that cookie stands one that scripts can read (`aulaviva.sesion`), which only says that asking is worthwhile,
 * so that a visitor's first page makes no call that must fail.
 */
export type SessionUser = AnswerOf<'me'>;

/** What begins with it in the tab's storage was typed by somebody, and outlasts a session that nobody ended (drafts.ts). */
export const draftPrefix = 'aulaviva.borrador';
const channelName = 'aulaviva.sesion';
let user: SessionUser | null | undefined;
let lastKnown: SessionUser | undefined;
let pending: Promise<SessionUser | null> | undefined;
/** Position of what is known of the person; null where only the page itself knows it (a form that was just sent). */
let readAt: string | null = null;
const listeners = new Set<() => void>();

// Not where the server draws: an open channel would keep that process alive.
const channel = typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName);

/** Who was last seen to be signed in with this browser, for its other pages: an id. */
export const whoKey = 'aulaviva.quien';
export const whoIsIn = (): string | null => {
  try {
    return localStorage.getItem(whoKey);
  } catch {
    return null;
  }
};

const set = (next: SessionUser | null, position: string | null = null) => {
  user = next;
  readAt = position;
  if (next) lastKnown = next;
  try {
    if (!next) localStorage.removeItem(whoKey);
    else if (whoIsIn() !== String(next.id)) localStorage.setItem(whoKey, String(next.id));
  } catch {
    // The school tells pages of somebody else apart all the same.
  }
  // Here too: the server clears it only where somebody logs out.
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to it answers later, and not in every browser
  if (!next) document.cookie = 'aulaviva.sesion=;path=/;max-age=0';
  for (const listener of listeners) listener();
};

/** Asks the server once per page; `fresh` asks again. Throws only when the server cannot be reached or is in trouble. */
export const loadSession = ({ fresh = false }: { fresh?: boolean } = {}): Promise<SessionUser | null> => {
  if (user !== undefined && !fresh) return Promise.resolve(user);
  pending ??= payLogout()
    .then((paid) => (paid ? call(calls.me, undefined, { whoever: true }) : null))
    .catch((error: unknown) => {
      if (isFailure(error) && error.status === 401) return null;
      throw error;
    })
    .then((answer) => {
      const next = answer?.data ?? null;
      // A page never becomes somebody else's in place.
      if (user && next && next.id !== user.id) startAnew();
      else set(next, answer?.position);
      return next;
    })
    .finally(() => {
      pending = undefined;
    });
  return pending;
};

/** Whether this browser has signed in before and not out. */
export const likelySignedIn = (): boolean => /\baulaviva\.sesion=/.test(document.cookie);
/** For public pages: asks only when it is worthwhile. */
export const loadSessionIfLikely = (): void => {
  if (likelySignedIn()) void loadSession().catch(() => undefined);
};

/** After signing in, or when a newer record of the same person is known (a change of profile). */
export const setSessionUser = (next: SessionUser): void => set(next);
/** Whom this page showed last, also when nobody is signed in any more. */
export const lastShown = (): SessionUser | null => lastKnown ?? null;
/** Position of what is known of who is signed in; null where it is not known. */
export const sessionReadAt = (): string | null => readAt;
export const getSessionUser = (): SessionUser | null => user ?? null;

/** Why a session ended: somebody or the server ended it, or nobody was there any more. */
export type Cause = 'ended' | 'idle';

let beforeIdle: (() => void) | null = null;
/** Runs `act` while the page still stands as it was, when the session ends because nobody is there, in this tab or in another. */
export const onIdle = (act: () => void): (() => void) => {
  beforeIdle = act;
  return () => {
    beforeIdle = null;
  };
};

/** The session is over here: by logging out, or because the server said so. Other tabs hear it. */
export const endSession = (cause: Cause = 'ended', tell = true): void => {
  const was = user;
  if (was && cause === 'idle') beforeIdle?.();
  set(null);
  try {
    for (const key of Object.keys(sessionStorage)) if (cause === 'ended' || !key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept there then.
  }
  if (was && tell) channel?.postMessage(cause);
};

let leaving = false;
/** This page shows somebody who is not signed in with this browser any more: it is loaded afresh. What was typed waits for its writer. */
export const startAnew = (): void => {
  // Whoever is leaving is on the way to where they are somebody else.
  if (leaving) return;
  beforeIdle?.();
  globalThis.location.reload();
};
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

let onEnd = (returnTo: string): void => {
  globalThis.location.assign(`/login?returnTo=${encodeURIComponent(returnTo)}`);
};
/** The application says how it leaves (router, cache, feed); without it the page is loaded anew. */
export const whenSessionEnds = (handler: (returnTo: string) => void): void => {
  onEnd = handler;
};

/** The server no longer knows this session: forget the person and go to sign in, with the way back. Nothing happens when nobody was signed in. */
export const sessionEnded = (): void => {
  if (!getSessionUser() || isLeaving()) return;
  endSession();
  onEnd(globalThis.location.pathname + globalThis.location.search);
};

/** The server refuses a call or the socket by this code: whoever this page shows is not, or no longer, whom the cookie stands for. */
export const sessionRefused = (code: string): void => {
  if (code === 'SESSION_ENDED' || code === 'AUTH_REQUIRED') sessionEnded();
  else if (code === 'PERSON_CHANGED') startAnew();
};
callsAreFor(() => user?.id, sessionRefused);

/** Runs `listener` when the session ends in another tab. That nobody is there is no news to a tab that shows nobody's page. */
export const onEndedElsewhere = (listener: (cause: Cause) => void): (() => void) => {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (data !== 'ended' && (data !== 'idle' || !user)) return;
    endSession(data, false);
    listener(data);
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

/** Inside a guarded route: the person who is signed in. */
export const useSessionUser = (): SessionUser => {
  const known = useMaybeSession();
  // While a session ends, a page may render once more before it is left: it keeps the person it had.
  if (known) lastKnown = known;
  const person = known ?? lastKnown;
  if (!person) throw new Error('this page stands outside the guarded routes');
  return person;
};
