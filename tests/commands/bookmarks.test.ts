import { expect, test } from 'vitest';
import { GrowingMap } from '../../backend/commands/kernel/growing.ts';
import type { CommandContext } from '../../backend/commands/kernel/handle.ts';
import { type BookmarkCommand, bookmarks, MOST_BOOKMARKS } from '../../backend/commands/learning/bookmarks.ts';
import { type RestoreServices, restorations } from '../../backend/commands/learning/restorations.ts';
import { given } from '../support/deciderSpec.ts';

const klass = (classId: number) => ({ userId: 1, courseId: 2, classId });
const save = (classId: number): BookmarkCommand => ({ ...klass(classId), saved: true });
const remove = (classId: number): BookmarkCommand => ({ ...klass(classId), saved: false });
const saved = (classId: number) => ({ type: 'ClassBookmarked' as const, data: klass(classId) });
const removed = (classId: number) => ({ type: 'BookmarkRemoved' as const, data: klass(classId) });

test('a class is saved once, and taken away once', () => {
  given(bookmarks, [])
    .when(save(3))
    .then([saved(3)]);
  given(bookmarks, [saved(3)])
    .when(save(3))
    .thenNothing();
  given(bookmarks, [saved(3)])
    .when(remove(3))
    .then([removed(3)]);
  given(bookmarks, [saved(3), removed(3)])
    .when(remove(3))
    .thenNothing();
  given(bookmarks, [saved(3), removed(3)])
    .when(save(3))
    .then([saved(3)]);
});

test('two hundred classes are saved at most; one that goes makes room', () => {
  const full = Array.from({ length: MOST_BOOKMARKS }, (_, index) => saved(index + 1));
  given(bookmarks, full)
    .when(save(MOST_BOOKMARKS + 1))
    .thenRefused('TOO_MANY_ITEMS');
  given(bookmarks, full).when(save(1)).thenNothing();
  given(bookmarks, [...full, removed(1)])
    .when(save(MOST_BOOKMARKS + 1))
    .then([saved(MOST_BOOKMARKS + 1)]);
});

test('the demo gives back what was saved when it was loaded: first room is made, then all of it comes again', async () => {
  const asked: BookmarkCommand[] = [];
  const commands = { handle: async (_: unknown, __: string, command: BookmarkCommand) => asked.push(command) };
  const services = { commands } as unknown as RestoreServices;
  const state = (...ids: number[]) => ids.reduce((map, id) => map.with(id, 2), new GrowingMap<number, number>());
  for (const { run } of restorations.bookmarks.steps(state(1, 2), state(2, 3), { userId: 1, courseId: 0 }, services))
    await run({} as CommandContext);
  expect(asked).toEqual([remove(3), save(1)]);
});
