import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
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
  refused?: Record<string, string>;
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
  const topics = new Map<string, Topic>();
  const waiters = new Set<{ position: Position; go: (caughtUp: boolean) => void }>();
  const resets = new Set<() => void>();
  const lives = new Set<() => void>();
  const turns = new Set<(topic: string, from: Position | null) => void>();
  const besides = new Set<(topic: string, id: string | null) => void>();
  let place: Place | undefined;
  /** The topics that this connection follows, and from which position on. */
  let joined = new Map<string, Promise<Position | null>>();
  /** Joins without an answer yet: changes of these topics may have been missed meanwhile. */
  const owed = new Set<string>();
  /** Topics above the limit of a connection: requested again as soon as another one is left. */
  const beyond = new Set<string>();

  const hello = () => {
    const from = seen ?? floor;
    joined = new Map([...topics.keys()].map((topic) => [topic, Promise.resolve(from)]));
    const bearer = token?.();
    const shown = person?.();
    return {
      ...(bearer && { token: bearer }),
      ...(shown !== undefined && { person: shown }),
      ...(seen !== null && place && { place }),
      from,
      topics: [...joined.keys()],
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
  const resume = () => {
    if (Date.now() - askedAt < 500) return;
    askedAt = Date.now();
    socket.emit('resume', hello());
  };

  // -- connection state -------------------------------------------------------------------------------------------------------------
  const status = createStatus(patience, () => beat);
  const { turn } = status;
  const counted = () => status.setPartial(beyond.size > 0);
  const noNetwork = () => globalThis.navigator?.onLine === false;
  const down = () => turn(noNetwork() || status.current().state === 'offline' ? 'offline' : 'reconnecting');
  /** Now, instead of when the library's back-off is over. */
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
  socket.on('connect', () => {
    askedAt = 0;
    turn('live');
    if ([...topics.keys()].some((topic) => !joined.has(topic))) resume(); // asked for while the handshake was under way
    for (const live of lives) live();
  });
  socket.on('disconnect', (reason) => {
    joined = new Map();
    beyond.clear();
    refused.clear();
    counted();
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

  // -- the feed ---------------------------------------------------------------------------------------------------------------------
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
    if (!noNetwork()) turn('live'); // a network that was gone for a moment may have left the socket whole
    const held = seen ?? floor;
    // A hole: ask again from what we hold.
    if (held !== null && batch.prev !== null && batch.prev > held) return resume();
    if (seen !== null && place && batch.after && batch.after.n > place.n) return resume();
    askedAt = 0;
    place = batch.place;
    // The server checks them again by itself, and says when they are followed.
    for (const [topic, code] of Object.entries(batch.refused ?? {})) {
      joined.set(topic, Promise.resolve(null));
      if (code !== 'TOO_MANY_TOPICS') denied(topic);
      else if (topics.has(topic)) beyond.add(topic);
    }
    counted();
    deliver(topics, batch.items, batch.prev, held);
    advance(batch.upto);
    // The first batch of a connection answers its handshake, which named the topics: it has their changes from its beginning on.
    for (const topic of owed) if (owed.delete(topic) && batch.refused?.[topic] === undefined) turned(topic, batch.prev);
  });
  const begin = (at: Position | null, from?: Place) => {
    seen = at;
    place = from;
    floor = null;
    owed.clear();
    if (commit !== null && at !== null && at < commit) commit = at;
    for (const topic of topics.values()) emptyTail(topic);
    advance(at);
    for (const reset of resets) reset();
  };
  // Our range is gone, or data changed without a change for each.
  socket.on('reset', ({ at, place: from }: { at: Position | null; place?: Place }) => {
    beat = Date.now();
    begin(at, from);
  });
  /** Data of a topic that may no longer be followed is read again; data of one that may be followed again is read from the position at which it was joined. */
  const turned = (topic: string, from: Position | null) => {
    if (!topics.has(topic)) return;
    joined.set(topic, Promise.resolve(from));
    for (const turn of turns) turn(topic, from);
  };
  /** Topics that the server refused on this connection. */
  const refused = new Set<string>();
  /** The page's data may have been read while it still could: it is read again, once. */
  const denied = (topic: string) => {
    if (refused.has(topic)) return;
    refused.add(topic);
    for (const turn of turns) turn(topic, null);
  };
  socket.on('left', ({ topic }: { topic: string }) => turned(topic, null));
  socket.on('joined', ({ topic, position }: { topic: string; position: Position | null }) => {
    refused.delete(topic);
    turned(topic, position);
  });

  // What is not an event has no place in the chain, and is passed on at once.
  socket.on('aside', ({ topic, id }: { topic: string; id: string | null }) => {
    if (topics.has(topic)) for (const beside of besides) beside(topic, id);
  });

  socket.on('ended', ({ code }: { code: string }) => onRefused?.(code));

  /** A resume would tell what happened from the other topics' position; these may need an earlier one. With a handshake they are read again. */
  const reconnect = () => {
    if (!socket.connected || owed.size === 0) return;
    socket.disconnect();
    socket.connect();
  };
  const ask = async (topic: string): Promise<Position | null> => {
    try {
      const answer = (await socket.timeout(3_000).emitWithAck('join', topic)) as { position?: Position; error?: string };
      if (answer.error === 'TOO_MANY_REQUESTS') {
        owed.add(topic);
        setTimeout(reconnect, 2_000);
      }
      if (answer.error === 'TOO_MANY_TOPICS') beyond.add(topic);
      else beyond.delete(topic);
      counted();
      if (answer.error === undefined) refused.delete(topic);
      else if (!answer.error.startsWith('TOO_MANY')) denied(topic);
      return answer.position ?? null;
    } catch {
      owed.add(topic);
      reconnect();
      return null;
    }
  };
  /** Tells the server, once for all followers of the topic; resolves with the position that a snapshot of the topic must have to miss nothing (null: not connected, the handshake asks). */
  const join = async (topic: string): Promise<Position | null> => {
    if (!socket.connected) return null;
    const asking = joined.get(topic) ?? ask(topic);
    joined.set(topic, asking);
    return asking;
  };
  /** Where one was left, another may be followed. */
  const next = () => {
    const [topic] = beyond;
    if (topic === undefined) return;
    joined.delete(topic);
    void join(topic).then((from) => from !== null && turned(topic, from));
  };

  return {
    socket,
    seen: () => seen,
    commit: () => commit,
    status: status.current,
    /** When the last message of the school came (milliseconds). */
    lastBeat: () => beat,
    watch: status.watch,
    connect: () => {
      globalThis.window?.addEventListener('online', networkBack);
      globalThis.window?.addEventListener('offline', down);
      globalThis.document?.addEventListener('visibilitychange', seenAgain);
      turn('reconnecting');
      socket.connect();
    },
    /** Another person, or nobody: a new handshake with the present cookie, for all followers; their data is read again. */
    restart: () => {
      socket.disconnect();
      commit = null;
      begin(null);
      socket.connect();
    },
    close: () => {
      globalThis.window?.removeEventListener('online', networkBack);
      globalThis.window?.removeEventListener('offline', down);
      globalThis.document?.removeEventListener('visibilitychange', seenAgain);
      status.stop();
      socket.disconnect();
    },
    onReset: (reset: () => void) => {
      resets.add(reset);
      return () => {
        resets.delete(reset);
      };
    },
    onLive: (live: () => void) => {
      lives.add(live);
    },
    /** Called when a topic is no longer followed (null), or followed again from a position on. */
    onTurn: (turn: (topic: string, from: Position | null) => void) => {
      turns.add(turn);
      return () => {
        turns.delete(turn);
      };
    },
    /** Called when something changed in a topic outside the chain; `id` null: unknown what, because this page was away. */
    onBeside: (beside: (topic: string, id: string | null) => void) => {
      besides.add(beside);
      return () => {
        besides.delete(beside);
      };
    },
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
        if (joined.delete(name)) socket.emit('leave', name);
        if (!beyond.delete(name)) next();
        counted();
      };
      return {
        add: (name: string): Promise<Position | null> => {
          mine.add(name);
          const topic = topics.get(name) ?? emptyTopic();
          topics.set(name, topic);
          topic.followers.add(follower);
          return join(name);
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
