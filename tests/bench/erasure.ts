import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { writeBigLogApart } from '../support/bigLog.ts';
import { openBigSchool } from './bigSchool.ts';
import { openOwnLog } from './ownLog.ts';
import { percentile, type Row } from './row.ts';

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 100_000);
const MASTER = new Uint8Array(32).fill(5);
/** One class each: seven events a person. */
const CLASSES = 1;
const EVENTS_EACH = 7;
const ERASURES = 15;
/** One lead and one stored file for so many people; others' than those who are erased. */
const SHARE = 10;
const AT_ONCE = 500;
const TARGET_MS = 1_000;
/** The greatest ratio that counts as flat: a cost that grows with the school would be ten times as high. */
const TARGET_GROWTH = 1.5;
const LONGEST_MS = 60_000;

async function leadsAndFiles(dataDir: string, people: number): Promise<void> {
  const { append, close } = await openOwnLog(dataDir, MASTER);
  const hexOf = (n: number) => n.toString(16).padStart(64, '0');
  for (let from = 0; from < people / SHARE; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, i) => {
        const n = from + i;
        const leadId = `lead${n.toString(16).padStart(28, '0')}`;
        const lead = {
          leadId,
          person: leadId,
          kind: 'course',
          subject: 'Curso 1',
          courseId: 1,
          name: 'Eva Luna',
          email: `eva${n}@ejemplo.mx`,
        };
        const rest = { phone: null, company: null, message: null, consentVersion: null, campaign: null, submittedAt: null };
        await append(`lead-${leadId}`, 'LeadCaptured', { ...lead, ...rest, address: hexOf(n) });
        const file = { bucket: 'img_perfiluser', hash: hexOf(n), extension: 'webp', bytes: 20_000, ownerId: people + 1 + n };
        await append(`file-img_perfiluser_${hexOf(n)}`, 'FileStored', file);
      }),
    );
  await close();
}

/** From asking for it until the key is gone, one person after another; milliseconds. */
async function measure(people: number): Promise<number[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aulaviva-erasure-'));
  try {
    const { learners } = await writeBigLogApart(dataDir, people * EVENTS_EACH, MASTER, CLASSES);
    await leadsAndFiles(dataDir, people);
    const school = await openBigSchool(dataDir, MASTER);
    const vault = openSqliteVault(join(dataDir, 'vault.db'));
    try {
      const taken: number[] = [];
      // The first warms up.
      for (let n = 0; n <= ERASURES; n++) {
        const userId = 1 + ((n * 7_919) % learners);
        const began = performance.now();
        await school.ask('DELETE', `/api/auth/users/${userId}?motivo=bench`);
        const gone = async () => 'erased' in ((await vault.get<object>('keys', String(userId)))?.value ?? {});
        while (!(await gone())) {
          if (performance.now() - began > LONGEST_MS) throw new Error(`person ${userId} is not erased`);
          await pause(2);
        }
        if (n > 0) taken.push(performance.now() - began);
      }
      return taken;
    } finally {
      await vault.close();
      await school.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** An erasure in a large school, beside one in a school of a tenth. */
export async function bench(): Promise<Row[]> {
  const small = await measure(PEOPLE / 10);
  const big = await measure(PEOPLE);
  const half = (taken: readonly number[]) => percentile(taken, 0.5);
  const longest = Math.max(...big);
  const growth = half(big) / half(small);
  const people = PEOPLE.toLocaleString('en');
  return [
    {
      name: `an erasure in a school of ${people} people, until the key is gone: longest, ms`,
      reference: '-',
      ratio: longest,
      target: TARGET_MS,
      detail: `p50 ${half(big).toFixed(0)} ms, ${ERASURES} erasures, one after another`,
      ok: longest <= TARGET_MS,
    },
    {
      name: 'the same, p50',
      reference: `a school of ${(PEOPLE / 10).toLocaleString('en')}`,
      ratio: growth,
      target: TARGET_GROWTH,
      detail: `${half(big).toFixed(0)} against ${half(small).toFixed(0)} ms`,
      ok: growth <= TARGET_GROWTH,
    },
  ];
}
