import { test } from 'vitest';
import { resourceUse } from '../../backend/projections/resourceUse.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const opened = (userId: number, resourceId: number, first: boolean, courseId = 1) =>
  given('ResourceOpened', { userId, courseId, moduleId: 2, classId: 3, resourceId, first });
const use = [opened(1, 7, true), opened(2, 7, true), opened(1, 7, false), opened(1, 8, true), opened(1, 9, true, 5)];

test('openings, people and the last time, for each resource of a course', () => {
  givenEvents(resourceUse, use)
    .thenDocs({
      '1': {
        courseId: 1,
        resources: { '7': { opened: 3, people: 2, lastAt: timeOf(2) }, '8': { opened: 1, people: 1, lastAt: timeOf(3) } },
      },
      '5': { courseId: 5, resources: { '9': { opened: 1, people: 1, lastAt: timeOf(4) } } },
    })
    .thenChange('recursos:1', { id: 'uso', op: 'put', version: 4 });
});

test('an erasure lowers no count of openings of resources', () => {
  givenEvents(resourceUse, [...use, given('UserErased', { userId: 1 })]).thenDocLike('1', {
    resources: { '7': { opened: 3, people: 2, lastAt: timeOf(2) }, '8': { opened: 1, people: 1, lastAt: timeOf(3) } },
  });
});

everyTypeIsCovered(resourceUse);
