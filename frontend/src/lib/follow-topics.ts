/**
 * Live for pages without the store: says when something of these topics changed, so that the page reads again.
 * The feed (and socket.io) arrive by import() when the page rests: they update what already stands there.
 */
export const followTopics = (topics: readonly string[], changed: (position?: string) => void): (() => void) => {
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
    const followed = feed().follow((changes) => soon(changes.at(-1)?.position));
    for (const topic of topics) void followed.add(topic);
    let live = feed().status().state === 'live';
    let wasLive = live;
    const unwatch = feed().watch(() => {
      live = feed().status().state === 'live';
      if (live && wasLive) soon();
      wasLive ||= live;
    });
    connectFeed();
    stop = () => {
      followed.off();
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
