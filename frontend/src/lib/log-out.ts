import { owedKey, payLogout } from './owed-logout.ts';
import { type Cause, endSession, lastShown } from './session.ts';

/**
 * Ends the session here and on the server. It ends here first: what the server then pushes about it is no news to this browser.
 * Without a network it is owed, and goes before anything else.
 */
export const logOut = async (cause: Cause = 'ended'): Promise<void> => {
  const id = lastShown()?.id;
  try {
    if (id !== undefined) localStorage.setItem(owedKey, String(id));
  } catch {
    // It is tried once then.
  }
  endSession(cause);
  await payLogout(id);
};
