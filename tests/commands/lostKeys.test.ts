import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { moderation } from '../../backend/commands/discussion/moderation.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { metadataOf } from '../../backend/commands/kernel/handle.ts';
import { review } from '../../backend/commands/learning/review.ts';
import { webinar } from '../../backend/commands/learning/webinar.ts';
import { exportPlans } from '../../backend/commands/operations/exportPlans.ts';
import { queries } from '../../backend/commands/operations/queries.ts';
import { createReceipts } from '../../backend/commands/payments/receipts.ts';
import { registry } from '../../events/registry.ts';
import { streams } from '../../events/streams.ts';
import { samples } from '../golden/record.ts';
import { openDomain, register, type TestDomain } from '../support/domain.ts';
import { everyDecider } from '../support/longStreams.ts';

/** A key that is lost although nobody was erased is a fault; it must not affect what anybody else asks for. */

/** The school as another process finds it, without the key of this person. */
async function without(domain: TestDomain, person: number): Promise<TestDomain> {
  await domain.vault.remove('keys', String(person));
  return domain.another();
}

/** Names of codes are kept to be shown, and a contact consists of its words. */
const keptForWords: readonly string[] = ['campaign', 'lead'];
/** Deciders that need words: without the person's key their own export plans and queries are gone, or have no words. */
const decidedByWords: readonly unknown[] = [exportPlans, queries];
test('what is decided about something of several people is decided without their words', async () => {
  const shared = new Set(
    [...registry.values()].flatMap(({ category, personal }) =>
      personal && streams[category].about !== 'person' && !keptForWords.includes(category) ? [category as string] : [],
    ),
  );
  const deciders = [...(await everyDecider())];
  expect(shared.size).toBeGreaterThan(3);
  for (const [name, decider] of deciders)
    if (shared.has(decider.category)) expect(decider.wordless, name).toBe(decidedByWords.includes(decider) ? 'where lost' : true);

  const word = /palabra secreta/;
  for (const [name, decider] of deciders) {
    if (decider.wordless !== true) continue;
    let state = decider.initial();
    const definitions = [...registry.values()].filter(({ category }) => category === decider.category);
    for (const { type, personal, ...definition } of definitions)
      for (const sample of samples({ type, ...definition })) {
        const words = (personal?.fields ?? []).map((field) => [field, 'palabra secreta']);
        const meta = { commandId: 'c', correlationId: 'c', causationId: 'c', actor: { userId: 1, role: 'student' as const } };
        const event = { id: type, type, data: { ...sample, ...Object.fromEntries(words) } };
        state = decider.evolve(state, { ...event, meta: { ...meta, occurredAt: '2026-01-01T00:00:00.000Z', schemaVersion: 1 } }) ?? state;
        expect(JSON.stringify(state), `${name}: ${type}`).not.toMatch(word);
      }
  }
});

test('a receipt is issued, and replaced, though the key of another buyer is lost', async () => {
  const domain = await openDomain();
  const [lost, ana] = [await register(domain, 'perdida'), await register(domain, 'ana')];
  const money = { amount: 49_900, currency: 'MXN' as const };
  const order = { orderId: 1, paid: money, paidAt: '2026-03-01T10:00:00.000Z', title: 'Python', period: null, price: money };
  const paid = { ...order, coupon: null, taxRate: 1_600 } as never;
  await createReceipts(domain.commands).issue(lost, paid, null, domain.context());
  await createReceipts(domain.commands).issue(ana, paid, null, domain.context());
  const other = await without(domain, lost);
  const receipts = createReceipts(other.commands);
  await receipts.issue(ana, { ...(paid as object), orderId: 2 } as never, null, other.context());
  const details = { taxId: 'XAXX010101000', taxName: 'ANA', taxRegime: '612', taxUse: 'G03', taxPostalCode: '22000' };
  await receipts.setDetails(ana, details, other.context());
  expect((await receipts.replace(ana, { year: 2026, number: 2 }, other.context())).folio).toBe('2026-000004');
  const stored = [];
  for await (const event of other.log.readStream('receipts-2026', 1)) stored.push(event.data);
  expect(stored.at(-1)).toMatchObject({ number: 4, replaces: 2, buyer: 'ana', ...details });
});

test('a seat is taken and reports are decided on, though the key of who cancelled or reported is lost', async () => {
  const domain = await openDomain();
  const [lost, ana] = [await register(domain, 'perdida'), await register(domain, 'ana')];
  const now = domain.clock.now().toISOString();
  const details = {
    ...{ title: 'Agentes', description: '', kind: 'webinar' as const, hostId: lost, place: null, link: null, premium: false },
    ...{ startsAt: '2027-03-02T18:00:00.000Z', endsAt: '2027-03-02T19:00:00.000Z', zone: 'America/Tijuana', capacity: 2 },
  };
  const about = { commentId: 1, courseId: 1, subtopicId: 1, authorId: ana };
  const event = async (stream: string, type: string, data: object) =>
    domain.log.append(stream, 'any', [{ type, data }], { ...domain.context(), occurredAt: now } as never);
  await event('webinar-1', 'WebinarScheduled', { webinarId: 1, ...details });
  await event('webinar-1', 'WebinarCancelled', { webinarId: 1, by: lost, reason: 'Sin luz' });
  await event('webinar-1', 'WebinarReinstated', { webinarId: 1 });
  await event('moderation-1', 'CommentReported', { ...about, reportId: 1, userId: lost, reason: 'spam', text: 'Mira' });
  const other = await without(domain, lost);
  expect((await other.commands.load(user, lost)).state).toMatchObject({ status: 'active', email: null });
  const seat = { type: 'register', userId: ana, waits: false, premium: false, now } as const;
  expect((await other.commands.handle(webinar, 1, seat, other.context())).appended).toBe(1);
  const dismiss = { ...about, type: 'dismiss', report: null, reason: 'No' } as const;
  expect((await other.commands.handle(moderation, 1, dismiss, other.context())).appended).toBe(1);
});

test('once an erasure stands in the log no process seals a word of its person, though no reader came by; once the key is gone none keeps one', async () => {
  const domain = await openDomain();
  const ana = await register(domain, 'ana');
  const posted = { userId: ana, courseId: 1, stars: 5, text: 'Me gustó', visible: true };
  await domain.log.append(`review-${ana}_1`, 'none', [{ type: 'ReviewPosted', data: posted }], metadataOf(domain.context()));
  const other = await domain.another();
  const kept = async () => JSON.stringify((await other.commands.load(review, `${ana}_1`, { within: 60_000 })).state);
  expect(await kept()).toContain('Me gustó');
  await domain.commands.handle(user, ana, { type: 'erase' }, domain.context());
  // Another connection sees the vault of the next turn. What was written before can be read until the key is destroyed.
  await nextTurn();
  await other.keys.fresh();
  await expect(other.keys.forWriting(String(ana))).rejects.toThrow('was erased');
  await domain.keys.destroy(String(ana));
  await nextTurn();
  expect(await kept()).not.toContain('Me gustó');
});

test('one lost key takes the words of that person’s queries alone', async () => {
  const domain = await openDomain();
  const [ana, luis] = [await register(domain, 'ana'), await register(domain, 'luis')];
  const save = (own: TestDomain, queryId: string, by: number) =>
    own.commands.handle(queries, 'log', { type: 'save', all: false, queryId, by, name: `De ${queryId}`, sql: 'select 1' }, own.context());
  await save(domain, 'una', ana);
  await save(domain, 'otra', luis);
  const found = await without(domain, ana);
  await save(found, 'tercera', luis);
  const wordsIn = async ({ commands }: TestDomain) =>
    [...(await commands.load(queries, 'log')).state].map(([queryId, { words }]) => [queryId, words?.name ?? null]);
  const left = [
    ['una', null],
    ['otra', 'De otra'],
    ['tercera', 'De tercera'],
  ];
  expect(await wordsIn(found)).toEqual(left);

  // What is said of them next is sealed with a key of its own, which opens nothing of before.
  const goal = { type: 'WeeklyGoalSet', data: { userId: ana, days: 3 } };
  await found.log.append(`goals-${ana}`, 'none', [goal], metadataOf({ ...found.context(), reason: 'Lo pidió' }));
  const later = await found.another();
  expect(await wordsIn(later)).toEqual(left);
  expect((await later.commands.load(user, ana)).state).toMatchObject({ status: 'active', email: null });
});
