import { owedKey, payLogout } from './owed-logout.ts';
import { type Cause, endSession, lastShown } from './session.ts';

/**
 * Ends the session here and on the server. It ends here first, so that the server's push about it is ignored in this browser.
 * Without a network the logout is kept, and sent before anything else.
 */
export const logOut = async (cause: Cause = 'ended'): Promise<void> => {
  const id = lastShown()?.id;
  try {
    if (id !== undefined) localStorage.setItem(owedKey, String(id));
  } catch {
    // Tried once then.
  }
  endSession(cause);
  await payLogout(id);
};
