import { randomInt } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openMongoVault } from '../../backend/integrations/vault/mongodb.ts';
import { createPersonalKeys } from '../../backend/integrations/vault/personalKeys.ts';
import { type BuildPlace, buildGeneration } from '../../backend/projections/kernel/build.ts';
import { openMongoReadStore } from '../../backend/projections/stores/mongodb.ts';
import { createCodec } from '../../events/codec.ts';
import { uuid5 } from '../../events/ids.ts';
import { createEventLog } from '../../events/log.ts';
import { registry } from '../../events/registry.ts';
import { openEventStoreDb } from '../../events/store/eventstoredb.ts';
import type { Position } from '../../events/store/port.ts';
import { completed, enrolled } from '../support/learning.ts';
import { eventStoreUrl, reasonOf } from '../support/servers.ts';
import { tally, tinyModule } from '../support/tinyProjections.ts';
import { withMongo } from './mongodb.ts';

/** A replay where log, documents and keys are all far away: in its worker, from an address each. */

const log = await eventStoreUrl();
const MASTER = new Uint8Array(32).fill(3);

if ('skip' in log) describe.skip(`replay: EventStoreDB and MongoDB${reasonOf(log)}`, () => test('is not run', () => undefined));
else
  await withMongo('replay: EventStoreDB and MongoDB', ({ url, freshName }) => {
    test('reads the log and leaves a generation that is whole; cancelled, it leaves nothing', { timeout: 60_000 }, async () => {
      const events = openEventStoreDb({ url: log.url });
      const [documents, vaultName] = [freshName(), freshName()];
      const vault = openMongoVault(url, vaultName);
      const store = openMongoReadStore(url, documents);
      const school = createEventLog(events, createCodec(registry, createPersonalKeys(vault, MASTER)));
      onTestFinished(async () => {
        await Promise.all([events.close(), vault.close(), store.close()]);
      });
      // The log may be that of others too.
      const first = 1_000_000_000 + randomInt(500_000_000) * 2;
      const append = (stream: string, ...told: [string, object][]) => {
        const commandId = uuid5('told', crypto.randomUUID());
        return school.append(
          stream,
          'any',
          told.map(([type, data]) => ({ type, data })),
          {
            commandId,
            correlationId: commandId,
            causationId: commandId,
            actor: { userId: null, role: 'system' },
            occurredAt: new Date().toISOString(),
          },
        );
      };
      for (let user = first; user < first + 40; user++) {
        await append(`enrolment-${user}_1`, enrolled(user), completed(user, 1), completed(user, 2));
      }
      const head = (await events.head()) as Position;
      const place: BuildPlace = {
        ...{ folder: '', vaultPath: '', personalDataKey: MASTER, projections: tinyModule(1) },
        connect: () => log.url,
        remote: { url, documents, vault: vaultName },
      };
      const build = async (projection: ReturnType<typeof tally>) => {
        const generation = { projection: projection.name, version: 1, generation: 1 };
        const told: number[] = [];
        const built = await buildGeneration({
          ...{ store, place, generation, projection, epoch: 1, to: head, skips: new Set<Position>() },
          signal: new AbortController().signal,
          onProgress: (done) => void told.push(done),
        });
        return { generation, told, built };
      };

      const tallied = await build(tally());
      expect(tallied.built).toEqual({ position: head, halted: null });
      expect(tallied.told.at(-1)).toBeGreaterThanOrEqual(120);
      for (let user = first; user < first + 40; user++)
        expect((await store.get(tallied.generation, String(user)))?.doc).toEqual({ userId: user, completed: 2, courses: [1] });
      expect((await store.generations())[0]).toMatchObject({ role: 'building', checkpoint: head });

      const controller = new AbortController();
      const cancelled = { projection: 'tally', version: 1, generation: 2 };
      const building = buildGeneration({
        ...{ store, place, generation: cancelled, projection: tally(), epoch: 1, to: head, skips: new Set<Position>() },
        signal: controller.signal,
        onProgress: () => controller.abort(new Error('cancelled')),
      });
      await expect(building).rejects.toThrow('cancelled');
      await store.dropGeneration(cancelled);
      expect((await store.generations()).map(({ generation }) => generation)).toEqual([1]);
    });
  });
