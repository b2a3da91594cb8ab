import { expect, test } from 'vitest';
import { registry } from '../events/registry.ts';
import { mentions, type StreamCategory, type StreamName, streams, streamsOfPerson } from '../events/streams.ts';
import { eventsPage, readEventsPage } from './support/streamsPage.ts';

const entries = Object.entries(streams) as readonly [StreamName, StreamCategory][];
/** Fields that name a person in an event. */
const NAMING = ['userId', 'ownerId', 'instructorId'];
const fieldOf = (type: string): string | undefined => NAMING.find((field) => field in (registry.get(type)?.schema.shape ?? {}));

test('every stream that events are written to is in the catalogue of streams, and none that is not written', () => {
  expect(entries.map(([name]) => name).sort()).toEqual([...new Set([...registry.values()].map(({ category }) => category))].sort());
});

test('no event that names a person stands in a stream about nobody', () => {
  const about = new Map(entries.map(([name, { about }]) => [name, about]));
  const unfound = [...registry.values()].filter(({ type, category, personal }) => {
    if (fieldOf(type) === undefined && !personal) return false;
    return about.get(category) === 'school' || (about.get(category) === 'mentions' && !(type in mentions));
  });
  expect(unfound.map(({ type }) => type)).toEqual([]);
});

test('the catalogue names only events and fields that there are', () => {
  for (const [type, field] of Object.entries(mentions)) expect(registry.get(type)?.schema.shape, type).toHaveProperty(field);
});

test('the streams of a person follow from the parts of their ids', () => {
  const parts = { userId: 7, courseId: [1, 2], date: ['2026-03-02'], subtopicId: [9] };
  expect(streamsOfPerson(parts, ['user', 'watching', 'study'])).toEqual(['user-7', 'study-7_2026-03-02', 'watching-7_1', 'watching-7_2']);
  const all = entries.filter(([, { about }]) => about === 'person').map(([name]) => name);
  expect(new Set(streamsOfPerson(parts).map((stream) => stream.split('-')[0]))).toEqual(new Set(all));
});

test('docs/events.md says of every stream what the catalogue says', () => {
  expect(eventsPage(readEventsPage()), 'run `npm run golden`').toBe(readEventsPage());
});
