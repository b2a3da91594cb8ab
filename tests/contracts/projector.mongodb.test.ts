import { MongoClient } from 'mongodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Diff } from '../../backend/projections/kernel/readStore.ts';
import { type ProjectionStatus, replayKey, STATUS_TOPIC } from '../../backend/projections/kernel/status.ts';
import { writeBigLog } from '../support/bigLog.ts';
import { changesAfter } from '../support/changes.ts';
import { collect } from '../support/domain.ts';
import { completed, enrolled, erased, registered, unenrolled } from '../support/learning.ts';
import { expectFresh, openProjecting, type Projecting } from '../support/projecting.ts';
import { proxyTo } from '../support/proxy.ts';
import { fragile, fragility, POISON, people, tally, totals } from '../support/tinyProjections.ts';
import { until } from '../support/until.ts';
import { withMongo } from './mongodb.ts';

/** The projector and its replays over documents and a vault that are far away. */

const LEARNERS = 60;

const fill = async (school: Projecting): Promise<void> => {
  for (let user = 1; user <= LEARNERS; user++) await school.append(`enrolment-${user}_1`, enrolled(user), completed(user));
  await school.append('enrolment-10_1', unenrolled(10));
};
const replayed = (school: Projecting, projection = 'tally', generation = 2, codeVersion = 1) =>
  school.ask(projection, 'ReplayStarted', { generation, codeVersion });
const ready = (school: Projecting, projection = 'tally') => school.untilStatus(projection, ({ replay }) => replay?.state === 'ready');
const outcomes = async (school: Projecting, projection = 'tally') =>
  (await collect(school.log.readStream(`operations-${projection}`))).map(({ type }) => type);

await withMongo('projector: MongoDB', ({ url, freshName }) => {
  describe('the projector over MongoDB', { timeout: 60_000 }, () => {
    const open = async (at = url) => {
      const place = { url: at, documents: freshName(), vault: freshName() };
      const client = new MongoClient(url);
      onTestFinished(() => client.close());
      const collections = async () =>
        (await client.db(place.documents).listCollections().toArray())
          .map(({ name }) => name)
          .filter((name) => name.includes('_g'))
          .sort();
      return { school: await openProjecting(place), collections, place };
    };

    test('a replay runs in a worker, is followed from beginning to end, compared, served, and left again', async () => {
      const { school, collections } = await open();
      await fill(school);
      const { projector } = await school.start({ projections: [tally(), totals] });
      await projector.ready();
      await replayed(school);
      const row = await ready(school);
      const all = 2 * LEARNERS + 1;
      expect(row.replay).toMatchObject({ generation: 2, diff: { added: 0, changed: 0, removed: 0, unchanged: LEARNERS - 1 }, error: null });
      const running = (await school.changes(STATUS_TOPIC))
        .map(({ view }) => (view as unknown as ProjectionStatus).replay)
        .flatMap((replay) => (replay?.state === 'running' ? [replay.progress] : []));
      expect(running[0]).toMatchObject({ done: 0 });
      expect(running.some((progress) => progress && progress.done > 0 && progress.done < all)).toBe(true);
      expect(running.at(-1)).toMatchObject({ done: all, share: 1 });

      // It follows while it waits.
      await school.append('enrolment-1_1', completed(1, 2));
      await school.caughtUp();
      const [one, two] = (await school.reader.generations()).filter(({ projection }) => projection === 'tally');
      if (!one || !two) throw new Error('two generations');
      expect(await school.bytes(two)).toBe(await school.bytes(one));
      await school.ask('tally', 'GenerationSwitched', { generation: 2 });
      await school.untilStatus('tally', ({ generation, previous }) => generation === 2 && previous[0]?.generation === 1);
      await school.append('enrolment-2_1', completed(2, 2));
      await school.caughtUp();
      await expectFresh(school, [tally(), totals]);
      await school.ask('tally', 'GenerationReturned', { generation: 1 });
      await school.untilStatus('tally', ({ generation }) => generation === 1);
      await expectFresh(school, [tally(), totals]);
      expect(await collections()).toEqual(['tally_v1_gen1', 'tally_v1_gen2', 'totals_v1_gen1']);
    });

    test('the comparison shows what other code makes of the same events', async () => {
      const { school } = await open();
      await fill(school);
      const first = await school.start({ projections: [tally()] });
      await first.projector.ready();
      await first.stop();
      const { projector } = await school.start({ projections: [tally(2)] });
      await projector.ready();
      await school.untilStatus('tally', ({ version, generation }) => version === 2 && generation === 2);
      await expectFresh(school, [tally(2)]);
      await replayed(school, 'tally', 3, 2);
      await ready(school);
      expect((await school.vault.get<Diff>('status', replayKey('tally')))?.value).toMatchObject({
        unchanged: LEARNERS - 1,
        samples: [],
      });
    });

    test('cancelled, in the making or when it is ready, nothing of it stays', async () => {
      const { school, collections } = await open();
      await writeBigLog(school.dir, 30_000, new Uint8Array(32).fill(3));
      const { projector, errors } = await school.start({ projections: [tally()] });
      await projector.ready();
      await replayed(school);
      await until(async () => ((await school.status('tally'))?.replay?.progress?.done ?? 0) > 0, 'the replay to be on its way', 30_000);
      await school.ask('tally', 'ReplayCancelled', { generation: 2 });
      await school.untilStatus('tally', ({ replay }) => replay === null);
      await until(async () => (await collections()).length === 1, 'the collection to go');
      await replayed(school);
      await ready(school);
      await school.ask('tally', 'ReplayCancelled', { generation: 2 });
      await school.untilStatus('tally', ({ replay }) => replay === null);
      await until(async () => (await collections()).join() === 'tally_v1_gen1', 'the collection to go');
      await until(async () => (await school.vault.get('status', replayKey('tally'))) === null, 'the comparison to go');
      expect(await outcomes(school)).not.toContain('ReplayFailed');
      expect(errors).toEqual([]);
      await expectFresh(school, [tally()]);
    });

    test('a replay that meets an event it cannot fold fails, with its reason, and is gone', async () => {
      onTestFinished(() => {
        fragility.fixed = false;
      });
      // The code that serves can take it; the worker's cannot.
      fragility.fixed = true;
      const { school, collections } = await open();
      const { projector } = await school.start({ projections: [fragile] });
      const poison = await school.append('enrolment-1_1', completed(1, POISON));
      await projector.ready();
      await replayed(school, 'fragile');
      const row = await school.untilStatus('fragile', ({ replay }) => replay?.state === 'failed');
      expect(row.replay?.error).toContain(poison);
      await until(async () => (await collections()).join() === 'fragile_v1_gen1', 'the generation to go');
      expect(row.state).toBe('running');
    });

    test('whoever is erased is gone from what serves, what waits, and what was compared', async () => {
      const { school } = await open();
      const { projector } = await school.start({ projections: [people] });
      for (const user of [1, 2, 3]) await school.append(`user-${user}`, registered(user, `persona${user}`));
      await projector.ready();
      await replayed(school, 'people');
      await ready(school, 'people');
      await school.append('user-2', erased(2));
      await school.keys.destroy('2');
      await school.caughtUp();
      for (const generation of (await school.reader.generations()).filter(({ projection }) => projection === 'people'))
        expect(await school.bytes(generation)).not.toContain('persona2');
      expect(JSON.stringify(await changesAfter(school.reader, 0, 10_000))).not.toContain('persona2');
    });

    test('the line to MongoDB breaks again and again: nothing counts twice, nothing is lost, nobody is halted', {
      timeout: 120_000,
    }, async (context) => {
      const plain = /^mongodb:\/\/(?<host>[^:@,/?]+):(?<port>\d+)\/?$/.exec(url)?.groups;
      if (!plain?.host) return context.skip('the server is not reached over a line that can be cut');
      const proxy = await proxyTo(plain.host, Number(plain.port));
      onTestFinished(() => proxy.cut());
      const { school } = await open(`mongodb://127.0.0.1:${proxy.port}/?directConnection=true`);
      const all = [tally(), totals, people];
      const { projector } = await school.start({ projections: all, leaseMs: 3_000 });
      await fill(school);
      await projector.ready();
      for (let round = 1; round <= 4; round++) {
        // While it writes, and while a replay does.
        await replayed(school, 'tally', round + 1);
        for (let user = 1; user <= LEARNERS; user++) await school.append(`enrolment-${user}_1`, completed(user, round * 100));
        await school.append(`user-${round}`, registered(1_000 + round, `persona${round}`));
        await proxy.cut();
        await school.append('enrolment-1_1', completed(1, round * 100 + 1));
        await proxy.mend();
        const head = await school.events.head();
        await until(
          async () => ((await school.reader.checkpoint().catch(() => null)) ?? '') >= (head ?? ''),
          'the projector to come back',
          30_000,
        );
        await school.ask('tally', 'ReplayCancelled', { generation: round + 1 });
      }
      await until(
        async () => (await school.reader.generations()).every(({ role }) => role !== 'building'),
        'the cancelled generations to go',
        30_000,
      );
      await school.untilStatus('tally', ({ state, replay }) => state === 'running' && replay === null);
      await expectFresh(school, all);
      for (const { name } of all) expect(await school.status(name)).toMatchObject({ poison: null });
    });
  });
});
