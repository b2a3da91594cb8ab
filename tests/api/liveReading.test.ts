import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Deps } from '../../backend/api/deps.ts';
import { createHub, type Hub } from '../../backend/api/live/hub.ts';
import type { Change, ReadStoreReader } from '../../backend/projections/kernel/readStore.ts';
import { StoreUnavailable } from '../../events/store/port.ts';
import { following } from '../support/liveClient.ts';
import { positionOf } from '../support/projectionSpec.ts';
import { until } from '../support/until.ts';

/** How the hub reads a log of changes that is far away. */

const change = (n: number): Change => ({ n, topic: 'cursos', id: String(n), version: 1, op: 'put', position: positionOf(n) });

/** A hub over a log of changes in memory, which can be made to fail. */
async function hubOver(): Promise<{ url: string; hub: Hub; changes: Change[]; fault: { after: number } }> {
  const changes: Change[] = [change(1)];
  const fault = { after: Number.POSITIVE_INFINITY };
  const reader: Pick<ReadStoreReader, 'lastChange' | 'checkpoint' | 'changeHeads' | 'changes' | 'changesSince'> = {
    lastChange: async () => changes.at(-1)?.n ?? 0,
    checkpoint: async () => changes.at(-1)?.position ?? null,
    changeHeads: async (after, limit) => {
      if (after >= fault.after) throw new StoreUnavailable('away');
      return changes.filter(({ n }) => n > after).slice(0, limit);
    },
    changes: async (ns) => changes.filter(({ n }) => ns.includes(n)),
    changesSince: async (after, topics) => changes.filter(({ position, topic }) => position > after && topics.includes(topic)),
  };
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const commands = { log: { store: { parsePosition: (text: string) => text } } };
  const deps = { commands, reader, logger: { warn() {} }, config: { publicUrl: 'http://localhost' }, forgetPerson() {} };
  const hub = await createHub(
    server,
    deps as unknown as Deps,
    { canReadCourse: async () => true, teaches: async () => true },
    { poll: true },
  );
  onTestFinished(() => hub.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hub, changes, fault };
}

test('a read that fails between two pages of changes loses none of them', async () => {
  const { url, changes, fault } = await hubOver();
  const client = await following(url, { topics: ['cursos'] });
  fault.after = 900;
  changes.push(...Array.from({ length: 2_500 }, (_, i) => change(2 + i)));
  const before = client.batches.length;
  // Heartbeats go on meanwhile, and speak for no more than was told.
  await until(() => client.batches.length > before, 'a heartbeat');
  expect(client.items).toEqual([]);
  fault.after = Number.POSITIVE_INFINITY;
  await until(() => client.held() === positionOf(2_501), 'everything');
  expect(client.items.map(({ id }) => id)).toEqual(changes.slice(1).map(({ id }) => id));
  expect([client.holes(), client.resets]).toEqual([0, []]);
}, 20_000);

test('who follows reads again where changes were trimmed before this node could read them', async () => {
  const { url, changes, fault } = await hubOver();
  const client = await following(url, { topics: ['cursos'] });
  fault.after = 1;
  changes.push(...Array.from({ length: 50 }, (_, i) => change(2 + i)));
  changes.splice(0, 20);
  fault.after = Number.POSITIVE_INFINITY;
  await until(() => client.resets.length > 0, 'the reset');
  expect(client.held()).toBe(positionOf(51));
});
