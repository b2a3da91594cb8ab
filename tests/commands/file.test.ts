import { describe, test } from 'vitest';
import { type FileCommand, file, ORPHAN_MS } from '../../backend/commands/files/file.ts';
import type { StreamEvent } from '../../events/registry.ts';
import { at, given } from '../support/deciderSpec.ts';

const name = { bucket: 'img_curso', hash: 'a'.repeat(64) } as const;
const stored: StreamEvent<'file'> = { type: 'FileStored', data: { ...name, extension: 'webp', bytes: 10, ownerId: 5 } };
const named = (referrer: string): StreamEvent<'file'> => ({ type: 'FileReferenced', data: { ...name, referrer } });
const released = (referrer: string): StreamEvent<'file'> => ({ type: 'FileReleased', data: { ...name, referrer } });
const removed = (cause: 'orphan' | 'erased'): StreamEvent<'file'> => ({ type: 'FileRemoved', data: { ...name, extension: 'webp', cause } });
const store: FileCommand = { type: 'store', ...name, extension: 'webp', bytes: 10, ownerId: 5 };
const T = Date.parse('2026-03-02T10:00:00.000Z');
const iso = (ms: number) => new Date(T + ms).toISOString();
const sweep = (ms: number): FileCommand => ({ type: 'sweep', ...name, at: iso(ms) });

describe('a file', () => {
  test('is stored; again while it is in use is nothing, else its day begins anew, and it stays who uploaded it first', () => {
    given(file, []).when(store).then([stored]);
    given(file, [stored, named('course-1')])
      .when(store)
      .thenNothing();
    given(file, [stored])
      .when({ ...store, ownerId: 6 })
      .then([stored]);
    given(file, [stored, removed('orphan')])
      .when({ ...store, ownerId: 6 })
      .then([{ ...stored, data: { ...stored.data, ownerId: 6 } } as StreamEvent<'file'>]);
  });
  test('a reference is recorded once, and its end too', () => {
    given(file, [stored])
      .when({ type: 'reference', ...name, referrer: 'course-1' })
      .then([named('course-1')]);
    given(file, [stored, named('course-1')])
      .when({ type: 'reference', ...name, referrer: 'course-1' })
      .thenNothing();
    given(file, [stored, named('course-1')])
      .when({ type: 'release', ...name, referrer: 'course-1' })
      .then([released('course-1')]);
    given(file, [stored])
      .when({ type: 'release', ...name, referrer: 'course-1' })
      .thenNothing();
  });
  test('cannot be named when it is not there, or no longer', () => {
    given(file, [])
      .when({ type: 'reference', ...name, referrer: 'user-5' })
      .thenRefused('FILE_NOT_FOUND');
    given(file, [stored, removed('orphan')])
      .when({ type: 'reference', ...name, referrer: 'user-5' })
      .thenRefused('FILE_NOT_FOUND');
  });
});

describe('the sweep', () => {
  test('takes what nobody has used for 24 hours, not a millisecond earlier', () => {
    given(file, [at(iso(0), stored)])
      .when(sweep(ORPHAN_MS - 1))
      .thenNothing();
    given(file, [at(iso(0), stored)])
      .when(sweep(ORPHAN_MS))
      .then([removed('orphan')]);
  });
  test('leaves what anybody uses, and counts from when the last let it go', () => {
    const used = [at(iso(0), stored), at(iso(1), named('course-1')), at(iso(2), named('course-2'))];
    given(file, used)
      .when(sweep(9 * ORPHAN_MS))
      .thenNothing();
    given(file, [...used, at(iso(3), released('course-1'))])
      .when(sweep(9 * ORPHAN_MS))
      .thenNothing();
    const free = [...used, at(iso(3), released('course-1')), at(iso(1_000), released('course-2'))];
    given(file, free)
      .when(sweep(ORPHAN_MS + 999))
      .thenNothing();
    given(file, free)
      .when(sweep(ORPHAN_MS + 1_000))
      .then([removed('orphan')]);
  });
  test('of what is gone there is nothing to take', () => {
    given(file, [])
      .when(sweep(9 * ORPHAN_MS))
      .thenNothing();
    given(file, [at(iso(0), stored), at(iso(1), removed('erased'))])
      .when(sweep(9 * ORPHAN_MS))
      .thenNothing();
  });
});

test('an erasure removes a file even while it is in use', () => {
  given(file, [stored, named('user-5')])
    .when({ type: 'erase', ...name })
    .then([removed('erased')]);
  given(file, [])
    .when({ type: 'erase', ...name })
    .thenNothing();
});
