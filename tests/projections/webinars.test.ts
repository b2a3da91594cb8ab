import { test } from 'vitest';
import { webinarSeats, webinars } from '../../backend/projections/webinars.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const details = {
  ...{ title: 'Agentes', description: 'En vivo', kind: 'workshop', hostId: 2, place: 'Sala 1', link: null, zone: 'America/Tijuana' },
  ...{ startsAt: '2026-05-02T18:00:00.000Z', endsAt: '2026-05-02T19:00:00.000Z', capacity: 2, premium: true },
};
const scheduled = given('WebinarScheduled', { webinarId: 1, ...details });
const of = (type: string, userId: number, more: object = {}) => given(type, { webinarId: 1, userId, ...more });
const seat = (userId: number) => of('RegisteredForWebinar', userId);
const waits = (userId: number) => of('WaitlistJoined', userId);
const left = (userId: number, had: boolean) => of('RegistrationCancelled', userId, { seat: had, cause: 'self' });
const moved = given('WebinarEdited', {
  ...{ webinarId: 1, before: { title: 'Agentes' }, after: { title: 'Agentes de IA' }, notify: true },
});
const cancelled = given('WebinarCancelled', { webinarId: 1, by: 2, reason: 'Sin luz en el edificio' });

// rows: G01, G02
test('a webinar counts its seats, who waits and who came, and each change that calendars show', () => {
  const first = {
    ...{ webinarId: 1, ...details, cancelled: false, reason: null, cancelledBy: null, recording: null },
    ...{ countsCourse: null, countsClass: null },
    ...{ seats: 0, waiting: 0, attended: 0, sequence: 0, changedAt: timeOf(0), version: 1 },
  };
  givenEvents(webinars, [scheduled]).thenDoc('1', first).thenChange('agenda', { id: '1', op: 'put' });
  const full = [scheduled, seat(7), seat(8), waits(9), left(7, true), of('PromotedFromWaitlist', 9)];
  givenEvents(webinars, full).thenDocLike('1', { seats: 2, waiting: 0, sequence: 0 });
  givenEvents(webinars, [scheduled, seat(7), waits(9), left(9, false)]).thenDocLike('1', { seats: 1, waiting: 0 });
  const came = [scheduled, seat(7), of('AttendanceMarked', 7, { by: 'link' })];
  givenEvents(webinars, came).thenDocLike('1', { attended: 1 });
  givenEvents(webinars, [...came, of('AttendanceUnmarked', 7)]).thenDocLike('1', { attended: 0 });
  givenEvents(webinars, [scheduled, moved]).thenDocLike('1', { title: 'Agentes de IA', sequence: 1, changedAt: timeOf(1) });
  givenEvents(webinars, [scheduled, moved, cancelled]).thenDocLike('1', { cancelled: true, reason: 'Sin luz en el edificio', sequence: 2 });
  givenEvents(webinars, [scheduled, cancelled, given('WebinarReinstated', { webinarId: 1 })]).thenDocLike('1', {
    ...{ cancelled: false, reason: null, sequence: 2 },
  });
  const recorded = given('RecordingPublished', { webinarId: 1, url: 'https://v.example/1', previous: null });
  givenEvents(webinars, [scheduled, recorded]).thenDocLike('1', { recording: 'https://v.example/1', sequence: 0 });
  const counts = given('AttendanceRuleSet', { webinarId: 1, courseId: 3, classId: 4 });
  givenEvents(webinars, [scheduled, counts]).thenDocLike('1', { countsCourse: 3, countsClass: 4, sequence: 0 });
  const reminded = given('WebinarReminded', { webinarId: 1, hours: 24, startsAt: details.startsAt, people: 0 });
  givenEvents(webinars, [scheduled, reminded]).thenDocLike('1', { version: 2, sequence: 0 });
});

test('the reason of a cancellation goes with the person who gave it', () => {
  givenEvents(webinars, [scheduled, cancelled]).thenForgets(2, 'Sin luz en el edificio');
});

test('a seat as it stands: taken, waited for, given, left, and whether its person came', () => {
  givenEvents(webinarSeats, [waits(9)])
    .thenDoc('1_9', { webinarId: 1, userId: 9, state: 'waiting', turn: 0, at: timeOf(0), attended: false })
    .thenChange('agenda:9', { id: '1', op: 'put' })
    .thenChange('agenda', { id: 'lugares-1' });
  const promoted = [waits(9), of('PromotedFromWaitlist', 9)];
  givenEvents(webinarSeats, promoted).thenDocLike('1_9', { state: 'seat', turn: 1 });
  givenEvents(webinarSeats, [...promoted, of('AttendanceMarked', 9, { by: 'host' })]).thenDocLike('1_9', { attended: true });
  givenEvents(webinarSeats, [seat(9), of('AttendanceMarked', 9, { by: 'host' }), of('AttendanceUnmarked', 9)]).thenDocLike('1_9', {
    attended: false,
  });
  givenEvents(webinarSeats, [seat(9), left(9, true)]).thenDocLike('1_9', { state: 'left' });
});

everyTypeIsCovered(webinars);
everyTypeIsCovered(webinarSeats);
