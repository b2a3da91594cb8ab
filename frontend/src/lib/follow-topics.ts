import type { Topic } from '../../../backend/api/contract/topics.ts';

/**
 * Live for pages without the store: says when something of these topics changed, so that the page reads again.
 * What follows, with the feed and socket.io, arrives by import() when the page rests: it updates what already stands there.
 * `readAt` tells the position of what the page shows, so that nothing that changed before the feed came is lost.
 */
export const followTopics = (topics: readonly Topic[], changed: (position?: string) => void, readAt: () => string | null): (() => void) => {
  let stop: (() => void) | null = () => {};
  const begin = async () => {
    const { following } = await import('./following.ts');
    if (stop) stop = following(topics, changed, readAt);
  };
  const idle = setTimeout(() => void begin().catch(() => undefined), 1_500);
  return () => {
    clearTimeout(idle);
    stop?.();
    stop = null;
  };
};
