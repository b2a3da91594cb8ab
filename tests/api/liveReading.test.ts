import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Deps } from '../../backend/api/deps.ts';
import { createCallerAddress } from '../../backend/api/live/callerAddress.ts';
import { CONNECTION, payOf } from '../../backend/api/live/connection.ts';
import { createHub } from '../../backend/api/live/hub.ts';
import { createShares } from '../../backend/api/live/shares.ts';
import { TokenBucket } from '../../backend/api/plugins/tokenBucket.ts';
import type { Change, ReadStoreReader } from '../../backend/projections/kernel/readStore.ts';
import { RESET_TOPIC } from '../../backend/projections/kernel/status.ts';
import { StoreUnavailable } from '../../events/store/port.ts';
import { follow, following } from '../support/liveClient.ts';
import { positionOf } from '../support/projectionSpec.ts';
import { until } from '../support/until.ts';

/** How the hub reads a log of changes that is far away. */

const change = (n: number, topic = 'cursos', at = n): Change => ({
  n,
  topic,
  id: String(n),
  version: 1,
  op: 'put',
  position: positionOf(at),
});

/** A hub over a log of changes in memory, which can be made to fail. */
async function hubOver() {
  const changes: Change[] = [change(1)];
  const fault = { after: Number.POSITIVE_INFINITY };
  /** Settles before changes are answered, which are of the moment when they were asked for. */
  const far = { away: async (): Promise<unknown> => undefined, since: async (): Promise<unknown> => undefined };
  const asked = { since: 0, checkpoint: 0 };
  const told = { notifies: false };
  const unreadable = { since: false };
  /** Asked whether they may be read. */
  const courses = new Set<number>();
  /** Settles before it is answered whether they may. */
  const decision = { made: async (): Promise<unknown> => undefined };
  const reader: Pick<ReadStoreReader, 'lastChange' | 'checkpoint' | 'changeHeads' | 'changes' | 'changesSince'> = {
    lastChange: async () => changes.at(-1)?.n ?? 0,
    checkpoint: async () => {
      asked.checkpoint++;
      return changes.at(-1)?.position ?? null;
    },
    changeHeads: async (after, limit) => {
      if (after >= fault.after) throw new StoreUnavailable('away');
      return changes
        .filter(({ n }) => n > after)
        .slice(0, limit)
        .map((one) => ({ ...one, epoch: 1 }));
    },
    changes: async (ns) => {
      const found = changes.filter(({ n }) => ns.includes(n));
      await far.away();
      return found;
    },
    changesSince: async (after, topics) => {
      asked.since++;
      await far.since();
      if (unreadable.since) throw new Error('out of reach');
      const { n: behind, position: from } = typeof after === 'string' ? { n: -1, position: after } : after;
      return changes.filter(
        ({ n, position, topic }) => n > behind && (behind < 0 ? position > from : position >= from) && topics.includes(topic),
      );
    },
  };
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const commands = { log: { store: { parsePosition: (text: string) => text } } };
  const deps = {
    commands,
    reader,
    logger: { warn() {} },
    config: { publicUrl: 'http://localhost', publicAliases: [], trustProxy: false },
    forgetPerson() {},
  };
  const hub = await createHub(
    server,
    deps as unknown as Deps,
    {
      canReadCourse: async (_, id) => courses.add(id) && decision.made().then(() => true),
      canReadDiscussion: async () => true,
      teaches: async () => true,
    },
    { following: told },
  );
  onTestFinished(() => hub.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, hub, changes, fault, far, asked, told, courses, decision, unreadable };
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

test('a store that tells of commits is not asked all the time; one that stopped telling is', async () => {
  const { hub, url, changes, told, asked } = await hubOver();
  const client = await following(url, { topics: ['cursos'] });
  told.notifies = true;
  const began = performance.now();
  let before = asked.checkpoint;
  await until(() => asked.checkpoint >= before + 3, 'three looks all the same');
  // Every 20 ms it would be asked some fifty times meanwhile.
  expect(performance.now() - began).toBeGreaterThan(900);
  changes.push(change(2));
  hub.notify();
  await until(() => client.items.length === 1, 'what was told');
  told.notifies = false;
  changes.push(change(3));
  await until(() => client.items.length === 2, 'what one had to look for');
  before = asked.checkpoint;
  await until(() => asked.checkpoint >= before + 20, 'many looks', 8_000);
}, 20_000);

test('followers read again where changes were trimmed before this node read them', async () => {
  const { url, changes, fault } = await hubOver();
  const client = await following(url, { topics: ['cursos'] });
  fault.after = 1;
  changes.push(...Array.from({ length: 50 }, (_, i) => change(2 + i)));
  changes.splice(0, 20);
  fault.after = Number.POSITIVE_INFINITY;
  await until(() => client.resets.length > 0, 'the reset');
  expect(client.held()).toBe(positionOf(51));
});

test('a reconnect misses no reset and no row of status, though both are at a position that it has received', async () => {
  const { url, changes } = await hubOver();
  const away = await following(url, { topics: ['cursos'] });
  const [other, witness] = [await following(url, { topics: ['cursos'] }), await following(url, { topics: ['cursos'] })];
  expect(other.held()).toBe(positionOf(1));
  other.socket.disconnect();
  changes.push(change(2, 'cursos', 1));
  await until(() => witness.items.length === 1, 'the row');
  other.drop();
  await until(() => other.items.length === 1, 'the row that was told while it was away');
  away.socket.disconnect();
  changes.push(change(3, RESET_TOPIC, 1));
  await until(() => witness.resets.length === 1 && other.resets.length === 1, 'the reset');
  away.drop();
  await until(() => away.resets.length === 1, 'the reset that was told while it was away');
  // It is received once.
  const batches = away.batches.length;
  away.drop();
  await until(() => away.batches.length > batches, 'the answer');
  expect([away.resets.length, away.holes(), other.holes()]).toEqual([1, 0, 0]);
  // With the position of a snapshot alone, without a place in the log of changes, it is unknown whether the reset was seen.
  const late = await following(url, { topics: ['cursos'], from: positionOf(1) });
  expect(late.resets).toHaveLength(1);
});

test('what is told while a slow store is asked what was missed comes once, whether the store has it by then or not', async () => {
  const { url, changes, far } = await hubOver();
  const [client, witness] = [await following(url, { topics: ['cursos'] }), await following(url, { topics: ['cursos'] })];
  client.socket.disconnect();
  changes.push(change(2));
  await until(() => witness.items.length === 1, 'what is told while it is away');
  far.since = async () => {
    changes.push(change(3));
    await until(() => witness.items.length === 2, 'what is told while it comes back');
  };
  client.drop();
  await until(() => client.items.length >= 2, 'both');
  changes.push(change(4));
  await until(() => client.items.some(({ id }) => id === '4'), 'what is told afterwards');
  expect(client.items.map(({ id }) => id)).toEqual(['2', '3', '4']);
  expect([client.resets.length, client.holes()]).toEqual([0, 0]);
});

test('a reset that is told while a slow store is asked what was missed reaches who comes back, and what follows it too', async () => {
  const { url, changes, far } = await hubOver();
  const [client, witness] = [await following(url, { topics: ['cursos'] }), await following(url, { topics: ['cursos'] })];
  client.socket.disconnect();
  changes.push(change(2));
  await until(() => witness.items.length === 1, 'what is told while it is away');
  far.since = async () => {
    far.since = async () => undefined;
    changes.push(change(3, RESET_TOPIC));
    await until(() => witness.resets.length === 1, 'the reset');
  };
  client.drop();
  await until(() => client.resets.length > 0, 'the reset to reach it');
  changes.push(change(4));
  await until(() => client.items.some(({ id }) => id === '4'), 'what is told afterwards');
  expect([client.resets.length, client.holes()]).toEqual([1, 0]);
});

test('a client that resumes at a node that cannot read is told to reconnect instead of left without an answer', async () => {
  const { url, changes, unreadable } = await hubOver();
  const client = await following(url, { topics: ['cursos'] });
  unreadable.since = true;
  client.drop();
  const sentAway = new Promise((done) => client.socket.once('disconnect', done));
  expect(await sentAway).toBe('io server disconnect');
  unreadable.since = false;
  changes.push(change(2));
  client.socket.connect();
  await until(() => client.items.length === 1, 'what was told since');
}, 20_000);

test('joining a topic while a slow store is being read returns a position that includes what was read without it', async () => {
  const { url, changes, far, courses } = await hubOver();
  const client = await following(url, { topics: ['cursos'] });
  const joined = new Promise<{ position?: string }>((resolve) => {
    far.away = async () => {
      far.away = async () => undefined;
      // What is being read was chosen by the topics of before.
      client.join('curso:7').then(resolve, () => undefined);
      await until(() => courses.has(7), 'the join to be considered');
      await turn();
    };
  });
  changes.push(change(2, 'curso:7'), change(3));
  const { position } = await joined;
  expect(client.items.some(({ topic }) => topic === 'curso:7') || (position ?? '') >= positionOf(2)).toBe(true);
});

test('one connection is read for as much as a screen needs, and not at all once it is gone', async () => {
  const { url, asked } = await hubOver();
  const client = await following(url, { topics: ['cursos'] });
  const topics = Array.from({ length: 300 }, (_, i) => `curso:${i}`);
  for (let i = 0; i < 60; i++) client.socket.emit('resume', { from: positionOf(1), topics });
  const joins = await Promise.all(Array.from({ length: 400 }, () => client.join('cursos')));
  expect(joins.filter(({ error }) => error === 'TOO_MANY_REQUESTS').length).toBeGreaterThan(50);
  expect(asked.since).toBeLessThan(70);
  client.close();
  const next = await following(url, { topics });
  const before = asked.since;
  const again = await following(url, { topics: ['cursos'], from: positionOf(1) });
  expect([next.holes(), again.holes(), asked.since]).toEqual([0, 0, before + 1]);
}, 20_000);

test('who left while it was looked at what they may follow follows nothing', async () => {
  const { url, hub, courses, decision } = await hubOver();
  const client = await following(url, { topics: ['cursos'] });
  const { promise, resolve } = Promise.withResolvers<void>();
  decision.made = () => promise;
  client.socket.emit('join', 'curso:7');
  await until(() => courses.has(7), 'the question');
  client.socket.disconnect();
  await until(() => hub.connections() === 0, 'nobody');
  resolve();
  await turn();
  await turn();
  expect(hub.followed('')).toEqual([]);
});

test('connections of one person or place share what they may ask for; what sends without end is cut off', async () => {
  const shares = createShares();
  const line = (id: string) => ({ budget: new TokenBucket(CONNECTION), share: shares.join('person', id) });
  const lines = Array.from({ length: 10 }, () => line('1'));
  // However many there are, and whether one came later.
  const asked = [...lines, line('1')].map((one) => payOf(one, 500));
  expect(asked.filter((wait) => wait === 0)).toHaveLength(6);
  expect(payOf(line('2'), 500)).toBe(0);

  const { url } = await hubOver();
  const [endless, calm] = [await following(url, { topics: ['cursos'] }), await following(url, { topics: ['cursos'] })];
  for (let i = 0; i < 600; i++) endless.socket.emit('leave', 'curso:400');
  await until(() => !endless.socket.connected, 'the end of the line');
  expect(await calm.join('curso:1')).toHaveProperty('position');
});

test('where a line comes from is said by the school’s proxies alone', () => {
  const from = (trustProxy: Parameters<typeof createCallerAddress>[0]) => (remoteAddress: string, forwarded: string | undefined) =>
    createCallerAddress(trustProxy)({
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress },
    } as unknown as IncomingMessage);
  const local = from(['loopback']);
  expect(local('127.0.0.1', '8.8.8.8')).toBe('8.8.8.8');
  expect(local('::ffff:127.0.0.1', '1.1.1.1, 8.8.8.8')).toBe('8.8.8.8');
  expect(local('9.9.9.9', '127.0.0.1')).toBe('9.9.9.9');
  expect(local('127.0.0.1', undefined)).toBe('127.0.0.1');
  expect(from(['10.0.0.0/8', '::1'])('10.1.2.3', '2001:db8::7, ::1')).toBe('2001:db8::7');
  expect(from(2)('10.1.2.3', 'x, 8.8.8.8, 10.9.9.9')).toBe('8.8.8.8');
  expect(from(false)('127.0.0.1', '8.8.8.8')).toBe('127.0.0.1');
});

test('topics beyond those that one connection may follow are refused, with the reason', async () => {
  const { url } = await hubOver();
  const client = await following(url, { topics: Array.from({ length: 302 }, (_, i) => `curso:${i}`) });
  expect(client.batches[0]?.refused).toEqual({ 'curso:300': 'TOO_MANY_TOPICS', 'curso:301': 'TOO_MANY_TOPICS' });
  expect(await client.join('sitio')).toEqual({ error: 'TOO_MANY_TOPICS' });
});

test('a socket of a page of another site is refused', async () => {
  const { url } = await hubOver();
  const foreign = follow(url, { topics: ['cursos'], origin: 'https://evil.example' });
  await new Promise((resolve) => foreign.socket.on('connect_error', resolve));
  expect(foreign.socket.connected).toBe(false);
  const own = await following(url, { topics: ['cursos'], origin: 'http://localhost' });
  expect(own.socket.connected).toBe(true);
  for (const client of [foreign, own]) client.close();
});
