import { role } from './roles.ts';
import type { SessionUser } from './session.ts';

/** In the tab's storage, and in an address. */
export const PAST_KEY = 'aulaviva.entonces';
export const PAST_NAME = 'entonces';

/** Whether this tab shows a moment of the past (past.ts), or its address asks for one. Small: the entry has it. */
export const asksForPast = (): boolean => {
  try {
    return sessionStorage.getItem(PAST_KEY) !== null || /[?&]entonces=./.test(location.search);
  } catch {
    return false;
  }
};

/** In the place of a moment: it is to be chosen. */
export const TO_CHOOSE = '?';

/** Whether this person may look at the past; instructors and learners see of it what is theirs and what was public. */
export const looksBack = ({ user_role, viewer }: Pick<SessionUser, 'user_role' | 'viewer'>): boolean =>
  user_role !== role.analyst || viewer !== undefined;
