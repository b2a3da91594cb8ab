import { useSyncExternalStore } from 'react';
import type { AnswerOf } from './calls.ts';
import { call, callsAreFor, isFailure } from './http.ts';
import { payLogout } from './owed-logout.ts';

/**
 * Who is signed in. Signed in means a valid server session (an httpOnly cookie that scripts cannot read), read by `calls.me`.
 * No secret is stored in the browser; a second cookie, readable by scripts (`aulaviva.sesion`), only says that the call is worthwhile,
 * so that a visitor's first page makes no call that must fail.
 */
export type SessionUser = AnswerOf<'me'>;

/** Prefix of storage keys for typed text, which outlasts a session that its person did not end (drafts.ts). */
export const draftPrefix = 'aulaviva.borrador';
const channelName = 'aulaviva.sesion';
let user: SessionUser | null | undefined;
let lastKnown: SessionUser | undefined;
let pending: Promise<SessionUser | null> | undefined;
/** Position of the person's record; null where it comes from the page itself (a form that was just sent). */
let readAt: string | null = null;
const listeners = new Set<() => void>();

// Not on the server: an open channel would keep that process alive.
const channel = typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName);

/** The id of the person last signed in with this browser, for its other pages. */
export const whoKey = 'aulaviva.quien';
export const whoIsIn = (): string | null => {
  try {
    return localStorage.getItem(whoKey);
  } catch {
    return null;
  }
};

/** Where the courses are that the person keeps on this device (kept-courses.ts). */
export const keptKey = 'aulaviva.cursos';
export const keptCache = 'aulaviva-cursos';
export const dropKept = (): void => {
  try {
    localStorage.removeItem(keptKey);
  } catch {
    // None were kept there then.
  }
  void globalThis.caches?.delete(keptCache).catch(() => undefined);
};
/** Somebody else kept them. */
const keptByAnother = ({ id }: SessionUser): boolean => {
  try {
    return !(localStorage.getItem(keptKey) ?? `{"userId":${id},`).startsWith(`{"userId":${id},`);
  } catch {
    return false;
  }
};

const forget = (): void => {
  try {
    localStorage.removeItem(whoKey);
  } catch {
    // The school detects pages of another person all the same.
  }
};

const set = (next: SessionUser | null, position: string | null = null) => {
  user = next;
  readAt = position;
  if (next) lastKnown = next;
  if (next && keptByAnother(next)) dropKept();
  if (!next) forget();
  else if (whoIsIn() !== String(next.id))
    try {
      localStorage.setItem(whoKey, String(next.id));
    } catch {
      // As above.
    }
  // Also cleared here: the server clears it only on logout.
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to it answers later, and not in every browser
  if (!next) document.cookie = 'aulaviva.sesion=;path=/;max-age=0';
  for (const listener of listeners) listener();
};

/** Asks the server once per page; `fresh` asks again. Throws only when the server cannot be reached or fails. */
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
      // A page never changes to another person in place.
      if (user && next && next.id !== user.id) startAnew();
      else set(next, answer?.position);
      return next;
    })
    .finally(() => {
      pending = undefined;
    });
  return pending;
};

/** Whether this browser has signed in and not logged out. */
export const likelySignedIn = (): boolean => /\baulaviva\.sesion=/.test(document.cookie);
/** For public pages: asks only when it is worthwhile. */
export const loadSessionIfLikely = (): void => {
  if (likelySignedIn()) void loadSession().catch(() => undefined);
};

/** After signing in, or when a newer record of the same person is known (a change of profile). */
export const setSessionUser = (next: SessionUser): void => set(next);
/** The person whom this page showed last, even when nobody is signed in any more. */
export const lastShown = (): SessionUser | null => lastKnown ?? null;
/** Position of the signed-in person's record; null where it is not known. */
export const sessionReadAt = (): string | null => readAt;
export const getSessionUser = (): SessionUser | null => user ?? null;

/** Why a session ended: by its person (`logout`), by being idle, or by the school (`ended`: closed from elsewhere, account deactivated). */
export type Cause = 'logout' | 'idle' | 'ended';

let beforeEnd: (() => void) | null = null;
/** Runs `act` before the page is left when the session ends without its person having ended it, in this tab or in another. */
export const onEndByItself = (act: () => void): (() => void) => {
  beforeEnd = act;
  return () => {
    beforeEnd = null;
  };
};

/** The session is over here. Notifies the other tabs. What was typed is deleted only on logout: this may be somebody else's computer. */
export const endSession = (cause: Cause = 'logout', broadcast = true): void => {
  const was = user;
  if (was && cause !== 'logout') beforeEnd?.();
  set(null);
  // Who was idle comes back.
  if (cause !== 'idle') dropKept();
  try {
    for (const key of Object.keys(sessionStorage)) if (cause === 'logout' || !key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept there then.
  }
  if (was && broadcast) channel?.postMessage(cause);
};

let leaving = false;
/** The person whom this page shows is no longer signed in with this browser: reloads it. Typed text is kept for its author. */
export const startAnew = (): void => {
  // A page that is being left already is on its way to a new document.
  if (leaving) return;
  beforeEnd?.();
  globalThis.location.reload();
};
/** Runs a call after which this page is of nobody or of somebody else. Meanwhile, the server's push about it is ignored in this tab; the next page asks nothing for whoever was here. */
export const whileLeaving = async <T>(act: () => Promise<T>): Promise<T> => {
  leaving = true;
  try {
    const answer = await act();
    forget();
    return answer;
  } catch (error) {
    leaving = false;
    throw error;
  }
};
export const isLeaving = (): boolean => leaving;

let onEnd = (returnTo: string): void => {
  globalThis.location.assign(`/login?returnTo=${encodeURIComponent(returnTo)}`);
};
/** How the application leaves (router, cache, feed); by default the page is reloaded. */
export const whenSessionEnds = (handler: (returnTo: string) => void): void => {
  onEnd = handler;
};

/** The server no longer knows this session: forgets the person and goes to sign-in, with the way back. Does nothing where nobody was signed in. */
export const sessionEnded = (): void => {
  if (!getSessionUser() || isLeaving()) return;
  endSession('ended');
  onEnd(globalThis.location.pathname + globalThis.location.search);
};

/** Handles a refusal of a call or the socket with this code: the person whom this page shows is not, or no longer, the one of the cookie. */
export const sessionRefused = (code: string): void => {
  if (code === 'SESSION_ENDED' || code === 'AUTH_REQUIRED') sessionEnded();
  else if (code === 'PERSON_CHANGED') startAnew();
};
callsAreFor(() => user?.id, sessionRefused);

const causes: ReadonlySet<unknown> = new Set<Cause>(['logout', 'idle', 'ended']);
const isCause = (data: unknown): data is Cause => causes.has(data);
/** Runs `listener` when the session ends in another tab. Unless somebody logged out there, that does not concern a tab that shows nobody's page. */
export const onEndedElsewhere = (listener: (cause: Cause) => void): (() => void) => {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (!isCause(data) || (data !== 'logout' && !user)) return;
    endSession(data, false);
    listener(data);
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
};

/** Something about the person changed on the server (a confirmed e-mail): this tab and the others read again. */
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
/** `undefined` while it is not known yet, `null` where nobody is signed in. */
export const useMaybeSession = (): SessionUser | null | undefined =>
  useSyncExternalStore(
    subscribe,
    () => user,
    () => undefined,
  );

/** Inside a guarded route: the person who is signed in. */
export const useSessionUser = (): SessionUser => {
  const known = useMaybeSession();
  // While a session ends, a page may render once more before it is left: it keeps its person.
  if (known) lastKnown = known;
  const person = known ?? lastKnown;
  if (!person) throw new Error('this page stands outside the guarded routes');
  return person;
};
