import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { mutated, mutations } from './mutations.ts';
import { simulate } from './run.ts';

/**
 * `npm run simulate -- --seed N [--steps M] [--seeds K] [--trace]`: runs seed N, or K seeds from N on. Exit 0 where every promise held;
 * else 1, with the first broken promise, its seed, and the end of what happened. The same seed and steps give the same run, byte for byte.
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
    mutation: { type: 'string' },
  },
});
if (values.mutation !== undefined) {
  const mutation = mutations.find(({ name }) => name === values.mutation);
  if (!mutation) throw new Error(`no such mutation; there are ${mutations.map(({ name }) => name).join(', ')}`);
  const folder = mutated(mutation);
  const given = process.argv.slice(2).filter((one, i, all) => one !== '--mutation' && all[i - 1] !== '--mutation');
  const seed = given.includes('--seed') || mutation.seed === null ? [] : ['--seed', String(mutation.seed)];
  try {
    const { status } = spawnSync(process.execPath, ['tests/simulation/cli.ts', ...seed, ...given], { cwd: folder, stdio: 'inherit' });
    process.exitCode = status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit();
}
const say = (text: string) => process.stdout.write(`${text}\n`);
const first = Number(values.seed);
const count = Number(values.seeds);
const began = performance.now();
let failures = 0;
for (let seed = first; seed < first + count; seed++) {
  const steps = values.steps === undefined ? {} : { steps: Number(values.steps) };
  const { broken, hash, trace, lasted, faults } = await simulate({ seed, ...steps, only: values.only, wholeTrace: values.trace });
  if (values.trace || (broken && !values.on)) say(trace.slice(values.trace ? 0 : -60).join('\n'));
  if (broken) {
    failures++;
    say(`seed ${seed} ${hash}: BROKEN ${broken.seen}`);
    if (!values.on) {
      say(`faults of this seed: ${JSON.stringify(faults)}`);
      say(`again: npm run simulate -- --seed ${seed}${values.steps === undefined ? '' : ` --steps ${values.steps}`}`);
      break;
    }
  } else if (count === 1) say(`seed ${seed} ${hash}: every promise held, over ${(lasted / 1_000).toFixed(1)} s of its time`);
}
if (count > 1) say(`${count} seeds, ${failures} broken, ${((performance.now() - began) / 1_000).toFixed(1)} s`);
process.exit(failures > 0 ? 1 : 0);
