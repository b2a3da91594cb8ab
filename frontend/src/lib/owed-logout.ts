/**
 * A logout that could not be sent because the network was away. It is stored in this browser, sent before anything else,
 * and until it was sent nobody counts as signed in here (`lib/session.ts`).
 */
export const owedKey = 'aulaviva.salida';

/** The person whose session must still be ended. */
export const owedLogout = (): number | null => {
  try {
    const kept = Number(localStorage.getItem(owedKey) ?? 0);
    return Number.isInteger(kept) && kept > 0 ? kept : null;
  } catch {
    return null;
  }
};
let paying: Promise<boolean> | undefined;
const send = async (userId: number): Promise<boolean> => {
  // A part that cannot be downloaded: there is no network.
  const sent = await import('./send-logout.ts').then(({ sendLogout }) => sendLogout(userId)).catch(() => false);
  if (sent && owedLogout() === userId) localStorage.removeItem(owedKey);
  return sent;
};
/** Sends it, if there is one; false where it could not be sent. Never throws. */
export const payLogout = (userId = owedLogout()): Promise<boolean> => {
  if (userId === null) return Promise.resolve(true);
  paying ??= send(userId).finally(() => {
    paying = undefined;
  });
  return paying;
};
