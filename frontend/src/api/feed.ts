import { useSyncExternalStore } from 'react';
import { getSessionUser, sessionRefused } from '../lib/session.ts';
import { createFeed, type Feed } from '../live/feed.ts';
import type { ConnectionStatus } from '../live/status.ts';

let only: Feed | undefined;
/** The one feed of this tab, created on first use. `connectFeed()` opens it. */
export const feed = (): Feed => {
  only ??= createFeed({
    person: () => getSessionUser()?.id,
    onRefused: sessionRefused,
  });
  return only;
};

let still = (): boolean => false;
/** While this returns true, no live change is applied: the page shows the school as it was at an earlier moment. */
export const keepStillWhile = (past: typeof still): void => {
  still = past;
};

/** Opens the socket, once; the shells call it. */
export const connectFeed = (): void => {
  if (!still() && !feed().socket.active) feed().connect();
};

/** 'connecting', 'live', 'reconnecting' or 'offline', and when the last batch arrived before that state began. */
export const useConnection = (): ConnectionStatus => useSyncExternalStore(feed().watch, feed().status, feed().status);
