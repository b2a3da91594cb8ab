import type { Followed } from './following.ts';

/** How long a page must be idle before it loads what only keeps it current. Tests set less. */
const REST_MS = 1_500;
declare global {
  var restMs: number | undefined;
}

/**
 * Live updates for pages without the store: reports when the answer of a call changed, so that the page reads again. Topics come from the contract.
 * The feed and socket.io are loaded by import() once the page is idle: they only update what it already shows.
 * Every change of a topic causes a read: restrictions to some documents (`but`, `only`) are for pages with the store, which hold many answers.
 * `readAt` returns the position of the page's data, so that changes before the feed connected are not missed.
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
