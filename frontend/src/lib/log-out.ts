import { owedKey, payLogout } from './owed-logout.ts';
import { type Cause, endSession, lastShown } from './session.ts';

const PATIENCE_MS = 1_000;
/** What is pushed to this browser was for who leaves. The school hears of it when it pushes next; without a network this is all that stops it. */
const endPushes = async (): Promise<void> => {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    await (await worker?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // Where nothing can be pushed, nothing is.
  }
};

/**
 * Ends the session here and on the server. It ends here first, so that the server's push about it is ignored in this browser.
 * Without a network the logout is kept, and sent before anything else.
 */
export const logOut = async (cause: Cause = 'logout'): Promise<void> => {
  const id = lastShown()?.id;
  try {
    if (id !== undefined) localStorage.setItem(owedKey, String(id));
  } catch {
    // Tried once then.
  }
  endSession(cause);
  const pushes = cause === 'logout' ? Promise.race([endPushes(), new Promise((over) => setTimeout(over, PATIENCE_MS))]) : null;
  await Promise.all([payLogout(id), pushes]);
};
