import { type Live, topicsOf } from '../../../backend/api/contract/follows.ts';
import { connectFeed, feed } from '../api/feed.ts';
import { getSessionUser } from './session.ts';

/** What is followed: the topics that move a call's answer (`reads.name.follows`), and where their ids come from. */
export interface Followed {
  follows: Live['follows'];
  /** The argument of the call. */
  arg?: unknown;
  /** Its answer, where topics take their ids from it. */
  answer?: unknown;
}

/** Starts to follow; see `follow`, which loads it. The returned function ends it. */
export const following = (
  { follows, arg, answer }: Followed,
  changed: (position?: string) => void,
  readAt: () => string | null,
): (() => void) => {
  const topics = topicsOf(follows, arg, answer, getSessionUser()?.id);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest: string | undefined;
  let over = false;
  const soon = (position?: string) => {
    if (over) return;
    if (position !== undefined && (newest === undefined || position > newest)) newest = position;
    // Several changes of one command arrive in several batches; one read is enough.
    clearTimeout(timer);
    timer = setTimeout(() => changed(newest), 120);
  };
  const held = readAt();
  feed().loaded(held);
  const followed = feed().follow((changes) => soon(changes.at(-1)?.position));
  for (const topic of topics)
    void followed.add(topic).then((at) => {
      if (at !== null && (held === null || at > held)) soon(at);
    });
  // Changes that reached another follower of the topic meanwhile.
  const missed = held === null ? [] : feed().since(topics, held);
  if (missed === null || missed.length > 0) soon(missed?.at(-1)?.position);
  const unreset = feed().onReset(() => soon());
  const unturn = feed().onTurn((topic, from) => {
    if (topics.some((one) => one === topic)) soon(from ?? undefined);
  });
  let live = feed().status().state === 'live';
  // A page that has no data yet is read once the feed is connected.
  let wasLive = live || held === null;
  const unwatch = feed().watch(() => {
    live = feed().status().state === 'live';
    if (live && wasLive) soon();
    wasLive ||= live;
  });
  // A feed that is already connected, and follows this topic for another component, does not repeat earlier changes.
  if (live && held === null) soon();
  connectFeed();
  return () => {
    over = true;
    clearTimeout(timer);
    followed.off();
    unreset();
    unturn();
    unwatch();
  };
};
