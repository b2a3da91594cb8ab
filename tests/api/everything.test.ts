import { expect, onTestFinished, test } from 'vitest';
import { uuid5 } from '../../events/ids.ts';
import { registry } from '../../events/registry.ts';
import type { JsonObject } from '../../events/store/port.ts';
import { streamsOfPerson } from '../../events/streams.ts';
import { samples } from '../golden/record.ts';
import { join, joinAs, makeCourse, settled } from '../support/people.ts';
import { openSchool } from '../support/school.ts';

/** Event types that name a person and are not in what they are given, each with its reason. */
const leftOut: Readonly<Record<string, string>> = {
  RegistrationAbandoned: 'nobody was ever registered: there is no account to ask with',
  UserErased: 'there is no account to ask with any more',
  EmailReserved: 'says only that an address is taken; the address itself stands in the events of the person',
  EmailReleased: 'as EmailReserved',
  UsernameReserved: 'as EmailReserved',
  UsernameReleased: 'as EmailReserved',
  OutsideIdentityAssigned: 'names an account at a company by a keyed digest; OutsideIdentityLinked says that there is one',
  IdentityAssigned: 'names Google’s account by a keyed digest; IdentityLinked says that there is one',
  CouponHeld: 'stands in the purchases of the person, as CouponApplied',
  CouponReleased: 'as CouponHeld',
  CouponUsed: 'as CouponHeld',
  LeadErased: 'what it was about is gone, and with it whose it was',
};
/** Events that read models must know of first: tests of their own make them by their commands. */
const elsewhere: Readonly<Record<string, string>> = {
  attempt: 'tests/api/quizzes.test.ts',
  groups: 'tests/api/groups.test.ts',
  moderation: 'tests/api/reports.test.ts',
  webinar: 'tests/api/webinars.test.ts',
};
const naming = ['userId', 'ownerId', 'instructorId', 'person', 'by'] as const;
const fieldOf = (type: string): (typeof naming)[number] | undefined =>
  naming.find((field) => field in (registry.get(type)?.schema.shape ?? {}));

test('every event type that can name a person is in that person’s export, or left out for a stated reason', async () => {
  const school = await openSchool();
  onTestFinished(() => school.stop());
  const admin = await joinAs(school, 'directora', 'administrator');
  const teacher = await joinAs(school, 'maestra', 'instructor');
  const { id: courseId } = await makeCourse(school, admin.token, teacher.id, [1]);
  const other = await join(school, 'vecina');
  const { id: userId, token, email } = await join(school, 'completa');
  const { log } = school.running.deps.commands;

  const streams: Readonly<Record<string, string>> = {
    admins: 'admins-active',
    apikeys: 'apikeys-school',
    operations: 'operations-exports',
    queries: 'queries-log',
    course: `course-${courseId}`,
    ...Object.fromEntries(
      streamsOfPerson({ userId, courseId: [courseId], date: ['2026-03-02'], subtopicId: [9] }).map((stream) => [
        stream.slice(0, stream.indexOf('-')),
        stream,
      ]),
    ),
    campaign: 'campaign-campana',
    scholarship: 'scholarship-campana-1',
    lead: 'lead-suyo',
    receipts: 'receipts-2026',
    file: `file-img_perfiluser_${'ab'.repeat(32)}`,
  };
  const append = async (type: string, about: number, more: JsonObject = {}) => {
    const definition = registry.get(type);
    const [sample] = definition ? samples(definition) : [];
    const field = fieldOf(type);
    const stream = streams[definition?.category ?? ''];
    if (!definition || !sample || !field || stream === undefined) throw new Error(`the test does not know where ${type} is written`);
    const given: JsonObject = {
      [field]: field === 'person' ? 'suyo' : about,
      courseId,
      leadId: 'suyo',
      campaignId: 'campana',
      codeId: 'campana-1',
      date: '2026-03-02',
      ...more,
    };
    const data = Object.fromEntries(Object.entries(sample).map(([key, value]) => [key, given[key] ?? value]));
    const commandId = uuid5('everything', type, about);
    const actor = { userId: null, role: 'system' } as const;
    await log.append(stream, 'any', [{ type, data }], {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor,
      occurredAt: '2026-03-02T17:00:00.000Z',
    });
  };
  // Stored in the person's own stream like the others; made here, it would end the session that asks.
  const untried = 'UserDeactivated';
  // First of all: which person a lead belongs to depends on who has the address at that time.
  await append('EmailVerified', userId);
  // As a lead of an older release, whose address is found by opening it.
  await append('LeadCaptured', userId, { email, address: '' });
  const types = [...registry.values()]
    .filter(({ type, category, personal }) => !Object.hasOwn(elsewhere, category) && (fieldOf(type) !== undefined || personal))
    .map(({ type }) => type);
  const there = new Set<string>(['EmailVerified', 'LeadCaptured', 'EmailChanged', untried]);
  for await (const { type } of log.readStream(`user-${userId}`)) there.add(type);
  for await (const { type } of log.readStream(`sessions-${userId}`)) there.add(type);
  for (const type of types) if (!(type in leftOut) && !there.has(type)) await append(type, userId);
  // Of shared streams only what names the person.
  for (const type of ['AdministratorAdded', 'FileStored', 'ScholarshipGranted', 'CourseInstructorAssigned']) await append(type, other.id);
  // Last: it changes the owner of the address, and with it of everything that belongs to the address.
  await append('EmailChanged', userId);
  await settled(school);

  const { text, body } = await school.ask('GET', '/api/cuenta/datos', { token });
  const events = body.eventos as Record<string, { tipo: string; datos: Record<string, unknown> }[]>;
  const told = Object.values(events).flat();
  const missing = types.filter((type) => !(type in leftOut) && type !== untried && !told.some(({ tipo }) => tipo === type));
  expect(missing).toEqual([]);
  expect(Object.keys(leftOut).filter((type) => !types.includes(type))).toEqual([]);
  for (const { tipo, datos } of told) {
    const field = fieldOf(tipo);
    if (field && field !== 'person') expect(datos[field], tipo).toBe(userId);
  }
  for (const trace of [other.email, admin.email]) expect(text).not.toContain(trace);
}, 60_000);
