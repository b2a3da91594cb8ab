import { endSession, getSessionUser, isLeaving } from '../lib/session.ts';

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
