import { test } from 'vitest';
import { watching } from '../../backend/projections/watching.ts';
import { everyTypeIsCovered, given, givenEvents } from '../support/projectionSpec.ts';

const stopped = (video: string, second: number, courseId = 1) => given('VideoPositionSaved', { userId: 1, courseId, video, second });

test('the last second of each video stands; one seen to its end begins anew', () => {
  givenEvents(watching, [stopped('a', 30), stopped('b', 12), stopped('a', 95), stopped('c', 40, 2), stopped('b', 0)]).thenDocs({
    '1_1': { userId: 1, courseId: 1, videos: { a: 95 } },
    '1_2': { userId: 1, courseId: 2, videos: { c: 40 } },
  });
});

everyTypeIsCovered(watching);
