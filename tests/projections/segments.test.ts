import { test } from 'vitest';
import { segments } from '../../backend/projections/segments.ts';
import { everyTypeIsCovered, given, givenEvents } from '../support/projectionSpec.ts';

const a = { segmentId: 'a', name: 'Docentes', role: 'instructor', plan: null, state: 'invited' };

test('the last filters of a name stand, until it is forgotten', () => {
  const changed = { ...a, plan: 'premium', state: null };
  givenEvents(segments, [given('SegmentSaved', a), given('SegmentSaved', changed)])
    .thenDocs({ a: changed })
    .thenChange('segmentos', { id: 'a', op: 'put', version: 2 });
  givenEvents(segments, [given('SegmentSaved', a), given('SegmentRemoved', { segmentId: 'a' })]).thenDoc('a', null);
});

everyTypeIsCovered(segments);
