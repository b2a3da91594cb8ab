import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openEventStoreDb } from '../../events/store/eventstoredb.ts';
import type { NewEvent, Position } from '../../events/store/port.ts';
import { eventStoreUrl, lineTo, reasonOf } from '../support/servers.ts';
import { type EventStoreHarness, eventStoreContract } from './eventStore.ts';

const server = await eventStoreUrl();

const small = (): NewEvent => ({ id: randomUUID(), type: 'SmallThing', data: {}, metadata: {} });

if ('skip' in server) {
  describe.skip(`event store contract: eventstoredb${reasonOf(server)}`, () => test('is not run', () => undefined));
  process.stdout.write(`event store contract: eventstoredb${reasonOf(server)}\n`);
} else {
  afterAll(() => server.stop());

  const line = () => lineTo(server.url);

  eventStoreContract('eventstoredb', async () => {
    const { url, proxy } = await line();
    const harness: EventStoreHarness = {
      store: openEventStoreDb({ url }),
      reopen: async () => {
        await harness.store.close();
        harness.store = openEventStoreDb({ url });
      },
      secondConnection: async () => openEventStoreDb({ url }),
      ...(proxy && { stopServer: proxy.cut, startServer: proxy.mend }),
      dispose: async () => {
        await harness.store.close();
        await proxy?.cut();
      },
    };
    return harness;
  });

  test('a node whose clock is an hour behind the server’s appends like any other', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const store = openEventStoreDb({ url: server.url });
    onTestFinished(() => store.close());
    expect((await store.append(`behind-${randomUUID()}`, 'none', [small()])).version).toBe(0);
  });

  test('a line that stalls for longer than answers are waited for, and then breaks, ends appends and nothing else', async (context) => {
    const { url, proxy } = await line();
    if (!proxy) return context.skip('the server is not reached over a line that can be cut');
    const store = openEventStoreDb({ url, appendTimeoutMs: 500 });
    onTestFinished(() => store.close());
    const unhandled: unknown[] = [];
    const hear = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', hear);
    onTestFinished(() => void process.off('unhandledRejection', hear));
    const large = (): NewEvent[] => [{ id: randomUUID(), type: 'LargeThing', data: { text: 'x'.repeat(200_000) }, metadata: {} }];
    await store.append(`thing-${randomUUID()}`, 'none', large());
    proxy.stall();
    const waiting = Promise.allSettled(Array.from({ length: 60 }, () => store.append(`thing-${randomUUID()}`, 'none', large())));
    await sleep(800);
    await proxy.cut();
    expect((await waiting).every(({ status }) => status === 'rejected')).toBe(true);
    await setImmediate();
    expect(unhandled).toEqual([]);
  });

  test('a line that stalls and then breaks: every append that waited is refused, none is lost in nobody’s hands', {
    timeout: 60_000,
  }, async (context) => {
    const { url, proxy } = await line();
    if (!proxy) return context.skip('the server is not reached over a line that can be cut');
    const store = openEventStoreDb({ url });
    const large = (): NewEvent[] => [{ id: randomUUID(), type: 'LargeThing', data: { text: 'x'.repeat(200_000) }, metadata: {} }];
    const appendAll = () => Promise.allSettled(Array.from({ length: 60 }, () => store.append(`thing-${randomUUID()}`, 'none', large())));
    await store.append(`thing-${randomUUID()}`, 'none', large());
    proxy.stall();
    const waiting = appendAll();
    // The first are written to the line, as far as it takes them; the others wait.
    for (let turn = 0; turn < 200; turn++) await setImmediate();
    await proxy.cut();
    for (const outcome of await waiting) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } });
    }
    await proxy.mend();
    await expect.poll(() => store.append(`thing-${randomUUID()}`, 'none', large()), { timeout: 30_000 }).toMatchObject({ version: 0 });
    expect((await appendAll()).every(({ status }) => status === 'fulfilled')).toBe(true);
    await store.close();
    await proxy.cut();
  });

  test('reads and subscriptions left in the middle leave nothing behind: the close has nothing to wait for', {
    timeout: 60_000,
  }, async () => {
    const store = openEventStoreDb({ url: server.url });
    const start = await store.head();
    // As much as the client's buffers hold, more or less: then all has come when the reader leaves, and there is nothing to cancel.
    for (const count of [10, 512, 516, 520, 524, 528, 600]) {
      const stream = `thing-${randomUUID()}`;
      await store.append(stream, 'none', Array.from({ length: count }, small));
      for (let round = 0; round < 2; round++) {
        for await (const event of store.readStream(stream)) {
          // Each takes a way there and back: by the last, what was asked first has arrived.
          for (let trip = 0; trip < 10; trip++) await store.head();
          if (event.version === 0) break;
        }
        for await (const event of store.readAll(start)) if (event.stream === stream) break;
        for await (const delivery of store.subscribeAll(start, new AbortController().signal)) if (delivery.kind === 'event') break;
      }
    }
    const startedAt = performance.now();
    await store.close();
    // It gives the client's streams a second to end.
    expect(performance.now() - startedAt).toBeLessThan(900);
  });

  test('what a read does not want stays with the server, and it still comes to an end', async (context) => {
    const { url, proxy } = await line();
    if (!proxy) return context.skip('the server is not reached over a line that can be counted');
    const store = openEventStoreDb({ url });
    const start = await store.head();
    const letters = randomUUID().replace(/[^a-f]/g, '');
    const [noise, rare] = [`noise${letters}`, `rare${letters}`];
    const text = 'x'.repeat(4_000);
    const noisy = (): NewEvent => ({ ...small(), type: `Noise${letters}`, data: { text } });
    const wanted = Array.from({ length: 3 }, (): NewEvent => ({ ...small(), type: `Rare${letters}` }));
    for (const one of wanted) {
      await store.append(`${rare}-1`, 'any', [one]);
      for (let round = 0; round < 10; round++) await store.append(`${noise}-1`, 'any', Array.from({ length: 100 }, noisy));
    }
    for (const filter of [{ types: [`Rare${letters}`] }, { categories: [rare] }, { types: [`None${letters}`] }]) {
      const before = proxy.received();
      const found: string[] = [];
      for await (const { id } of store.readAll(start, filter)) found.push(id);
      expect(found).toEqual(filter.types?.[0]?.startsWith('None') ? [] : wanted.map(({ id }) => id));
      // Three thousand events of four thousand letters stand in between.
      expect(proxy.received() - before).toBeLessThan(100_000);
    }
    await store.close();
    await proxy.cut();
  });

  test('all who follow the log share one subscription: it crosses the line once', async (context) => {
    const { url, proxy } = await line();
    if (!proxy) return context.skip('the server is not reached over a line that can be counted');
    const store = openEventStoreDb({ url });
    const start = await store.head();
    const stream = `shared${randomUUID().replace(/[^a-f]/g, '')}-1`;
    const text = 'x'.repeat(2_000);
    const large = (): NewEvent => ({ ...small(), data: { text } });
    for (let round = 0; round < 5; round++) await store.append(stream, 'any', Array.from({ length: 100 }, large));
    const before = proxy.received();
    const followed = await Promise.all(
      Array.from({ length: 9 }, async () => {
        let seen = 0;
        for await (const delivery of store.subscribeAll(start, new AbortController().signal))
          if (delivery.kind === 'event' && delivery.event.stream === stream && ++seen === 500) break;
        return seen;
      }),
    );
    expect(followed).toEqual(Array.from({ length: 9 }, () => 500));
    // Once is a little over a million bytes.
    expect(proxy.received() - before).toBeLessThan(2_500_000);
    await store.close();
    await proxy.cut();
  });

  test('positions carry commit and prepare, and one of another store is refused', async () => {
    const store = openEventStoreDb({ url: server.url });
    expect((await store.head()) ?? '00000000000000000000-00000000000000000000').toMatch(/^\d{20}-\d{20}$/);
    const foreign = '0000000000000001' as Position;
    await expect(store.readAll(foreign)[Symbol.asyncIterator]().next()).rejects.toThrow(RangeError);
    await expect(store.subscribeAll(foreign, new AbortController().signal)[Symbol.asyncIterator]().next()).rejects.toThrow(RangeError);
    await store.close();
  });
}
