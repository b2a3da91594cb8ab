import type { Row } from './row.ts';

/**
 * `npm run bench [name…] [-- --events N]`: measures and prints the table of targets of docs/measurements.md; exits 1 when one is missed. `stores`, asked for
 * by name, prints its own. Sizes are set there, too.
 */
const all: Readonly<Record<string, () => Promise<{ bench: () => Promise<Row[]> }>>> = {
  appends: () => import('./appends.ts'),
  backup: () => import('./backup.ts'),
  console: () => import('./console.ts'),
  dashboard: () => import('./dashboard.ts'),
  erased: () => import('./erased.ts'),
  erasure: () => import('./erasure.ts'),
  facts: () => import('./facts.ts'),
  folds: () => import('./folds.ts'),
  http: () => import('./http.ts'),
  idle: () => import('./idle.ts'),
  live: () => import('./live.ts'),
  pages: () => import('./pages.ts'),
  past: () => import('./past.ts'),
  people: () => import('./people.ts'),
  replay: () => import('./replay.ts'),
  startup: () => import('./startup.ts'),
  together: () => import('./together.ts'),
};
const given = process.argv.slice(2);
const sized = given.indexOf('--events');
if (sized >= 0) [, process.env.BENCH_EVENTS] = given.splice(sized, 2);
const wanted = given;
const rows: Row[] = [];
if (wanted.includes('stores')) await import('./stores.ts');
if (wanted.join() === 'stores') process.exit();
for (const [name, load] of Object.entries(all)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`… ${name}\n`);
  rows.push(...(await (await load()).bench()));
}
const figure = (value: number) => (Number.isNaN(value) ? '–' : Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));
process.stdout.write(`\n| what | reference in the same run | measured | target | |\n|---|---|---|---|---|\n`);
for (const row of rows)
  process.stdout.write(
    `| ${row.name} | ${row.reference} | ${figure(row.ratio)} | ${figure(row.target)} | ${row.ok ? 'meets' : 'MISSES'}: ${row.detail} |\n`,
  );
process.exit(rows.every((row) => row.ok) ? 0 : 1);
