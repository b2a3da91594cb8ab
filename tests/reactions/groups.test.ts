import { beforeEach, describe, expect, test } from 'vitest';
import { recordsOf } from '../../backend/api/answers/learning.ts';
import { createPast } from '../../backend/api/answers/past.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { createTimer, type Timer } from '../../backend/commands/kernel/timer.ts';
import { enrolment } from '../../backend/commands/learning/enrolment.ts';
import { createGroups } from '../../backend/commands/learning/groups.ts';
import type { Wanted } from '../../backend/commands/payments/offers.ts';
import { createPayments, type Payments } from '../../backend/commands/payments/payments.ts';
import {
  BEGIN_GROUP,
  beginGroupAction,
  groupReactor,
  REMIND_GROUP,
  remindGroupAction,
  SETTLE_SEAT,
  settleSeatAction,
} from '../../backend/commands/reactions/groups.ts';
import { paymentReactor, SETTLE_ORDER, settleOrderAction } from '../../backend/commands/reactions/payments.ts';
import { createStandIn, inMemory, type StandIn } from '../../backend/integrations/payments/standIn.ts';
import { createStripe } from '../../backend/integrations/payments/stripe.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { createClock, openDomain, publishedCourse, register, type TestDomain } from '../support/domain.ts';
import { deadLetters, type Reacting, react } from '../support/reacting.ts';

/** Groups of courses, on a real log: with a clock that is moved, a provider that speaks as Stripe does, and people who come and go. */

const HOUR = 3_600_000;
const NOW = '2026-03-06T17:00:00.000Z';
const START = '2026-03-16T15:00:00.000Z';
const plan = { name: 'Marzo', day: '2026-03-16', time: '08:00', endsOn: '2026-04-30', capacity: 1 };
let domain: TestDomain;
let timer: Timer;
let reacting: Reacting;
let standIn: StandIn;
let payments: Payments;

beforeEach(async () => {
  domain = await openDomain(createClock(NOW));
  standIn = createStandIn({ store: inMemory(), webhookSecret: 'w', pageOf: (id) => `https://pago.example/${id}`, now: domain.clock.now });
  payments = paymentsOf(domain);
  timer = createTimer(domain.vault, {
    [SETTLE_ORDER]: settleOrderAction(payments, () => timer),
    [REMIND_GROUP]: remindGroupAction(domain.learning),
    [BEGIN_GROUP]: beginGroupAction(domain.learning),
    [SETTLE_SEAT]: settleSeatAction(domain.learning, () => timer),
  });
  reacting = react(domain, [
    paymentReactor(domain.commands, payments, domain.learning, domain.notifications, timer),
    groupReactor(domain.learning, domain.notifications, timer),
  ]);
  await reacting.settled();
  await domain.site.setMethods(['card', 'transfer'], domain.context());
  await domain.site.setTransfer('CLABE 000', domain.context());
});
const paymentsOf = (of: TestDomain): Payments =>
  createPayments(
    of.commands,
    createStripe({ secretKey: 's', webhookSecret: 'w', request: standIn.request }),
    'https://escuela.mx',
    new Uint8Array(32),
  );

let people = 0;
const person = async (): Promise<number> => {
  const userId = await register(domain, `persona${++people}`);
  await confirmEmail(domain.commands, userId, domain.context());
  return userId;
};
/** A course with groups, numbered from 1, of so many seats each. */
const dated = async (capacities: readonly number[], amount: number | null = 49_900) => {
  const price = amount === null ? null : ({ amount, currency: 'MXN' } as const);
  const made = await publishedCourse(domain, [1, 1], { price, ...(price && { tier: 'premium' }) });
  for (const capacity of capacities) await domain.learning.groups.plan(made.courseId, { ...plan, capacity }, domain.context());
  await reacting.settled();
  return made;
};
const buy = (userId: number, courseId: number, groupId?: number, more: Partial<Wanted> = {}, by = payments, at = domain) =>
  by.start(
    userId,
    { what: 'course', courseId, ...(groupId !== undefined && { groups: [{ courseId, groupId }] }), ...more } as Wanted,
    at.context(),
  );
const sessionIn = (url: string): string => url.split('/').at(-1) ?? '';
const paid = async (userId: number, { url, orderId }: { url: string; orderId: number }) => {
  await standIn.pay(sessionIn(url));
  await payments.settle({ userId, orderId }, domain.context());
  await reacting.settled();
};
const refused = async (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );
const seatOf = async (userId: number, courseId: number) => (await domain.learning.groups.load(courseId)).seats.get(userId) ?? null;
const seatsIn = async (courseId: number, groupId = 1) => (await domain.learning.groups.load(courseId)).groups.get(groupId)?.seats;
const openTo = async (userId: number, courseId: number): Promise<number> =>
  (await domain.learning.reading(userId, courseId, domain.clock.now())).open.size;
const told = async (userId: number): Promise<unknown[]> =>
  (await domain.events(`inbox-${userId}`)).flatMap(({ data }) => (data as { kind?: unknown }).kind ?? []);
const tickAt = async (iso: string) => {
  domain.clock.set(iso);
  await reacting.settled();
  await timer.tick(domain.clock.now());
  await reacting.settled();
};

// rows: B30
describe('a course that is bought for a group', () => {
  test('asks for the group, holds its seat while it is paid, and opens when the group begins', async () => {
    const { courseId, modules } = await dated([1]);
    const [ana, beto] = [await person(), await person()];
    expect(await refused(buy(ana, courseId))).toBe('GROUP_REQUIRED');
    expect(await refused(buy(ana, courseId, 9))).toBe('GROUP_NOT_FOUND');
    const order = await buy(ana, courseId, 1);
    expect(await refused(buy(beto, courseId, 1))).toBe('GROUP_FULL');
    await paid(ana, order);
    expect(await seatOf(ana, courseId)).toEqual({ groupId: 1, hold: null });
    expect(await openTo(ana, courseId)).toBe(0);
    const first = modules[0]?.classIds[0] ?? 0;
    const mark = () => refused(domain.learning.setCompleted(ana, courseId, first, true, domain.context()));
    expect(await mark()).toBe('MODULE_LOCKED');
    await tickAt(new Date(Date.parse(START) - 24 * HOUR).toISOString());
    expect(await told(ana)).toEqual(['groupPaid', 'groupTomorrow']);
    expect(await mark()).toBe('MODULE_LOCKED');
    await tickAt(START);
    expect(await told(ana)).toEqual(['groupPaid', 'groupTomorrow', 'groupBegan']);
    expect([await openTo(ana, courseId), await mark()]).toEqual([1, 'done']);
    expect(await refused(buy(beto, courseId, 1))).toBe('GROUP_STARTED');
    expect(await deadLetters(domain)).toEqual([]);
  });

  test('is shown as it was: closed on a day before its group began', async () => {
    const { courseId, modules } = await dated([1, 1]);
    const ana = await person();
    await paid(ana, await buy(ana, courseId, 1));
    await tickAt('2026-03-08T17:00:00.000Z');
    await domain.learning.groups.choose(courseId, 2, ana, domain.context());
    await tickAt(START);
    const then = async (day: string) => {
      const past = await createPast(domain.commands).at(day, { userId: ana, courseId: [courseId], date: [], subtopicId: [] });
      const [record] = await recordsOf(ana, past.enrolments, past.study, { getMany: async () => new Map() }, past);
      return [record?.abre, record?.siguiente?.sessionId ?? null, past.groups.get(courseId)?.groupId];
    };
    expect(await then('2026-03-06')).toEqual([START, null, 1]);
    expect(await then('2026-03-15')).toEqual([START, null, 2]);
    expect(await then('2026-03-16')).toEqual([null, modules[0]?.classIds[0], 2]);
  });

  test('has its last seat for one of many who press at once on three nodes', async () => {
    const nodes = [domain, await domain.another(), await domain.another()];
    const { courseId } = await dated([1]);
    const crowd: number[] = [];
    for (let one = 0; one < 12; one++) crowd.push(await person());
    const served = nodes.map((node) => ({ node, by: paymentsOf(node) }));
    const outcomes = await Promise.all(
      crowd.map((userId, at) => {
        const { node, by } = served[at % served.length] ?? { node: domain, by: payments };
        return refused(buy(userId, courseId, 1, {}, by, node));
      }),
    );
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'GROUP_FULL')).toHaveLength(11);
  });

  test('frees the seat of a page that was left, and gives who paid it late a seat beyond the limit', async () => {
    const { courseId } = await dated([1]);
    const [ana, beto] = [await person(), await person()];
    await buy(ana, courseId, 1);
    await tickAt(new Date(Date.parse(NOW) + HOUR).toISOString());
    expect(await seatOf(ana, courseId)).toBeNull();
    // A transfer holds its seat for its five days; money that comes later still has one.
    const late = await payments.startTransfer(ana, { what: 'course', courseId, groups: [{ courseId, groupId: 1 }] }, domain.context());
    domain.clock.advance(4 * 24 * HOUR);
    await tickAt(domain.clock.now().toISOString());
    expect(await refused(buy(beto, courseId, 1))).toBe('GROUP_FULL');
    domain.clock.advance(2 * 24 * HOUR);
    await tickAt(domain.clock.now().toISOString());
    await paid(beto, await buy(beto, courseId, 1));
    await payments.judgeTransfer({ userId: ana, orderId: late.orderId }, 'confirm', domain.context());
    await reacting.settled();
    expect([await seatOf(ana, courseId), await seatOf(beto, courseId)]).toEqual([
      { groupId: 1, hold: null },
      { groupId: 1, hold: null },
    ]);
    expect(await seatsIn(courseId)).toBe(2);
    expect(await deadLetters(domain)).toEqual([]);
  });

  test('whose seat was held by what died before it began an order has it free again after its time', async () => {
    const { courseId } = await dated([1]);
    const [ana, beto] = [await person(), await person()];
    const until = new Date(Date.parse(NOW) + HOUR).toISOString();
    await domain.learning.groups.hold(courseId, 1, ana, 'died', until, domain.context());
    expect(await refused(buy(beto, courseId, 1))).toBe('GROUP_FULL');
    await tickAt(new Date(Date.parse(until) + HOUR).toISOString());
    expect([await seatOf(ana, courseId), await refused(buy(beto, courseId, 1))]).toEqual([null, 'done']);
  });

  test('keeps the seat of a page that can still be paid where what was begun after it is refused', async () => {
    const { courseId } = await dated([1, 1]);
    const [ana, beto] = [await person(), await person()];
    await buy(ana, courseId, 1);
    expect(await refused(buy(ana, courseId, 1, { coupon: 'NO-HAY' }))).toBe('COUPON_NOT_FOUND');
    await reacting.settled();
    expect(await refused(buy(beto, courseId, 1))).toBe('GROUP_FULL');
    const sent = await payments.startTransfer(ana, { what: 'course', courseId, groups: [{ courseId, groupId: 1 }] }, domain.context());
    await payments.declareTransfer({ userId: ana, orderId: sent.orderId }, { tracking: '1', proof: null }, domain.context());
    for (const groupId of [1, 2]) expect(await refused(buy(ana, courseId, groupId))).toBe('TRANSFER_DECLARED');
    await reacting.settled();
    expect([await refused(buy(beto, courseId, 1)), await seatsIn(courseId, 2)]).toEqual(['GROUP_FULL', 0]);
    await payments.judgeTransfer({ userId: ana, orderId: sent.orderId }, 'notArrived', domain.context());
    await reacting.settled();
    expect([await seatOf(ana, courseId), await refused(buy(beto, courseId, 1))]).toEqual([null, 'done']);
  });

  test('keeps no seat for who is erased, whether they were paying, had paid, or were in it', async () => {
    const { courseId } = await dated([3]);
    const [ana, beto, carla] = [await person(), await person(), await person()];
    await buy(ana, courseId, 1);
    const { url } = await buy(beto, courseId, 1);
    await paid(carla, await buy(carla, courseId, 1));
    await standIn.pay(sessionIn(url));
    for (const userId of [ana, beto, carla]) await domain.accounts.govern(userId, { type: 'erase' }, domain.context());
    for (const userId of [ana, beto]) await payments.endAll(userId, domain.context());
    await reacting.settled();
    for (const userId of [ana, beto]) expect((await payments.load(userId)).get(1)?.state).toBe(userId === ana ? 'closed' : 'paid');
    await domain.learning.unenrol(carla, courseId, domain.context());
    await tickAt(new Date(Date.parse(NOW) + 3 * HOUR).toISOString());
    expect([await seatOf(ana, courseId), await seatOf(beto, courseId), await seatOf(carla, courseId)]).toEqual([null, null, null]);
    expect(await seatsIn(courseId)).toBe(0);
  });

  test('is open at once for who is given it by hand while they pay', async () => {
    const { courseId, modules } = await dated([1]);
    const ana = await person();
    await buy(ana, courseId, 1);
    await domain.learning.assign(ana, courseId, domain.context());
    const first = modules[0]?.classIds[0] ?? 0;
    expect(await openTo(ana, courseId)).toBe(1);
    expect(await refused(domain.learning.setCompleted(ana, courseId, first, true, domain.context()))).toBe('done');
  });

  test('is paid after who was in it left: with the seat that the page holds, or, where it holds none, with the course open as a gift by hand is', async () => {
    const { courseId } = await dated([2]);
    const [ana, beto] = [await person(), await person()];
    // Given by hand while they paid for a group, and taken away: what was open stays open, the seat is theirs.
    const withSeat = await buy(ana, courseId, 1);
    await domain.learning.assign(ana, courseId, domain.context());
    await domain.learning.unenrol(ana, courseId, domain.context());
    await reacting.settled();
    expect([await openTo(ana, courseId), await seatsIn(courseId)]).toEqual([0, 1]);
    await paid(ana, withSeat);
    expect([await seatOf(ana, courseId), await openTo(ana, courseId)]).toEqual([{ groupId: 1, hold: null }, 1]);

    // In a group by the plan, they buy the course for good, which asks for no group; and leave it before they pay.
    await domain.commands.handle(user, beto, { type: 'changePlan', plan: 'premium' }, domain.context());
    await domain.learning.enrol(beto, courseId, domain.context(), { groupId: 1 });
    await reacting.settled();
    expect([await seatOf(beto, courseId), await openTo(beto, courseId)]).toEqual([{ groupId: 1, hold: null }, 0]);
    const without = await buy(beto, courseId);
    await domain.learning.unenrol(beto, courseId, domain.context());
    await reacting.settled();
    expect([await seatOf(beto, courseId), await seatsIn(courseId)]).toEqual([null, 1]);
    await paid(beto, without);
    expect([await seatOf(beto, courseId), await openTo(beto, courseId)]).toEqual([null, 1]);
    expect(await deadLetters(domain)).toEqual([]);
  });

  test('is begun again for another group: the first page is closed and its seat free', async () => {
    const { courseId } = await dated([1, 1]);
    const ana = await person();
    const first = await buy(ana, courseId, 1);
    const same = await buy(ana, courseId, 1);
    expect(same.url).toBe(first.url);
    const second = await buy(ana, courseId, 2);
    await reacting.settled();
    expect(await standIn.page(sessionIn(first.url))).toMatchObject({ status: 'expired' });
    expect([await seatsIn(courseId, 1), await seatsIn(courseId, 2)]).toEqual([0, 1]);
    await paid(ana, second);
    expect(await seatOf(ana, courseId)).toEqual({ groupId: 2, hold: null });
  });

  test('is not begun again by a page whose group was cancelled or has begun: it says so, and another group is chosen', async () => {
    const { courseId } = await dated([1, 1]);
    const ana = await person();
    const teacher = await register(domain, 'maestra', { role: 'instructor' });
    const context = () => ({ ...domain.context(), actor: { userId: teacher, role: 'instructor' as const } });
    const first = await buy(ana, courseId, 1);
    await domain.learning.groups.cancel(courseId, 1, 'Sin instructor', context());
    await expect(buy(ana, courseId, 1)).rejects.toMatchObject({ code: 'GROUP_CANCELLED', courseId });
    domain.clock.set(new Date(Date.parse(START) - HOUR / 4).toISOString());
    await buy(ana, courseId, 2);
    expect(await standIn.page(sessionIn(first.url))).toMatchObject({ status: 'expired' });
    domain.clock.advance(HOUR / 2);
    await expect(buy(ana, courseId, 2)).rejects.toMatchObject({ code: 'GROUP_STARTED', courseId });
    // No group is left: nobody pays for another thing than they saw.
    await domain.learning.groups.cancel(courseId, 2, 'Sin instructor', context());
    await expect(buy(ana, courseId, 2)).rejects.toMatchObject({ code: 'GROUP_CANCELLED', courseId });
    expect(await refused(buy(ana, courseId))).toBe('done');
  });

  test('frees its seat with the refund, and asks who is in the course already for no group', async () => {
    const { courseId } = await dated([1]);
    const ana = await person();
    const order = await buy(ana, courseId, 1);
    await paid(ana, order);
    await payments.refund({ userId: ana, orderId: order.orderId }, 'learner', undefined, domain.context());
    await reacting.settled();
    expect([await seatOf(ana, courseId), await seatsIn(courseId)]).toEqual([null, 0]);
    // Whoever was given the course has it open, and may still buy it for good without a group.
    const beto = await person();
    await domain.learning.assign(beto, courseId, domain.context());
    expect(await openTo(beto, courseId)).toBe(1);
    expect(await seatOf(beto, courseId)).toBeNull();
  });

  test('is bought again for another group before anything followed from the refund: the seat is of what was bought last', async () => {
    const { courseId } = await dated([1, 1]);
    const ana = await person();
    const first = await buy(ana, courseId, 1);
    await paid(ana, first);
    await reacting.stop();
    reacting = react(domain, [paymentReactor(domain.commands, payments, domain.learning, domain.notifications, timer)]);
    await payments.refund({ userId: ana, orderId: first.orderId }, 'learner', undefined, domain.context());
    await reacting.settled();
    expect(await seatOf(ana, courseId)).toEqual({ groupId: 1, hold: null });
    const second = await buy(ana, courseId, 2);
    expect([await seatsIn(courseId, 1), await seatsIn(courseId, 2)]).toEqual([0, 1]);
    await paid(ana, second);
    expect([await seatOf(ana, courseId), await seatsIn(courseId, 1)]).toEqual([{ groupId: 2, hold: null }, 0]);
  });

  test('as a gift asks whoever accepts it, and is not used up where the group is full', async () => {
    const { courseId } = await dated([1, 1]);
    const [giver, friend, other] = [await person(), await person(), await person()];
    const { url, orderId } = await buy(giver, courseId, undefined, { gift: { to: null, toName: null, message: null } });
    await paid(giver, { url, orderId });
    const code = payments.gifts.codeOf({ userId: giver, orderId });
    await paid(other, await buy(other, courseId, 1));
    const claim = (groupId?: number) =>
      refused(payments.gifts.claim(code, friend, domain.context(), groupId === undefined ? undefined : [{ courseId, groupId }]));
    expect([await claim(), await claim(1)]).toEqual(['GROUP_REQUIRED', 'GROUP_FULL']);
    expect(await claim(2)).toBe('done');
    await reacting.settled();
    expect(await seatOf(friend, courseId)).toEqual({ groupId: 2, hold: null });
    expect([await openTo(friend, courseId), await claim(2)]).toEqual([0, 'done']);
    expect(await deadLetters(domain)).toEqual([]);
  });
});

// rows: B30
describe('a course that costs nothing', () => {
  test('is entered by a group, left with its seat, and a refused enrolment keeps no seat', async () => {
    const { courseId } = await dated([1, 1], null);
    const [ana, beto] = [await person(), await person()];
    const enrol = (userId: number, groupId?: number) => refused(domain.learning.enrol(userId, courseId, domain.context(), { groupId }));
    expect(await enrol(ana)).toBe('GROUP_REQUIRED');
    const { courseId: other } = await dated([1, 1], null);
    const any = (userId: number) => refused(domain.learning.enrol(userId, other, domain.context(), { groupId: 'any' }));
    expect(await Promise.all([any(ana), any(beto)]), 'each has a seat in one of them').toEqual(['done', 'done']);
    expect([await seatsIn(other, 1), await seatsIn(other, 2)]).toEqual([1, 1]);
    const check = () => {
      throw Object.assign(new Error('stale'), { code: 'STALE' });
    };
    expect(await refused(domain.learning.enrol(ana, courseId, domain.context(), { groupId: 1, check }))).toBe('STALE');
    expect(await seatOf(ana, courseId)).toBeNull();
    expect([await enrol(ana, 1), await enrol(beto, 1)]).toEqual(['done', 'GROUP_FULL']);
    expect(await openTo(ana, courseId)).toBe(0);
    expect(await refused(domain.learning.groups.choose(courseId, 2, beto, domain.context()))).toBe('NOT_ENROLLED');
    await domain.learning.groups.choose(courseId, 2, ana, domain.context());
    expect(await enrol(beto, 1)).toBe('done');
    await domain.learning.unenrol(ana, courseId, domain.context());
    await reacting.settled();
    expect([await seatOf(ana, courseId), await seatsIn(courseId, 2)]).toEqual([null, 0]);
  });

  test('is given back with the seat that went with it, and does not open before its group', async () => {
    const { courseId } = await dated([1], null);
    const ana = await person();
    await domain.learning.enrol(ana, courseId, domain.context(), { groupId: 1 });
    const leave = async () => {
      await domain.learning.unenrol(ana, courseId, domain.context());
      await reacting.settled();
    };
    const stands = async () => [await seatOf(ana, courseId), await openTo(ana, courseId)];
    await leave();
    await domain.learning.restore(ana, courseId, [], domain.context());
    expect(await stands()).toEqual([{ groupId: 1, hold: null }, 0]);
    await leave();
    // As the demo's reset does it.
    await domain.learning.enrol(ana, courseId, domain.context(), { groupId: null });
    expect(await stands()).toEqual([{ groupId: 1, hold: null }, 0]);
  });

  test('is read by nobody without a group while one is to come or going on, and by its teacher always', async () => {
    const { courseId } = await dated([2], null);
    const [ana, beto] = [await person(), await person()];
    await domain.learning.enrol(beto, courseId, domain.context(), { groupId: 1 });
    const teacher = await register(domain, 'maestra', { role: 'instructor' });
    const read = async () => [await openTo(ana, courseId), await openTo(beto, courseId), await openTo(teacher, courseId)];
    expect(await read()).toEqual([0, 0, 2]);
    await tickAt(START);
    expect(await read()).toEqual([0, 1, 2]);
    await domain.learning.unenrol(beto, courseId, domain.context());
    expect(await read()).toEqual([0, 0, 2]);
    domain.clock.set('2026-05-02T17:00:00.000Z');
    expect(await read()).toEqual([1, 1, 2]);
  });

  test('keeps no seat for who leaves it while they go to another group', async () => {
    const { courseId } = await dated([1, 1], null);
    const ana = await person();
    await domain.learning.enrol(ana, courseId, domain.context(), { groupId: 1 });
    const { commands } = domain;
    let left = false;
    const groups = createGroups({
      ...commands,
      async handle(decider, id, command, context, options) {
        if (!left && (command as { type: string }).type === 'choose') {
          left = true;
          await domain.learning.unenrol(ana, courseId, domain.context());
          await reacting.settled();
        }
        return commands.handle(decider, id, command, context, options);
      },
    });
    expect(await refused(groups.choose(courseId, 2, ana, domain.context()))).toBe('NOT_ENROLLED');
    expect([await seatOf(ana, courseId), await seatsIn(courseId, 2)]).toEqual([null, 0]);
  });

  test('is not entered without a seat by the same press again, once its seat was free', async () => {
    const { courseId } = await dated([1], null);
    const [ana, beto] = [await person(), await person()];
    const pressed = domain.context();
    const check = () => {
      throw Object.assign(new Error('stale'), { code: 'STALE' });
    };
    expect(await refused(domain.learning.enrol(ana, courseId, pressed, { groupId: 1, check }))).toBe('STALE');
    expect(await refused(domain.learning.enrol(ana, courseId, pressed, { groupId: 1 }))).toBe('done');
    expect([await seatOf(ana, courseId), await openTo(ana, courseId)]).toEqual([{ groupId: 1, hold: null }, 0]);
    expect(await refused(domain.learning.enrol(beto, courseId, domain.context(), { groupId: 1 }))).toBe('GROUP_FULL');
  });

  test('is not open before its group where what enrolled somebody died before the seat was theirs', async () => {
    const { courseId } = await dated([1], null);
    const ana = await person();
    await domain.learning.groups.hold(courseId, 1, ana, 'died', START, domain.context());
    const right = { source: 'self', code: null, order: null, person: null } as const;
    const late = { unlockRule: 'sequential', opensOn: START, modules: [] } as const;
    await domain.commands.handle(
      enrolment,
      `${ana}_${courseId}`,
      { type: 'enrol', userId: ana, courseId, ...right, plan: late },
      domain.context(),
    );
    await reacting.settled();
    expect([await seatOf(ana, courseId), await openTo(ana, courseId)]).toEqual([{ groupId: 1, hold: null }, 0]);
  });

  test('opens for the members of a group that is cancelled, and stays open; who waits for another date is told of it', async () => {
    const { courseId } = await dated([2], null);
    const ana = await person();
    await domain.learning.enrol(ana, courseId, domain.context(), { groupId: 1 });
    await domain.learning.groups.edit(courseId, 1, { ...plan, day: '2026-03-20', capacity: 2 }, domain.context());
    await reacting.settled();
    await tickAt(START);
    expect([await told(ana), await openTo(ana, courseId)]).toEqual([['groupMoved'], 0]);
    const teacher = await register(domain, 'maestra', { role: 'instructor' });
    const context = () => ({ ...domain.context(), actor: { userId: teacher, role: 'instructor' as const } });
    await domain.learning.groups.cancel(courseId, 1, 'Sin instructor', context());
    await reacting.settled();
    expect([(await told(ana)).at(-1), await openTo(ana, courseId)]).toEqual(['groupCancelled', 1]);
    await domain.learning.groups.reinstate(courseId, 1, context());
    await reacting.settled();
    expect([(await told(ana)).at(-1), await openTo(ana, courseId)]).toEqual(['groupReinstated', 1]);
    await tickAt('2026-03-20T15:00:00.000Z');
    expect(await domain.types(`groups-${courseId}`)).toContain('GroupBegan');
    expect(await deadLetters(domain)).toEqual([]);
  });

  test('is open at once for who is moved to a group that has begun, and they are told', async () => {
    const { courseId } = await dated([2], null);
    await domain.learning.groups.plan(courseId, { ...plan, day: '2026-04-06', capacity: 2 }, domain.context());
    await reacting.settled();
    const ana = await person();
    await domain.learning.enrol(ana, courseId, domain.context(), { groupId: 2 });
    await tickAt(START);
    const move = (from: number, to: number) => refused(domain.learning.groups.move(courseId, from, to, ana, domain.context()));
    expect([await openTo(ana, courseId), await move(1, 2), await move(2, 1)]).toEqual([0, 'NOT_ENROLLED', 'done']);
    await reacting.settled();
    expect([await told(ana), await openTo(ana, courseId)]).toEqual([['groupChanged'], 1]);
    // What is open stays open.
    expect([await move(1, 2), await openTo(ana, courseId)]).toEqual(['done', 1]);
    expect(await deadLetters(domain)).toEqual([]);
  });

  test('nobody is told who was deactivated, or erased, before they were moved', async () => {
    const { courseId } = await dated([2, 2], null);
    for (const type of ['deactivate', 'erase'] as const) {
      const ana = await person();
      await domain.learning.enrol(ana, courseId, domain.context(), { groupId: 1 });
      await reacting.settled();
      await domain.accounts.govern(ana, { type }, domain.context());
      await domain.learning.groups.move(courseId, 1, 2, ana, domain.context());
      await reacting.settled();
      expect([await told(ana), await seatOf(ana, courseId)]).toEqual([[], { groupId: 2, hold: null }]);
    }
    expect(await deadLetters(domain)).toEqual([]);
  });

  test('is taken at one’s own pace again once its groups are over', async () => {
    const { courseId } = await dated([2], null);
    domain.clock.set('2026-05-02T17:00:00.000Z');
    const ana = await person();
    await domain.learning.enrol(ana, courseId, domain.context());
    expect((await domain.commands.load(enrolment, `${ana}_${courseId}`)).state.enrolled).toBe(true);
    expect([await openTo(ana, courseId), await seatOf(ana, courseId)]).toEqual([1, null]);
  });
});
