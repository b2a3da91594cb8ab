import { io } from 'socket.io-client';

/** So many connections that follow a topic, from a process of their own. It says when all are told where they stand, and asked for it, when each change came to each. */
export interface FollowPlan {
  url: string;
  connections: number;
  tokens: string[];
  topics: string[];
}
/** By what changed, and the position of the change, when it came to each connection: milliseconds of Date.now(), with parts. */
export type Arrivals = Record<string, Record<string, number[]>>;

const now = () => performance.timeOrigin + performance.now();

process.once('message', async (message) => {
  const { url, connections, tokens, topics } = message as FollowPlan;
  const arrivals: Arrivals = {};
  for (let from = 0; from < connections; from += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, connections - from) }, (_, i) => {
        const socket = io(url, {
          ...{ transports: ['websocket'], forceNew: true, reconnection: false },
          auth: { token: tokens[(from + i) % tokens.length], from: null, topics },
        });
        const { promise, resolve } = Promise.withResolvers<void>();
        socket.once('batch', () => {
          socket.on('batch', ({ items }: { items: { id: string; position: string }[] }) => {
            const at = now();
            for (const { id, position } of items) {
              arrivals[id] ??= {};
              arrivals[id][position] ??= [];
              arrivals[id][position].push(at);
            }
          });
          resolve();
        });
        return promise;
      }),
    );
  process.once('message', () => process.send?.(arrivals));
  process.send?.('connected');
});
