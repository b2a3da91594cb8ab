import { useSyncExternalStore } from 'react';
import { getSessionUser, sessionRefused } from '../lib/session.ts';
import { type ConnectionStatus, createFeed, type Feed } from '../live/feed.ts';

let only: Feed | undefined;
/** The one feed of this tab, created on first use. `connectFeed()` opens it. */
export const feed = (): Feed => {
  only ??= createFeed({
    person: () => getSessionUser()?.id,
    onRefused: sessionRefused,
  });
  return only;
};

/** Opens the socket, once; the shells call it. */
export const connectFeed = (): void => {
  if (!feed().socket.active) feed().connect();
};

/** 'connecting', 'live', 'reconnecting' or 'offline', and when the last batch came before that. */
export const useConnection = (): ConnectionStatus => useSyncExternalStore(feed().watch, feed().status, feed().status);
