import { beforeEach, expect, test } from 'vitest';
import { user } from '../../backend/commands/identity/user.ts';
import { createTimer, type Timer } from '../../backend/commands/kernel/timer.ts';
import { enrolment } from '../../backend/commands/learning/enrolment.ts';
import { REMIND_WEBINAR, remindWebinarAction, webinarReactor } from '../../backend/commands/reactions/webinars.ts';
import type { Mail } from '../../backend/integrations/mail/port.ts';
import { schoolClock } from '../../events/calendar.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { createClock, openDomain, publishedCourse, register, type TestDomain } from '../support/domain.ts';
import { deadLetters, type Reacting, react } from '../support/reacting.ts';

/** What follows from webinars: reminders by the timer, and mails, each once. */

const HOUR = 3_600_000;
let domain: TestDomain;
let timer: Timer;
let reacting: Reacting;
let mails: Mail[];
let hostId: number;
/** Webinars in which whoever is asked about has a part. */
let partsOf: number[];
/** Webinars that count in whichever course is asked about. */
let counting: number[];
/** Clocks go forward between now and the webinar: at two in the morning of 8 March. */
const NOW = '2026-03-06T17:00:00.000Z';
const STARTS = '2026-03-09T01:00:00.000Z';

beforeEach(async () => {
  domain = await openDomain(createClock(NOW));
  timer = createTimer(domain.vault, { [REMIND_WEBINAR]: remindWebinarAction(domain.webinars) });
  mails = [];
  partsOf = [];
  counting = [];
  reacting = reactIn(domain);
  await reacting.settled();
  hostId = await register(domain, 'maestra', { role: 'instructor' });
});
const reactIn = (of: TestDomain): Reacting => {
  const mailer = {
    send: async (mail: Mail) => void mails.push(mail),
    forget: async () => {},
  };
  const school = async () => ({ name: 'Aulaviva', email: 'hola@escuela.mx', color: null });
  const options = { publicUrl: 'https://escuela.mx', secret: 's'.repeat(40), school };
  return react(of, [
    webinarReactor(
      of.commands,
      of.webinars,
      of.learning,
      timer,
      mailer,
      of.notifications,
      options,
      () => async () => partsOf,
      of.calendarAddresses.end,
      async () => counting,
    ),
  ]);
};
const schedule = async (capacity = 5, premium = false): Promise<number> => {
  const plan = { title: 'Agentes', description: 'En vivo', kind: 'webinar' as const, place: null, link: 'https://sala.example/1' };
  const { day, time } = schoolClock(STARTS);
  const { webinarId } = await domain.webinars.schedule({ ...plan, day, time, minutes: 60, capacity, premium, hostId }, domain.context());
  return webinarId;
};
/** With a confirmed address. */
const person = async (name: string, webinarId: number): Promise<number> => {
  const userId = await register(domain, name);
  await confirmEmail(domain.commands, userId, domain.context());
  await domain.webinars.register(webinarId, userId, true, domain.context());
  return userId;
};
const tickAt = async (iso: string) => {
  domain.clock.set(iso);
  await reacting.settled();
  await timer.tick(domain.clock.now());
  await reacting.settled();
};
const before = (hours: number) => new Date(Date.parse(STARTS) - hours * HOUR).toISOString();
const subjects = () => mails.map(({ userId, subject }) => `${userId} ${subject}`).sort();

// rows: G08
test('who has a seat is reminded 24 h and 1 h before, over the change of the clocks, once each; who left and who waits are not', async () => {
  const id = await schedule(2);
  expect(schoolClock(STARTS)).toEqual({ day: '2026-03-08', time: '18:00' });
  const [ana, beto, carla] = [await person('ana', id), await person('beto', id), await person('carla', id)];
  await domain.webinars.leave(id, beto, 'self', domain.context());
  await tickAt(before(24.1));
  expect(subjects().filter((one) => one.includes('Mañana'))).toEqual([]);
  await tickAt(before(24));
  for (const _ of [1, 2]) await timer.tick(domain.clock.now());
  // Carla got the seat that Beto left.
  const day = [ana, carla].map((userId) => `${userId} Mañana: «Agentes»`);
  expect(subjects().filter((one) => one.includes('Mañana'))).toEqual(day);
  expect(subjects().filter((one) => one.includes('Tienes lugar'))).toEqual([`${carla} Tienes lugar en «Agentes»`]);
  await domain.webinars.leave(id, ana, 'self', domain.context());
  await tickAt(before(1));
  expect(subjects().filter((one) => one.includes('una hora'))).toEqual([`${carla} «Agentes» empieza en una hora`]);
  const mail = mails.find(({ subject }) => subject.startsWith('Mañana'));
  expect(mail?.text).toContain('8 de marzo de 2026');
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(mails.length);
});

test('a webinar that was moved or cancelled is not reminded of at its old hour; those who had a part in it are told', async () => {
  const id = await schedule();
  const ana = await person('ana', id);
  const moved = new Date(Date.parse(STARTS) + 48 * HOUR).toISOString();
  await domain.webinars.change(id, { startsAt: moved, endsAt: new Date(Date.parse(moved) + HOUR).toISOString() }, true, domain.context());
  await tickAt(before(1));
  expect(subjects()).toEqual([`${ana} Cambió «Agentes»`]);
  await domain.webinars.cancel(id, 'Sin luz', { ...domain.context(), actor: { userId: hostId, role: 'instructor' } });
  await tickAt(new Date(Date.parse(moved) - HOUR).toISOString());
  expect(subjects()).toEqual([`${ana} Cambió «Agentes»`, `${ana} Se canceló «Agentes»`]);
  expect(mails.at(-1)?.text).toContain('Sin luz');
});

test('after a long stop only the later reminder goes out; nobody is written to whose address is not confirmed', async () => {
  const id = await schedule();
  const ana = await person('ana', id);
  const beto = await register(domain, 'beto');
  await domain.webinars.register(id, beto, false, domain.context());
  await reacting.settled();
  await tickAt(before(0.5));
  expect(subjects()).toEqual([`${ana} «Agentes» empieza en una hora`]);
  expect(await domain.types(`webinar-${id}`)).toContain('WebinarReminded');
  // Whoever has no confirmed address reads it at the school.
  const notices = (await domain.events()).filter(({ type }) => type === 'NoticeGiven');
  expect(notices.map(({ data }) => data)).toMatchObject([ana, beto].map((userId) => ({ userId, kind: 'webinarSoon', name: 'Agentes' })));
});

// rows: B32
test('whose Premium ends before a session for Premium is told that the seat went on; what is for all stays', async () => {
  const [mentoring, open] = [await schedule(1, true), await schedule(5)];
  const plan = (userId: number, to: 'basic' | 'premium') =>
    domain.commands.handle(user, userId, { type: 'changePlan', plan: to }, domain.context());
  const [ana, beto] = [await register(domain, 'ana'), await register(domain, 'beto')];
  await expect(domain.webinars.register(mentoring, ana, false, domain.context())).rejects.toMatchObject({ code: 'WEBINAR_PREMIUM' });
  for (const userId of [ana, beto]) {
    await plan(userId, 'premium');
    await domain.webinars.register(mentoring, userId, true, domain.context());
  }
  await domain.webinars.register(open, ana, false, domain.context());
  await reacting.settled();
  partsOf = [mentoring, open];
  await plan(ana, 'basic');
  await reacting.settled();
  expect([...(await domain.webinars.load(mentoring)).seats]).toEqual([beto]);
  expect((await domain.webinars.load(open)).seats.has(ana)).toBe(true);
  const notices = (await domain.events()).filter(({ type }) => type === 'NoticeGiven').map(({ data }) => data);
  expect(notices).toMatchObject([
    { userId: ana, kind: 'webinarPlanOver', name: 'Agentes' },
    { userId: beto, kind: 'webinarSeat' },
  ]);
});

// rows: G07
test('who was there has the class that it counts as, once its module is open for them; a mark that they take back stays so', async () => {
  const { courseId, modules } = await publishedCourse(domain, [1, 1]);
  const [first, second] = modules.map(({ classIds }) => classIds[0] ?? 0);
  const id = await schedule();
  const [ana, beto] = [await person('ana', id), await person('beto', id)];
  await domain.learning.enrol(ana, courseId, domain.context());
  await domain.webinars.count(id, { courseId, classId: second ?? 0 }, domain.context());
  counting = [id];
  await reacting.settled();
  domain.clock.set(STARTS);
  for (const one of [ana, beto]) await domain.webinars.attend(id, one, 'link', domain.context());
  await reacting.settled();
  const done = async (userId: number) => {
    const { state } = await domain.commands.load(enrolment, `${userId}_${courseId}`);
    return [...state.completed.keys()];
  };
  // The class's module is not open for her yet, and he is not in the course.
  expect([await done(ana), await done(beto)]).toEqual([[], []]);
  await domain.learning.setCompleted(ana, courseId, first ?? 0, true, domain.context());
  await reacting.settled();
  expect(await done(ana)).toEqual([first, second]);
  domain.clock.advance(1_000);
  await domain.learning.setCompleted(ana, courseId, second ?? 0, false, domain.context());
  await domain.learning.enrol(beto, courseId, domain.context());
  // Also where she leaves the course and comes back, or the same is decided again.
  await domain.learning.unenrol(ana, courseId, domain.context());
  await domain.learning.enrol(ana, courseId, domain.context());
  await domain.webinars.count(id, null, domain.context());
  await domain.webinars.count(id, { courseId, classId: second ?? 0 }, domain.context());
  await reacting.settled();
  expect(await done(ana)).toEqual([first]);
  // Decided anew: who came before has it, too.
  await domain.webinars.count(id, { courseId, classId: first ?? 0 }, domain.context());
  await reacting.settled();
  expect([await done(ana), await done(beto)]).toEqual([[first], [first]]);
  await expect(domain.webinars.count(id, { courseId, classId: 999_999 }, domain.context())).rejects.toMatchObject({
    code: 'CLASS_NOT_FOUND',
  });
});

test('one whose key is lost keeps nothing from the others: they are told, and it is a dead letter', async () => {
  const webinarId = await schedule();
  const [lost, ana, beto] = [await person('perdida', webinarId), await person('ana', webinarId), await person('beto', webinarId)];
  await reacting.settled();
  await reacting.stop();
  await domain.vault.remove('keys', String(lost));
  const again = await domain.another();
  const other = reactIn(again);
  await again.webinars.cancel(webinarId, 'Sin luz', again.context('off', { actor: { userId: hostId, role: 'instructor' } }));
  await other.settled();
  // Tried again, it is the same mail, which the outbox sends once.
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
  expect(new Set(mails.map(({ userId }) => userId))).toEqual(new Set([ana, beto]));
  expect(await deadLetters(again)).toMatchObject([
    { reactor: 'webinars', eventType: 'WebinarCancelled', error: expect.stringContaining(`person ${lost}`) },
  ]);
});
