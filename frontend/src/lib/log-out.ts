import { owedKey, payLogout } from './owed-logout.ts';
import { type Cause, endSession, lastShown } from './session.ts';

const PATIENCE_MS = 1_000;
/** The push subscription of this browser belongs to the person who leaves. The school learns of its end when it next pushes; without a network this alone stops messages. */
const endPushes = async (): Promise<void> => {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    await (await worker?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // A browser without push support receives no messages.
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
    // Without storage it is tried only once, now.
  }
  endSession(cause);
  const pushes = cause === 'logout' ? Promise.race([endPushes(), new Promise((over) => setTimeout(over, PATIENCE_MS))]) : null;
  await Promise.all([payLogout(id), pushes]);
};
