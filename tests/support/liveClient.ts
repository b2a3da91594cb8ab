import { io, type Socket } from 'socket.io-client';
import type { LiveBatch, LiveItem } from '../../backend/api/live/connection.ts';
import { until } from './until.ts';

/** A client that knows the protocol of operations.md and nothing else. */
export interface LiveClient {
  socket: Socket;
  /** The position up to which it has been told everything. */
  held(): string | null;
  items: LiveItem[];
  batches: LiveBatch[];
  resets: (string | null)[];
  /** What the server said by itself, by its name: `ended`, `left`, `joined`. */
  said: [string, unknown][];
  /** How often a batch began beyond what it held. */
  holes(): number;
  join(topic: string): Promise<{ position?: string; error?: string }>;
  /** Cuts the connection and opens a new one that resumes from what is held. */
  drop(): void;
  close(): void;
}

export function follow(
  url: string,
  options: {
    token?: string;
    cookie?: string;
    topics?: string[];
    from?: string | null;
    person?: number;
    origin?: string;
    onItems?: (items: LiveItem[]) => void;
    onReset?: () => void;
  },
): LiveClient {
  const { token, cookie, topics = [], from = null, person, origin, onItems, onReset } = options;
  let held = from;
  let place: LiveBatch['place'];
  let holes = 0;
  const items: LiveItem[] = [];
  const batches: LiveBatch[] = [];
  const resets: (string | null)[] = [];
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    auth: (give) => give({ ...(token !== undefined && { token }), ...(person !== undefined && { person }), from: held, place, topics }),
    extraHeaders: { ...(cookie !== undefined && { cookie }), ...(origin !== undefined && { origin }) },
  });
  const said: LiveClient['said'] = [];
  for (const name of ['ended', 'left', 'joined']) socket.on(name, (what: unknown) => said.push([name, what]));
  socket.on('batch', (batch: LiveBatch) => {
    batches.push(batch);
    if (held !== null && batch.prev !== null && batch.prev > held) {
      holes++;
      socket.emit('resume', { from: held, place, topics });
      return;
    }
    place = batch.place;
    // Where the chain continues exactly, nothing in it was sent before, whatever its position.
    const fresh = batch.items.filter((item) => held === null || held === batch.prev || item.position > held);
    items.push(...fresh);
    if (batch.upto !== null && (held === null || batch.upto > held)) held = batch.upto;
    if (fresh.length > 0) onItems?.(fresh);
  });
  socket.on('reset', ({ at, place: there }: { at: string | null; place?: LiveBatch['place'] }) => {
    resets.push(at);
    held = at;
    place = there;
    onReset?.();
  });
  return {
    socket,
    held: () => held,
    items,
    batches,
    resets,
    said,
    holes: () => holes,
    join: (topic) => socket.timeout(5_000).emitWithAck('join', topic) as Promise<{ position?: string; error?: string }>,
    drop() {
      socket.disconnect();
      socket.connect();
    },
    close: () => void socket.disconnect(),
  };
}

/** Follows, and resolves once the first batch is there: from then on nothing of its topics is missed. */
export async function following(url: string, options: Parameters<typeof follow>[1]): Promise<LiveClient> {
  const client = follow(url, options);
  await until(() => client.batches.length + client.resets.length > 0, 'the first batch');
  return client;
}
