import { test } from 'vitest';
import { MOST_SEGMENTS, segments } from '../../backend/commands/identity/segments.ts';
import { given } from '../support/deciderSpec.ts';

/** Filters of people under a name. */

const filter = { role: 'instructor', plan: null, state: null } as const;
const segment = (segmentId: string, more: object = {}) => ({ segmentId, name: `Segmento ${segmentId}`, ...filter, ...more });
const saved = (segmentId: string, more: object = {}) => ({ type: 'SegmentSaved', data: segment(segmentId, more) }) as const;
const save = (segmentId: string, more: object = {}) => ({ type: 'save' as const, ...segment(segmentId, more) });

// rows: I20
test('one is kept, changed where its filters are others, and forgotten', () => {
  given(segments, [])
    .when(save('a'))
    .then([saved('a')]);
  given(segments, [saved('a')])
    .when(save('a'))
    .thenNothing();
  given(segments, [saved('a')])
    .when(save('a', { plan: 'premium' }))
    .then([saved('a', { plan: 'premium' })]);
  const removed = { type: 'SegmentRemoved', data: { segmentId: 'a' } } as const;
  given(segments, [saved('a')])
    .when({ type: 'remove', segmentId: 'a' })
    .then([removed]);
  given(segments, [saved('a'), removed])
    .when({ type: 'remove', segmentId: 'a' })
    .thenRefused('SEGMENT_NOT_FOUND');
});

test('at most 50 segments are kept', () => {
  const many = Array.from({ length: MOST_SEGMENTS }, (_, at) => saved(String(at)));
  given(segments, many).when(save('one more')).thenRefused('TOO_MANY_ITEMS');
  given(segments, many)
    .when(save('7', { state: 'invited' }))
    .then([saved('7', { state: 'invited' })]);
});
