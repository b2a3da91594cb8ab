import { test } from 'vitest';
import { queries } from '../../backend/projections/queries.ts';
import { everyTypeIsCovered, given, givenEvents } from '../support/projectionSpec.ts';

const a = { queryId: 'a', name: 'Por tipo', sql: 'SELECT 1' };

test('a kept question is read, and gone once it is removed', () => {
  const saved = given('QuerySaved', a);
  givenEvents(queries, [saved]).thenChange('consultas', { id: 'a', op: 'put', version: 1 });
  givenEvents(queries, [saved, given('QueryRemoved', { queryId: 'a' })]).thenDoc('a', null);
});

everyTypeIsCovered(queries);
