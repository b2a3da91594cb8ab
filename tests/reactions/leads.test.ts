import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTimer, type Timer } from '../../backend/commands/kernel/timer.ts';
import { deliverLeadAction, deliveryIdOf, leadReactor } from '../../backend/commands/reactions/leads.ts';
import type { NewLead } from '../../backend/commands/site/leads.ts';
import { leadWebhook } from '../../backend/integrations/leads/webhook.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { deadLetters, react } from '../support/reacting.ts';

/** Leads on their way to the sheet outside, against a real server. */

interface Received {
  key: string | undefined;
  body: Record<string, unknown>;
}
interface Outside {
  url: string;
  received: Received[];
  /** The next answers; `hang up`: the lead is accepted, but the answer is lost. */
  answers: (number | 'hang up')[];
}
async function openOutside(): Promise<Outside> {
  const outside: Outside = { url: '', received: [], answers: [] };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    outside.received.push({
      key: request.headers['idempotency-key'] as string | undefined,
      body: JSON.parse(text) as Record<string, unknown>,
    });
    const answer = outside.answers.shift() ?? 200;
    if (answer === 'hang up') request.socket.destroy();
    else response.writeHead(answer, answer === 302 ? { location: 'http://127.0.0.1:1/otra' } : {}).end('gracias');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  outside.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hoja`;
  return outside;
}

const form = (more: Partial<NewLead> = {}): NewLead => ({
  kind: 'corporate',
  subject: 'Capacitación',
  courseId: null,
  name: 'Elena Ríos',
  email: 'elena@ejemplo.mx',
  phone: '+52 664 123 4567',
  company: 'Grupo Cardón',
  message: 'Somos veinte',
  consentVersion: '2026-11',
  campaign: null,
  submittedAt: '2026-03-02T17:00:00.000Z',
  ...more,
});
const visitor = { actor: { userId: null, role: 'visitor' } } as const;

function delivering(domain: TestDomain, outside: Outside | null, madeUpUntil: string | null = null) {
  const sink = outside && leadWebhook(outside.url);
  const timer: Timer = createTimer(domain.vault, { deliverLead: deliverLeadAction(domain.commands, sink, domain.keys) });
  const running = react(domain, [leadReactor(domain.commands, timer, sink, domain.keys, domain.leads, madeUpUntil)]);
  return {
    ...running,
    /** Lets the time pass until the next attempt is due. */
    async later(ms: number) {
      domain.clock.advance(ms);
      const done = await timer.tick(domain.clock.now());
      await running.settled();
      return done;
    },
  };
}
const capture = async (domain: TestDomain, more: Partial<NewLead> = {}) =>
  (await domain.leads.capture(form(more), domain.context(undefined, visitor))).leadId;
const outcome = async (domain: TestDomain, leadId: string) => (await domain.types(`lead-${leadId}`)).slice(1);
const HOUR = 3_600_000;

test('a lead is posted once, with the names of the form and one id', async () => {
  const domain = await openDomain();
  const outside = await openOutside();
  const delivery = delivering(domain, outside);
  await delivery.handled(null);
  const leadId = await capture(domain);
  await delivery.settled();
  expect(outside.received).toEqual([
    {
      key: deliveryIdOf(leadId),
      body: {
        id: deliveryIdOf(leadId),
        tipo: 'empresa',
        curso: 'Capacitación',
        nombre: 'Elena Ríos',
        correo: 'elena@ejemplo.mx',
        telefono: '+52 664 123 4567',
        empresa: 'Grupo Cardón',
        mensaje: 'Somos veinte',
        fecha: '2026-03-02T17:00:00.000Z',
      },
    },
  ]);
  expect(await outcome(domain, leadId)).toEqual(['LeadDelivered']);
});

test.each([408, 409, 425, 429, 500, 503, 302, 'hang up'] as const)('%s is tried again, under the same id', async (answer) => {
  const domain = await openDomain();
  const outside = await openOutside();
  outside.answers.push(answer);
  const delivery = delivering(domain, outside);
  await delivery.handled(null);
  const leadId = await capture(domain);
  await delivery.settled();
  expect(await outcome(domain, leadId)).toEqual(['LeadDeliveryFailed']);
  expect(await delivery.later(29_000)).toBe(0);
  expect(await delivery.later(2_000)).toBe(1);
  expect(await outcome(domain, leadId)).toEqual(['LeadDeliveryFailed', 'LeadDelivered']);
  expect(outside.received.map(({ key }) => key)).toEqual([deliveryIdOf(leadId), deliveryIdOf(leadId)]);
  expect(await deadLetters(domain)).toEqual([]);
});

test('after the last attempt it is a dead letter, and a person has it delivered', async () => {
  const domain = await openDomain();
  const outside = await openOutside();
  outside.answers.push(...Array.from({ length: 6 }, () => 503));
  const delivery = delivering(domain, outside);
  await delivery.handled(null);
  const leadId = await capture(domain);
  await delivery.settled();
  for (const pause of [HOUR, HOUR, HOUR, 3 * HOUR, 13 * HOUR]) expect(await delivery.later(pause)).toBe(1);
  expect(await delivery.later(100 * HOUR)).toBe(0);
  const events = await domain.events(`lead-${leadId}`);
  expect(events.slice(1).map(({ data }) => [(data as { attempt: number }).attempt, (data as { last: boolean }).last])).toEqual([
    [1, false],
    [2, false],
    [3, false],
    [4, false],
    [5, false],
    [6, true],
  ]);
  expect(await deadLetters(domain)).toMatchObject([{ reactor: 'leads', eventType: 'LeadDeliveryFailed' }]);
  await domain.leads.requestDelivery(leadId, domain.context(undefined, { actor: { userId: 2, role: 'administrator' } }));
  await delivery.settled();
  expect((await outcome(domain, leadId)).slice(-2)).toEqual(['LeadDeliveryRequested', 'LeadDelivered']);
  expect(new Set(outside.received.map(({ key }) => key)).size).toBe(1);
});

test.each([400, 401, 404, 413, 422])('%s is a refusal: a dead letter at once', async (answer) => {
  const domain = await openDomain();
  const outside = await openOutside();
  outside.answers.push(answer);
  const delivery = delivering(domain, outside);
  await delivery.handled(null);
  const leadId = await capture(domain);
  await delivery.settled();
  expect(await outcome(domain, leadId)).toEqual(['LeadDeliveryFailed']);
  expect(await deadLetters(domain)).toHaveLength(1);
  expect(await delivery.later(100 * HOUR)).toBe(0);
  expect(outside.received).toHaveLength(1);
});

describe('after a crash', () => {
  // rows: P07
  test('between the post and its record the post comes again under the same id, and is on record once', async () => {
    const domain = await openDomain();
    const outside = await openOutside();
    const delivery = delivering(domain, outside);
    await delivery.handled(null);
    const begin = (await domain.vault.get<object>('checkpoints', 'leads'))?.value;
    const leadId = await capture(domain);
    await delivery.settled();
    await delivery.stop();
    // As if the process had died after the post: neither the record nor the checkpoint got through.
    const twin = await openDomain();
    const again = delivering(twin, outside);
    await again.handled(null);
    expect(await capture(twin)).toBe(leadId);
    await again.settled();
    expect(outside.received.map(({ key }) => key)).toEqual([deliveryIdOf(leadId), deliveryIdOf(leadId)]);
    // As if only the checkpoint had not: the record says that it is done.
    await domain.vault.put('checkpoints', 'leads', begin as object);
    const third = delivering(domain, outside);
    await third.settled();
    expect(outside.received).toHaveLength(2);
    expect(await outcome(domain, leadId)).toEqual(['LeadDelivered']);
  });
  test('a failure that was on record is tried again, and the first delivery that goes well ends it', async () => {
    const domain = await openDomain();
    const outside = await openOutside();
    outside.answers.push(503, 503);
    const delivery = delivering(domain, outside);
    await delivery.handled(null);
    const begin = (await domain.vault.get<object>('checkpoints', 'leads'))?.value;
    const leadId = await capture(domain);
    await delivery.settled();
    await delivery.stop();
    await domain.vault.put('checkpoints', 'leads', begin as object);
    const again = delivering(domain, outside);
    await again.settled();
    // The repeat was another attempt, recorded as such; each has a deadline, and the first success ends both.
    await again.later(HOUR);
    expect((await outcome(domain, leadId)).at(-1)).toBe('LeadDelivered');
    expect((await outcome(domain, leadId)).filter((type) => type === 'LeadDelivered')).toHaveLength(1);
    expect(new Set(outside.received.map(({ key }) => key)).size).toBe(1);
  });
});

describe('what stays inside', () => {
  test('leads of the system itself, and all where there is no outside', async () => {
    const domain = await openDomain();
    const outside = await openOutside();
    const delivery = delivering(domain, outside);
    await delivery.handled(null);
    await domain.leads.capture(form(), domain.context());
    await delivery.settled();
    expect(outside.received).toEqual([]);
    const alone = await openDomain();
    const none = delivering(alone, null);
    await none.handled(null);
    const leadId = await capture(alone);
    await none.settled();
    expect(await outcome(alone, leadId)).toEqual([]);
    expect(await deadLetters(alone)).toEqual([]);
  });
  test('leads that the demo made up, in the name of visitors; those of its own visitors go', async () => {
    const domain = await openDomain();
    const outside = await openOutside();
    const delivery = delivering(domain, outside, domain.clock.now().toISOString());
    await delivery.handled(null);
    await capture(domain);
    await delivery.settled();
    expect(outside.received).toEqual([]);
    domain.clock.advance(1);
    const leadId = await capture(domain, { email: 'luis@ejemplo.mx' });
    await delivery.settled();
    expect(outside.received.map(({ key }) => key)).toEqual([deliveryIdOf(leadId)]);
  });
  test('who is erased before the next attempt, by hand or with the account', async () => {
    for (const erase of ['lead', 'account'] as const) {
      const domain = await openDomain();
      const outside = await openOutside();
      outside.answers.push(503);
      const delivery = delivering(domain, outside);
      await delivery.handled(null);
      const leadId = await capture(domain);
      await delivery.settled();
      if (erase === 'lead') await domain.leads.erase(leadId, domain.context());
      else await domain.keys.destroy(leadId);
      await delivery.later(HOUR);
      expect(outside.received, erase).toHaveLength(1);
    }
  });
  test('a lead that was erased has no key left, also when the process died in between', async () => {
    const domain = await openDomain();
    const delivery = delivering(domain, null);
    await delivery.handled(null);
    const leadId = await capture(domain);
    const { lead } = await import('../../backend/commands/site/lead.ts');
    await domain.commands.handle(lead, leadId, { type: 'erase' }, domain.context());
    await delivery.settled();
    expect(await domain.keys.forReading(leadId)).toBeNull();
  });
});
