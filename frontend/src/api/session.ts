/** Whether this tab has been signed in, and what happens when the server says that it no longer is. */
let signedIn = false;
const leave = (returnTo: string) => { globalThis.location.assign(`/login?returnTo=${encodeURIComponent(returnTo)}`); };
let onEnd = leave;

export const sessionStarted = (): void => { signedIn = true; };
/** After a deliberate log-out: the 401s that follow are no news. */
export const sessionForgotten = (): void => { signedIn = false; };
/** The application says how it leaves (router, cache); without it the page is loaded anew. */
export const whenSessionEnds = (handler: (returnTo: string) => void): void => { onEnd = handler; };

export const sessionEnded = (): void => {
  if (!signedIn) return;
  signedIn = false;
  onEnd(globalThis.location.pathname + globalThis.location.search);
};
