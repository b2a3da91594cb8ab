import { expect, test } from 'vitest';
import { factPages } from '../../backend/projections/factPages.ts';
import { aboutOf, codesOf, hashOf } from '../../backend/projections/facts/factLines.ts';
import { stretchOf } from '../../backend/projections/kernel/position.ts';
import { registry } from '../../events/registry.ts';
import type { Position } from '../../events/store/port.ts';
import { samples } from '../golden/record.ts';
import { enrolled, registered } from '../support/learning.ts';
import { everyTypeIsCovered, given, givenEvents, positionOf, timeOf } from '../support/projectionSpec.ts';

test('every event there is has a line of ids in the page of its stretch of the log', () => {
  const events = [...registry.values()].map((definition) => given(definition.type, samples(definition)[0] ?? {}));
  const { documents } = givenEvents(factPages, events);
  const docs = documents.docs() as Record<string, { lines: readonly (readonly unknown[])[] }>;
  expect(Object.values(docs).reduce((sum, { lines }) => sum + lines.length, 0)).toBe(events.length);
  for (const { lines } of Object.values(docs)) {
    expect(lines.length).toBeLessThanOrEqual(100);
    for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(600);
  }
});

// rows: K03
test('a line names nobody: of a person it has the number, of an act a hash, of a reason that there is one', () => {
  const [type, person] = registered(7, 'ana');
  const { documents } = givenEvents(factPages, [given(type, person, { userId: 7 }), given(...enrolled(7, 3))]);
  const page = stretchOf(positionOf(0));
  expect(documents.docs()[page]).toEqual({
    lines: [
      [positionOf(0), timeOf(0), type, 'given-1', 0, 7, 'student', hashOf('command-0'), 0, codesOf('person', 7), ''],
      [
        ...[positionOf(1), timeOf(1), 'LearnerEnrolled', 'given-1', 1, null, 'system', hashOf('command-1'), 0],
        ...[[...codesOf('person', 7), ...codesOf('course', 3)], ''],
      ],
    ],
  });
  expect(documents.changes.every(({ topic, id, view }) => topic === 'historia' && id === page && view === undefined)).toBe(true);
});

test('no two things share their codes; what an event names is found by each of them', () => {
  const codes = [codesOf('person', 3), codesOf('course', 3), codesOf('lead', '3'), codesOf('lead', 'a'), codesOf('campaign', 'a')].map(
    String,
  );
  expect(new Set(codes).size).toBe(codes.length);
  expect(codesOf('person', 134_217_727)).toHaveLength(1);
  expect(codesOf('person', 134_217_728)).toHaveLength(2);
  const moved = aboutOf('ClassMoved', { courseId: 1, moduleId: 2, classId: 5, from: 4, place: 0 });
  for (const [kind, id] of [
    ['module', 2],
    ['module', 4],
    ['class', 5],
    ['course', 1],
  ] as const)
    expect(moved).toContain(codesOf(kind, id)[0]);
  expect(aboutOf('CommentPosted', { userId: 1, mentions: Array.from({ length: 50 }, (_, index) => index + 2) })).toHaveLength(16);
});

test('neighbours of both stores share a stretch, and stretches sort as positions do', () => {
  const [one, other] = ['00000000000000012345-00000000000000012345', '00000000000000112345-00000000000000112345'] as Position[];
  expect(stretchOf(one as Position) < stretchOf(other as Position)).toBe(true);
  expect(stretchOf(positionOf(99)) > stretchOf(positionOf(98))).toBe(true);
  expect(stretchOf(positionOf(100))).toBe(stretchOf(positionOf(197)));
});

everyTypeIsCovered(factPages);
