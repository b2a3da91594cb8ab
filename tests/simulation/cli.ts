import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { COPIED, mutated, mutations } from './mutations.ts';
import { simulate } from './run.ts';
import { runSeeds } from './seeds.ts';

/**
 * `npm run simulate -- --seed N [--steps M] [--seeds K] [--trace]`: runs seed N, or K seeds from N on. Exit 0 where every promise held;
 * else 1, with the first broken promise, its seed, and the end of what happened. The same seed and steps give the same run, byte for byte.
 * `--resume`: goes on behind the seeds that held already, as long as nothing of the program has changed since.
 * `--mutation NAME`: the same of a copy with a fault in it that was mended, with the seed that finds it unless another is given.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string' },
    trace: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    on: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    mutation: { type: 'string' },
  },
});
if (values.mutation !== undefined) {
  const mutation = mutations.find(({ name }) => name === values.mutation);
  if (!mutation) throw new Error(`no such mutation; there are ${mutations.map(({ name }) => name).join(', ')}`);
  const folder = mutated(mutation);
  const given = process.argv.slice(2).filter((one, i, all) => one !== '--mutation' && all[i - 1] !== '--mutation');
  const seed = given.includes('--seed') ? [] : ['--seed', String(mutation.seed)];
  try {
    const { status } = spawnSync(process.execPath, ['tests/simulation/cli.ts', ...seed, ...given], { cwd: folder, stdio: 'inherit' });
    process.exitCode = status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit();
}
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const first = Number(values.seed);
const count = Number(values.seeds);
const asked = { only: values.only, ...(values.steps !== undefined && { steps: Number(values.steps) }) };
let failures = 0;

/** One seed, with what happened in it. */
async function one(seed: number): Promise<void> {
  const { broken, hash, trace, lasted, faults } = await simulate({ ...asked, seed, wholeTrace: values.trace });
  if (values.trace || broken) say(trace.slice(values.trace ? 0 : -60).join('\n'));
  if (!broken) return say(`seed ${seed} ${hash}: every promise held, over ${(lasted / 1_000).toFixed(1)} s of its time`);
  failures = Math.max(failures, 1);
  say(`seed ${seed} ${hash}: BROKEN ${broken.seen}`);
  say(`faults of this seed: ${JSON.stringify(faults)}`);
  say(`again: npm run simulate -- --seed ${seed}${values.steps === undefined ? '' : ` --steps ${values.steps}`}`);
}

const TOLD_MS = 10_000;

/** Where a run that is resumed notes how far it came: a file for this program, as it is now. */
function noteOf(): string {
  const hash = createHash('sha256').update(JSON.stringify([first, asked]));
  for (const file of COPIED.flatMap((part) => [part, ...globSync(`${part}/**/*.ts`)].filter((name) => /\.(ts|json)$/.test(name))).sort())
    hash.update(file).update(readFileSync(file));
  const folder = path.resolve('node_modules/.cache/simulation');
  mkdirSync(folder, { recursive: true });
  return path.join(folder, hash.digest('hex').slice(0, 16));
}
const heldUpTo = (note: string): number => {
  try {
    return Number(readFileSync(note, 'utf8'));
  } catch {
    return first - 1;
  }
};

async function many(): Promise<void> {
  const note = values.resume ? noteOf() : null;
  const from = note === null ? first : heldUpTo(note) + 1;
  if (from > first) say(`seeds ${first} to ${from - 1} held before`);
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  let told = began;
  let broken: number | null = null;
  await runSeeds({
    ...asked,
    first: from,
    count: Math.max(0, first + count - from),
    each(judged) {
      const { seed } = judged;
      if (judged.broken) {
        failures++;
        say(`seed ${seed}: BROKEN ${judged.broken.seen}`);
        if (!values.on) broken = seed;
        return values.on;
      }
      if (performance.now() - told >= TOLD_MS) {
        told = performance.now();
        const pace = (seed - from + 1) / seconds();
        const left = (first + count - 1 - seed) / pace;
        say(`seed ${seed}, ${failures} broken, ${pace.toFixed(1)} a second, ${Math.ceil(left / 60)} minutes left`);
        if (note !== null && failures === 0) writeFileSync(note, String(seed));
      }
      return true;
    },
  });
  if (broken !== null) await one(broken);
  else if (note !== null && failures === 0) writeFileSync(note, String(first + count - 1));
  say(`${count} seeds, ${failures} broken, ${seconds().toFixed(1)} s`);
}

await (count === 1 ? one(first) : many());
process.exit(failures > 0 ? 1 : 0);
