import { describe, expect, test } from 'vitest';
import { lesson } from '../../backend/commands/catalogue/lesson.ts';
import { createCommands } from '../../backend/commands/kernel/handle.ts';
import { enrolment } from '../../backend/commands/learning/enrolment.ts';
import { openDomain } from '../support/domain.ts';
import { EVENTS, everyDecider, foldingMs, growingStream, longStream } from '../support/longStreams.ts';
import { LONG } from '../support/scale.ts';

/** `npm run test:long` folds as many as that; `npm test` a fifth, in less than half the time: a fold that is not linear takes longer. */
const LIMIT_MS = LONG ? 1_000 : 400;
const deciders = await everyDecider();

/** The better of two: the machine may be busy. */
function bestMs(decider: Parameters<typeof foldingMs>[0], events: Parameters<typeof foldingMs>[1], limit = LIMIT_MS): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 2 && best > limit; round++) best = Math.min(best, foldingMs(decider, events));
  return best;
}

describe('a stream of 50,000 events is folded within a second', () => {
  test('every decider that there is has its folding checked here', () => {
    expect([...deciders.keys()]).toEqual(expect.arrayContaining(['scholarshipCode', 'sessions', 'course', 'reservations.email']));
    expect(deciders.size).toBeGreaterThan(20);
  });

  for (const [name, decider] of deciders)
    test(name, () => {
      const events = longStream(decider);
      expect(events).toHaveLength(EVENTS);
      expect(bestMs(decider, events)).toBeLessThan(LIMIT_MS);
    });

  test.each([
    ['modules', ['CourseCreated'], ['ModuleAdded', 'ModuleRenamed', 'ModuleRemoved'], 'moduleId'],
    ['classes', ['CourseCreated', 'ModuleAdded'], ['ClassAdded', 'ClassEdited', 'ClassRemoved'], 'classId'],
    ['subtopics', ['CourseCreated', 'ModuleAdded', 'ClassAdded'], ['SubtopicAdded', 'SubtopicEdited'], 'subtopicId'],
    ['resources', ['CourseCreated', 'ModuleAdded', 'ClassAdded'], ['ResourceAdded', 'ResourceEdited'], 'resourceId'],
    ['videos', ['CourseCreated'], ['VideoTextDeclared', 'VideoTextDeclared'], 'videoUrl'],
  ])('of a course that has ever more %s', (_, first, others, field) => {
    const decider = deciders.get('course');
    if (!decider) throw new Error('no decider of courses');
    expect(bestMs(decider, growingStream(first, others, field), 1_000)).toBeLessThan(1_000);
  });
});

// rows: L14
test('a cached state counts for its present size, not for its history', async () => {
  const domain = await openDomain();
  const long = 'x'.repeat(20_000);
  const reads: string[] = [];
  const commands = createCommands(
    {
      ...domain.log,
      readStream(stream, from) {
        if (!from) reads.push(stream);
        return domain.log.readStream(stream, from);
      },
    },
    { keptBytes: 200_000 },
  );
  await commands.load(enrolment, '1_1');
  for (let index = 0; index < 60; index++) {
    const command = { type: 'setText', courseId: 1, moduleId: 1, classId: 1, subtopicId: 7, text: `${long}${index}` } as const;
    await commands.handle(lesson, 7, command, domain.context());
  }
  reads.length = 0;
  for (let round = 0; round < 3; round++)
    for (const load of [() => commands.load(enrolment, '1_1'), () => commands.load(lesson, 7)]) await load();
  // The enrolment has no event, and is read from its beginning each time.
  expect(reads).toEqual(['enrolment-1_1', 'enrolment-1_1', 'enrolment-1_1']);
});
