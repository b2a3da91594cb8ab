import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openGridFsFiles } from '../../backend/integrations/files/gridfs.ts';
import { openMongoVault } from '../../backend/integrations/vault/mongodb.ts';
import { openMongoReadStore } from '../../backend/projections/stores/mongodb.ts';
import { StoreUnavailable } from '../../events/store/port.ts';
import { collect } from '../support/domain.ts';
import { join, promote, registration } from '../support/people.ts';
import { proxyTo } from '../support/proxy.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';
import { keyOf } from './files.ts';
import { withMongo } from './mongodb.ts';
import { at, generation } from './readStore.ts';

const mailed = (school: School, to: string) =>
  until(async () => (await school.running.deps.mailbox.newestFirst(100)).some((mail) => mail.to === to), `a mail to ${to}`);

/** What everybody sees of a MongoDB that goes away: StoreUnavailable, soon, and nothing more once it is back. */

/** An answer or a refusal must come sooner than a person gives up. */
const PATIENCE_MS = 25_000;

await withMongo('outage: MongoDB', ({ url, freshName }) => {
  const plain = /^mongodb:\/\/(?<host>[^:@,/?]+):(?<port>\d+)\/?$/.exec(url)?.groups;
  const line = async () => {
    if (!plain?.host) return null;
    const proxy = await proxyTo(plain.host, Number(plain.port));
    onTestFinished(() => proxy.cut());
    return { proxy, host: `127.0.0.1:${proxy.port}` };
  };
  const direct = '/?directConnection=true';

  describe.skipIf(!plain?.host)('a MongoDB that goes away', { timeout: 120_000 }, () => {
    /** Every store over one line, and something to ask of each. */
    const stores = async (host: string) => {
      const address = `mongodb://${host}${direct}`;
      const vault = openMongoVault(address, freshName());
      const store = openMongoReadStore(address, freshName());
      const files = openGridFsFiles(address, freshName());
      onTestFinished(async () => {
        await Promise.all([vault.close(), store.close(), files.close()]);
      });
      const target = generation();
      const bytes = randomBytes(3_000);
      await vault.put('meta', 'a', 1);
      await store.createGeneration({ ...target, indexes: [['x']] });
      await store.switchTo(target, null);
      const commit = (n: number) =>
        store.commit({
          ...{ epoch: 1, checkpoint: at(n), changes: [] },
          writes: [{ generation: target, docs: [{ key: 'a', version: n, position: at(n), doc: { x: n }, persons: [] }] }],
        });
      await commit(1);
      await files.put(keyOf(bytes), bytes);
      const asked: Record<string, () => Promise<unknown>> = {
        'vault.get': () => vault.get('meta', 'a'),
        'vault.put': () => vault.put('meta', 'a', 1),
        'vault.insert': () => vault.insert('meta', 'b', 1),
        'vault.list': () => vault.list('meta', ''),
        'vault.clear': () => vault.clear('answers'),
        'vault.sweep': () => vault.sweep(0),
        'store.checkpoint': () => store.checkpoint(),
        'store.get': () => store.get(target, 'a'),
        'store.find': () => store.find(target, { where: { x: { gte: 1 } } }),
        'store.scan': () => collect(store.scan(target)),
        'store.commit': () => commit(2),
        'store.changesSince': () => store.changesSince(at(0), ['t'], 10),
        'store.diff': () => store.diff(target, target, 1),
        'files.put': () => files.put(keyOf(bytes, 'img_modulo'), bytes),
        'files.head': () => files.head(keyOf(bytes)),
        'files.get': async () => buffer((await files.get(keyOf(bytes)))?.stream ?? process.exit(1)),
        'files.list': () => collect(files.list()),
      };
      return { asked, store };
    };

    test('refuses as every store does, and answers again when it is back', async () => {
      const reached = await line();
      if (!reached) throw new Error('a plain server');
      const { asked, store } = await stores(reached.host);
      await reached.proxy.cut();
      const outcomes = await Promise.allSettled(Object.values(asked).map((ask) => ask()));
      expect(
        Object.keys(asked).filter((_, i) => {
          const outcome = outcomes[i];
          return outcome?.status !== 'rejected' || !(outcome.reason instanceof StoreUnavailable);
        }),
      ).toEqual([]);
      await reached.proxy.mend();
      for (const [what, ask] of Object.entries(asked))
        await until(
          () =>
            ask().then(
              () => true,
              (error: unknown) => {
                if (error instanceof StoreUnavailable) return false;
                throw error;
              },
            ),
          what,
        );
      expect(await store.checkpoint()).toBe(at(2));
    });

    test('a line on which nothing comes any more is given up in time', async () => {
      const reached = await line();
      if (!reached) throw new Error('a plain server');
      const { asked } = await stores(reached.host);
      reached.proxy.stall();
      const began = performance.now();
      for (const outcome of await Promise.allSettled(Object.values(asked).map((ask) => ask())))
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StoreUnavailable);
      expect(performance.now() - began).toBeLessThan(PATIENCE_MS);
    });

    test('a school whose MongoDB was away for longer than its leases last says so meanwhile, and goes on as before', async () => {
      const reached = await line();
      if (!reached) throw new Error('a plain server');
      const school = await openSchool({
        env: {
          READ_STORE: `mongodb://${reached.host}/${freshName()}?directConnection=true`,
          FILES_URL: 'mongodb',
          SESSION_SECRET: 's'.repeat(40),
          PERSONAL_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
        },
      });
      onTestFinished(() => school.stop());
      const ana = await join(school, 'ana');
      await mailed(school, ana.email);
      const away = performance.now();
      await reached.proxy.cut();
      for (const [method, path, body] of [
        ['GET', '/api/cursos/cursos'],
        ['POST', '/api/auth/login', { email: ana.email, password: 'Segura-2026!' }],
        ['POST', '/api/auth/register', registration('beto')],
      ] as const)
        expect(await school.ask(method, path, { ...(body && { body }) })).toMatchObject({
          status: 503,
          body: { code: 'STORE_UNAVAILABLE' },
        });
      // The leases of projector and reactors last ten seconds.
      await until(() => performance.now() - away > 13_000, 'the leases to end');
      await reached.proxy.mend();
      await until(async () => (await school.ask('GET', '/api/ready')).status === 200, 'the school to be ready again', 40_000);
      const carla = await join(school, 'carla');
      await mailed(school, carla.email);
      await school.login(ana.email, 'Segura-2026!');
      await promote(school, ana, 'administrator');
      const troubles = async () => (await school.ask('GET', '/api/ready', { token: ana.token })).body.troubles as unknown[];
      await until(async () => (await troubles()).length === 0, 'nothing to be wrong any more', 40_000);
    });
  });
});
