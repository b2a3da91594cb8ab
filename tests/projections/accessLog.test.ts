import { test } from 'vitest';
import { accessLog } from '../../backend/projections/accessLog.ts';
import { everyTypeIsCovered, type GivenEvent, given, givenEvents } from '../support/projectionSpec.ts';

const AT = '2026-03-02T18:00:00.000Z';
const by = (type: string, data: object, at = AT): GivenEvent => given(type, data, { userId: 7, at });
const refused = (since: string, count: number, at = AT) =>
  by('AccessRefused', { userId: 7, since, count, calls: [{ call: 'getUser', code: 'FORBIDDEN', count }] }, at);
const counted = (count: number) => by('PersonalDataCounted', { userId: 7, since: AT, count });
const asked = (outcome: string) =>
  by('AssistantAsked', { userId: 7, keyId: 'k', tool: 'leer_evento', outcome, rows: 1, characters: 9, milliseconds: 1 });
const none = { refused: 0, read: 0, revealed: 0, viewed: 0, exported: 0, asked: 0 };

// rows: K09
test('sums count once however often they are delivered, two at a time; days are those of the school, and ninety-two are kept', () => {
  givenEvents(accessLog, [
    refused('2026-03-02T17:00:00.000Z', 1),
    refused('2026-03-02T17:00:00.000Z', 10),
    refused('2026-03-02T17:30:00.000Z', 1),
    refused('2026-03-02T17:00:00.000Z', 14),
    counted(1),
    counted(10),
    refused('2026-03-03T07:59:00.000Z', 1, '2026-03-03T07:59:59.000Z'),
    refused('2026-03-03T08:00:00.000Z', 2, '2026-03-03T08:00:00.000Z'),
  ]).thenDocLike('7', {
    lastRefused: '2026-03-03T08:00:00.000Z',
    days: { '2026-03-02': { ...none, refused: 16, read: 10 }, '2026-03-03': { ...none, refused: 2 } },
    calls: [{ call: 'getUser', code: 'FORBIDDEN', count: 2 }],
  });
  givenEvents(accessLog, [refused(AT, 1), refused('2026-09-01T18:00:00.000Z', 1, '2026-09-01T18:00:00.000Z')]).thenDocLike('7', {
    days: { '2026-09-01': { ...none, refused: 1 } },
  });
});

// rows: K09
test('each reading, revelation, view, download and answer of an assistant counts for whoever did it', () => {
  givenEvents(accessLog, [
    by('PersonalDataRead', { userId: 7, personId: 3, what: 'file' }),
    by('PersonalValueRevealed', { userId: 7, personId: 3, stream: 'user-3', number: 0, eventType: 'UserRegistered', field: 'email' }),
    asked('answered'),
    asked('refused'),
    by('ViewingStarted', { userId: 3, viewId: 'a' }),
    by('PeopleExported', { rows: 4, role: null, plan: null, state: null, searched: false }),
    by('EventsExported', {
      ...{ format: 'csv', stream: null, category: null, eventType: null, author: null, act: null, from: null, to: null, field: null },
      ...{ valued: false, after: null, until: null, exportId: 'a', by: 7 },
    }),
  ]).thenDocLike('7', { days: { '2026-03-02': { refused: 0, read: 1, revealed: 1, viewed: 1, exported: 2, asked: 1 } } });
});

everyTypeIsCovered(accessLog);
