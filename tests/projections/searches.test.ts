import { test } from 'vitest';
import { searches } from '../../backend/projections/searches.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const kept = (more: object = {}) =>
  given('SearchKept', {
    userId: 7,
    searchId: 'a',
    page: 'history',
    folder: null,
    name: 'Lo de Ana',
    address: 'buscar=ana',
    shared: true,
    ...more,
  });

test('a kept search stands until it is forgotten, or its person is; one whose words are gone is none', () => {
  givenEvents(searches, [kept(), kept({ name: 'Ana', shared: false })])
    .thenDoc('a', {
      searchId: 'a',
      userId: 7,
      page: 'history',
      folder: null,
      name: 'Ana',
      address: 'buscar=ana',
      shared: false,
      at: timeOf(1),
    })
    .thenChange('busquedas', { id: 'a', op: 'put' });
  givenEvents(searches, [kept(), given('SearchForgotten', { userId: 7, searchId: 'a' })]).thenDoc('a', null);
  givenEvents(searches, [kept()]).thenForgets(7, 'Lo de Ana', 'buscar=ana');
  givenEvents(searches, [kept(), kept({ name: null, address: null })]).thenDoc('a', null);
});

everyTypeIsCovered(searches);
