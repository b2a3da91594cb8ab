import { test } from 'vitest';
import { imports } from '../../backend/projections/imports.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const batchId = 'l1';
const opened = given('BatchOpened', { batchId, kind: 'import', planned: { rows: 120, parts: 3 } }, { userId: 7 });
const give = (userId: number, courseId: number) => ({ userId, courseId, act: 'give' });
const part = (number: number, items: readonly object[], registered: readonly number[]) =>
  given('BatchPartRecorded', { batchId, part: number, items, registered });
// 21 is new with two courses, 22 new without any, 5 had an account and got one course.
const first = part(0, [give(21, 1), give(21, 2), give(5, 1)], [21, 22]);
const second = part(1, [], [23]);
const closed = given('BatchClosed', { batchId, done: 4, refused: 1 });
const came = (upto: number, done: number, refused: number) => given('BatchPartsUndone', { batchId, upto, done, refused });
const undone = given('BatchUndone', { batchId });

test('an import says who began it, when, and how many people, new accounts and courses came in so far', () => {
  const begun = { batchId, openedBy: 7, openedAt: timeOf(0), planned: { rows: 120, parts: 3 }, ended: null, undoing: null, undoneAt: null };
  const none = { ...begun, parts: 0, people: 0, accounts: 0, courses: 0 };
  givenEvents(imports, [opened])
    .thenDocs({ l1: { ...none, lastAt: timeOf(0) } })
    .thenChange('importaciones', { id: 'l1', op: 'put' });
  givenEvents(imports, [opened, first, second]).thenDocs({
    l1: { ...none, lastAt: timeOf(2), parts: 2, people: 4, accounts: 3, courses: 3 },
  });
});

test('an import ends, and is undone with what it had brought in still said; stopped half-way, too', () => {
  givenEvents(imports, [opened, first, closed]).thenDocLike('l1', { ended: { done: 4, refused: 1 }, lastAt: timeOf(2), undoneAt: null });
  givenEvents(imports, [opened, first, closed, undone]).thenDocLike('l1', { undoneAt: timeOf(3), people: 3, courses: 3 });
  givenEvents(imports, [opened, first, undone]).thenDocLike('l1', { ended: null, undoneAt: timeOf(2) });
});

test('the undoing of an import says how far it came, and what it could not undo', () => {
  const events = [opened, first, second, came(1, 5, 0), came(2, 1, 1)];
  givenEvents(imports, events).thenDocLike('l1', { undoing: { parts: 2, done: 6, refused: 1 }, undoneAt: null });
});

test('batches of other kinds are no imports', () => {
  const courses = given('BatchOpened', { batchId, kind: 'courses', planned: null });
  givenEvents(imports, [courses, first, closed, undone]).thenDocs({});
});

everyTypeIsCovered(imports);
