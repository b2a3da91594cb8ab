import { spanClock, spans } from '../../../events/spans.ts';
import type { Change, ChangeHead } from '../../projections/kernel/readStore.ts';
import { RESET_TOPIC } from '../../projections/kernel/status.ts';
import { readTopic } from '../contract/topics.ts';
import { changesFor } from './audience.ts';
import type { Batches } from './batches.ts';
import type { ChangeFeed } from './changeFeed.ts';
import type { Connection } from './connection.ts';
import type { Followers } from './followers.ts';

/** `noticed` sees every change that was read, before it is sent. */
interface DeliveryParts {
  feed: ChangeFeed;
  followers: Followers;
  batches: Batches;
  connections: ReadonlySet<Connection>;
  noticed: (heads: readonly ChangeHead[]) => void;
}

/** Returns what reads the changes that were committed, and sends each connection those of the topics that it follows. */
export function createDelivery({ feed, followers, batches, connections, noticed }: DeliveryParts): () => Promise<void> {
  return async () => {
    const began = spanClock();
    const { heads, changes, trimmed } = await feed.read();
    if (heads.length === 0) return;
    const outbox = outboxOf(changes, followers);
    noticed(heads);
    // Changes trimmed before they were read reach nobody: all followers read again.
    for (const connection of trimmed || heads.some(({ topic }) => topic === RESET_TOPIC) ? connections : []) {
      outbox.delete(connection);
      if (connection.aside) connection.aside.reset = true;
      else batches.reset(connection);
    }
    for (const [{ aside }, waiting] of outbox) aside?.changes.push(...waiting);
    batches.sendEach(new Map([...outbox].filter(([{ aside }]) => aside === null)));
    if (outbox.size > 0 && spans.push.hasSubscribers) {
      const positions = [...new Set([...outbox.values()].flat().map(({ position }) => position))];
      spans.push.publish({ began, ended: spanClock(), positions, connections: outbox.size });
    }
  };
}

function outboxOf(changes: readonly Change[], followers: Followers): Map<Connection, Change[]> {
  const outbox = new Map<Connection, Change[]>();
  for (const change of changes)
    for (const connection of followers.of(change.topic)) {
      const waiting = outbox.get(connection) ?? [];
      waiting.push(...changesFor(change, connection.topics));
      if (waiting.length > 0) outbox.set(connection, waiting);
    }
  return outbox;
}

/** The people whose record changed: they may have lost a permission, or been erased. */
export function peopleIn(heads: readonly ChangeHead[]): Set<number> {
  const people = new Set<number>();
  for (const { topic } of heads) {
    const read = readTopic(topic);
    if (read?.key === 'usuario:{userId}' && read.id !== null) people.add(read.id);
  }
  return people;
}
