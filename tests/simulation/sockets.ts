import type { Socket as ServerSocket } from 'socket.io';
import type { Socket as ClientSocket } from 'socket.io-client';
import type { Sockets } from '../../backend/api/live/hub.ts';
import type { Process, World } from './world.ts';

/**
 * Stands in for Socket.IO on both ends: what is sent on a line arrives later and in order, or not at all once the line is cut. What the hub and
 * the browser's feed use of it, and no more.
 */

type Listener = (...args: unknown[]) => void;

/** One end of a line. */
class End {
  readonly #listeners = new Map<string, Listener[]>();
  on(event: string, listener: Listener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }
  hear(event: string, ...args: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...args);
  }
}

/** Messages of one direction: in order, each some time on its way. */
class Way {
  #last = 0;
  readonly #world: World;
  constructor(world: World) {
    this.#world = world;
  }
  carry(to: Process, deliver: () => void): void {
    const { random, now } = this.#world;
    this.#last = Math.max(this.#last + 0.01, now + 0.5 + random.next() * 5 + (random.chance(0.05) ? random.below(200) : 0));
    this.#world.after(this.#last - now, to, deliver);
  }
}

interface Line {
  server: End & { process: Process };
  open: boolean;
  cut(reason: string): void;
}

/** The hub's end of all lines of one node. */
export interface NodeSockets extends Sockets {
  accept(
    auth: unknown,
    client: Process,
    hears: (event: string, args: unknown[]) => void,
    ended: (reason: string) => void,
  ): Promise<Line | string>;
  cutAll(): void;
}

export function nodeSockets(world: World, process: Process): NodeSockets {
  let guard: (socket: ServerSocket, next: (error?: Error & { data?: { code?: string } }) => void) => void = (_, next) => next();
  let connected: (socket: ServerSocket) => void = () => {};
  const lines = new Set<Line>();
  const open = new Map<string, ServerSocket>();
  let count = 0;
  const sockets = {
    use(check: typeof guard) {
      guard = check;
      return sockets;
    },
    on(_: string, listener: typeof connected) {
      connected = listener;
      return sockets;
    },
    to: (ids: readonly string[]) => ({
      emit(event: 'batch', ...args: unknown[]) {
        for (const id of ids) open.get(id)?.emit(event, ...args);
      },
    }),
    async close() {
      sockets.cutAll();
    },
    cutAll() {
      for (const line of [...lines]) line.cut('transport close');
    },
    accept(auth: unknown, client: Process, hears: (event: string, args: unknown[]) => void, ended: (reason: string) => void) {
      const id = String(++count);
      const end = new End();
      const towards = new Way(world);
      const line: Line = {
        server: Object.assign(end, { process }),
        open: true,
        cut(reason) {
          if (!line.open) return;
          line.open = false;
          lines.delete(line);
          open.delete(id);
          world.after(1 + world.random.next() * 20, client, () => ended(reason));
          world.after(1 + world.random.next() * 20, process, () => end.hear('disconnect', reason));
        },
      };
      const socket = {
        id,
        handshake: { auth, headers: {} },
        request: { headers: {}, socket: { remoteAddress: '127.0.0.1' } },
        data: {},
        get connected() {
          return line.open;
        },
        emit: (event: string, ...args: unknown[]) => towards.carry(client, () => line.open && hears(event, args)),
        on: (event: string, listener: Listener) => end.on(event, listener),
        disconnect: () => line.cut('io server disconnect'),
      } as unknown as ServerSocket;
      return new Promise<Line | string>((done) => {
        guard(socket, (error) => {
          if (error) return done(error.data?.code ?? 'refused');
          lines.add(line);
          open.set(id, socket);
          connected(socket);
          done(line);
        });
      });
    },
  };
  return sockets as unknown as NodeSockets;
}

const ACK_EVENT = 'join';

/** The browser's end: connects to whichever node answers, and again by itself when the line is lost, as the library does. */
export function browserSocket(
  world: World,
  process: Process,
  hello: (go: (auth: object) => void) => void,
  anyNode: () => { process: Process; sockets: NodeSockets } | null,
  note: (what: string) => void,
): { socket: ClientSocket; cut(): void } {
  const own = new End();
  let line: Line | null = null;
  let way = new Way(world);
  let wanted = false;
  let attempt = 0;

  const lost = (reason: string) => {
    if (!line) return;
    line = null;
    self.connected = false;
    note(`loses its line: ${reason}`);
    own.hear('disconnect', reason);
    if (reason === 'transport close') again();
    else wanted = false;
  };
  const again = () => world.after(200 + world.random.below(1_500), process, () => void connect());
  const connect = () => {
    if (!wanted || line) return;
    attempt++;
    const mine = attempt;
    hello((auth) => {
      const node = anyNode();
      if (!node) {
        own.hear('connect_error', new Error('nobody answers'));
        again();
        return;
      }
      // Recorded anew should the node die over it.
      const giveUp = world.after(3_000, process, () => {
        if (mine === attempt && !line) connect();
      });
      world.after(1 + world.random.next() * 10, node.process, () => {
        const hears = (event: string, args: unknown[]) => {
          if (mine !== attempt) return;
          note(`${event} ${JSON.stringify(args[0])}`);
          own.hear(event, ...args);
        };
        let opened = false;
        const early: [string, unknown[]][] = [];
        const accepted = node.sockets.accept(
          auth,
          process,
          (event, args) => (opened ? hears(event, args) : early.push([event, args])),
          (reason) => mine === attempt && lost(reason),
        );
        void accepted.then((found) =>
          world.after(1 + world.random.next() * 10, process, () => {
            giveUp();
            if (mine !== attempt) return typeof found === 'string' ? undefined : found.cut('transport close');
            if (typeof found === 'string') {
              own.hear('connect_error', Object.assign(new Error(found), { data: { code: found } }));
              return again();
            }
            if (!found.open) return again();
            line = found;
            way = new Way(world);
            self.connected = true;
            note(`is connected to ${node.process.name}`);
            own.hear('connect');
            opened = true;
            for (const [event, args] of early) hears(event, args);
          }),
        );
      });
    });
  };
  const send = (event: string, ...args: unknown[]) => {
    note(`says ${event} ${JSON.stringify(args[0])}`);
    const to = line;
    if (to) way.carry(to.server.process, () => to.open && to.server.hear(event, ...args));
  };
  const self = {
    connected: false,
    get active() {
      return wanted;
    },
    on: (event: string, listener: Listener) => own.on(event, listener),
    emit: send,
    timeout: (ms: number) => ({
      emitWithAck: (_: typeof ACK_EVENT, value: unknown) =>
        new Promise((resolve, reject) => {
          const to = line;
          const late = world.after(ms, process, () => reject(new Error('no answer in time')));
          const back = new Way(world);
          send(ACK_EVENT, value, (answer: unknown) =>
            back.carry(process, () => {
              if (to !== line) return;
              late();
              resolve(answer);
            }),
          );
        }),
    }),
    connect() {
      if (wanted) return;
      wanted = true;
      connect();
    },
    disconnect() {
      wanted = false;
      attempt++;
      const open = line;
      line = null;
      self.connected = false;
      open?.cut('client disconnect');
    },
  };
  return { socket: self as unknown as ClientSocket, cut: () => line?.cut('transport close') };
}
