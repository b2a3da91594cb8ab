/**
 * A logging out that the school has not heard of yet: the network was away. It is kept in this browser, goes before anything else,
 * and until it has gone nobody is signed in here (`lib/session.ts`).
 */
const key = 'aulaviva.salida';

/** Whose session is still to be ended. */
export const owedLogout = (): number | null => {
  try {
    const kept = Number(localStorage.getItem(key) ?? 0);
    return Number.isInteger(kept) && kept > 0 ? kept : null;
  } catch {
    return null;
  }
};
export const oweLogout = (userId: number): void => {
  try {
    localStorage.setItem(key, String(userId));
  } catch {
    // It is tried once then.
  }
};

let paying: Promise<boolean> | undefined;
const send = async (userId: number): Promise<boolean> => {
  try {
    const { status } = await fetch('/api/auth/logout', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'x-person': String(userId) },
      signal: AbortSignal.timeout(5_000),
      keepalive: true,
    });
    // That session is over already, or the browser has somebody else's now.
    if (status >= 500 || status === 408 || status === 429) return false;
    if (owedLogout() === userId) localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
};
/** Sends what is owed, if anything is; false where it stays owed. Never throws. */
export const payLogout = (userId = owedLogout()): Promise<boolean> => {
  if (userId === null) return Promise.resolve(true);
  paying ??= send(userId).finally(() => {
    paying = undefined;
  });
  return paying;
};
