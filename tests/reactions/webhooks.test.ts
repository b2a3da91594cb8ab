import { expect, onTestFinished, test } from 'vitest';
import { user } from '../../backend/commands/identity/user.ts';
import { WEBHOOKS, webhooks } from '../../backend/commands/operations/webhooks.ts';
import {
  attemptsOf,
  isHandFull,
  MOST_BY_HAND,
  messageIdOf,
  runWebhooks,
  sendAgain,
  settleWebhooks,
  type Waiting,
  waitingOf,
  webhookReactor,
} from '../../backend/commands/reactions/webhooks.ts';
import type { WebhookSender } from '../../backend/integrations/webhooks/port.ts';
import { createWebhookSender } from '../../backend/integrations/webhooks/sender.ts';
import type { Position } from '../../events/store/port.ts';
import { collect, openDomain, register, type TestDomain } from '../support/domain.ts';
import { react } from '../support/reacting.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

/** What other programs are told, while they answer and while they do not. */

const ID = 'w1';
async function open(): Promise<{ domain: TestDomain; receiver: Receiver }> {
  const domain = await openDomain();
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  return { domain, receiver };
}
/** Two attempts more, after 10 and 60 seconds of the test's clock. */
function run(
  domain: TestDomain,
  receiver: Receiver,
  sender: WebhookSender = createWebhookSender({ permitted: new Set([receiver.host]), timeoutMs: 5_000 }),
): () => Promise<void> {
  const stopping = new AbortController();
  const running = runWebhooks(
    {
      ...domain,
      secrets: domain.webhookSecrets,
      sender,
      now: domain.clock.now,
      logger: { warn: () => {} },
      school: 'https://escuela.mx',
      ...{ backoff: [10_000, 60_000], tickMs: 2 },
    },
    stopping.signal,
  );
  const stop = async () => {
    stopping.abort();
    await running;
  };
  onTestFinished(stop);
  return stop;
}
async function hook(domain: TestDomain, receiver: Receiver, types: string[] = ['RoleChanged', 'PlanChanged']): Promise<void> {
  await domain.webhookSecrets.setAddress('a1', { url: receiver.url, authorization: null });
  await domain.webhookSecrets.makeSecret('s1');
  const after = await domain.log.store.head();
  const data = {
    webhookId: ID,
    name: 'CRM',
    types,
    addressId: 'a1',
    host: receiver.host,
    format: 'events' as const,
    secretId: 's1',
    after,
  };
  await domain.commands.handle(webhooks, WEBHOOKS, { type: 'register', ...data }, domain.context());
}
const state = async ({ commands }: TestDomain) => (await commands.load(webhooks, WEBHOOKS)).state.get(ID);
const plan = (domain: TestDomain, userId: number, to: 'basic' | 'premium') =>
  domain.commands.handle(user, userId, { type: 'changePlan', plan: to }, domain.context());
const people = (domain: TestDomain, count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => register(domain, `persona${at}`)));
const planned = ({ messages }: Receiver) =>
  messages.filter(({ body }) => body['type'] === 'PlanChanged').map(({ body }) => (body['data'] as { userId: number }).userId);
/** The clock goes on in steps until the condition holds: what waits for a time gets its turn. */
const going = (domain: TestDomain, condition: () => boolean | Promise<boolean>, what: string, ms = 5_000) =>
  until(async () => {
    if (await condition()) return true;
    domain.clock.advance(ms);
    return false;
  }, what);

// rows: P04
test('a webhook is told what happens from its registration on, of the types it chose, in order, masked, and under one id for ever', async () => {
  const { domain, receiver } = await open();
  const [before = 0, first = 0, second = 0] = await people(domain, 3);
  await plan(domain, before, 'premium');
  await hook(domain, receiver);
  const stop = run(domain, receiver);
  await plan(domain, first, 'premium');
  await plan(domain, second, 'premium');
  await register(domain, 'nadie');
  await plan(domain, first, 'basic');
  await until(() => receiver.messages.length === 3, 'three messages');
  expect(planned(receiver)).toEqual([first, second, first]);
  const [message] = receiver.messages;
  const [stored] = (await domain.events(`user-${first}`)).filter(({ type }) => type === 'PlanChanged');
  expect(message?.body).toEqual({
    type: 'PlanChanged',
    timestamp: stored?.meta.occurredAt,
    data: { userId: first, from: 'basic', to: 'premium' },
    event: {
      ...{ id: stored?.id, stream: `user-${first}`, version: stored?.version, position: stored?.position, schemaVersion: 1 },
      ...{ correlationId: stored?.meta.correlationId, actor: { userId: null, role: 'system' } },
    },
  });
  const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(3);
  await until(async () => (await attemptsOf(domain.vault, ID)).length === 3, 'the log of attempts');
  await stop();

  // Rebuilt read models and a process that starts anew send nothing; what came meanwhile is sent.
  receiver.messages.length = 0;
  await plan(domain, second, 'basic');
  const again = await domain.another();
  run(again, receiver);
  await until(() => receiver.messages.length > 0, 'what came meanwhile');
  expect(planned(receiver)).toEqual([second]);

  // A replay sends the same messages, under the same ids, and goes on.
  receiver.messages.length = 0;
  await again.commands.handle(webhooks, WEBHOOKS, { type: 'replay', webhookId: ID, after: null, since: null }, again.context());
  await until(() => receiver.messages.length === 5, 'the replay');
  expect(planned(receiver)).toEqual([before, first, second, first, second]);
  expect(receiver.messages.slice(1, 4).map(({ headers }) => headers['webhook-id'])).toEqual(ids);
  receiver.messages.length = 0;
  again.clock.advance(86_400_000);
  const since = again.clock.now().toISOString();
  await again.commands.handle(user, before, { type: 'changePlan', plan: 'basic' }, again.context());
  await until(() => receiver.messages.length === 1, 'what comes after it');
  await again.commands.handle(webhooks, WEBHOOKS, { type: 'replay', webhookId: ID, after: null, since }, again.context());
  await until(() => receiver.messages.length === 2, 'what occurred since a day');
  expect(planned(receiver)).toEqual([before, before]);
});

// rows: P04
test('what fails is tried again with longer pauses, and holds up nothing that comes after it', async () => {
  const { domain, receiver } = await open();
  const [first = 0, second = 0, third = 0] = await people(domain, 3);
  await hook(domain, receiver);
  receiver.answers = [500];
  run(domain, receiver);
  await plan(domain, first, 'premium');
  await until(async () => (await waitingOf(domain.vault, ID)).length === 1, 'the first to wait');
  // While the receiver is away nothing else is tried.
  await plan(domain, second, 'premium');
  await until(async () => (await waitingOf(domain.vault, ID)).length === 2, 'the second to wait');
  expect(receiver.messages).toHaveLength(1);
  const [waits] = (await waitingOf(domain.vault, ID)) as [Waiting];
  expect(waits).toMatchObject({ tries: 1, due: domain.clock.now().getTime() + 10_000 });
  domain.clock.advance(10_000);
  await until(() => receiver.messages.length === 3, 'both');
  expect(planned(receiver).toSorted()).toEqual([first, first, second].toSorted());
  await until(async () => (await waitingOf(domain.vault, ID)).length === 0, 'nothing to wait');
  await plan(domain, third, 'premium');
  await until(() => receiver.messages.length === 4, 'the next');
  expect((await state(domain))?.paused).toBeNull();
});

// rows: P04
test('one message that is refused every time is given up alone; a hand sends it again', async () => {
  const { domain, receiver } = await open();
  const [poison = 0, other = 0] = await people(domain, 2);
  await hook(domain, receiver);
  receiver.answers = [400];
  run(domain, receiver);
  await plan(domain, poison, 'premium');
  await until(async () => (await waitingOf(domain.vault, ID)).length === 1, 'it to wait');
  await plan(domain, other, 'premium');
  await until(async () => (await waitingOf(domain.vault, ID)).length === 2, 'the other one to wait behind it');
  // The other one arrives with the next attempt, before the refused one is tried again.
  domain.clock.advance(10_000);
  receiver.answers = [200, 400];
  await until(() => receiver.messages.length === 3, 'the other one, and the second attempt');
  expect(planned(receiver)).toEqual([poison, other, poison]);
  receiver.always = 400;
  const given = async () => (await attemptsOf(domain.vault, ID)).find(({ outcome }) => outcome === 'failed');
  await going(domain, async () => (await given()) !== undefined, 'it to be given up');
  expect(await given()).toMatchObject({ status: 400, number: 3, answer: 'gracias' });
  expect((await state(domain))?.paused).toBeNull();
  expect(await waitingOf(domain.vault, ID)).toEqual([]);
  receiver.always = null;
  receiver.messages.length = 0;
  const [stored] = (await collect(domain.store.readStream(`user-${poison}`))).filter(({ type }) => type === 'PlanChanged');
  if (!stored) throw new Error('no event');
  await sendAgain(domain.vault, ID, stored, domain.clock.now().getTime());
  await until(() => receiver.messages.length === 1, 'it to be sent again');
  expect(planned(receiver)).toEqual([poison]);
});

// rows: P04
test('what still waits for its next attempt is sent at once when a hand sends it, though the receiver was away', async () => {
  const { domain, receiver } = await open();
  const [first = 0, second = 0] = await people(domain, 2);
  await hook(domain, receiver);
  receiver.answers = [500];
  run(domain, receiver);
  await plan(domain, first, 'premium');
  await plan(domain, second, 'premium');
  await until(async () => (await waitingOf(domain.vault, ID)).length === 2, 'both to wait');
  const [stored] = (await collect(domain.store.readStream(`user-${first}`))).filter(({ type }) => type === 'PlanChanged');
  if (!stored) throw new Error('no event');
  // The clock stands: neither would be tried yet.
  await sendAgain(domain.vault, ID, stored, domain.clock.now().getTime());
  await until(async () => (await attemptsOf(domain.vault, ID)).some(({ outcome }) => outcome === 'delivered'), 'it to arrive');
  expect(planned(receiver).slice(0, 2)).toEqual([first, first]);
  domain.clock.advance(10_000);
  await until(async () => (await waitingOf(domain.vault, ID)).length === 0, 'nothing to wait');
  expect(planned(receiver)).toEqual([first, first, second]);
});

// rows: P04
test('what a hand sends while that very message is being tried is sent once more, also where the try fails', async () => {
  const { domain, receiver } = await open();
  const [person = 0] = await people(domain, 1);
  await hook(domain, receiver);
  const { promise, resolve } = Promise.withResolvers<number>();
  receiver.answers = [500, promise];
  run(domain, receiver);
  await plan(domain, person, 'premium');
  await until(async () => (await waitingOf(domain.vault, ID)).length === 1, 'it to wait');
  domain.clock.advance(10_000);
  await until(() => receiver.messages.length === 2, 'the second attempt');
  const [stored] = (await collect(domain.store.readStream(`user-${person}`))).filter(({ type }) => type === 'PlanChanged');
  if (!stored) throw new Error('no event');
  await sendAgain(domain.vault, ID, stored, domain.clock.now().getTime());
  expect(await waitingOf(domain.vault, ID)).toMatchObject([{ position: stored.position, tries: 0 }]);
  resolve(500);
  // The clock stands: by itself it would not be tried yet.
  await until(async () => (await attemptsOf(domain.vault, ID))[0]?.outcome === 'delivered', 'it to arrive');
  expect((await attemptsOf(domain.vault, ID)).map(({ number }) => number)).toEqual([1, 2, 1]);
  expect(await waitingOf(domain.vault, ID)).toEqual([]);
});

// rows: P04
test('a receiver where nothing arrives stops its webhook; administrators are told; resumed, it gets all that it missed', async () => {
  const { domain, receiver } = await open();
  const [admin = 0, one = 0, other = 0] = await people(domain, 3);
  await domain.accounts.govern(admin, { type: 'changeRole', role: 'administrator' }, domain.context());
  await hook(domain, receiver);
  const reacting = react(domain, [webhookReactor(domain.commands, domain.notifications, domain.webhookSecrets, domain.vault)]);
  await reacting.handled(null);
  receiver.always = 503;
  run(domain, receiver);
  await plan(domain, one, 'premium');
  await going(domain, async () => (await state(domain))?.paused === 'failing', 'it to stop');
  await reacting.settled();
  const told = (await domain.events(`inbox-${admin}`)).map(({ data }) => data as { kind: string; name: string; link: string });
  expect(told).toMatchObject([{ kind: 'webhookStopped', name: 'CRM', link: `/admin/integrations?webhook=${ID}` }]);
  const tried = receiver.messages.length;
  await plan(domain, other, 'premium');
  domain.clock.advance(86_400_000);
  receiver.always = null;
  receiver.messages.length = 0;
  await domain.commands.handle(webhooks, WEBHOOKS, { type: 'resume', webhookId: ID }, domain.context());
  await until(() => receiver.messages.length === 2, 'what it missed');
  expect(tried).toBe(3);
  expect(planned(receiver).toSorted()).toEqual([one, other].toSorted());
});

// rows: P04
test('a receiver that says that it is gone stops its webhook at once', async () => {
  const { domain, receiver } = await open();
  const [one = 0] = await people(domain, 1);
  await hook(domain, receiver);
  receiver.answers = [410];
  run(domain, receiver);
  await plan(domain, one, 'premium');
  await until(async () => (await state(domain))?.paused === 'gone', 'it to stop');
  expect(receiver.messages).toHaveLength(1);
});

// rows: P04
test('what waits has a bound: beyond it the log waits, and nothing is lost', async () => {
  const { domain, receiver } = await open();
  const [one = 0] = await people(domain, 1);
  await hook(domain, receiver);
  receiver.always = 500;
  run(domain, receiver);
  for (let at = 0; at < 130; at++) await plan(domain, one, at % 2 === 0 ? 'premium' : 'basic');
  await until(async () => (await waitingOf(domain.vault, ID)).length === 100, 'a hundred to wait');
  receiver.always = null;
  receiver.messages.length = 0;
  domain.clock.advance(10_000);
  await until(() => receiver.messages.length === 130, 'all of them');
  expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(130);
}, 60_000);

// rows: P04
test('what hands sent waits beside the hundred, however much it is, and all of it is sent after a restart', async () => {
  const { domain, receiver } = await open();
  const [one = 0] = await people(domain, 1);
  await hook(domain, receiver);
  for (let at = 0; at < 230; at++) await plan(domain, one, at % 2 === 0 ? 'premium' : 'basic');
  const stored = (await collect(domain.store.readStream(`user-${one}`))).filter(({ type }) => type === 'PlanChanged');
  for (const event of stored) await sendAgain(domain.vault, ID, event, domain.clock.now().getTime());
  receiver.always = 500;
  const stop = run(domain, receiver);
  await until(async () => (await attemptsOf(domain.vault, ID)).length === 200, 'all of them to be tried');
  await until(async () => (await domain.vault.count('webhooks', `hand:${ID}:`)) === 0, 'nothing to be left in hand');
  await stop();
  expect(await waitingOf(domain.vault, ID)).toHaveLength(230);
  receiver.always = null;
  receiver.messages.length = 0;
  domain.clock.advance(10_000);
  run(domain, receiver);
  await until(async () => (await waitingOf(domain.vault, ID)).length === 0, 'nothing to wait');
  expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(230);
}, 60_000);

// rows: P04
test('what hands sent and is refused holds back nothing that comes after it, however much it is', async () => {
  const { domain, receiver } = await open();
  const [one = 0] = await people(domain, 1);
  for (let at = 0; at < 120; at++) await plan(domain, one, at % 2 === 0 ? 'premium' : 'basic');
  const stored = (await collect(domain.store.readStream(`user-${one}`))).filter(({ type }) => type === 'PlanChanged');
  await hook(domain, receiver);
  for (const event of stored) await sendAgain(domain.vault, ID, event, domain.clock.now().getTime());
  const refused = new Set(stored.map(({ id }) => messageIdOf(ID, id)));
  const delivered: string[] = [];
  const send = async (_: unknown, { id }: { id: string }) => {
    if (!refused.has(id)) delivered.push(id);
    return { status: refused.has(id) ? 500 : 200, fault: null, answer: '', milliseconds: 1, retryAfterMs: null };
  };
  const sender: WebhookSender = { accepts: () => true, send };
  const stop = run(domain, receiver, sender);
  await until(async () => (await waitingOf(domain.vault, ID)).filter(({ tries }) => tries > 0).length === 120, 'all of them to be refused');
  await plan(domain, one, 'premium');
  await going(domain, () => delivered.length === 1, 'what came after them', 1_000);
  const waiting = await waitingOf(domain.vault, ID);
  expect(waiting).toHaveLength(120);
  await stop();
  // A restart knows them for what they are.
  run(domain, receiver, sender);
  await plan(domain, one, 'basic');
  await going(domain, () => delivered.length === 2, 'what came after the restart', 1_000);
}, 60_000);

// rows: P04
test('no more than two hundred messages that hands sent wait; one of them may be asked for once more', async () => {
  const domain = await openDomain();
  const [one = 0] = await people(domain, 1);
  for (let at = 0; at < MOST_BY_HAND; at++) await plan(domain, one, at % 2 === 0 ? 'premium' : 'basic');
  const stored = await collect(domain.store.readStream(`user-${one}`));
  const [first, ...rest] = stored.slice(-MOST_BY_HAND - 1);
  if (!first) throw new Error('nothing is stored');
  expect(rest).toHaveLength(MOST_BY_HAND);
  for (const event of rest) {
    expect(await isHandFull(domain.vault, ID, event)).toBe(false);
    await sendAgain(domain.vault, ID, event, domain.clock.now().getTime());
  }
  expect(await isHandFull(domain.vault, ID, first)).toBe(true);
  for (const event of rest.slice(0, 1)) expect(await isHandFull(domain.vault, ID, event)).toBe(false);
});

test('what a webhook names no more leaves the vault, also where nobody was left to forget it', async () => {
  const { domain, receiver } = await open();
  await hook(domain, receiver);
  const reacting = react(domain, [webhookReactor(domain.commands, domain.notifications, domain.webhookSecrets, domain.vault)]);
  await reacting.handled(null);
  const kept = async () =>
    (await domain.vault.list('webhooks', '')).map(({ key }) => key).filter((key) => /^(secret|address|waiting|hand|at|log):/.test(key));
  const rotate = async (secretId: string) => {
    await domain.webhookSecrets.makeSecret(secretId);
    const previousUntil = new Date(domain.clock.now().getTime() + 3_600_000).toISOString();
    await domain.commands.handle(webhooks, WEBHOOKS, { type: 'rotate', webhookId: ID, secretId, previousUntil }, domain.context());
    await reacting.settled();
  };
  const before = await kept();
  await rotate('s2');
  expect(await kept()).toEqual([...before, 'secret:s2'].toSorted());
  await rotate('s3');
  expect(await kept()).toEqual([...before.filter((key) => key !== 'secret:s1'), 'secret:s2', 'secret:s3'].toSorted());
  domain.clock.advance(3_600_001);
  expect(await domain.webhookSecrets.secret('s2')).toBeNull();
  await domain.vault.put('webhooks', `hand:${ID}:0`, {});
  await domain.commands.handle(webhooks, WEBHOOKS, { type: 'remove', webhookId: ID }, domain.context());
  await reacting.settled();
  expect(await kept()).toEqual([]);
});

test('where the log has lost its end, a webhook misses nothing of what comes in its place, and what waited of the lost part is forgotten', async () => {
  const { domain, receiver } = await open();
  const [first = 0, second = 0] = await people(domain, 2);
  await hook(domain, receiver);
  const stop = run(domain, receiver);
  await plan(domain, first, 'premium');
  await until(() => planned(receiver).length === 1, 'the first message');
  await stop();
  // What it was told of and what it was to be told of again, in a part of the log that is gone.
  const head = (await domain.store.head()) ?? '';
  const lost = (by: number) => String(Number(head) + by).padStart(head.length, '0') as Position;
  const place = await domain.vault.get<object>('webhooks', `at:${ID}`);
  await domain.vault.put('webhooks', `at:${ID}`, { ...place?.value, position: lost(50) });
  const waits = { stream: `user-${second}`, version: 1, eventId: 'lost', eventType: 'RoleChanged', tries: 1, due: 0, since: 0 };
  for (const by of [1, 2])
    for (const kind of ['waiting', 'hand'])
      await domain.vault.put('webhooks', `${kind}:${ID}:${lost(by)}`, { position: lost(by), ...waits });

  expect(await settleWebhooks(domain.store, domain.vault)).toEqual([{ webhook: ID, position: lost(50), head }]);
  expect(await settleWebhooks(domain.store, domain.vault)).toEqual([]);
  receiver.messages.length = 0;
  run(domain, receiver);
  await plan(domain, second, 'premium');
  await until(() => receiver.messages.length > 0, 'what came in its place');
  expect(planned(receiver)).toEqual([second]);
  expect(await waitingOf(domain.vault, ID)).toEqual([]);
});
