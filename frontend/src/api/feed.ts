import { useSyncExternalStore } from 'react';
import { type ConnectionStatus, createFeed, type Feed } from '../live/feed.ts';
import { sessionEnded } from './session.ts';

let only: Feed | undefined;
/** The one feed of this tab, made when first asked for. `connectFeed()` opens it. */
export const feed = (): Feed => {
  only ??= createFeed({
    onRefused: (code) => {
      if (code === 'SESSION_ENDED' || code === 'AUTH_REQUIRED') sessionEnded();
    },
  });
  return only;
};

/** Opens the socket once; the shells call it. */
export const connectFeed = (): void => {
  if (!feed().socket.active) feed().connect();
};

/** 'live', 'reconnecting' or 'offline', and when the last batch came before that. */
export const useConnection = (): ConnectionStatus => useSyncExternalStore(feed().watch, feed().status, feed().status);
