import type { Topic } from '../../../backend/api/contract/topics.ts';

/**
 * Live for pages without the store: says when something of these topics changed, so that the page reads again.
 * The feed (and socket.io) arrive by import() when the page rests: they update what already stands there.
 * `readAt` tells the position of what the page shows, so that nothing that changed before the feed came is lost.
 */
export const followTopics = (topics: readonly Topic[], changed: (position?: string) => void, readAt: () => string | null): (() => void) => {
  let stopped = false;
  let stop = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest: string | undefined;
  const soon = (position?: string) => {
    if (position !== undefined && (newest === undefined || position > newest)) newest = position;
    // Several changes of one command come in several batches; one read shows them all.
    clearTimeout(timer);
    timer = setTimeout(() => changed(newest), 120);
  };
  const begin = async () => {
    const { connectFeed, feed } = await import('../api/feed.ts');
    if (stopped) return;
    const held = readAt();
    feed().loaded(held);
    const followed = feed().follow((changes) => soon(changes.at(-1)?.position));
    for (const topic of topics)
      void followed.add(topic).then((at) => {
        if (at !== null && (held === null || at > held)) soon(at);
      });
    // What somebody else who follows the topic was told meanwhile.
    const missed = held === null ? [] : feed().since(topics, held);
    if (missed === null || missed.length > 0) soon(missed?.at(-1)?.position);
    const unreset = feed().onReset(() => soon());
    const unturn = feed().onTurn((topic, from) => {
      if (topics.some((one) => one === topic)) soon(from ?? undefined);
    });
    let live = feed().status().state === 'live';
    // Where the page has not been read yet, it is read once the feed stands.
    let wasLive = live || held === null;
    const unwatch = feed().watch(() => {
      live = feed().status().state === 'live';
      if (live && wasLive) soon();
      wasLive ||= live;
    });
    // A feed that stands already, and follows this topic for somebody else, tells nothing of what came before.
    if (live && held === null) soon();
    connectFeed();
    stop = () => {
      followed.off();
      unreset();
      unturn();
      unwatch();
    };
  };
  const idle = setTimeout(() => void begin().catch(() => undefined), 1_500);
  return () => {
    stopped = true;
    clearTimeout(idle);
    clearTimeout(timer);
    stop();
  };
};
