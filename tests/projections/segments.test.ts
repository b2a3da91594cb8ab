import { test } from 'vitest';
import { segments } from '../../backend/projections/segments.ts';
import { everyTypeWasTold, givenEvents, told } from '../support/projectionSpec.ts';

const a = { segmentId: 'a', name: 'Docentes', role: 'instructor', plan: null, state: 'invited' };

test('the last filters of a name stand, until it is forgotten', () => {
  const changed = { ...a, plan: 'premium', state: null };
  givenEvents(segments, [told('SegmentSaved', a), told('SegmentSaved', changed)])
    .thenDocs({ a: changed })
    .thenTold('segmentos', { id: 'a', op: 'put', version: 2 });
  givenEvents(segments, [told('SegmentSaved', a), told('SegmentRemoved', { segmentId: 'a' })]).thenDoc('a', null);
});

everyTypeWasTold(segments);
