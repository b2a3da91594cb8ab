import { test } from 'vitest';
import { materials } from '../../backend/commands/learning/materials.ts';
import { at, given } from '../support/deciderSpec.ts';

const ids = { userId: 1, courseId: 2, moduleId: 3, classId: 4 };
const FIRST = Date.parse('2026-03-02T17:00:00.000Z');
const after = (seconds: number) => FIRST + seconds * 1_000;
const open = (resourceId: number, seconds: number) => ({ ...ids, resourceId, at: after(seconds) });
const fact = (resourceId: number, first: boolean) => ({ type: 'ResourceOpened' as const, data: { ...ids, resourceId, first } });
const opened = (resourceId: number, seconds: number, first: boolean) => at(new Date(after(seconds)).toISOString(), fact(resourceId, first));

test('opened again within a minute is the same opening; after it another one, of somebody who is known', () => {
  given(materials, [])
    .when(open(7, 0))
    .then([fact(7, true)]);
  given(materials, [opened(7, 0, true)])
    .when(open(7, 59))
    .thenNothing();
  given(materials, [opened(7, 0, true)])
    .when(open(7, 60))
    .then([fact(7, false)]);
});

test('openings of two resources are counted apart', () => {
  given(materials, [opened(7, 0, true)])
    .when(open(8, 1))
    .then([fact(8, true)]);
});

test('a clock that was set back a little counts nothing twice, and one that was set back far stops no counting', () => {
  given(materials, [opened(7, 0, true)])
    .when(open(7, -10))
    .thenNothing();
  given(materials, [opened(7, 0, true)])
    .when(open(7, -3_600))
    .then([fact(7, false)]);
});
