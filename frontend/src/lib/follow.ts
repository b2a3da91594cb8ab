import type { Followed } from './following.ts';

/** So long a page rests before it fetches what only keeps it up to date. A test that waits for that sets less. */
const REST_MS = 1_500;
declare global {
  var restMs: number | undefined;
}

/**
 * Live for pages without the store: says when the answer of a call changed, so that the page reads again. Topics come from the contract alone.
 * What follows, with the feed and socket.io, arrives by import() when the page rests: it updates what already stands there.
 * Whatever the topics say of is read again: which of their documents a call does not show (`but`, `only`) is for pages with the store, that hold many.
 * `readAt` tells the position of what the page shows, so that nothing that changed before the feed came is lost.
 */
export const follow = (what: Followed, changed: (position?: string) => void, readAt: () => string | null): (() => void) => {
  let stop: (() => void) | null = () => {};
  const begin = async () => {
    const { following } = await import('./following.ts');
    if (stop) stop = following(what, changed, readAt);
  };
  const idle = setTimeout(() => void begin().catch(() => undefined), globalThis.restMs ?? REST_MS);
  return () => {
    clearTimeout(idle);
    stop?.();
    stop = null;
  };
};
