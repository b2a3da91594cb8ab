import { addressOf } from './calls.ts';

/** True once the school has received it, or there is no session to end. Never throws. */
export const sendLogout = async (userId: number): Promise<boolean> => {
  try {
    const { status } = await fetch(addressOf(calls.logout, undefined), {
      method: 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'x-person': String(userId) },
      signal: AbortSignal.timeout(5_000),
      keepalive: true,
    });
    // Refused: that session is over already, or the browser has somebody else's now.
    return status < 500 && status !== 408 && status !== 429;
  } catch {
    return false;
  }
};
