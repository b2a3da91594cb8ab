import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCatalogueSearch } from '../../backend/projections/catalogue/catalogueSearch.ts';
import { courseStats } from '../../backend/projections/courseStats.ts';
import { courses } from '../../backend/projections/courses.ts';
import type { NewChange } from '../../backend/projections/kernel/readStore.ts';
import { resetOf } from '../../backend/projections/kernel/status.ts';
import { createReads } from '../../backend/projections/reading/reads.ts';
import { reviewStats } from '../../backend/projections/reviews.ts';
import { openSqliteReadStore } from '../../backend/projections/stores/sqlite.ts';
import { users } from '../../backend/projections/users.ts';
import { emptyOutline } from '../../events/outline.ts';
import { positionOf } from '../support/projectionSpec.ts';

/** A search over a store in which one course is written by hand. */
async function searching() {
  const dir = await mkdtemp(join(tmpdir(), 'aulaviva-search-'));
  const store = openSqliteReadStore(join(dir, 'read.db'));
  onTestFinished(async () => {
    await store.close();
    await rm(dir, { recursive: true });
  });
  const generations = [courses, courseStats, reviewStats, users].map(({ name, version, indexes }) => {
    const spec = { projection: name, version, generation: 1, indexes: indexes ?? [] };
    return spec;
  });
  for (const spec of generations) {
    await store.createGeneration(spec);
    await store.switchTo(spec, null);
  }
  const [generation] = generations;
  if (!generation) throw new Error('no generation');
  let version = 0;
  /** The course has this title now; of what followers are told the test decides. */
  const write = (title: string, at: number, changes: readonly NewChange[]) =>
    store.commit({
      epoch: 1,
      checkpoint: positionOf(at),
      writes: [
        {
          generation,
          docs: [
            {
              key: '1',
              version: ++version,
              position: positionOf(at),
              persons: [],
              doc: {
                ...emptyOutline(),
                courseId: 1,
                status: 'published',
                title,
                createdAt: '',
                changedAt: '',
                publishedAt: '',
                classTimes: {},
              },
            },
          ],
        },
      ],
      changes,
    });
  const { search } = createCatalogueSearch(createReads(store), store, (_, id) => String(id));
  const title = async () =>
    (await search({ text: '', order: 'match', chosen: { difficulty: [], track: [], tier: [], price: [] } })).page[0]?.course.title;
  return { store, write, title };
}
const changed = (at: number): NewChange => ({ topic: 'cursos', id: '1', version: at, op: 'put', position: positionOf(at) });

test('what changes is searched as it is now', async () => {
  const { write, title } = await searching();
  await write('Uno', 1, [changed(1)]);
  expect(await title()).toBe('Uno');
  await write('Dos', 2, [changed(2)]);
  expect(await title()).toBe('Dos');
});

test('what rejoins is searched as it is now, though its change comes at a position that was passed', async () => {
  const { store, write, title } = await searching();
  await write('Uno', 1, [changed(1)]);
  // While the projection stood apart it wrote without a change for each.
  await write('Dos', 2, []);
  expect(await title()).toBe('Dos');
  await write('Tres', 3, []);
  await title();
  await store.commit({ epoch: 1, writes: [], changes: [resetOf(courses.name, positionOf(3))] });
  expect(await title()).toBe('Tres');
  // Once more, at the same position.
  await store.trimChanges(0);
  await store.commit({ epoch: 1, writes: [], changes: [resetOf(courses.name, positionOf(3))] });
  expect(await title()).toBe('Tres');
});
