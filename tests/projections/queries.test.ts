import { test } from 'vitest';
import { queries } from '../../backend/projections/queries.ts';
import { everyTypeIsCovered, given, givenEvents } from '../support/projectionSpec.ts';

const a = { queryId: 'a', by: 4, name: 'Por tipo', sql: 'SELECT 1' };

test('a kept question is read, and gone once it is removed, or its author is', () => {
  const saved = given('QuerySaved', a);
  givenEvents(queries, [saved]).thenChange('consultas', { id: 'a', op: 'put', version: 1 });
  givenEvents(queries, [saved, given('QueryRemoved', { queryId: 'a' })]).thenDoc('a', null);
  givenEvents(queries, [saved]).thenForgets(4, 'Por tipo', 'SELECT 1');
  givenEvents(queries, [saved, given('QuerySaved', { ...a, name: null, sql: null })]).thenDocLike('a', { name: null, sql: null });
});

test('where another person had written it anew, it is the same made again after the erasure of the first as it was before', () => {
  const pinned = given('QueryPinned', { queryId: 'a', view: 'bars', place: 0 });
  const anew = given('QuerySaved', { ...a, by: 5, sql: 'SELECT 2' });
  for (const first of [a, { ...a, name: null, sql: null }])
    givenEvents(queries, [given('QuerySaved', first), pinned, anew]).thenDocLike('a', {
      sql: 'SELECT 2',
      card: { view: 'bars', place: 0 },
    });
});

test('the card of a kept question has a view and a place, follows its question, and moves with the others', () => {
  const b = { queryId: 'b', by: 4, name: 'Por día', sql: 'SELECT 2' };
  const pinned = [
    ...[given('QuerySaved', a), given('QuerySaved', b)],
    ...[given('QueryPinned', { queryId: 'a', view: 'bars', place: 0 }), given('QueryPinned', { queryId: 'b', view: 'table', place: 1 })],
  ];
  const moved = [...pinned, given('QueryCardsOrdered', { queryIds: ['b', 'a'] }), given('QuerySaved', { ...a, sql: 'SELECT 3' })];
  givenEvents(queries, moved).thenDocLike('a', { sql: 'SELECT 3', card: { view: 'bars', place: 1 } });
  givenEvents(queries, moved).thenDocLike('b', { card: { view: 'table', place: 0 } });
  const unpinned = [...moved, given('QueryUnpinned', { queryId: 'a' })];
  givenEvents(queries, unpinned).thenDocLike('a', { card: null });
});

everyTypeIsCovered(queries);
