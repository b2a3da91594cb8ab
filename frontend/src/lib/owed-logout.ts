/**
 * A logging out that the school has not heard of yet: the network was away. It is kept in this browser, goes before anything else,
 * and until it has gone nobody is signed in here (`lib/session.ts`).
 */
export const owedKey = 'aulaviva.salida';

/** Whose session is still to be ended. */
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
  // A part that cannot be had: there is no network.
  const sent = await import('./send-logout.ts').then(({ sendLogout }) => sendLogout(userId)).catch(() => false);
  if (sent && owedLogout() === userId) localStorage.removeItem(owedKey);
  return sent;
};
/** Sends what is owed, if anything is; false where it stays owed. Never throws. */
export const payLogout = (userId = owedLogout()): Promise<boolean> => {
  if (userId === null) return Promise.resolve(true);
  paying ??= send(userId).finally(() => {
    paying = undefined;
  });
  return paying;
};
