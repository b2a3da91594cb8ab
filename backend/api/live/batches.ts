import type { Server } from 'socket.io';
import type { Change } from '../../projections/kernel/readStore.ts';
import type { Reached } from './changeFeed.ts';
import { type Connection, item, type LiveBatch } from './connection.ts';

/** What goes with a batch or a reset besides the changes: the refused topics of a resume. */
type More = Pick<LiveBatch, 'refused'>;

/** The next batch of a connection, up to `to`. From here on it counts as sent. */
export const nextBatch = (connection: Connection, changes: readonly Change[], to: Reached, more: More = {}): LiveBatch => {
  const batch: LiveBatch = {
    prev: connection.sent,
    upto: to.upto,
    items: changes.map(item),
    ...(to.place && { place: to.place }),
    ...(connection.place && { after: connection.place }),
    ...more,
  };
  connection.sent = to.upto;
  connection.place = to.place;
  return batch;
};

export type Batches = ReturnType<typeof createBatches>;

/** Sends batches up to what has been read, as a chain `prev → upto` for each connection. */
export function createBatches(io: Pick<Server, 'to'>, reached: Readonly<Reached>) {
  return {
    send(connection: Connection, changes: readonly Change[]): void {
      connection.socket.emit('batch', nextBatch(connection, changes, reached));
    },
    /** A batch that is the same for several, as for all who look at the catalogue, is encoded once. */
    sendEach(outbox: ReadonlyMap<Connection, readonly Change[]>): void {
      const alike = Map.groupBy(outbox, ([{ sent, place }, changes]) =>
        [sent, place?.n, place?.epoch, ...changes.map(({ n, topic }) => `${n} ${topic}`)].join(),
      );
      for (const group of alike.values()) {
        const batches = group.map(([connection, changes]) => nextBatch(connection, changes, reached));
        if (batches[0]) io.to(group.map(([{ socket }]) => socket.id)).emit('batch', batches[0]);
      }
    },
    /** What the connection missed is unknown: its page reads everything again. */
    reset(connection: Connection, more: More = {}): void {
      connection.sent = reached.upto;
      connection.place = reached.place;
      connection.socket.emit('reset', { at: reached.upto, ...(reached.place && { place: reached.place }), ...more });
    },
  };
}
