import { test } from 'vitest';
import { MOST_QUERIES, queries } from '../../backend/commands/operations/queries.ts';
import { given } from '../support/deciderSpec.ts';

const query = (queryId: string, more: object = {}) => ({ queryId, name: `Consulta ${queryId}`, sql: 'SELECT 1', ...more });
const saved = (queryId: string, more: object = {}) => ({ type: 'QuerySaved', data: query(queryId, more) }) as const;
const save = (queryId: string, more: object = {}) => ({ type: 'save' as const, ...query(queryId, more) });
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
    .when({ type: 'remove', queryId: 'a' })
    .then([removed]);
  given(queries, [saved('a'), removed])
    .when({ type: 'remove', queryId: 'a' })
    .thenRefused('QUERY_NOT_FOUND');
});

test('at most 200 are kept', () => {
  const many = Array.from({ length: MOST_QUERIES }, (_, at) => saved(String(at)));
  given(queries, many).when(save('one more')).thenRefused('TOO_MANY_ITEMS');
  given(queries, many)
    .when(save('7', { sql: 'SELECT 7' }))
    .then([saved('7', { sql: 'SELECT 7' })]);
});
