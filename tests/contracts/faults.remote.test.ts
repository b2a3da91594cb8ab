import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { AccessDeniedError, CancelledError, UnavailableError, UnknownError } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openGridFsFiles } from '../../backend/integrations/files/gridfs.ts';
import { openMongoVault } from '../../backend/integrations/vault/mongodb.ts';
import { openMongoReadStore } from '../../backend/projections/stores/mongodb.ts';
import { asFailure, openEventStoreDb } from '../../events/store/eventstoredb.ts';
import { StoreDamaged, StoreUnavailable } from '../../events/store/faults.ts';
import { keyOf } from './files.ts';
import { withMongo } from './mongodb.ts';
import { at, generation } from './readStore.ts';

/** Three kinds of fault on the remote stores: outages, of data, of code. An outage of a server itself: outage.mongodb and the event store's contract. */

describe('EventStoreDB', () => {
  const said = Object.assign(new Error('said by the server'), { code: 14, details: '', metadata: {} });
  type Said = ConstructorParameters<typeof UnavailableError>[0];

  test('what passes is an outage; what was refused for good, and a bug, are said as they are', () => {
    for (const passing of [UnavailableError, CancelledError, UnknownError])
      expect(asFailure(new passing(said as unknown as Said))).toBeInstanceOf(StoreUnavailable);
    expect(asFailure(new Error('Failed to discover after 10 attempts.'))).toBeInstanceOf(StoreUnavailable);
    expect(asFailure(Object.assign(new Error('read'), { code: 'ECONNRESET' }))).toBeInstanceOf(StoreUnavailable);
    for (const lasting of [new AccessDeniedError(said as unknown as Said), new TypeError('x is undefined'), new SyntaxError('no JSON')])
      expect(asFailure(lasting)).toBe(lasting);
    const damaged = new StoreDamaged('vault', 'a record cannot be read');
    expect(asFailure(damaged)).toBe(damaged);
  });

  test('a server that takes a connection and never answers is an outage, after two tries', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const store = openEventStoreDb({ url: `esdb://127.0.0.1:${port}?tls=false`, appendTimeoutMs: 300 });
    onTestFinished(async () => {
      await store.close();
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const began = performance.now();
    const event = { id: randomUUID(), type: 'Asked', data: {}, metadata: {} };
    await expect(store.append('course-1', 'none', [event])).rejects.toThrow(StoreUnavailable);
    const waited = performance.now() - began;
    expect(waited).toBeGreaterThan(595);
    expect(waited, 'not as long as the client itself would wait').toBeLessThan(8_000);
  });
});

await withMongo('faults: MongoDB', ({ url, freshName }) => {
  const raw = (name: string) => {
    const client = new MongoClient(url);
    onTestFinished(() => client.close());
    return client.db(name);
  };

  test('a record of the vault that is no JSON is damage, not an outage, and harms no other', async () => {
    const name = freshName();
    const vault = openMongoVault(url, name);
    onTestFinished(() => vault.close());
    await vault.put('meta', 'good', 1);
    await vault.put('meta', 'bad', 1);
    await raw(name)
      .collection<{ _id: string }>('records')
      .updateOne({ _id: 'meta:bad' }, { $set: { value: '{"half' } });
    await expect(vault.get('meta', 'bad')).rejects.toThrow(StoreDamaged);
    expect((await vault.get('meta', 'good'))?.value).toBe(1);
  });

  test('a document that is none of ours is damage, and is named', async () => {
    const name = freshName();
    const store = openMongoReadStore(url, name);
    onTestFinished(() => store.close());
    const target = generation();
    await store.createGeneration({ ...target, indexes: [] });
    await store.switchTo(target, null);
    await store.commit({
      ...{ epoch: 1, checkpoint: at(1), changes: [] },
      writes: [{ generation: target, docs: [{ key: 'a', version: 1, position: at(1), doc: { x: 1 }, persons: [] }] }],
    });
    const rows = raw(name).collection<{ _id: string }>(`${target.projection}_v1_gen${target.generation}`);
    await rows.insertOne({ _id: 'stranger', x: 2 } as { _id: string });
    await rows.updateOne({ _id: 'a' }, { $set: { '_meta.j': '{"half' } });
    await expect(store.get(target, 'a')).rejects.toThrow(StoreDamaged);
    await expect(store.get(target, 'stranger')).rejects.toThrow(/the document stranger cannot be read/);
  });

  test('a wrong call to the files is no outage', async () => {
    const files = openGridFsFiles(url, freshName());
    onTestFinished(() => files.close());
    const wrong = files.put(keyOf(Buffer.from('x')), 7 as unknown as Uint8Array);
    await expect(wrong).rejects.toThrow(TypeError);
    await expect(files.get('../escape')).rejects.not.toThrow(StoreUnavailable);
  });
});
