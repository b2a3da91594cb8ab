import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folded } from '../../backend/projections/catalogueWords.ts';
import { createFactColumns } from '../../backend/projections/factColumns.ts';
import { createFactIndex, type FactFilter } from '../../backend/projections/factIndex.ts';
import { codesOf } from '../../backend/projections/factLines.ts';
import { type FactPageDoc, factPages } from '../../backend/projections/factPages.ts';
import { enrolled, registered } from '../support/learning.ts';
import { given, givenEvents, positionOf } from '../support/projectionSpec.ts';

const folder = mkdtempSync(join(tmpdir(), 'aulaviva-facts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const EVENTS = 450;
const events = Array.from({ length: EVENTS }, (_, n) => {
  const person = 1 + (n % 7);
  const [type, data] = n % 3 === 0 ? registered(person, `persona${person}`) : enrolled(person, 1 + (n % 5));
  return given(type, data, n % 4 === 0 ? {} : { userId: person });
});
const docs = givenEvents(factPages, events).documents.docs() as unknown as Record<string, FactPageDoc>;

/** Over these documents; the first `pages` of them until `grow` is called. */
function indexOf(blockRows: number | undefined, pages = Number.POSITIVE_INFINITY) {
  const keys = Object.keys(docs).sort();
  let shown = keys.slice(0, pages);
  let changes = 1;
  const reads = {
    find: async () => ({ docs: shown.map((key) => ({ key, doc: docs[key] })), next: null, total: shown.length }),
    getMany: async (_: unknown, wanted: readonly string[]) =>
      new Map(wanted.flatMap((key) => (shown.includes(key) ? [[key, docs[key]] as const] : []))),
  };
  const reader = {
    lastChange: async () => changes,
    changeHeads: async () => [{ n: changes, position: positionOf(changes) }],
    changesSince: async () => shown.slice(pages).map((id) => ({ topic: 'historia', id })),
  };
  const index = createFactIndex(reads as never, reader as never, {
    folded,
    reasonAt: async () => null,
    folder,
    ...(blockRows && { blockRows }),
  });
  return {
    index,
    grow() {
      shown = keys;
      changes++;
    },
  };
}

const filters: Readonly<Record<string, FactFilter>> = {
  nothing: {},
  hidden: { hidden: new Set(['UserRegistered']) },
  types: { types: new Set(['LearnerEnrolled']), actor: 3 },
  person: { about: codesOf('person', 2) },
  pair: { about: [...codesOf('person', 2), ...codesOf('course', 4)] },
  role: { role: 'student', from: '2026-03-02', to: '2026-03-02' },
  stream: { streams: ['given-1'] },
  words: { words: [{ text: 'persona', types: new Set(['UserRegistered']), codes: new Set(codesOf('course', 2)) }] },
};
async function asked({ index }: ReturnType<typeof indexOf>, filter: FactFilter) {
  const page = await index.find(filter, { limit: 9, before: null, reasonsMs: 0 });
  const deep = await index.find(filter, { limit: 9, before: positionOf(200), reasonsMs: 0 });
  const window = { from: 0, to: 4_000_000_000, start: 0, step: 3_600, most: 10 };
  return {
    ...{ page, deep, since: await index.since(filter, positionOf(130), 0), extents: await index.extents([filter, {}]) },
    ...{ spans: await index.spans([filter], window), act: await index.ofAct('command-77', 5) },
  };
}

// rows: K03
test('what stands in the file is found and counted as what is in memory, while more comes', async () => {
  const inMemory = indexOf(undefined);
  const inFile = indexOf(64);
  const growing = indexOf(64, 2);
  await growing.index.find({}, { limit: 1, before: null, reasonsMs: 0 });
  growing.grow();
  for (const [name, filter] of Object.entries(filters)) {
    const found = await asked(inMemory, filter);
    expect(found.page.total, name).toBeGreaterThan(0);
    expect(await asked(inFile, filter), name).toEqual(found);
    expect(await asked(growing, filter), name).toEqual(found);
  }
  const types = [...(await inFile.index.find({}, { limit: 1, before: null, reasonsMs: 0 })).counts.types.values()];
  expect(types.reduce((sum, count) => sum + count, 0)).toBe(EVENTS);
  for (const { index } of [inMemory, inFile, growing]) index.close();
  expect(readdirSync(folder), 'the file has no name').toEqual([]);
});

test('what is being read stays readable to its end, also where it is closed meanwhile', async () => {
  const columns = createFactColumns(folder, 4);
  for (let n = 0; n < 10; n++) columns.add({ type: n, day: 0, actor: n, role: 0, extra: 0, stream: 0, act: 0, second: 0, codes: [n, n] });
  await columns.during(async () => {
    columns.close();
    const blockAt = columns.blocks(new Set(['actor', 'until', 'codes']));
    const { actor, until, codes } = await blockAt(1);
    expect([[...actor], [...until], [...codes.slice(0, 8)]]).toEqual([
      [4, 5, 6, 7],
      [2, 4, 6, 8],
      [4, 4, 5, 5, 6, 6, 7, 7],
    ]);
  });
});

test('of many people those who did most are told one by one, and how many there are', async () => {
  const { index } = indexOf(64);
  const { actors, people } = (await index.find({}, { limit: 1, before: null, reasonsMs: 0 })).counts;
  expect(people).toBe(7);
  const counts = [...actors.values()];
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  index.close();
});
