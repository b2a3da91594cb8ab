import { endSession, getSessionUser, isLeaving, startAnew } from '../lib/session.ts';

let onEnd = (returnTo: string): void => {
  globalThis.location.assign(`/login?returnTo=${encodeURIComponent(returnTo)}`);
};
/** The application says how it leaves (router, cache, feed); without it the page is loaded anew. */
export const whenSessionEnds = (handler: (returnTo: string) => void): void => {
  onEnd = handler;
};

/** The server no longer knows this session: forget the person and go to sign in, with the way back. Nothing happens when nobody was signed in. */
export const sessionEnded = (): void => {
  if (!getSessionUser() || isLeaving()) return;
  endSession();
  onEnd(globalThis.location.pathname + globalThis.location.search);
};

/** The server refuses a call or the socket by this code: whoever this page shows is not, or no longer, whom the cookie stands for. */
export const sessionRefused = (code: string): void => {
  if (code === 'SESSION_ENDED' || code === 'AUTH_REQUIRED') sessionEnded();
  else if (code === 'PERSON_CHANGED') startAnew();
};
