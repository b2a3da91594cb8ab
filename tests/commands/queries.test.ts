import { test } from 'vitest';
import { MOST_CARDS, MOST_QUERIES, queries } from '../../backend/commands/operations/queries.ts';
import { given } from '../support/deciderSpec.ts';

const query = (queryId: string, more: object = {}) => ({ queryId, by: 4, name: `Consulta ${queryId}`, sql: 'SELECT 1', ...more });
const saved = (queryId: string, more: object = {}) => ({ type: 'QuerySaved', data: query(queryId, more) }) as const;
const save = (queryId: string, more: object = {}) => ({ type: 'save' as const, all: false, ...query(queryId, more) });
const remove = (by = 4, all = false) => ({ type: 'remove' as const, queryId: 'a', by, all });
const pinned = (queryId: string, place: number, view: 'table' | 'bars' = 'table') =>
  ({ type: 'QueryPinned', data: { queryId, view, place } }) as const;
const removed = { type: 'QueryRemoved', data: { queryId: 'a' } } as const;

test('a question is kept, changed under its name, and forgotten; the same again is nothing', () => {
  given(queries, [])
    .when(save('a'))
    .then([saved('a')]);
  given(queries, [saved('a')])
    .when(save('a'))
    .thenNothing();
  given(queries, [saved('a')])
    .when(save('a', { sql: 'SELECT 2' }))
    .then([saved('a', { sql: 'SELECT 2' })]);
  given(queries, [saved('a')])
    .when(remove())
    .then([removed]);
  given(queries, [saved('a'), removed])
    .when(remove())
    .thenRefused('QUERY_NOT_FOUND');
});

test('a kept question is pinned as a card once, at the end, and stays one when it is changed; removed, its card is gone too', () => {
  const pin = (queryId: string, view: 'table' | 'bars' = 'table') => ({ type: 'pin' as const, queryId, view });
  given(queries, [saved('a')])
    .when(pin('a', 'bars'))
    .then([pinned('a', 0, 'bars')]);
  const two = [saved('a'), saved('b'), pinned('a', 0), pinned('b', 1)];
  given(queries, two).when(pin('b')).thenNothing();
  given(queries, two)
    .when(pin('a', 'bars'))
    .then([pinned('a', 0, 'bars')]);
  given(queries, [...two, saved('a', { sql: 'SELECT 2' })])
    .when(pin('a'))
    .thenNothing();
  given(queries, two).when(pin('c')).thenRefused('QUERY_NOT_FOUND');
  const order = (...queryIds: string[]) => ({ type: 'order' as const, queryIds });
  // Of a list that another person has changed meanwhile, what it knows comes first.
  given(queries, [...two, saved('c'), pinned('c', 2)])
    .when(order('b', 'gone', 'b'))
    .then([{ type: 'QueryCardsOrdered', data: { queryIds: ['b', 'a', 'c'] } }]);
  given(queries, two).when(order('a')).thenNothing();
  const unpinned = { type: 'QueryUnpinned', data: { queryId: 'a' } } as const;
  given(queries, two).when({ type: 'unpin', queryId: 'a' }).then([unpinned]);
  given(queries, [...two, unpinned])
    .when({ type: 'unpin', queryId: 'a' })
    .thenNothing();
  given(queries, [...two, unpinned])
    .when(pin('a'))
    .then([pinned('a', 2)]);
  const many = Array.from({ length: MOST_CARDS }, (_, at) => [saved(String(at)), pinned(String(at), at)]).flat();
  given(queries, [...many, saved('one more')])
    .when(pin('one more'))
    .thenRefused('TOO_MANY_CARDS');
  given(queries, [...many, { type: 'QueryRemoved', data: { queryId: '0' } }, saved('one more')])
    .when(pin('one more'))
    .then([pinned('one more', MOST_CARDS)]);
});

test('of whoever was erased there is none; where another person had written it anew since, it is still that one, and its card too', () => {
  const gone = saved('a', { name: null, sql: null });
  given(queries, [saved('a'), gone])
    .when(remove())
    .thenRefused('QUERY_NOT_FOUND');
  given(queries, [gone, pinned('a', 0), saved('a', { by: 5 })])
    .when({ type: 'unpin', queryId: 'a' })
    .then([{ type: 'QueryUnpinned', data: { queryId: 'a' } }]);
  // Written once more after that erasure, it is a new one.
  given(queries, [gone, pinned('a', 0)])
    .when(save('a', { by: 5 }))
    .then([removed, saved('a', { by: 5 })]);
  given(queries, [gone, pinned('a', 0), saved('b')])
    .when({ type: 'pin', queryId: 'b', view: 'bars' })
    .then([pinned('b', 0, 'bars')]);
});

test('a question of another person is changed and forgotten by administrators only; so is one that is nobody’s', () => {
  for (const by of [4, null]) {
    const before = [saved('a', { by })];
    given(queries, before)
      .when(save('a', { by: 5, sql: 'SELECT 2' }))
      .thenRefused('QUERY_OF_ANOTHER');
    given(queries, before).when(remove(5)).thenRefused('QUERY_OF_ANOTHER');
    given(queries, before)
      .when(save('a', { by: 5, sql: 'SELECT 2', all: true }))
      .then([saved('a', { by: 5, sql: 'SELECT 2' })]);
    given(queries, before).when(remove(5, true)).then([removed]);
  }
});

test('at most 200 questions are kept', () => {
  const many = Array.from({ length: MOST_QUERIES }, (_, at) => saved(String(at)));
  given(queries, many).when(save('one more')).thenRefused('TOO_MANY_ITEMS');
  given(queries, many)
    .when(save('7', { sql: 'SELECT 7' }))
    .then([saved('7', { sql: 'SELECT 7' })]);
});
