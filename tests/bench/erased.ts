import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildPlace, buildGeneration } from '../../backend/projections/kernel/build.ts';
import { openSqliteReadStore } from '../../backend/projections/stores/sqlite.ts';
import { users } from '../../backend/projections/users.ts';
import { writeBigLogApart } from '../support/bigLog.ts';
import { type OwnLog, openOwnLog } from './ownLog.ts';
import { percentile, type Row } from './row.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 350_000);
const MASTER = new Uint8Array(32).fill(5);
/** One class each: seven events a person, fifty thousand people in 350,000 events. */
const CLASSES = 1;
const ERASED = 1_000;
const AT_ONCE = 100;
const ROUNDS = 3;
const TARGET = 1.2;

/** Seconds of processor, of all threads, for building `users` anew, as an operator asks for it: in its worker, a file apart, copied in. */
async function build(dataDir: string, { store }: OwnLog, round: number): Promise<number> {
  const to = await store.head();
  if (to === null) throw new Error('nothing was written');
  const file = join(dataDir, `read-${round}.db`);
  const read = openSqliteReadStore(file);
  const place: BuildPlace = {
    folder: join(dataDir, 'builds'),
    connect: () => store.connection(),
    vaultPath: join(dataDir, 'vault.db'),
    personalDataKey: MASTER,
  };
  const generation = { projection: users.name, version: users.version, generation: 1 };
  const before = process.cpuUsage();
  await buildGeneration({
    ...{ store: read, place, projection: users, generation, epoch: 1, to, skips: new Set() },
    signal: new AbortController().signal,
    onProgress() {},
  });
  const { user, system } = process.cpuUsage(before);
  await read.close();
  await rm(file, { force: true });
  return (user + system) / 1_000_000;
}

/** A replay in which a thousand people are erased, beside the same with none. */
export async function bench(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aulaviva-erased-'));
  try {
    const { learners } = await writeBigLogApart(dataDir, EVENTS, MASTER, CLASSES);
    const own = await openOwnLog(dataDir, MASTER);
    try {
      let round = 0;
      const rounds = async () => {
        const taken: number[] = [];
        for (let n = 0; n < ROUNDS; n++) taken.push(await build(dataDir, own, round++));
        return percentile(taken, 0.5);
      };
      await build(dataDir, own, round++);
      const none = await rounds();
      const people = Array.from({ length: Math.min(ERASED, learners) }, (_, n) => 1 + Math.floor((n * learners) / ERASED));
      const persons = [...new Set(people)];
      for (let from = 0; from < persons.length; from += AT_ONCE)
        await Promise.all(
          persons.slice(from, from + AT_ONCE).map(async (userId) => {
            await own.append(`user-${userId}`, 'UserErased', { userId });
            await own.keys.destroy(String(userId));
          }),
        );
      const some = await rounds();
      return [
        {
          name: `a replay of users with ${persons.length} of ${learners.toLocaleString('en')} people erased`,
          reference: 'the same with none erased',
          ratio: some / none,
          target: TARGET,
          detail: `${some.toFixed(1)} against ${none.toFixed(1)} s of processor, medians of ${ROUNDS}`,
          ok: some / none <= TARGET,
        },
      ];
    } finally {
      await own.close();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}
