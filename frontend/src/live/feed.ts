import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { createConnection } from './connection.ts';
import { createMembership, type Refused } from './membership.ts';
import { createSignal } from './signal.ts';
import { createStatus } from './status.ts';
import {
  type Change,
  changesAfter,
  deliver,
  emptyTail,
  emptyTopic,
  type Follower,
  later,
  type OnChanges,
  type Position,
  type Topic,
} from './tails.ts';

/** The place of a change in the log of changes; sent with a resume, so that nothing after it is missed, whatever its position. */
interface Place {
  n: number;
  position: Position;
  epoch: number;
}
interface Batch {
  prev: Position | null;
  upto: Position | null;
  items: Change[];
  place?: Place;
  after?: Place;
  /** Topics that are not followed, with the code of the reason. */
  refused?: Refused;
}
export interface FeedOptions {
  url?: string;
  /** Only for clients without the session cookie. */
  token?: () => string | undefined;
  /** The person whom the page shows: the server refuses a connection whose cookie is another's. */
  person?: () => number | undefined;
  /** The server refused the handshake (for example because the session has ended). */
  onRefused?: (code: string) => void;
  /** Milliseconds without a connection before it counts as offline. */
  patience?: number;
  /** Creates the socket; tests replace Socket.IO's. */
  open?: (options: Partial<ManagerOptions & SocketOptions>) => Socket;
}

/** One socket for the tab: an ordered feed that knows its own position, and asks again for what was lost. */
export const createFeed = ({ url, token, person, onRefused, patience = 10_000, open }: FeedOptions = {}) => {
  let seen: Position | null = null;
  let floor: Position | null = null; // the oldest snapshot read before the first batch: the feed must go back to it
  let commit: Position | null = null; // the last own command
  let askedAt = 0;
  let beat: number | null = null;
  let place: Place | undefined;
  const topics = new Map<string, Topic>();
  const resets = createSignal();
  const lives = createSignal();
  const turns = createSignal<[topic: string, from: Position | null]>();
  const besides = createSignal<[topic: string, id: string | null]>();
  const waiters = new Set<{ position: Position; go: (caughtUp: boolean) => void }>();

  const hello = () => {
    const from = seen ?? floor;
    const named = membership.name(from);
    const bearer = token?.();
    const shown = person?.();
    return {
      ...(bearer && { token: bearer }),
      ...(shown !== undefined && { person: shown }),
      ...(seen !== null && place && { place }),
      from,
      topics: named,
    };
  };
  const options = {
    path: '/socket.io',
    autoConnect: false,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: (go: (hello: object) => void) => go(hello()),
  };
  const socket: Socket = open ? open(options) : url === undefined ? io(options) : io(url, options);
  const status = createStatus(patience, () => beat);
  const membership = createMembership(socket, topics, turns.emit, status.setPartial);
  const connection = createConnection(socket, status, onRefused);
  const resume = () => {
    if (Date.now() - askedAt < 500) return;
    askedAt = Date.now();
    socket.emit('resume', hello());
  };
  socket.on('connect', () => {
    askedAt = 0;
    status.turn('live');
    if (membership.isMissing()) resume();
    lives.emit();
  });

  const advance = (to: Position | null) => {
    seen = later(seen, to);
    for (const waiter of waiters)
      if (seen !== null && waiter.position <= seen) {
        waiters.delete(waiter);
        waiter.go(true);
      }
  };
  socket.on('batch', (batch: Batch) => {
    beat = Date.now();
    connection.received();
    const held = seen ?? floor;
    // A batch is missing: resume from the last position received.
    if (held !== null && batch.prev !== null && batch.prev > held) return resume();
    if (seen !== null && place && batch.after && batch.after.n > place.n) return resume();
    askedAt = 0;
    place = batch.place;
    const refused = batch.refused ?? {};
    membership.refuse(refused);
    deliver(topics, batch.items, batch.prev, held);
    advance(batch.upto);
    membership.answered(refused, batch.prev);
  });
  const begin = (at: Position | null, from?: Place) => {
    seen = at;
    place = from;
    floor = null;
    membership.forget();
    if (commit !== null && at !== null && at < commit) commit = at;
    for (const topic of topics.values()) emptyTail(topic);
    advance(at);
    resets.emit();
  };
  // The server no longer has the changes after our position, or data changed without single changes: begin anew.
  socket.on('reset', ({ at, place: from }: { at: Position | null; place?: Place }) => {
    beat = Date.now();
    begin(at, from);
  });
  // A notice about data outside of the log has no place in the chain, and is passed on at once.
  socket.on('aside', ({ topic, id }: { topic: string; id: string | null }) => {
    if (topics.has(topic)) besides.emit(topic, id);
  });
  socket.on('ended', ({ code }: { code: string }) => onRefused?.(code));

  return {
    socket,
    seen: () => seen,
    commit: () => commit,
    status: status.current,
    /** When the last message of the school came (milliseconds). */
    lastBeat: () => beat,
    watch: status.watch,
    connect: connection.open,
    /** Another person, or nobody: a new handshake with the present cookie, for all followers; their data is read again. */
    restart: () => {
      socket.disconnect();
      commit = null;
      begin(null);
      socket.connect();
    },
    close: connection.close,
    onReset: resets.on,
    onLive: lives.on,
    /** Called when a topic is no longer followed (null), or followed again from a position on. */
    onTurn: turns.on,
    /** Called when something changed in a topic outside the chain; `id` null: unknown what, because this page was away. */
    onBeside: besides.on,
    committed: (position: Position) => {
      commit = later(commit, position);
    },
    /** A snapshot was read; before the first batch the feed must reach back to the oldest of them. */
    loaded: (position: Position | null) => {
      if (seen === null && position !== null && (floor === null || position < floor)) floor = position;
    },
    /** Changes of these topics after a position, in order; null where the feed no longer holds them all. */
    since: (wanted: Iterable<string>, position: Position) => changesAfter(topics, wanted, position),
    /** One listener for several topics; it gets the changes of a batch at once. */
    follow: (onChanges: OnChanges) => {
      const follower: Follower = { onChanges };
      const mine = new Set<string>();
      const remove = (name: string) => {
        mine.delete(name);
        const topic = topics.get(name);
        topic?.followers.delete(follower);
        if (topic?.followers.size !== 0) return;
        topics.delete(name);
        membership.leave(name);
      };
      return {
        add: (name: string): Promise<Position | null> => {
          mine.add(name);
          const topic = topics.get(name) ?? emptyTopic();
          topics.set(name, topic);
          topic.followers.add(follower);
          return membership.join(name);
        },
        remove,
        off: () => {
          for (const name of mine) remove(name);
        },
      };
    },
    /** True once the feed has reached the position, false after `ms`. */
    waitFor: (position: Position, ms = 4_000): Promise<boolean> =>
      seen !== null && position <= seen
        ? Promise.resolve(true)
        : new Promise((go) => {
            const waiter = { position, go };
            waiters.add(waiter);
            setTimeout(() => {
              if (waiters.delete(waiter)) go(false);
            }, ms);
          }),
    /** True once the last own command is visible; false at once where no connection is open or tried, so that nothing would come. */
    caughtUp(ms = 4_000): Promise<boolean> {
      if (commit === null) return Promise.resolve(true);
      return socket.active ? this.waitFor(commit, ms) : Promise.resolve(false);
    },
  };
};
export type Feed = ReturnType<typeof createFeed>;
