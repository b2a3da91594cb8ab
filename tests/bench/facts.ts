import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWholeHistory } from '../../backend/api/answers/history/wholeHistory.ts';
import { shownName } from '../../backend/api/answers/people.ts';
import type { FactsAsked } from '../../backend/api/contract/facts.ts';
import { createPersonalKeys } from '../../backend/integrations/vault/personalKeys.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { folded } from '../../backend/projections/catalogue/catalogueWords.ts';
import { courses } from '../../backend/projections/courses.ts';
import { factPages } from '../../backend/projections/factPages.ts';
import { createFactIndex } from '../../backend/projections/facts/factIndex.ts';
import { orders } from '../../backend/projections/orders.ts';
import { createProjector } from '../../backend/projections/projector/projector.ts';
import { createReads } from '../../backend/projections/reading/reads.ts';
import { campaigns } from '../../backend/projections/scholarships.ts';
import { siteContent } from '../../backend/projections/siteContent.ts';
import { openSqliteReadStore } from '../../backend/projections/stores/sqlite.ts';
import { openSqliteReader } from '../../backend/projections/stores/sqliteReader.ts';
import { createThingNames } from '../../backend/projections/thingNames.ts';
import { users } from '../../backend/projections/users.ts';
import { webinars } from '../../backend/projections/webinars.ts';
import { createCodec } from '../../events/codec.ts';
import { createEventLog } from '../../events/log.ts';
import { registry } from '../../events/registry.ts';
import { openSqliteStore } from '../../events/store/sqlite.ts';
import { writeBigLogApart } from '../support/bigLog.ts';
import { percentile, type Row } from './row.ts';

const MASTER = new Uint8Array(32).fill(5);
const ROUNDS = 20;
/** Of a page of fifty, found, counted in every way and told. */
const TARGET_MS = 50;
const BYTES_PER_FACT = 60;

/** The search over the whole history of a school with a long past: how long its index takes to build, what it weighs, and how long an answer takes. */
export async function bench(): Promise<Row[]> {
  const wanted = Number(process.env.BENCH_EVENTS ?? 1_000_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'aulaviva-facts-'));
  try {
    const { events, learners } = await writeBigLogApart(dataDir, wanted, MASTER);
    const store = await openSqliteStore({ dataDir });
    const vault = openSqliteVault(join(dataDir, 'vault.db'));
    const log = createEventLog(store, createCodec(registry, createPersonalKeys(vault, MASTER)));
    const place = {
      folder: join(dataDir, 'builds'),
      connect: () => store.connection(),
      vaultPath: join(dataDir, 'vault.db'),
      personalDataKey: MASTER,
    };
    const projector = (of: Parameters<typeof createProjector>[0]['projections'], file: string) =>
      createProjector({
        ...{ log, vault, place, projections: of, holder: 'bench', clock: Date.now, store: openSqliteReadStore(join(dataDir, file)) },
        logger: { info() {}, warn() {}, error: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`) },
        view: (row) => ({ ...row }),
        onCommit() {},
        onErased() {},
      });
    const built = async (of: Parameters<typeof projector>[0], file: string): Promise<number> => {
      const began = performance.now();
      const one = projector(of, file);
      one.start();
      await one.ready();
      await one.stop();
      return (performance.now() - began) / 1_000;
    };
    const alone = await built([factPages], 'pages.db');
    const { size } = await stat(join(dataDir, 'pages.db'));
    await built([factPages, users, courses, webinars, campaigns, siteContent, orders], 'read.db');

    const reader = openSqliteReader(join(dataDir, 'read.db'));
    const reads = createReads(reader);
    const onDamage = (error: Error) => {
      throw error;
    };
    const index = createFactIndex(reads, reader, { folded, reasonAt: async () => null, folder: dataDir, onDamage });
    const whole = createWholeHistory(
      index,
      createThingNames(reads, reader, (person) => shownName(person, 'staff')),
      log,
      () => null,
    );
    const nothing: FactsAsked = {
      ...{ idioma: 'es', buscar: undefined, quien: undefined, rol: undefined, sobre: [], area: undefined, tipo: undefined },
      ...{ desde: undefined, hasta: undefined, tras: undefined, todo: undefined, operacion: undefined, vista: undefined },
    };
    const ask = (asked: Partial<FactsAsked>, before: Parameters<typeof whole.page>[1]['before'] = null) =>
      whole.page({ ...nothing, ...asked }, { limit: 50, before }, reads.session());
    const memory = () => process.memoryUsage();
    globalThis.gc?.();
    const before = memory();
    const beganIndex = performance.now();
    const first = await ask({});
    const seconds = (performance.now() - beganIndex) / 1_000;
    globalThis.gc?.();
    const after = memory();
    const bytes = (after.arrayBuffers - before.arrayBuffers) / events;

    const someone = (round: number) => 1 + ((round * 7_919) % learners);
    const questions: Record<string, (round: number) => Promise<unknown>> = {
      'nothing chosen': () => ask({}),
      'all, also what is measured': () => ask({ todo: '1' }),
      'one person': (round) => ask({ sobre: [`persona:${someone(round)}`], todo: '1' }),
      'one person in one course': (round) => ask({ sobre: [`persona:${someone(round)}`, 'curso:1'], todo: '1' }),
      'what one person did': (round) => ask({ quien: someone(round) }),
      'one kind of act in a month': () => ask({ tipo: 'ClassCompleted', desde: '2025-02-01', hasta: '2025-02-28' }),
      'three words': (round) => ask({ buscar: `completó clase ${1 + (round % 20)}` }),
      'a page from the middle': () => ask({}, first.hechos.at(-1)?.posicion as never),
    };
    const rows: Row[] = [];
    for (const [name, question] of Object.entries(questions)) {
      await question(0);
      const took: number[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        const began = performance.now();
        await question(round);
        took.push(performance.now() - began);
      }
      const p95 = percentile(took, 0.95);
      rows.push({
        name: `history searched: ${name}, in ms`,
        reference: `${events.toLocaleString('en')} events`,
        ratio: p95,
        target: TARGET_MS,
        detail: `p95; p50 ${percentile(took, 0.5).toFixed(1)}`,
        ok: p95 <= TARGET_MS,
      });
    }
    await reader.close();
    await vault.close();
    await store.close();
    return [
      ...rows,
      {
        name: 'memory of the index of the history, in bytes a fact',
        reference: 'outside the heap (at most)',
        ratio: bytes,
        target: BYTES_PER_FACT,
        detail: `${((bytes * events) / 2 ** 20).toFixed(0)} MB of ${events.toLocaleString('en')} facts; built in ${seconds.toFixed(1)} s after a start; its read model is folded in ${alone.toFixed(1)} s and has ${(size / events).toFixed(0)} bytes a fact on disk`,
        ok: bytes <= BYTES_PER_FACT,
      },
    ];
  } finally {
    await rm(dataDir, { recursive: true });
  }
}
