import { test } from 'vitest';
import { files } from '../../backend/projections/files.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const name = { bucket: 'img_curso', hash: 'a'.repeat(64) };
const face = { bucket: 'img_perfiluser', hash: 'b'.repeat(64) };
const stored = (file: object, ownerId = 5) => given('FileStored', { ...file, extension: 'webp', bytes: 10, ownerId });
const used = (file: object, referrer: string) => given('FileReferenced', { ...file, referrer });
const released = (file: object, referrer: string) => given('FileReleased', { ...file, referrer });
const key = `img_curso_${name.hash}`;

test('says who uses a file, and since when nobody does', () => {
  const doc = { ...name, extension: 'webp', bytes: 10, ownerId: 5, storedAt: timeOf(0) };
  givenEvents(files, [stored(name)]).thenDoc(key, { ...doc, referrers: [], unusedSince: timeOf(0) });
  givenEvents(files, [stored(name), used(name, 'course-2'), used(name, 'course-1'), used(name, 'course-1')])
    .thenDoc(key, { ...doc, referrers: ['course-1', 'course-2'], unusedSince: null })
    .thenChange('archivos', { id: key });
  givenEvents(files, [stored(name), used(name, 'course-2'), released(name, 'course-2'), released(name, 'course-9')]).thenDoc(key, {
    ...doc,
    referrers: [],
    unusedSince: timeOf(2),
  });
});

test('a file that was removed is no more; uploaded again it is new', () => {
  const removed = given('FileRemoved', { ...name, extension: 'webp', cause: 'orphan' });
  givenEvents(files, [stored(name), removed]).thenDocs({});
  givenEvents(files, [stored(name), removed, stored(name, 6)]).thenDocLike(key, { ownerId: 6, storedAt: timeOf(2) });
  givenEvents(files, [used(name, 'course-1'), released(name, 'course-1')]).thenDocs({});
});

test('the picture of somebody erased stands here until its bytes are gone: that is how they are found', () => {
  const at = `img_perfiluser_${face.hash}`;
  const erased = [stored(face), stored(name), given('UserErased', { userId: 5 })];
  givenEvents(files, erased).thenDocLike(at, { ownerId: 5 });
  givenEvents(files, [...erased, given('FileRemoved', { bucket: 'img_perfiluser', hash: face.hash, extension: 'webp', cause: 'erased' })])
    .thenDocLike(key, { ownerId: 5 })
    .thenDoc(at, null);
});

everyTypeIsCovered(files);
