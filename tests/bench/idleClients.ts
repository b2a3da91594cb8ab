import { io } from 'socket.io-client';

/** So many connections that follow `topics` and do nothing else, from a process of their own. It says when all have been told where they stand. */
process.once('message', async (message) => {
  const { url, connections, tokens, topics } = message as { url: string; connections: number; tokens: string[]; topics: string[] };
  for (let from = 0; from < connections; from += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, connections - from) }, (_, i) => {
        const socket = io(url, {
          ...{ transports: ['websocket'], forceNew: true, reconnection: false },
          auth: { token: tokens[(from + i) % tokens.length], from: null, topics },
        });
        return new Promise((told) => socket.once('batch', told));
      }),
    );
  process.send?.('connected');
});
