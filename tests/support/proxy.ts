import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy before a server whose connections a test can cut and restore; its address stays the same. */
export interface Proxy {
  port: number;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Swallows everything without closing a connection. */
  stall(): void;
  /** Bytes that have come back from the server so far. */
  received(): number;
}

export async function proxyTo(host: string, port: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let listening: Server | null = null;
  let received = 0;
  const open = async (at: number): Promise<number> => {
    const server = createServer((near) => {
      const far = connect(port, host);
      far.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.setNoDelay(true);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      }
    });
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    listening = server;
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return address.port;
  };
  const own = await open(0);
  return {
    port: own,
    received: () => received,
    cut: async () => {
      const server = listening;
      listening = null;
      if (!server) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    stall: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend: async () => {
      if (!listening) await open(own);
    },
  };
}
