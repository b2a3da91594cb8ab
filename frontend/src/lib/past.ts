import { useSyncExternalStore } from 'react';
import { looksBack, PAST_KEY, PAST_NAME, TO_CHOOSE } from './asked-past.ts';
import { callsAreAsOf } from './http.ts';
import { role } from './roles.ts';
import { getSessionUser } from './session.ts';

/**
 * The moment as of which this tab shows the school; null: today. It is the tab's own and outlasts a reload. An address with `entonces` begins it, so that
 * it can be shared. The shells begin it; catalogue and public pages are shown in the learner's shell meanwhile (routes.tsx).
 */

let moment: string | null = null;
/** Why the moment in the address could not be used; `choose`: it is to be chosen. */
let inVain: 'later' | 'unread' | 'choose' | null = null;
const listeners = new Set<() => void>();

/** An ISO date and time that has been; null where it is none. */
const readMoment = (text: string | null): string | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) || at > Date.now() ? null : new Date(at).toISOString();
};

export const mayLookBack = (): boolean => {
  const user = getSessionUser();
  return user !== null && looksBack(user);
};
/** Whether that is one's own part of it: the history of the whole school is for others. */
export const seesOwnPast = (): boolean => {
  const user = getSessionUser();
  return user !== null && user.viewer === undefined && (user.user_role === role.student || user.user_role === role.instructor);
};

export const pastMoment = (): string | null => (mayLookBack() ? moment : null);

export const setPast = (next: string | null): void => {
  moment = readMoment(next);
  try {
    if (moment === null) sessionStorage.removeItem(PAST_KEY);
    else sessionStorage.setItem(PAST_KEY, moment);
  } catch {
    // Without storage the moment lasts as long as the page.
  }
  for (const listener of listeners) listener();
};

/** Back to today, on the same page. */
export const leavePast = (): void => {
  setPast(null);
  const here = new URL(globalThis.location.href);
  here.searchParams.delete(PAST_NAME);
  globalThis.history.replaceState(globalThis.history.state, '', here);
  globalThis.location.reload();
};

/** Why the moment that this tab's address asked for is not shown; null where it is, and where none was asked for. */
export const pastAskedInVain = (): typeof inVain => (mayLookBack() ? inVain : null);

/** Called once, before the pages of a shell ask anything. */
export const beginPast = (): void => {
  const { location, history, sessionStorage } = globalThis;
  const asked = new URLSearchParams(location.search).get(PAST_NAME);
  callsAreAsOf(pastMoment);
  try {
    moment = readMoment(asked ?? sessionStorage.getItem(PAST_KEY));
  } catch {
    moment = readMoment(asked);
  }
  inVain = !asked || moment !== null ? null : asked === TO_CHOOSE ? 'choose' : Date.parse(asked) > Date.now() ? 'later' : 'unread';
  if (asked === null) return;
  setPast(moment);
  const rest = new URLSearchParams(location.search);
  rest.delete(PAST_NAME);
  history.replaceState(history.state, '', `${location.pathname}${rest.size > 0 ? `?${rest}` : ''}${location.hash}`);
};

export const usePast = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pastMoment,
    () => null,
  );
