import type { Socket } from 'socket.io-client';
import type { Status } from './status.ts';

/** Keeps the socket of a page open: begins again when the network or the page comes back, instead of when the library's back-off is over. */
export function createConnection(socket: Socket, status: Status, onRefused: ((code: string) => void) | undefined) {
  const { turn } = status;
  const noNetwork = () => globalThis.navigator?.onLine === false;
  const down = () => turn(noNetwork() || status.current().state === 'offline' ? 'offline' : 'reconnecting');
  const online = () => {
    if (socket.connected) return;
    socket.disconnect();
    socket.connect();
  };
  const networkBack = () => {
    turn('reconnecting');
    online();
  };
  const seenAgain = () => {
    if (globalThis.document?.visibilityState === 'visible') online();
  };
  socket.on('disconnect', (reason) => {
    down();
    if (reason === 'io server disconnect') setTimeout(online, 1_000); // the library does not try again by itself here
  });
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    down();
    if (socket.active) return; // it tries again by itself
    const code = error.data?.code;
    if (code) onRefused?.(code);
    setTimeout(online, 5_000);
  });
  return {
    /** A message arrived, so the socket is alive: a short network failure need not have broken it. */
    received: () => {
      if (!noNetwork()) turn('live');
    },
    open: () => {
      globalThis.window?.addEventListener('online', networkBack);
      globalThis.window?.addEventListener('offline', down);
      globalThis.document?.addEventListener('visibilitychange', seenAgain);
      turn('reconnecting');
      socket.connect();
    },
    close: () => {
      globalThis.window?.removeEventListener('online', networkBack);
      globalThis.window?.removeEventListener('offline', down);
      globalThis.document?.removeEventListener('visibilitychange', seenAgain);
      status.stop();
      socket.disconnect();
    },
  };
}
