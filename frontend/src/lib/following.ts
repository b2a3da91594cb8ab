import { type Live, topicsOf } from '../../../backend/api/contract/follows.ts';
import { connectFeed, feed } from '../api/feed.ts';
import { getSessionUser } from './session.ts';

/** What is followed: by which topics a call's answer is moved (`reads.name.follows`), and what names their ids. */
export interface Followed {
  follows: Live['follows'];
  /** What the call was asked. */
  arg?: unknown;
  /** What it answered, where topics have their ids from there. */
  answer?: unknown;
}

/** Follows from now on; see `follow`, which brings it. The answered function ends it. */
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
    // Several changes of one command come in several batches; one read shows them all.
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
  // What came meanwhile for somebody else who follows the topic.
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
  return () => {
    over = true;
    clearTimeout(timer);
    followed.off();
    unreset();
    unturn();
    unwatch();
  };
};
