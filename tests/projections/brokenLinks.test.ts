import { test } from 'vitest';
import { brokenLinks } from '../../backend/projections/brokenLinks.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const place = (resourceId: number, courseId = 1, link = 'https://ejemplo.mx/x') => ({
  courseId,
  moduleId: 2,
  classId: 3,
  resourceId,
  link,
});
const broke = (resourceId: number, courseId?: number, link?: string) =>
  given('ResourceLinkBroke', { ...place(resourceId, courseId, link), reason: 'not-found' });
const recovered = (resourceId: number, courseId?: number) => given('ResourceLinkRecovered', place(resourceId, courseId));

test('which links of a course lead nowhere, since when and why; the last known one of each resource', () => {
  givenEvents(brokenLinks, [broke(7), broke(8), broke(9, 5), broke(8, 1, 'https://ejemplo.mx/otro')])
    .thenDocs({
      '1': {
        courseId: 1,
        videos: {},
        broken: {
          '7': { link: 'https://ejemplo.mx/x', reason: 'not-found', since: timeOf(0) },
          '8': { link: 'https://ejemplo.mx/otro', reason: 'not-found', since: timeOf(3) },
        },
      },
      '5': { courseId: 5, videos: {}, broken: { '9': { link: 'https://ejemplo.mx/x', reason: 'not-found', since: timeOf(2) } } },
    })
    .thenChange('recursos:1', { id: 'enlaces', op: 'put' })
    .thenChange('recursos', { id: '5', op: 'put' });
});

test('one that works again is not there; a course without dead links has no document', () => {
  givenEvents(brokenLinks, [broke(7), broke(8), recovered(7)]).thenDocs({
    '1': { courseId: 1, videos: {}, broken: { '8': { link: 'https://ejemplo.mx/x', reason: 'not-found', since: timeOf(1) } } },
  });
  givenEvents(brokenLinks, [broke(7), recovered(7)]).thenDocs({});
});

test('videos of a course that are gone, by their address; one that plays again is not there', () => {
  const video = (link: string) => ({ courseId: 1, link });
  const [gone, other] = [video('https://youtu.be/aaaaaaaaaaa'), video('https://youtu.be/bbbbbbbbbbb')];
  const events = [
    given('VideoLinkBroke', { ...gone, reason: 'not-found' }),
    given('VideoLinkBroke', { ...other, reason: 'not-found' }),
  ] as const;
  givenEvents(brokenLinks, [...events, given('VideoLinkRecovered', gone)])
    .thenDocs({ '1': { courseId: 1, broken: {}, videos: { [other.link]: { reason: 'not-found', since: timeOf(1) } } } })
    .thenChange('recursos:1', { id: 'enlaces', op: 'put' });
});

everyTypeIsCovered(brokenLinks);
