import { describe, expect, test } from 'vitest';
import { user } from '../../backend/commands/identity/user.ts';
import { type LeadCommand, lead } from '../../backend/commands/site/lead.ts';
import type { NewLead } from '../../backend/commands/site/leads.ts';
import type { Envelope } from '../../events/define.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { given } from '../support/deciderSpec.ts';
import { openDomain, register, type TestDomain } from '../support/domain.ts';

const leadId = 'lead1';
const form: NewLead = {
  kind: 'course',
  subject: 'Agentes de IA',
  courseId: null,
  name: 'Elena Ríos',
  email: 'elena@ejemplo.mx',
  phone: '+52 664 123 4567',
  company: null,
  message: null,
  consentVersion: '2026-11',
  campaign: null,
  submittedAt: '2026-03-02T17:00:00.000Z',
};
const data = { leadId, person: leadId, address: 'a1', ...form };
const captured: StreamEvent<'lead'> = { type: 'LeadCaptured', data };
const erased: StreamEvent<'lead'> = { type: 'LeadErased', data: { leadId, person: leadId } };
const failed = (attempt: number, last = false): StreamEvent<'lead'> => ({
  type: 'LeadDeliveryFailed',
  data: { leadId, deliveryId: 'd', attempt, error: 'x', last },
});
const delivered = (attempt: number): StreamEvent<'lead'> => ({ type: 'LeadDelivered', data: { leadId, deliveryId: 'd', attempt } });
const fail: LeadCommand = { type: 'failed', deliveryId: 'd', error: 'x', last: false };

describe('a lead', () => {
  test('is captured once', () => {
    given(lead, []).when({ type: 'capture', lead: data }).then([captured]);
    given(lead, [captured]).when({ type: 'capture', lead: data }).thenNothing();
  });
  test('that is not there cannot be worked on', () => {
    for (const command of [{ type: 'changeStatus', status: 'contacted' }, { type: 'note', note: 'x' }, { type: 'erase' }, fail] as const)
      given(lead, []).when(command).thenRefused('LEAD_NOT_FOUND');
  });
  test('changes its status, and says from which', () => {
    given(lead, [captured])
      .when({ type: 'changeStatus', status: 'contacted' })
      .then([{ type: 'LeadStatusChanged', data: { leadId, from: 'new', to: 'contacted' } }]);
    given(lead, [captured]).when({ type: 'changeStatus', status: 'new' }).thenNothing();
  });
  test('counts the attempts of its delivery, anew after somebody asked for another', () => {
    given(lead, [captured])
      .when(fail)
      .then([failed(1)]);
    given(lead, [captured, failed(1)])
      .when(fail)
      .then([failed(2)]);
    given(lead, [captured, failed(1), failed(2, true)])
      .when({ type: 'requestDelivery' })
      .then([{ type: 'LeadDeliveryRequested', data: { leadId } }]);
    given(lead, [captured, failed(1), failed(2, true), { type: 'LeadDeliveryRequested', data: { leadId } }])
      .when(fail)
      .then([failed(1)]);
    given(lead, [captured, failed(1)])
      .when({ type: 'delivered', deliveryId: 'd' })
      .then([delivered(2)]);
  });
  test('that was delivered is not delivered again', () => {
    for (const command of [fail, { type: 'delivered', deliveryId: 'd' }, { type: 'requestDelivery' }] as const)
      given(lead, [captured, delivered(1)])
        .when(command)
        .thenNothing();
  });
  test('an error of any length is kept short', () => {
    const [event] = given(lead, [captured])
      .when({ ...fail, error: 'ñ'.repeat(2_000) })
      .decided();
    expect((event as EventOf<'LeadDeliveryFailed'>).data.error).toHaveLength(300);
  });
  test('once erased is nobody: no note, no status, no delivery', () => {
    given(lead, [captured]).when({ type: 'erase' }).then([erased]);
    given(lead, [captured, erased]).when({ type: 'erase' }).thenNothing();
    for (const command of [
      { type: 'changeStatus', status: 'contacted' },
      { type: 'note', note: 'x' },
      { type: 'requestDelivery' },
    ] as const)
      given(lead, [captured, erased]).when(command).thenRefused('LEAD_ERASED');
    expect(given(lead, [captured, erased]).state.lead).toMatchObject({ name: null, email: null, phone: null });
  });
});

describe('the same form', () => {
  test('sent twice is one lead, also with other capitals and without an idempotency key', async () => {
    const { leads, context, types } = await openDomain();
    const first = await leads.capture(form, context());
    const again = await leads.capture({ ...form, email: 'Elena@Ejemplo.mx', name: ' elena ríos ' }, context());
    expect(again.leadId).toBe(first.leadId);
    expect(await types(`lead-${first.leadId}`)).toEqual(['LeadCaptured']);
    const other = await leads.capture({ ...form, submittedAt: '2026-03-02T17:05:00.000Z' }, context());
    expect(other.leadId).not.toBe(first.leadId);
  });
  test('without a time of its own is one a day', async () => {
    const { leads, context, clock } = await openDomain();
    const timeless = { ...form, submittedAt: null };
    const first = await leads.capture(timeless, context());
    clock.advance(60_000);
    expect((await leads.capture(timeless, context())).leadId).toBe(first.leadId);
    clock.advance(24 * 3_600_000);
    expect((await leads.capture(timeless, context())).leadId).not.toBe(first.leadId);
  });
});

describe('whose key seals it', () => {
  test('its own, destroyed with it: nothing of the person is left in the log', async () => {
    const { leads, context, stored, events } = await openDomain();
    const { leadId: id } = await leads.capture(form, context());
    await leads.note(id, 'Llamar en enero', context());
    expect(JSON.stringify(await stored())).not.toContain('Elena');
    await leads.erase(id, context());
    expect(JSON.stringify(await events(`lead-${id}`))).not.toMatch(/Elena|enero|664 ?123/);
  });
  test('its own also where the e-mail has an account: who registered with it has not shown that it is theirs', async () => {
    const domain = await openDomain();
    await register(domain, 'elena');
    const { leadId: id } = await domain.leads.capture(form, domain.context());
    expect((await domain.events(`lead-${id}`))[0]?.data).toMatchObject({ person: id });
  });
  test('an account’s, in what older releases wrote: it goes when the account goes, also from what this process keeps', async () => {
    const domain = await openDomain();
    const { leads, context } = domain;
    const userId = await register(domain, 'elena');
    const id = 'lead-of-before';
    await domain.commands.handle(lead, id, { type: 'capture', lead: { ...data, leadId: id, person: String(userId) } }, context());
    await domain.keys.destroy(String(userId));
    for (const act of [() => leads.note(id, 'x', context()), () => leads.changeStatus(id, 'contacted', context())])
      await expect(act()).rejects.toMatchObject({ code: 'LEAD_ERASED' });
    await expect(leads.requestDelivery(id, context())).rejects.toMatchObject({ code: 'LEAD_ERASED' });
  });
});

describe('whose lead it is', () => {
  const verify = async (domain: TestDomain, userId: number) => {
    await confirmEmail(domain.commands, userId, domain.context());
  };
  const sent = async (domain: TestDomain, more: Partial<NewLead> = {}, userId: number | null = null) =>
    (
      await domain.leads.capture(
        { ...form, ...more },
        domain.context(undefined, { actor: { userId, role: userId ? 'student' : 'visitor' } }),
      )
    ).leadId;

  test('theirs whose confirmed address stands in it, however it is written and whenever they registered; nobody’s who has not confirmed it', async () => {
    const domain = await openDomain();
    const before = await sent(domain, { email: 'ELENA@ejemplo.mx' });
    await sent(domain, { email: 'otra@ejemplo.mx' });
    const userId = await register(domain, 'elena');
    const after = await sent(domain, { subject: 'Otro curso' });
    expect(await domain.leads.ofPerson(userId)).toEqual([]);
    await verify(domain, userId);
    expect(await domain.leads.ofPerson(userId)).toEqual([
      { leadId: before, about: true },
      { leadId: after, about: true },
    ]);
    const { position } = (await domain.events(`lead-${before}`))[0] as Envelope;
    expect(await domain.leads.ofPerson(userId, position)).toEqual([{ leadId: before, about: true }]);
  });
  test('theirs who sent it signed in, though nothing else of it is about them', async () => {
    const domain = await openDomain();
    const userId = await register(domain, 'eva');
    const leadId = await sent(domain, {}, userId);
    expect(await domain.leads.ofPerson(userId)).toEqual([{ leadId, about: false }]);
  });
  test('of an address that was given up, only what came before', async () => {
    const domain = await openDomain();
    const userId = await register(domain, 'elena');
    await verify(domain, userId);
    const leadId = await sent(domain);
    await domain.accounts.changeEmail(userId, 'nueva@ejemplo.mx', domain.context());
    const { pendingEmail } = (await domain.commands.load(user, userId)).state;
    await domain.accounts.confirmEmailChange(userId, pendingEmail?.event ?? '', domain.context());
    await sent(domain, { subject: 'De quien la tiene ahora' });
    expect(await domain.leads.ofPerson(userId)).toEqual([{ leadId, about: true }]);
    expect(await domain.leads.ofPerson(await register(domain, 'tercera', { email: 'elena2@ejemplo.mx' }))).toEqual([]);
  });
});
