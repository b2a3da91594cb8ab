import fc from 'fast-check';
import { MongoClient } from 'mongodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Batch, Doc, DocWrite } from '../../backend/projections/kernel/readStore.ts';
import { LeaseLost } from '../../backend/projections/kernel/readStore.ts';
import type { CommitHooks } from '../../backend/projections/stores/mongoCommits.ts';
import { openMongoReadStore } from '../../backend/projections/stores/mongodb.ts';
import { SHOWN } from '../../backend/projections/stores/mongoViews.ts';
import { canonical } from '../../backend/projections/stores/query.ts';
import { changesAfter } from '../support/changes.ts';
import { withMongo } from './mongodb.ts';
import { at, batches, changesOf, expectModel, generation, reached, readStoreContract, SPEC_INDEXES, story } from './readStore.ts';

const doc = (key: string, n: number, x: unknown): DocWrite => ({ key, version: 1, position: at(n), doc: { x }, persons: [] });

await withMongo('read store: MongoDB', ({ url, utf16Order, replicated, freshName }) => {
  readStoreContract('MongoDB', async () => {
    const name = freshName();
    const store = openMongoReadStore(url, name);
    return {
      store,
      openReader: async () => openMongoReadStore(url, name),
      utf16Order,
      dispose: () => store.close(),
    };
  });

  describe('MongoDB commits without transactions', { timeout: 180_000 }, () => {
    const place = (hooks: CommitHooks = {}, name = freshName()) => {
      const store = openMongoReadStore(url, name, { fenced: true, ...hooks });
      onTestFinished(() => store.close());
      return { store, name };
    };

    test('a commit that dies after any of its steps counts once when it is repeated, also in other splits', async () => {
      let countdown = Number.POSITIVE_INFINITY;
      const { store } = place({
        after() {
          countdown--;
          if (countdown === 0) throw new Error('killed');
        },
      });
      const numbers = (max: number) => fc.array(fc.integer({ min: 1, max }), { minLength: 25, maxLength: 25 });
      let killed = 0;
      await fc.assert(
        fc.asyncProperty(
          story,
          numbers(9),
          numbers(6),
          fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }),
          async (told, deaths, otherCuts, takenOver) => {
            await store.reset();
            const targets = [generation(), generation()];
            for (const one of targets) {
              await store.createGeneration({ ...one, indexes: SPEC_INDEXES });
              await store.switchTo(one, null);
            }
            const { events } = told;
            const first = (await store.lastChange()) + 1;
            // Each run goes on from the checkpoint, cuts the log its own way, and dies somewhere; the last one lives.
            for (let run = 0, epoch = 1; ; run++) {
              countdown = deaths[run] ?? Number.POSITIVE_INFINITY;
              try {
                const from = reached(await store.checkpoint());
                for await (const batch of batches(store, targets, { events, cuts: run % 2 ? otherCuts : told.cuts }, from)) {
                  await store.commit({ ...batch, epoch });
                }
                break;
              } catch (error) {
                if (!(error instanceof Error) || error.message !== 'killed') throw error;
                killed++;
                if (takenOver[run]) epoch++;
              }
            }
            countdown = Number.POSITIVE_INFINITY;
            expect(await store.checkpoint()).toBe(at(events.length));
            for (const one of targets) await expectModel(store, one, events);
            expect(await changesAfter(store, first - 1, 1_000)).toEqual(changesOf(events, first));
            expect(await store.lastChange()).toBe(first + events.length - 1);
          },
        ),
        { numRuns: 40 },
      );
      expect(killed).toBeGreaterThan(40);
    }, 120_000);

    const begun = async (hooks: CommitHooks = {}) => {
      const { store, name } = place(hooks);
      const target = generation();
      await store.createGeneration({ ...target, indexes: [['x']] });
      await store.switchTo(target, null);
      const batch = (epoch: number, n: number, x: unknown, topics: readonly string[]): Batch => ({
        ...{ epoch, checkpoint: at(n) },
        writes: [{ generation: target, docs: (n === 1 ? ['a'] : ['a', 'b']).map((key) => doc(key, n, x)) }],
        changes: topics.map((topic) => ({ topic, id: 'a', version: n, op: 'put', position: at(n) })),
      });
      return { store, name, target, batch };
    };

    test.each(['documents', 'changes'] as const)('what a commit wrote before it died after its %s is seen by nobody', async (step) => {
      const { store, name, target, batch } = await begun({
        after(done) {
          if (done === step) throw new Error('killed');
        },
      });
      const { store: reader } = place({}, name);
      await expect(store.commit(batch(1, 5, 'five', ['t', 'u']))).rejects.toThrow('killed');
      expect(await reader.checkpoint()).toBeNull();
      expect(await reader.lastChange()).toBe(0);
      expect(await changesAfter(reader, 0, 10)).toEqual([]);
      expect(await reader.changesSince(at(0), ['t', 'u'], 10)).toEqual([]);
      // The next projector tells less: what the dead one wrote beyond that stays unseen, and is written over.
      await reader.commit(batch(2, 5, 'five', ['v']));
      expect((await changesAfter(reader, 0, 10)).map(({ n, topic }) => [n, topic])).toEqual([[1, 'v']]);
      await reader.commit(batch(2, 6, 'six', ['w']));
      expect((await changesAfter(reader, 0, 10)).map(({ n, topic }) => [n, topic])).toEqual([
        [1, 'v'],
        [2, 'w'],
      ]);
      expect((await reader.get(target, 'a'))?.doc).toEqual({ x: 'six' });
    });

    const overtaken = async (step: string) => {
      const overtaking: (() => Promise<void>)[] = [];
      const one = await begun({
        async after(done) {
          if (done === step) await overtaking.pop()?.();
        },
      });
      await one.store.commit(one.batch(1, 1, 'one', ['first']));
      const { store: next } = place({}, one.name);
      return { ...one, next, overtaking };
    };

    test.each(['stored', 'documents', 'changes'])('a writer that was overtaken after its %s is refused and harms nothing', async (step) => {
      const { store, next, target, batch, overtaking } = await overtaken(step);
      overtaking.push(async () => {
        await next.commit(batch(2, 5, 'five', ['new']));
        await next.commit(batch(2, 7, 'seven', ['new']));
      });
      await expect(store.commit(batch(1, 5, 'five', ['old', 'old', 'old']))).rejects.toThrow(LeaseLost);
      expect(await next.checkpoint()).toBe(at(7));
      for (const key of ['a', 'b']) expect((await next.get(target, key))?.doc).toEqual({ x: 'seven' });
      await next.commit(batch(2, 8, 'eight', ['new']));
      expect((await changesAfter(next, 1, 10)).map(({ n, topic, position }) => [n, topic, position])).toEqual([
        [2, 'new', at(5)],
        [3, 'new', at(7)],
        [4, 'new', at(8)],
      ]);
      await expect(store.commit(batch(1, 9, 'nine', ['old']))).rejects.toThrow(LeaseLost);
    });

    test.each(['stored', 'documents', 'changes'])(
      'two that write the same batch under one lease: after its %s the slower one finds it counted',
      async (step) => {
        const { store, next, target, batch, overtaking } = await overtaken(step);
        overtaking.push(async () => {
          await next.commit(batch(1, 5, 'five', ['t5']));
          await next.commit(batch(1, 7, 'seven', ['t7']));
        });
        await store.commit(batch(1, 5, 'five', ['t5']));
        expect(await next.checkpoint()).toBe(at(7));
        expect(await next.lastChange()).toBe(3);
        expect((await changesAfter(next, 1, 10)).map(({ topic }) => topic)).toEqual(['t5', 't7']);
        for (const key of ['a', 'b']) expect((await next.get(target, key))?.doc).toEqual({ x: 'seven' });
      },
    );

    test('what was read before somebody else wrote is not written over: how it stands now decides', async () => {
      const { store, name, target, batch } = await begun();
      const { store: other } = place({}, name);
      await store.commit(batch(1, 1, 'one', []));
      // What a fold reads before it commits is not read again.
      expect([...(await store.getMany(target, ['a', 'b'])).keys()]).toEqual(['a']);
      const next = (position: number, x: string): Batch => ({
        ...{ epoch: 1, checkpoint: at(2), changes: [] },
        writes: [{ generation: target, docs: ['a', 'b'].map((key) => doc(key, position, x)) }],
      });
      const client = new MongoClient(url);
      onTestFinished(() => client.close());
      const rows = client.db(name).collection<{ _id: string }>(`${target.projection}_v1_gen${target.generation}`);
      await rows.updateOne({ _id: 'a' }, { $set: { x: 'later', '_meta.p': at(9), '_meta.v': 9 } });
      await rows.insertOne({ _id: 'b', ...{ x: 'later', _meta: { v: 9, p: at(9), t: false, d: { x: 'later' } } } });
      await store.commit(next(2, 'two'));
      for (const key of ['a', 'b']) expect((await other.get(target, key))?.doc).toEqual({ x: 'later' });
      await store.getMany(target, ['a', 'b']);
      await rows.deleteOne({ _id: 'a' });
      await store.commit({ ...next(10, 'ten'), checkpoint: at(10) });
      for (const key of ['a', 'b']) expect((await other.get(target, key))?.doc).toEqual({ x: 'ten' });
    });

    test('a document that a dying writer makes at the last moment is written over by what is newer', async () => {
      const { store, name, target, batch, overtaking } = await overtaken('stored');
      const client = new MongoClient(url);
      onTestFinished(() => client.close());
      const documents = client.db(name).collection<{ _id: string }>(`${target.projection}_v1_gen${target.generation}`);
      overtaking.push(async () => {
        await documents.insertOne({ _id: 'b', ...{ x: 'old', _meta: { v: 1, p: at(3), t: false, d: { x: 'old' } } } });
      });
      await store.commit(batch(1, 5, 'five', []));
      expect((await store.find(target, { where: { x: 'five' } })).docs.map(({ key }) => key)).toEqual(['a', 'b']);
    });

    test('a collection whose writer died while it removed the generation goes with the first commit of the next one', async () => {
      const { name, target } = await begun();
      const client = new MongoClient(url);
      onTestFinished(() => client.close());
      const left = `${target.projection}_v1_gen9`;
      await client.db(name).collection<{ _id: string }>(left).insertOne({ _id: 'a' });
      const { store: next } = place({}, name);
      await next.commit({ epoch: 2, checkpoint: at(1), writes: [{ generation: target, docs: [doc('a', 1, 1)] }], changes: [] });
      const names = (await client.db(name).listCollections({}, { nameOnly: true }).toArray()).map((one) => one.name);
      expect(names).not.toContain(left);
      expect(names).toContain(`${target.projection}_v1_gen${target.generation}`);
    });

    test('collections of dropped generations go, also when their writer did not know', async () => {
      const name = freshName();
      const [cancelled, other] = [generation(), generation()];
      const overtaking: (() => Promise<void>)[] = [];
      const { store } = place({ after: async () => overtaking.pop()?.() }, name);
      const client = new MongoClient(url);
      onTestFinished(() => client.close());
      const collections = async () =>
        (await client.db(name).listCollections().toArray()).map((one) => one.name).filter((one) => one.includes('_gen'));
      for (const one of [cancelled, other]) await store.createGeneration({ ...one, indexes: [] });
      expect(await collections()).toHaveLength(2);
      const build = (n: number) =>
        store.commit({
          epoch: 1,
          detached: [{ generation: cancelled, checkpoint: at(n) }],
          writes: [{ generation: cancelled, docs: [doc('a', n, n)] }],
          changes: [],
        });
      const { store: api } = place({}, name);
      overtaking.push(async () => {
        await api.dropGeneration(cancelled);
        expect(await collections()).toHaveLength(1);
      });
      await expect(build(1)).rejects.toThrow(/does not exist/);
      await expect(build(2)).rejects.toThrow(/does not exist/);
      await store.dropGeneration(other);
      expect(await collections()).toEqual([]);
    });

    test('a comparison goes on while both sides move, and says how they stand at its end', async () => {
      const { store, target: from, batch } = await begun();
      const to = generation(from.projection);
      await store.createGeneration({ ...to, indexes: [] });
      const keys = Array.from({ length: 2_400 }, (_, i) => `k${i}`);
      const both = (n: number, left: DocWrite[], right: DocWrite[]) =>
        store.commit({
          ...{ epoch: 1, checkpoint: at(n), changes: [] },
          detached: [{ generation: to, checkpoint: at(n) }],
          writes: [
            { generation: from, docs: left },
            { generation: to, docs: right },
          ],
        });
      await store.commit(batch(1, 1, 'one', []));
      await both(
        2,
        keys.map((key, i) => doc(key, 2, i % 100)),
        [doc('a', 2, 'one'), ...keys.map((key, i) => doc(key, 2, i % 600 === 0 ? 'other' : i % 100))],
      );
      const gone = (key: string, n: number): DocWrite => ({ ...doc(key, n, null), doc: null });
      let moments = 0;
      const found = await store.diff(from, to, 20, async (work) => {
        moments++;
        if (moments === 2) {
          // What was equal differs, what differed is equal, what was there is gone, on one side or both, and there is something new.
          await both(
            3,
            [
              doc('k1', 3, 'left'),
              doc('k600', 3, 'same'),
              gone('k2', 3),
              gone('k3', 3),
              gone('k4', 3),
              doc('new', 3, 1),
              doc('left', 3, 1),
            ],
            [doc('k1', 3, 'right'), doc('k600', 3, 'same'), gone('k2', 3), gone('k3', 3), doc('new', 3, 1), doc('right', 3, 1)],
          );
        }
        return work();
      });
      expect(moments).toBe(2);
      expect(found).toMatchObject({ changed: 4, removed: 1, added: 2, unchanged: 2_400 - 4 - 3 + 2 });
      expect(found.samples.map(({ key }) => key).sort()).toEqual(['k0', 'k1', 'k1200', 'k1800', 'k4', 'left', 'right'].sort());
      expect(found.samples.find(({ key }) => key === 'k1')).toEqual({ key: 'k1', before: { x: 'left' }, after: { x: 'right' } });
      expect({ ...(await store.diff(from, to, 0)), samples: [] }).toEqual({ ...found, samples: [] });
    });

    test('documents stand as they are: found by their fields, in the collection and in a view that follows what serves', async () => {
      const { store, name, target } = await begun();
      const client = new MongoClient(url);
      onTestFinished(() => client.close());
      const db = client.db(name);
      const put = (one: typeof target, key: string, n: number, content: Doc): Promise<void> =>
        store.commit({
          ...{ epoch: 1, checkpoint: at(n), changes: [] },
          writes: [{ generation: one, docs: [{ ...doc(key, n, 0), doc: content }] }],
        });
      await put(target, 'a', 1, {
        x: 3,
        title: 'Uno',
        tags: ['á', { deep: true }],
        price: 12.5,
        at: '2026-01-31T10:00:00.000Z',
        none: null,
      });
      await put(target, 'b', 2, { x: 4 });
      await store.commit({
        ...{ epoch: 1, checkpoint: at(3), changes: [] },
        writes: [{ generation: target, docs: [{ ...doc('b', 3, 0), doc: null }] }],
      });
      const collection = (one: typeof target) => db.collection<{ _id: string }>(`${one.projection}_v1_gen${one.generation}`);
      const native = { title: 'Uno', tags: ['á', { deep: true }], price: 12.5, at: '2026-01-31T10:00:00.000Z', none: null };
      expect(await collection(target).find({ x: 3 }).toArray()).toMatchObject([{ _id: 'a', x: 3, ...native }]);
      expect((await collection(target).indexes()).map(({ key }) => JSON.stringify(key))).toContain('{"x":1}');

      const views = async () => (await db.listCollections().toArray()).filter((one) => one.name === target.projection);
      const named = await views();
      // A server that knows no views is left without a collection of that name, and shows what the view would.
      const isView = named.length > 0;
      const shown = (one: typeof target) =>
        (isView ? db.collection<{ _id: string }>(target.projection).find() : collection(one).aggregate([...SHOWN])).toArray();
      expect(named.map(({ type }) => type)).toEqual(isView ? ['view'] : []);
      expect(await shown(target)).toEqual([{ _id: 'a', x: 3, ...native }]);
      const next = generation(target.projection);
      await store.createGeneration({ ...next, indexes: [['x']] });
      await store.commit({
        ...{ epoch: 1, detached: [{ generation: next, checkpoint: at(3) }], changes: [] },
        writes: [{ generation: next, docs: [{ ...doc('c', 3, 0), doc: { x: 9 } }] }],
      });
      await store.switchTo(next, null);
      expect(await shown(next)).toEqual([{ _id: 'c', x: 9 }]);
      expect((await views()).map(({ type }) => type)).toEqual(named.map(({ type }) => type));
    });

    test('whatever JSON can say comes back as it went, and equal documents are equal', async () => {
      const { store, name, target } = await begun();
      const other = generation(target.projection);
      await store.createGeneration({ ...other, indexes: [] });
      const odd: Doc[] = [
        { b: 1, a: { d: 1, c: [undefined, null, Number.NaN] }, gone: undefined },
        { 'a.b': 1, $set: { $gt: 2 }, '': 3, _id: 'mine', _meta: 4 },
        JSON.parse('{"__proto__":{"x":1},"10":1,"2":{"$ref":"r","$id":1}}'),
        { half: '\ud800', '\udc00': 1, zero: 'a\0b', 'a\0b': 1 },
        { whole: 2 ** 53, large: 1e300, less: -0, third: 1 / 3, int: 2 ** 31, when: new Date(0) },
        { deep: Array.from({ length: 120 }).reduce<unknown>((inner) => [inner], 'x') },
      ];
      const docs = odd.map((content, i) => ({ ...doc(`k${i}`, 1, 0), doc: content }));
      const turned = odd.map((content, i) => ({ ...doc(`k${i}`, 1, 0), doc: Object.fromEntries(Object.entries(content).reverse()) }));
      await store.commit({ epoch: 1, checkpoint: at(1), writes: [{ generation: target, docs }], changes: [] });
      await store.commit({
        ...{ epoch: 1, detached: [{ generation: other, checkpoint: at(1) }], changes: [] },
        writes: [{ generation: other, docs: turned }],
      });
      for (const [i, content] of odd.entries()) {
        const plain = JSON.parse(JSON.stringify(content)) as Doc;
        expect((await store.get(target, `k${i}`))?.doc).toEqual(plain);
        expect(canonical((await store.get(other, `k${i}`))?.doc ?? {})).toBe(canonical(content));
      }
      expect(await store.diff(target, other, 5)).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: odd.length, samples: [] });
      const client = new MongoClient(url);
      onTestFinished(() => client.close());
      const rows = client.db(name).collection<{ _id: string }>(`${target.projection}_v1_gen${target.generation}`);
      expect(await rows.countDocuments({ '_meta.j': { $exists: true } })).toBe(4);
    });

    test('a document over what the server holds is refused by name and size', async () => {
      const { store, target } = await begun();
      const docs = [doc('small', 1, 1), doc('large', 1, 'x'.repeat(17_000_000))];
      await expect(store.commit({ epoch: 1, checkpoint: at(1), writes: [{ generation: target, docs }], changes: [] })).rejects.toThrow(
        /16\.2 MB is more than MongoDB holds \(16 MB\): large in generation/,
      );
      expect(await store.checkpoint()).toBeNull();
    });

    test('read models of a release that kept text are built again; numbers of changes go on', async () => {
      const name = freshName();
      const client = new MongoClient(url);
      onTestFinished(() => client.close());
      const db = client.db(name);
      await db.collection<{ _id: string }>('state').insertOne({
        ...{ _id: 'state', epoch: 4, checkpoint: at(9), lastN: 7, since: at(2), rev: 3 },
        generations: {
          old_v1_g1: { projection: 'old', version: 1, generation: 1, role: 'serving', checkpoint: null, epoch: 4, indexes: '[]' },
        },
      } as { _id: string });
      await db.collection<{ _id: string }>('old_v1_g1').insertOne({ _id: 'a', j: '{}' } as { _id: string });
      const { store } = place({}, name);
      const target = generation();
      await store.createGeneration({ ...target, indexes: [] });
      await store.switchTo(target, null);
      expect((await store.generations()).map(({ projection }) => projection)).toEqual([target.projection]);
      expect(await store.checkpoint()).toBeNull();
      expect(await store.lastChange()).toBe(7);
      expect(await store.changesSince(at(8), ['t'], 5)).toBeNull();
      expect((await db.listCollections({}, { nameOnly: true }).toArray()).map((one) => one.name)).not.toContain('old_v1_g1');
    });

    test('many documents in one batch', async () => {
      const { store, target } = await begun();
      const docs = Array.from({ length: 3_000 }, (_, i) => doc(`k${i}`, 1, i % 10));
      const changes = docs.map(({ key }) => ({ topic: key, id: key, version: 1, op: 'put' as const, position: at(1) }));
      for (let times = 0; times < 2; times++)
        await store.commit({ epoch: 1, checkpoint: at(1), writes: [{ generation: target, docs }], changes });
      expect(await store.count(target, { x: 3 })).toBe(300);
      expect(await store.lastChange()).toBe(3_000);
    });
  });

  const unheld = 'the server has neither transactions nor change streams';

  test('what the server has is asked of it: without a replica set no commit is announced, and commits are fenced', async () => {
    const client = new MongoClient(url);
    onTestFinished(() => client.close());
    const said: Record<string, unknown> = await client
      .db('admin')
      .command({ hello: 1 })
      .catch(() => ({}));
    expect(replicated).toBe('setName' in said || said.msg === 'isdbgrid');
    const store = openMongoReadStore(url, freshName());
    onTestFinished(() => store.close());
    expect((await store.follow?.(() => undefined)) === null).toBe(!replicated);
  });

  describe.skipIf(!replicated)(`MongoDB commits in transactions${replicated ? '' : ` (skipped: ${unheld})`}`, { timeout: 60_000 }, () => {
    const begun = async (hooks: CommitHooks = {}) => {
      const name = freshName();
      const store = openMongoReadStore(url, name, hooks);
      const target = generation();
      await store.createGeneration({ ...target, indexes: [['x']] });
      await store.switchTo(target, null);
      const next = openMongoReadStore(url, name);
      const client = new MongoClient(url);
      onTestFinished(async () => {
        await Promise.all([store.close(), next.close(), client.close()]);
      });
      const batch = (epoch: number, n: number): Batch => ({
        ...{ epoch, checkpoint: at(n) },
        writes: [{ generation: target, docs: ['a', 'b'].map((key) => ({ ...doc(key, n, n), version: n })) }],
        changes: [{ topic: `t${n}`, id: 'a', version: n, op: 'put', position: at(n) }],
      });
      const rows = () => client.db(name).collection(`${target.projection}_v1_gen${target.generation}`).countDocuments();
      const changes = () => client.db(name).collection('changes').countDocuments();
      return { store, next, target, batch, rows, changes };
    };

    test.each(['fence', 'documents', 'changes', 'checkpoint'] as const)(
      'a commit that dies after its %s leaves nothing at all, and counts once when it is repeated',
      async (step) => {
        let dead = false;
        const { store, next, target, batch, rows, changes } = await begun({
          after(done) {
            if (dead || done !== step) return;
            dead = true;
            throw new Error('killed');
          },
        });
        await expect(store.commit(batch(1, 5))).rejects.toThrow('killed');
        expect([await rows(), await changes(), await next.lastChange(), await next.checkpoint()]).toEqual([0, 0, 0, null]);
        await store.commit(batch(1, 5));
        await store.commit(batch(1, 5));
        expect([await rows(), await changes(), await next.lastChange(), await next.checkpoint()]).toEqual([2, 1, 1, at(5)]);
        expect((await next.get(target, 'a'))?.doc).toEqual({ x: 5 });
      },
    );

    test('nobody sees a document before its checkpoint', async () => {
      const { store, next, target, batch } = await begun();
      let last = 0;
      const ahead: number[] = [];
      const reading = (async () => {
        while (last < 60) {
          const seen = (await next.get(target, 'b'))?.doc.x as number | undefined;
          const reached = await next.checkpoint();
          if (seen !== undefined && (reached === null || reached < at(seen))) ahead.push(seen);
        }
      })();
      for (let n = 1; n <= 60; n++) {
        await store.commit(batch(1, n));
        last = n;
      }
      await reading;
      expect(ahead).toEqual([]);
    });

    test('a writer that was overtaken between its reading and its writing is refused and harms nothing', async () => {
      const overtaking: (() => Promise<void>)[] = [];
      const { store, next, target, batch } = await begun({
        after: async (done) => (done === 'stored' ? overtaking.pop()?.() : undefined),
      });
      await store.commit(batch(1, 1));
      overtaking.push(async () => {
        await next.commit(batch(2, 5));
        await next.commit(batch(2, 7));
      });
      await expect(store.commit(batch(1, 5))).rejects.toThrow(LeaseLost);
      for (const key of ['a', 'b']) expect((await next.get(target, key))?.doc).toEqual({ x: 7 });
      expect((await changesAfter(next, 0, 10)).map(({ n, topic }) => [n, topic])).toEqual([
        [1, 't1'],
        [2, 't5'],
        [3, 't7'],
      ]);
    });

    test('what a dead writer left in the way is written over: the commit goes on without a transaction', async () => {
      const { store: dying, ...left } = await begun({
        fenced: true,
        after(done) {
          if (done === 'changes') throw new Error('killed');
        },
      });
      await expect(dying.commit(left.batch(1, 5))).rejects.toThrow('killed');
      expect(await left.changes()).toBe(1);
      await left.next.commit(left.batch(2, 6));
      expect((await changesAfter(left.next, 0, 10)).map(({ n, topic }) => [n, topic])).toEqual([[1, 't6']]);
    });

    test('commits of others are announced as they come', async () => {
      const { store, batch, next } = await begun();
      let told = 0;
      const following = await next.follow?.(() => {
        told++;
      });
      await expect.poll(() => following?.notifies, { timeout: 10_000 }).toBe(true);
      const before = told;
      await store.commit(batch(1, 1));
      await expect.poll(() => told, { timeout: 5_000 }).toBeGreaterThan(before);
    });
  });
});
