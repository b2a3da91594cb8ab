import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { user } from '../../backend/commands/identity/user.ts';
import { DomainError } from '../../backend/commands/kernel/errors.ts';
import { createTimer, type Timer } from '../../backend/commands/kernel/timer.ts';
import { enrolment } from '../../backend/commands/learning/enrolment.ts';
import { coupon as couponDecider } from '../../backend/commands/payments/coupon.ts';
import { holds, opensOf } from '../../backend/commands/payments/order.ts';
import { createPayments, type Payments } from '../../backend/commands/payments/payments.ts';
import { receipts } from '../../backend/commands/payments/receipt.ts';
import {
  paymentReactor,
  REMIND_PLAN,
  remindPlanAction,
  SETTLE_COUPON,
  SETTLE_ORDER,
  settleCouponAction,
  settleOrderAction,
} from '../../backend/commands/reactions/payments.ts';
import { createStandIn, inMemory, type StandIn } from '../../backend/integrations/payments/standIn.ts';
import { createStripe } from '../../backend/integrations/payments/stripe.ts';
import type { CouponTerms } from '../../events/coupons.ts';
import { noticeKinds, wants } from '../../events/notices.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { createClock, openDomain, publishedCourse, register, type TestDomain } from '../support/domain.ts';
import { deadLetters, type Reacting, react } from '../support/reacting.ts';

/** What follows from payments, on a real log: with a clock that is moved, several nodes, and people who are gone. */

const HOUR = 3_600_000;
let domain: TestDomain;
let timer: Timer;
let reacting: Reacting;
let standIn: StandIn;
let payments: Payments;
/** What the provider was asked, by method and path. */
let asked: string[];
/** So many refunds are refused, from now on. */
let refusing = 0;

const begin = async (now = '2026-03-06T17:00:00.000Z') => {
  domain = await openDomain(createClock(now));
  asked = [];
  standIn = createStandIn({ store: inMemory(), webhookSecret: 'w', pageOf: (id) => `https://pago.example/${id}`, now: domain.clock.now });
  payments = paymentsOf(domain);
  timer = createTimer(domain.vault, {
    [SETTLE_ORDER]: settleOrderAction(payments, () => timer),
    [SETTLE_COUPON]: settleCouponAction(payments, () => timer),
    [REMIND_PLAN]: remindPlanAction(payments, domain.commands, domain.notifications),
  });
  reacting = react(domain, [paymentReactor(domain.commands, payments, domain.learning, domain.notifications, timer)]);
  await reacting.settled();
  await domain.site.setMethods(['card', 'transfer'], domain.context());
  await domain.site.setTransfer('CLABE 000', domain.context());
};
const REFUND = 'POST /v1/refunds';
const paymentsOf = (of: TestDomain): Payments => {
  const request: typeof fetch = (input, init) => {
    const call = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`;
    asked.push(call);
    if (call !== REFUND || refusing === 0) return standIn.request(input, init);
    refusing--;
    const error = { type: 'invalid_request_error', code: 'refund_disallowed', message: 'refused' };
    return Promise.resolve(new Response(JSON.stringify({ error }), { status: 400 }));
  };
  return createPayments(
    of.commands,
    createStripe({ secretKey: 's', webhookSecret: 'w', request }),
    'https://escuela.mx',
    new Uint8Array(32),
  );
};
beforeEach(() => begin());

let people = 0;
const buyer = async (): Promise<number> => {
  const userId = await register(domain, `compradora${++people}`);
  await confirmEmail(domain.commands, userId, domain.context());
  return userId;
};
const course = async (amount = 49_900): Promise<number> =>
  (await publishedCourse(domain, [1], { price: { amount, currency: 'MXN' } })).courseId;
const buy = (userId: number, courseId: number, code?: string, by = payments, at = domain) =>
  by.start(userId, { what: 'course', courseId, coupon: code }, at.context());
const sessionIn = (url: string): string => url.split('/').at(-1) ?? '';
const terms = (more: Partial<CouponTerms> = {}): CouponTerms => ({
  ...{ percent: 50, amount: null, what: 'courses', courseIds: [], limit: 1, from: null, until: null },
  ...more,
});
const couponOf = async (code: string) => {
  const { held, used } = (await domain.commands.load(couponDecider, code)).state;
  return { held: [...held].length, used: [...used].length };
};
const orderOf = async (userId: number, orderId: number) => {
  const order = (await payments.load(userId)).get(orderId);
  if (!order) throw new Error('no order');
  return order;
};
/** Kinds of what somebody was told, in order. */
const told = async (userId: number): Promise<unknown[]> =>
  (await domain.events(`inbox-${userId}`)).flatMap(({ data }) => (data as { kind?: unknown }).kind ?? []);
const refused = async (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );

// rows: B29
describe('a coupon', () => {
  test('of one place is had by one of a hundred people who press at once on three nodes', async () => {
    const nodes = [domain, await domain.another(), await domain.another()];
    const courseId = await course();
    await payments.coupons.create('UNO', terms(), domain.context());
    const crowd: number[] = [];
    for (let one = 0; one < 100; one++) crowd.push(await buyer());
    const served = nodes.map((node) => ({ node, by: paymentsOf(node) }));
    const outcomes = await Promise.all(
      crowd.map((userId, at) => {
        const { node, by } = served[at % served.length] ?? { node: domain, by: payments };
        return refused(buy(userId, courseId, 'uno', by, node));
      }),
    );
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'COUPON_USED_UP')).toHaveLength(99);
    await reacting.settled();
    expect(await couponOf('UNO')).toEqual({ held: 1, used: 0 });
  }, 60_000);

  test('discounts one order of a person, whatever pages they open with it', async () => {
    const userId = await buyer();
    const courses = [await course(), await course(), await course()];
    await payments.coupons.create('UNO', terms(), domain.context());
    const pages: string[] = [];
    for (const courseId of courses) pages.push(sessionIn((await buy(userId, courseId, 'uno')).url));
    for (const [at, page] of pages.entries()) {
      await standIn.pay(page);
      await payments.settle({ userId, orderId: at + 1 }, domain.context());
    }
    await reacting.settled();
    const discounted = [...(await payments.load(userId))].filter(([, { paid, coupon }]) => paid !== null && coupon !== null);
    expect(discounted).toHaveLength(1);
    expect(await couponOf('UNO')).toEqual({ held: 0, used: 1 });
  });

  test('of a page that was paid though it was left: the page that was begun after it is closed', async () => {
    const userId = await buyer();
    const [one, other] = [await course(), await course()];
    await payments.coupons.create('UNO', terms(), domain.context());
    const first = await buy(userId, one, 'uno');
    await standIn.pay(sessionIn(first.url));
    const second = await buy(userId, other, 'uno');
    await payments.settle({ userId, orderId: first.orderId }, domain.context());
    await reacting.settled();
    expect(await standIn.page(sessionIn(second.url))).toMatchObject({ status: 'expired' });
    expect((await orderOf(userId, second.orderId)).state).toBe('closed');
    expect(await couponOf('UNO')).toEqual({ held: 0, used: 1 });
  });

  test('is not taken from a transfer that its buyer says was sent', async () => {
    const userId = await buyer();
    const [one, other] = [await course(), await course()];
    await payments.coupons.create('UNO', terms(), domain.context());
    const { orderId } = await payments.startTransfer(userId, { what: 'course', courseId: one, coupon: 'uno' }, domain.context());
    await payments.declareTransfer({ userId, orderId }, { tracking: 'RASTREO', proof: null }, domain.context());
    expect(await refused(buy(userId, other, 'uno'))).toBe('COUPON_USED');
    expect(await orderOf(userId, orderId)).toMatchObject({ state: 'open', coupon: { code: 'UNO' } });
    await reacting.settled();
    expect(await couponOf('UNO')).toEqual({ held: 1, used: 0 });
  });

  test('that was ended is still good for the page that is open with it, also pressed again', async () => {
    const userId = await buyer();
    const courseId = await course();
    await payments.coupons.create('UNO', terms(), domain.context());
    const { url } = await buy(userId, courseId, 'uno');
    await payments.coupons.end('UNO', domain.context());
    expect((await buy(userId, courseId, ' Uno ')).url).toBe(url);
    expect(await refused(buy(await buyer(), courseId, 'uno'))).toBe('COUPON_NOT_VALID');
  });

  test('of a course that is archived meanwhile: who pays the page that was open has the course', async () => {
    const userId = await buyer();
    const courseId = await course();
    await payments.coupons.create('UNO', terms(), domain.context());
    const { url, orderId } = await buy(userId, courseId, 'uno');
    await domain.authoring.change(courseId, { type: 'archive' }, domain.context());
    await standIn.pay(sessionIn(url));
    await payments.settle({ userId, orderId }, domain.context());
    await reacting.settled();
    expect(await domain.types(`enrolment-${userId}_${courseId}`)).toContain('LearnerEnrolled');
    expect(await deadLetters(domain)).toEqual([]);
  });
});

test('of a page that was begun again and again, the provider is told once', async () => {
  const userId = await buyer();
  const courseId = await course();
  await payments.coupons.create('UNO', terms(), domain.context());
  for (let time = 0; time < 6; time++) await buy(userId, courseId, time % 2 === 0 ? 'uno' : undefined);
  await reacting.settled();
  asked.length = 0;
  await buy(userId, courseId, 'uno');
  expect(asked.filter((one) => one.endsWith('/expire'))).toHaveLength(1);
  expect(asked.length).toBeLessThanOrEqual(5);
});

describe('who is erased', () => {
  const erase = async (userId: number) => {
    await domain.accounts.govern(userId, { type: 'erase' }, domain.context());
    await reacting.settled();
  };
  test('cannot pay any more on a page that was open, nor is their transfer waited for', async () => {
    const userId = await buyer();
    const { url } = await buy(userId, await course());
    const { orderId } = await payments.startTransfer(userId, { what: 'course', courseId: await course() }, domain.context());
    await erase(userId);
    expect(await standIn.page(sessionIn(url))).toMatchObject({ status: 'expired' });
    expect((await orderOf(userId, 1)).state).toBe('closed');
    expect((await orderOf(userId, orderId)).state).toBe('closed');
    expect(await deadLetters(domain)).toEqual([]);
  });
  test('while a plan is theirs has it ended there, and is charged no more', async () => {
    const userId = await buyer();
    await domain.site.setPrice(
      { plan: 'premium', price: { amount: 5_000, currency: 'USD' }, period: 'month', validFrom: '2026-03-06' },
      domain.context(),
    );
    const { url, orderId } = await payments.start(userId, { what: 'premium' }, domain.context());
    await standIn.pay(sessionIn(url));
    await payments.settle({ userId, orderId }, domain.context());
    await reacting.settled();
    await erase(userId);
    expect((await orderOf(userId, orderId)).subscription?.state).toBe('ended');
    expect(await deadLetters(domain)).toEqual([]);
  });
  test('and paid just before has the money back', async () => {
    const userId = await buyer();
    const { url, orderId } = await buy(userId, await course());
    await standIn.pay(sessionIn(url));
    await erase(userId);
    await payments.settle({ userId, orderId }, domain.context());
    await reacting.settled();
    const { refunded, paid } = await orderOf(userId, orderId);
    expect(refunded).toBe(paid?.amount);
    expect(await deadLetters(domain)).toEqual([]);
  });
  test('and whose transfer came has it sent back by hand', async () => {
    const userId = await buyer();
    const { orderId } = await payments.startTransfer(userId, { what: 'course', courseId: await course() }, domain.context());
    await payments.declareTransfer({ userId, orderId }, { tracking: 'RASTREO', proof: null }, domain.context());
    await erase(userId);
    await payments.judgeTransfer({ userId, orderId }, 'confirm', domain.context());
    await reacting.settled();
    expect(await orderOf(userId, orderId)).toMatchObject({ state: 'paid', refundAsked: 49_900 });
    expect(await deadLetters(domain)).toEqual([]);
  });
});

test('who was deactivated and pays has the course once they are active again', async () => {
  const userId = await buyer();
  const courseId = await course();
  const { url, orderId } = await buy(userId, courseId);
  await domain.accounts.govern(userId, { type: 'deactivate' }, domain.context());
  await standIn.pay(sessionIn(url));
  await payments.settle({ userId, orderId }, domain.context());
  await reacting.settled();
  expect(await domain.types(`enrolment-${userId}_${courseId}`)).toContain('LearnerEnrolled');
  expect(await deadLetters(domain)).toEqual([]);
});

// rows: B28
test('a receipt has the year of its payment in the school’s zone, and no number twice on several nodes', async () => {
  await begin('2026-12-31T20:00:00.000Z');
  const courseId = await course();
  const nodes = [domain, await domain.another()];
  const paid: { userId: number; orderId: number }[] = [];
  for (const at of ['2027-01-01T05:59:00.000Z', '2027-01-01T07:59:00.000Z', '2027-01-01T08:01:00.000Z', '2027-01-01T08:02:00.000Z']) {
    const userId = await buyer();
    domain.clock.set(at);
    const { url, orderId } = await buy(userId, courseId);
    await standIn.pay(sessionIn(url));
    paid.push({ userId, orderId });
  }
  // Found long after, by all nodes at once.
  domain.clock.set('2027-01-02T12:00:00.000Z');
  await Promise.all(nodes.flatMap((node) => paid.map((name) => paymentsOf(node).settle(name, node.context()))));
  await reacting.settled();
  const last = async (year: number) => (await domain.commands.load(receipts, year)).state.last;
  expect([await last(2026), await last(2027)]).toEqual([2, 2]);
});

// rows: B27
describe('a bank transfer', () => {
  const transferred = async () => {
    const userId = await buyer();
    const { orderId } = await payments.startTransfer(userId, { what: 'course', courseId: await course() }, domain.context());
    return { userId, orderId };
  };
  test('that one administrator confirmed is not closed by another who did not find it', async () => {
    const name = await transferred();
    await payments.judgeTransfer(name, 'confirm', domain.context());
    expect(await refused(payments.judgeTransfer(name, 'notArrived', domain.context()))).toBe('TRANSFER_CONFIRMED');
    expect((await orderOf(name.userId, name.orderId)).state).toBe('paid');
  });
  test('of which nothing is to be given back is not said to be sent back', async () => {
    const name = await transferred();
    await payments.judgeTransfer(name, 'confirm', domain.context());
    expect(await refused(payments.sentBack(name, undefined, domain.context()))).toBe('REFUND_NOT_POSSIBLE');
  });
  test('confirmed by two administrators at once on two nodes is paid once', async () => {
    const name = await transferred();
    const other = await domain.another();
    await Promise.all([
      payments.judgeTransfer(name, 'confirm', domain.context()),
      paymentsOf(other).judgeTransfer(name, 'confirm', other.context()),
    ]);
    await reacting.settled();
    expect((await domain.types(`purchases-${name.userId}`)).filter((type) => type === 'PaymentSucceeded')).toHaveLength(1);
    expect((await domain.commands.load(receipts, 2026)).state.last).toBe(1);
  });
  test('that was not found is told to its buyer; confirmed after all, the course opens', async () => {
    const name = await transferred();
    await payments.judgeTransfer(name, 'notArrived', domain.context());
    await payments.judgeTransfer(name, 'notArrived', domain.context());
    await reacting.settled();
    expect(await told(name.userId)).toEqual(['transferRefused']);
    await payments.judgeTransfer(name, 'confirm', domain.context());
    await reacting.settled();
    expect(await told(name.userId)).toEqual(['transferRefused', 'coursePaid']);
  });
  test('is sent back as far as staff say, though more was asked for meanwhile', async () => {
    const name = await transferred();
    await payments.judgeTransfer(name, 'confirm', domain.context());
    await payments.refund(name, 'staff', 10_000, domain.context());
    await payments.refund(name, 'learner', undefined, domain.context());
    await payments.sentBack(name, 10_000, domain.context());
    expect(await orderOf(name.userId, name.orderId)).toMatchObject({ refunded: 10_000, refundAsked: 39_900 });
    expect(await refused(payments.sentBack(name, 40_000, domain.context()))).toBe('REFUND_NOT_POSSIBLE');
    await payments.sentBack(name, undefined, domain.context());
    expect(await orderOf(name.userId, name.orderId)).toMatchObject({ refunded: 49_900, refundAsked: 0 });
  });
  test('that came after its five days opens the course', async () => {
    const name = await transferred();
    domain.clock.advance(6 * 24 * HOUR);
    await reacting.settled();
    await timer.tick(domain.clock.now());
    expect((await orderOf(name.userId, name.orderId)).state).toBe('closed');
    await reacting.settled();
    await payments.judgeTransfer(name, 'confirm', domain.context());
    await reacting.settled();
    expect((await orderOf(name.userId, name.orderId)).state).toBe('paid');
    expect(await told(name.userId)).toEqual(['transferExpired', 'coursePaid']);
  });
});

// rows: B30
describe('a gift', () => {
  const given = async (to: string | null = 'amiga@ejemplo.mx') => {
    const userId = await buyer();
    const courseId = await course();
    const gift = { to, toName: 'Lupita', message: '¡Felicidades!' };
    const { url, orderId } = await payments.start(userId, { what: 'course', courseId, gift }, domain.context());
    await standIn.pay(sessionIn(url));
    await payments.settle({ userId, orderId }, domain.context());
    await reacting.settled();
    return { userId, orderId, courseId, code: payments.gifts.codeOf({ userId, orderId }) };
  };
  const has = async (userId: number, courseId: number) => (await domain.commands.load(enrolment, `${userId}_${courseId}`)).state.enrolled;
  const claim = (code: string, by: number) => refused(payments.gifts.claim(code, by, domain.context()));

  test('opens for whoever accepts it, once, and for nobody before; not for its buyer, nor for who has the course', async () => {
    const { userId, courseId, code } = await given();
    expect(await has(userId, courseId)).toBe(false);
    expect(await told(userId)).toEqual(['giftPaid']);
    // The giver does not own what they gave: a bundle that contains it costs them its full price, and includes it.
    const terms = {
      title: 'Ruta',
      description: '',
      courseIds: [courseId, await course()],
      price: { amount: 80_000, currency: 'MXN' as const },
    };
    const { bundleId } = await payments.bundles.create(terms, domain.context());
    await payments.bundles.publish(bundleId, domain.context());
    expect((await payments.bundleFor(userId, bundleId)).courses.map(({ owned }) => owned)).toEqual([false, false]);
    expect(await domain.types(`purchases-${userId}`)).toContain('GiftSent');
    const owner = await buyer();
    await domain.learning.purchase(owner, courseId, '999-1', domain.context());
    expect([await claim(code, userId), await claim(code, owner), await claim(`${code}X`, owner)]).toEqual([
      ...['GIFT_OWN', 'COURSE_ALREADY_OWNED', 'GIFT_NOT_FOUND'],
    ]);
    const [friend, other] = [await buyer(), await buyer()];
    expect(await claim(` ${code.toLowerCase()} `, friend)).toBe('done');
    expect([await claim(code, friend), await claim(code, other)]).toEqual(['done', 'GIFT_CLAIMED']);
    await reacting.settled();
    expect([await has(friend, courseId), await has(other, courseId)]).toEqual([true, false]);
    expect(await told(userId)).toEqual(['giftPaid', 'giftClaimed']);
    expect(await told(friend)).toEqual(['giftOpened']);
    expect(await deadLetters(domain)).toEqual([]);
  });

  test('closes the page on which its receiver was about to pay for the same', async () => {
    const { courseId, code } = await given();
    const friend = await buyer();
    const { url } = await buy(friend, courseId);
    const { url: another } = await buy(friend, await course());
    expect(await claim(code, friend)).toBe('done');
    await reacting.settled();
    expect(await standIn.page(sessionIn(url))).toMatchObject({ status: 'expired' });
    expect(await standIn.page(sessionIn(another))).toMatchObject({ status: 'open' });
  });

  test('whose receiver is erased has nothing to open any more, whatever its bank says', async () => {
    const { userId, orderId, code } = await given();
    const friend = await buyer();
    await claim(code, friend);
    await reacting.settled();
    await domain.accounts.govern(friend, { type: 'erase' }, domain.context());
    await standIn.dispute((await orderOf(userId, orderId)).payment ?? '', 'won');
    await payments.settle({ userId, orderId }, domain.context());
    await reacting.settled();
    expect(await deadLetters(domain)).toEqual([]);
  });

  test('accepted on two nodes at once is had by one', async () => {
    const { courseId, code } = await given();
    const other = await domain.another();
    const friends = [await buyer(), await buyer()];
    const outcomes = await Promise.all([
      claim(code, friends[0] ?? 0),
      refused(paymentsOf(other).gifts.claim(code, friends[1] ?? 0, other.context())),
    ]);
    expect([...outcomes].sort()).toEqual(['GIFT_CLAIMED', 'done']);
    await reacting.settled();
    expect(await Promise.all(friends.map((one) => has(one, courseId)))).toEqual(outcomes.map((one) => one === 'done'));
  });

  test('is given back on request while nobody has it; afterwards by staff, which closes what it opened', async () => {
    const first = await given();
    expect(await refused(payments.refund(first, 'learner', undefined, domain.context()))).toBe('done');
    expect(await claim(first.code, await buyer())).toBe('GIFT_ENDED');
    const second = await given();
    const friend = await buyer();
    await claim(second.code, friend);
    await reacting.settled();
    expect(await refused(payments.refund(second, 'learner', undefined, domain.context()))).toBe('GIFT_CLAIMED');
    await payments.refund(second, 'staff', undefined, domain.context());
    await reacting.settled();
    expect(await has(friend, second.courseId)).toBe(false);
    expect(await deadLetters(domain)).toEqual([]);
  });

  test('whose money goes back is nobody’s any more, also where the provider refused it and staff are to try again', async () => {
    const name = await given();
    refusing = 1;
    await payments.refund(name, 'learner', undefined, domain.context());
    await reacting.settled();
    expect(await orderOf(name.userId, name.orderId)).toMatchObject({ refunded: 0, refundAsked: 0, refundLost: 49_900 });
    expect((await payments.gifts.look(name.code)).state).toBe('ended');
    expect(await claim(name.code, await buyer())).toBe('GIFT_ENDED');
  });

  test('is sent again, also elsewhere, at most five times, and not once somebody has it', async () => {
    const { userId, orderId, code } = await given(null);
    const send = (to: string | null) => refused(payments.gifts.mail({ userId, orderId }, to, domain.context()));
    expect(await send(null)).toBe('GIFT_NO_ADDRESS');
    for (let time = 0; time < 5; time++) expect(await send('otra@ejemplo.mx')).toBe('done');
    expect(await send('otra@ejemplo.mx')).toBe('GIFT_SENT_ENOUGH');
    await claim(code, await buyer());
    expect(await send('otra@ejemplo.mx')).toBe('GIFT_CLAIMED');
  });
});

// rows: B25
test('a refund that comes back days later is found by asking: the course is open until staff give it back after all', async () => {
  const userId = await buyer();
  const courseId = await course();
  const { url, orderId } = await buy(userId, courseId);
  await standIn.pay(sessionIn(url));
  await payments.settle({ userId, orderId }, domain.context());
  const has = async () => (await domain.commands.load(enrolment, `${userId}_${courseId}`)).state.enrolled;
  const giveBack = async (by: 'learner' | 'staff') => {
    await payments.refund({ userId, orderId }, by, undefined, domain.context());
    await reacting.settled();
  };
  await giveBack('learner');
  expect(await has()).toBe(false);
  // By then every check of the payment page itself has run.
  domain.clock.advance(26 * HOUR);
  await timer.tick(domain.clock.now());
  await standIn.bounce((await orderOf(userId, orderId)).payment ?? '');
  domain.clock.advance(6 * 24 * HOUR);
  await timer.tick(domain.clock.now());
  await reacting.settled();
  expect([await has(), (await orderOf(userId, orderId)).refunded]).toEqual([true, 0]);
  expect(await told(userId)).toEqual(['coursePaid', 'refundMade', 'refundFailed']);
  await giveBack('staff');
  expect([await has(), (await orderOf(userId, orderId)).refunded]).toEqual([false, 49_900]);
  expect(await deadLetters(domain)).toEqual([]);
});

// rows: B25
test('of two refunds of an order one is refused: staff close that one by hand, the other comes, and none comes again', async () => {
  const userId = await buyer();
  const { url, orderId } = await buy(userId, await course());
  const name = { userId, orderId };
  await standIn.pay(sessionIn(url));
  await payments.settle(name, domain.context());
  await reacting.settled();
  refusing = 1;
  await payments.refund(name, 'staff', 10_000, domain.context());
  await payments.refund(name, 'staff', 39_900, domain.context());
  await reacting.settled();
  expect(await orderOf(userId, orderId)).toMatchObject({ refunded: 39_900, refundAsked: 0, refundLost: 10_000 });
  expect(await refused(payments.sentBack(name, 49_900, domain.context()))).toBe('REFUND_NOT_POSSIBLE');
  await payments.sentBack(name, undefined, domain.context());
  await reacting.settled();
  expect(await told(userId)).toEqual(['coursePaid', 'refundFailed', 'refundMade', 'refundMadeOtherWay']);
  // What was handled before the process died is handled again.
  const before = asked.filter((call) => call === REFUND).length;
  for (const { id, type } of await domain.events(`purchases-${userId}`))
    if (type === 'RefundRequested') await payments.giveBack(name, id, domain.context());
  expect(asked.filter((call) => call === REFUND)).toHaveLength(before);
  expect(await orderOf(userId, orderId)).toMatchObject({ refunded: 49_900, otherWay: 10_000 });
  expect(await deadLetters(domain)).toEqual([]);
});

test('a provider that cannot be asked is asked again later, and not with each look at what is due', async () => {
  const userId = await buyer();
  const { orderId, url } = await buy(userId, await course());
  await reacting.settled();
  const without: Timer = createTimer(domain.vault, {
    [SETTLE_ORDER]: settleOrderAction(createPayments(domain.commands, null, 'https://escuela.mx', new Uint8Array(32)), () => without),
  });
  domain.clock.advance(3 * 60_000);
  expect(await without.tick(domain.clock.now())).toBe(1);
  expect(await without.tick(domain.clock.now())).toBe(0);
  await standIn.pay(sessionIn(url));
  domain.clock.advance(7 * HOUR);
  await timer.tick(domain.clock.now());
  expect((await orderOf(userId, orderId)).state).toBe('paid');
});

test('a plan that the provider leaves unpaid has ended, there too: nobody is charged for what is closed', async () => {
  const userId = await buyer();
  await domain.site.setPrice(
    { plan: 'premium', price: { amount: 5_000, currency: 'USD' }, period: 'month', validFrom: '2026-03-06' },
    domain.context(),
  );
  const { url, orderId } = await payments.start(userId, { what: 'premium' }, domain.context());
  await standIn.pay(sessionIn(url));
  await payments.settle({ userId, orderId }, domain.context());
  await reacting.settled();
  const id = (await orderOf(userId, orderId)).subscription?.id ?? '';
  await standIn.turn(id, false);
  await standIn.leaveUnpaid(id);
  await payments.settle({ userId, orderId }, domain.context());
  await reacting.settled();
  expect((await orderOf(userId, orderId)).subscription?.state).toBe('ended');
  expect((await domain.commands.load(user, userId)).state.plan).toBe('basic');
  expect(asked.filter((one) => one === `DELETE /v1/subscriptions/${id}`)).toHaveLength(1);
  expect(await deadLetters(domain)).toEqual([]);
});

// rows: B25
describe('a renewal that staff give back', () => {
  /** `away`: the provider cannot be reached, or acts without answering, after `last` was done. `later`: it has forgotten earlier idempotency keys. */
  let at: { away: 'all' | 'answers' | null; last: number; later: boolean };
  let office: Payments;
  const renewed = async () => {
    at = { away: null, last: 0, later: false };
    const request: typeof fetch = async (input, init) => {
      const does = init?.method === 'POST';
      const lost = at.away === 'all' || (at.away === 'answers' && does);
      if (lost && (!does || at.last-- <= 0)) throw new Error('away');
      const headers = new Headers(init?.headers);
      if (at.later) headers.set('Idempotency-Key', `${headers.get('Idempotency-Key')} later`);
      const answer = await standIn.request(input, { ...init, headers });
      if (lost) throw new Error('away');
      return answer;
    };
    office = createPayments(
      domain.commands,
      createStripe({ secretKey: 's', webhookSecret: 'w', request }),
      'https://escuela.mx',
      new Uint8Array(32),
    );
    const userId = await buyer();
    await domain.site.setPrice(
      { plan: 'premium', price: { amount: 5_000, currency: 'USD' }, period: 'month', validFrom: '2026-03-06' },
      domain.context(),
    );
    const { url, orderId } = await payments.start(userId, { what: 'premium' }, domain.context());
    await standIn.pay(sessionIn(url));
    const name = { userId, orderId };
    await payments.settle(name, domain.context());
    await standIn.turn((await orderOf(userId, orderId)).subscription?.id ?? '');
    await payments.settle(name, domain.context());
    await reacting.settled();
    const invoice = (await orderOf(userId, orderId)).subscription?.last ?? '';
    const give = (amount?: number) => refused(office.refundRenewal(name, invoice, amount, domain.context()));
    const given = async () => {
      await payments.settle(name, domain.context());
      return (await orderOf(userId, orderId)).subscription?.invoices.get(invoice)?.refunded;
    };
    return { userId, give, given };
  };

  test('goes back once where its answer was lost, and another amount was asked for meanwhile', async () => {
    const { give, given } = await renewed();
    Object.assign(at, { away: 'all', last: 1 });
    expect(await give(1_000)).toBe('PAYMENT_PROVIDER_FAILED');
    expect(await give(2_000)).toBe('PAYMENT_PROVIDER_FAILED');
    at.away = null;
    expect(await give(1_000)).toBe('done');
    expect(await given()).toBe(1_000);
  });

  test('goes back once where its answer was lost, and the provider has forgotten the key', async () => {
    const { give, given } = await renewed();
    Object.assign(at, { away: 'all', last: 1 });
    expect(await give(1_000)).toBe('PAYMENT_PROVIDER_FAILED');
    Object.assign(at, { away: null, later: true });
    expect(await give(1_000)).toBe('done');
    expect(await given()).toBe(1_000);
  });

  test('is answered by what became of it where only the answer was lost', async () => {
    const { give, given } = await renewed();
    Object.assign(at, { away: 'answers', last: 1 });
    expect([await give(1_000), await given()]).toEqual(['done', 1_000]);
    at.away = null;
    expect([await give(), await given(), await give()]).toEqual(['done', 5_000, 'REFUND_DONE']);
  });

  test('can be given back of who is erased', async () => {
    const { userId, give, given } = await renewed();
    await domain.accounts.govern(userId, { type: 'erase' }, domain.context());
    await reacting.settled();
    expect([await give(1_000), await give(1_000), await given()]).toEqual(['done', 'done', 2_000]);
  });
});

describe('a provider that does not know an order, being another account', () => {
  /** The timer and who buys, with keys of an account where nothing was opened. */
  const elsewhere = () => {
    const calls: string[] = [];
    const other = createStandIn({
      store: inMemory(),
      webhookSecret: 'w',
      pageOf: (id) => `https://otra.example/${id}`,
      now: domain.clock.now,
    });
    const request: typeof fetch = (input, init) => {
      calls.push(String(input));
      return other.request(input, init);
    };
    const there = createPayments(
      domain.commands,
      createStripe({ secretKey: 's', webhookSecret: 'w', request }),
      'https://escuela.mx',
      new Uint8Array(32),
    );
    const ticking: Timer = createTimer(domain.vault, {
      [SETTLE_ORDER]: settleOrderAction(there, () => ticking),
      [SETTLE_COUPON]: settleCouponAction(there, () => ticking),
    });
    return { calls, there, ticking };
  };
  /** Each quarter of an hour of so many. */
  const pass = async (hours: number, ticking: Timer) => {
    for (let quarter = 0; quarter < hours * 4; quarter++) {
      domain.clock.advance(HOUR / 4);
      await ticking.tick(domain.clock.now());
      await reacting.settled();
    }
  };
  test('is asked a few times; then the order ends, and its coupon is free; paid there after all, it counts', async () => {
    const userId = await buyer();
    await payments.coupons.create('UNO', terms(), domain.context());
    const { orderId, url } = await buy(userId, await course(), 'uno');
    await reacting.settled();
    const { calls, ticking } = elsewhere();
    await pass(36, ticking);
    expect(calls.length).toBeLessThanOrEqual(7);
    expect((await orderOf(userId, orderId)).state).toBe('closed');
    expect((await domain.events(`purchases-${userId}`)).at(-1)?.data).toMatchObject({ cause: 'unknown' });
    expect(await couponOf('UNO')).toEqual({ held: 0, used: 0 });
    domain.clock.set('2026-03-06T17:10:00.000Z');
    await standIn.pay(sessionIn(url));
    await payments.settle({ userId, orderId }, domain.context());
    expect((await orderOf(userId, orderId)).state).toBe('paid');
  });
  test('begins anew who buys the same again, also with the coupon that the first page holds', async () => {
    const userId = await buyer();
    const courseId = await course();
    await payments.coupons.create('UNO', terms(), domain.context());
    const { orderId } = await buy(userId, courseId, 'uno');
    await reacting.settled();
    const { there } = elsewhere();
    const again = await buy(userId, courseId, 'uno', there);
    await reacting.settled();
    expect(again.orderId).toBe(orderId + 1);
    expect(again.url).toContain('otra.example');
    expect((await orderOf(userId, orderId)).state).toBe('closed');
    expect(await couponOf('UNO')).toEqual({ held: 1, used: 0 });
  });
  test('gives nothing back, which staff see; ends nothing that stands still for who is erased', async () => {
    const [userId, erased] = [await buyer(), await buyer()];
    const { orderId, url } = await buy(userId, await course());
    await standIn.pay(sessionIn(url));
    await payments.settle({ userId, orderId }, domain.context());
    await buy(erased, await course());
    await reacting.settled();
    reacting.stop();
    const { there } = elsewhere();
    const after = react(domain, [paymentReactor(domain.commands, there, domain.learning, domain.notifications, timer)]);
    await there.refund({ userId, orderId }, 'staff', undefined, domain.context());
    await domain.accounts.govern(erased, { type: 'erase' }, domain.context());
    await after.settled();
    expect(await orderOf(userId, orderId)).toMatchObject({ refunded: 0, refundAsked: 0, refundLost: 49_900 });
    expect(await deadLetters(domain)).toEqual([]);
    after.stop();
  });
});

test('a provider that is away is asked twice as seldom each time, down to once an hour', async () => {
  const now = new Date('2026-03-06T17:00:00.000Z');
  const planned: { due: string; data: Readonly<Record<string, string | number | null>> }[] = [];
  const away = { settle: () => Promise.reject(new DomainError('PAYMENT_PROVIDER_FAILED')) };
  const act = settleOrderAction(away, () => ({ schedule: async (one) => void planned.push(one) }));
  for (let time = 0; time < 7; time++)
    await act(
      { thing: 'x', due: '', kind: SETTLE_ORDER, data: planned.at(-1)?.data ?? { userId: 1, orderId: 1 } },
      { ...domain.context(), now },
    );
  expect(planned.map(({ due }) => (Date.parse(due) - now.getTime()) / 60_000)).toEqual([2, 4, 8, 16, 32, 60, 60]);
});

// rows: B26
test('a plan that could not be charged, or ends, and a refund that failed are told by mail too, as long as nobody says otherwise', () => {
  for (const kind of ['planPastDue', 'planEnding', 'planEnded', 'refundFailed'] as const)
    expect(wants({}, noticeKinds[kind].type, 'mail'), kind).toBe(true);
});

// rows: B26, B27
test('the plan is paid by transfer a month at a time: reminded of before its end, gone on with by another one, and ended without', async () => {
  await domain.site.setPrice(
    { plan: 'premium', price: { amount: 5_000, currency: 'USD' }, period: 'month', validFrom: '2026-03-06' },
    domain.context(),
  );
  const userId = await buyer();
  const planOf = async () => (await domain.commands.load(user, userId)).state.plan;
  const month = async () => {
    const { orderId } = await payments.startTransfer(userId, { what: 'premium' }, domain.context());
    await payments.judgeTransfer({ userId, orderId }, 'confirm', domain.context());
    await reacting.settled();
    return (await orderOf(userId, orderId)).subscription?.until;
  };
  const goTo = async (at: string) => {
    domain.clock.set(at);
    await timer.tick(domain.clock.now());
    await reacting.settled();
  };
  expect(await month()).toBe('2026-04-06T17:00:00.000Z');
  expect(await planOf()).toBe('premium');
  expect(await refused(payments.start(userId, { what: 'premium' }, domain.context()))).toBe('SUBSCRIPTION_ACTIVE');
  await goTo('2026-04-01T18:00:00.000Z');
  expect(await told(userId)).toEqual(['planPaid', 'planEnding']);
  // No day is lost, nothing is given back, and the first month ends in silence.
  expect(await month()).toBe('2026-05-06T17:00:00.000Z');
  await goTo('2026-04-07T17:00:00.000Z');
  expect(await planOf()).toBe('premium');
  expect((await orderOf(userId, 2)).refundAsked).toBe(0);
  await goTo('2026-05-02T17:00:00.000Z');
  await goTo('2026-05-06T19:00:00.000Z');
  expect(await planOf()).toBe('basic');
  expect(await told(userId)).toEqual(['planPaid', 'planEnding', 'planPaid', 'planEnding', 'planEnded']);
  expect(await deadLetters(domain)).toEqual([]);
});

test('a month of the plan that was paid by transfer and is sent back ends with it', async () => {
  await domain.site.setPrice(
    { plan: 'premium', price: { amount: 5_000, currency: 'USD' }, period: 'month', validFrom: '2026-03-06' },
    domain.context(),
  );
  const userId = await buyer();
  const { orderId } = await payments.startTransfer(userId, { what: 'premium' }, domain.context());
  await payments.judgeTransfer({ userId, orderId }, 'confirm', domain.context());
  await payments.refund({ userId, orderId }, 'learner', undefined, domain.context());
  await payments.sentBack({ userId, orderId }, undefined, domain.context());
  await reacting.settled();
  expect((await domain.commands.load(user, userId)).state.plan).toBe('basic');
  expect(await deadLetters(domain)).toEqual([]);
});

/** A process that dies at its call number `at` (of the log and of the provider), before it or right after it was done. */
interface Death {
  at: number;
  after: boolean;
}
const mortal = (death: Death | null): Payments => {
  let calls = 0;
  const die = (): never => {
    throw new Error('the process has died');
  };
  const step = async <T>(act: () => Promise<T>): Promise<T> => {
    const call = calls++;
    if (death === null || call < death.at) return act();
    if (call === death.at && death.after) await act();
    return die();
  };
  const { commands } = domain;
  const request: typeof fetch = (input, init) => standIn.request(input, init);
  const provider = createStripe({ secretKey: 's', webhookSecret: 'w', request });
  const dying = Object.fromEntries(
    Object.entries(provider).map(([name, act]) => [
      name,
      (...given: never[]) => step(() => (act as (...all: never[]) => Promise<unknown>)(...given)),
    ]),
  ) as unknown as typeof provider;
  const handle = ((...given: Parameters<typeof commands.handle>) => step(() => commands.handle(...given))) as typeof commands.handle;
  return createPayments({ ...commands, handle }, dying, 'https://escuela.mx', new Uint8Array(32));
};

// rows: B18, B22, B30
test('wherever the school dies between provider and log, money, access and coupons agree in the end', async () => {
  const courses = [await course(), await course(), await course()];
  const { bundleId } = await payments.bundles.create(
    { title: 'Ruta', description: '', courseIds: courses.slice(1), price: { amount: 80_000, currency: 'MXN' } },
    domain.context(),
  );
  await payments.bundles.publish(bundleId, domain.context());
  const death = fc.option(fc.record({ at: fc.nat(9), after: fc.boolean() }), { nil: null, freq: 2 });
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('card' as const, 'transfer' as const),
        what: fc.nat(3),
        coupon: fc.boolean(),
        gift: fc.boolean(),
        death,
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('pay' as const, 'payUntold' as const), at: fc.nat(4), death }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom('refund' as const, 'ask' as const, 'claim' as const, 'confirm' as const, 'refuse' as const, 'settle' as const),
        at: fc.nat(4),
        death,
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('restart' as const, 'day' as const), death: fc.constant(null) }) },
  );
  const rest = async () => {
    for (let time = 0; time < 4; time++) {
      await reacting.settled();
      domain.clock.advance(32 * HOUR);
      await timer.tick(domain.clock.now());
    }
    await reacting.settled();
  };
  let stories = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (story) => {
      const userId = await buyer();
      const friend = await buyer();
      const code = `UNO${++stories}`;
      await payments.coupons.create(code, terms(), domain.context());
      const pages = new Map<number, string>();
      for (const one of story) {
        const by = mortal(one.death);
        const had = [...(await payments.load(userId))].map(([orderId]) => orderId);
        const orderId = 'at' in one ? had[one.at % Math.max(1, had.length)] : undefined;
        const name = { userId, orderId: orderId ?? 0 };
        const act = async () => {
          if (one.do === 'card' || one.do === 'transfer') {
            const courseId = courses[one.what];
            const wanted = {
              ...(courseId === undefined ? ({ what: 'bundle', bundleId } as const) : ({ what: 'course', courseId } as const)),
              coupon: one.coupon ? code : undefined,
              gift: one.gift ? { to: 'amiga@ejemplo.mx', toName: null, message: null } : undefined,
            };
            if (one.do === 'transfer') await by.startTransfer(userId, wanted, domain.context());
            else {
              const begun = await by.start(userId, wanted, domain.context());
              pages.set(begun.orderId, sessionIn(begun.url));
            }
          } else if (one.do === 'restart') await reacting.settled();
          else if (one.do === 'day') await rest();
          else if (orderId === undefined) return;
          else if (one.do === 'pay' || one.do === 'payUntold') {
            await standIn.pay(pages.get(orderId) ?? 'cs_none').catch(() => undefined);
            if (one.do === 'pay') await by.settle(name, domain.context());
          } else if (one.do === 'settle') await by.settle(name, domain.context());
          else if (one.do === 'refund' || one.do === 'ask')
            await by.refund(name, one.do === 'ask' ? 'learner' : 'staff', undefined, domain.context());
          else if (one.do === 'claim') await by.gifts.claim(by.gifts.codeOf(name), friend, domain.context());
          else await by.judgeTransfer(name, one.do === 'confirm' ? 'confirm' : 'notArrived', domain.context());
        };
        // It dies, or refuses: nobody hears of it.
        await act().catch(() => undefined);
      }
      await rest();
      await rest();
      const orders = [...(await payments.load(userId))];
      const provider = createStripe({ secretKey: 's', webhookSecret: 'w', request: standIn.request });
      for (const [orderId, order] of orders) {
        if (order.transfer) continue;
        const page = pages.get(orderId) ?? order.session;
        const truth = page === null ? null : await provider.look(page);
        expect(order.paid?.amount ?? 0, `paid of ${orderId}`).toBe(truth?.payment?.amount.amount ?? 0);
        expect(order.refunded, `given back of ${orderId}`).toBe(truth?.refunded ?? 0);
        expect(order.state === 'paid' || order.state === 'closed', `${orderId} is ${order.state}`).toBe(true);
      }
      for (const courseId of courses) {
        const of = orders.filter(([, order]) => opensOf(order).includes(courseId));
        const own = of.filter(([, { gift }]) => gift === null);
        const given = of.filter(([, { claimedBy }]) => claimedBy === friend);
        // What was transferred twice waits to be sent back.
        const kept = own.filter(([, order]) => holds(order) && order.refundAsked === 0);
        expect(kept.length, 'paid once').toBeLessThanOrEqual(1);
        const { state } = await domain.commands.load(enrolment, `${userId}_${courseId}`);
        expect(state.enrolled).toBe(own.some(([, order]) => holds(order)));
        const { state: hers } = await domain.commands.load(enrolment, `${friend}_${courseId}`);
        expect(hers.enrolled, 'what was given').toBe(given.some(([, order]) => holds(order)));
      }
      const carried = orders.filter(([, { coupon, paid }]) => coupon !== null && paid !== null);
      const { held, used } = await couponOf(code);
      expect(held, 'places held at rest').toBe(0);
      expect(used).toBe(carried.length > 0 ? 1 : 0);
      expect(await deadLetters(domain)).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 120_000);

// rows: B25, B26
test('whatever becomes of the payments of a plan, it is open while its last one stands, and charged no longer than that', async () => {
  await domain.site.setPrice(
    { plan: 'premium', price: { amount: 5_000, currency: 'USD' }, period: 'month', validFrom: '2026-03-06' },
    domain.context(),
  );
  const there = createStripe({ secretKey: 's', webhookSecret: 'w', request: standIn.request });
  const step = fc.record({
    do: fc.constantFrom(
      ...(['card', 'transfer', 'confirm', 'pay', 'pay', 'renew', 'renew', 'due', 'leaveUnpaid', 'cancel', 'settle', 'settle'] as const),
      ...(['refundThere', 'refundThere', 'bounce', 'dispute', 'lose', 'refund', 'react'] as const),
    ),
    at: fc.nat(7),
    whole: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (story) => {
      const userId = await buyer();
      const issued = async () => (await domain.commands.load(receipts, 2026)).state.last;
      const before = await issued();
      const act = async ({ do: what, at, whole }: (typeof story)[number]): Promise<unknown> => {
        if (what === 'card') return payments.start(userId, { what: 'premium' }, domain.context());
        if (what === 'transfer') return payments.startTransfer(userId, { what: 'premium' }, domain.context());
        if (what === 'react') return reacting.settled();
        const orders = [...(await payments.load(userId))];
        const [orderId, order] = orders[at % Math.max(1, orders.length)] ?? [0, undefined];
        const name = { userId, orderId };
        if (!order) return undefined;
        if (what === 'confirm') return payments.judgeTransfer(name, 'confirm', domain.context());
        if (what === 'cancel') return payments.setRenewing(userId, false, domain.context());
        if (what === 'settle') return payments.settle(name, domain.context());
        if (what === 'refund') return payments.refund(name, 'staff', whole ? undefined : 700, domain.context());
        if (order.session === null) return undefined;
        if (what === 'pay') return standIn.pay(order.session);
        const { payment, subscription } = await there.look(order.session);
        const made = [...(payment ? [payment] : []), ...(subscription?.invoices.slice(1) ?? [])];
        const one = made[at % Math.max(1, made.length)];
        const id = one && 'payment' in one ? (one.payment ?? '') : (one?.id ?? '');
        if (!one || !subscription) return undefined;
        if (what === 'refundThere') return there.refund(id, whole ? one.amount.amount : 1_000, crypto.randomUUID());
        if (what === 'bounce') return standIn.bounce(id);
        if (what === 'dispute' || what === 'lose') return standIn.dispute(id, what === 'lose' ? 'lost' : 'needs_response');
        if (subscription.state === 'ended') return undefined;
        return what === 'leaveUnpaid' ? standIn.leaveUnpaid(subscription.id) : standIn.turn(subscription.id, what === 'renew');
      };
      // What is refused changes nothing.
      for (const one of story) await act(one).catch(() => undefined);
      for (let round = 0; round < 4; round++) {
        await reacting.settled();
        for (const [orderId] of await payments.load(userId)) await payments.settle({ userId, orderId }, domain.context());
      }
      await reacting.settled();
      const orders = [...(await payments.load(userId))].map(([, order]) => order);
      expect((await domain.commands.load(user, userId)).state.plan).toBe(orders.some(holds) ? 'premium' : 'basic');
      for (const { transfer, subscription, ...order } of orders)
        if (transfer === null && subscription && !holds({ ...order, transfer, subscription })) {
          const answer = await standIn.request(`https://pago.example/v1/subscriptions/${subscription.id}`);
          expect(await answer.json()).toMatchObject({ status: 'canceled' });
        }
      expect(orders.filter((order) => order.transfer === null && holds(order)).length).toBeLessThanOrEqual(1);
      const made = orders.reduce((sum, { paid, subscription }) => sum + (paid ? 1 + (subscription?.invoices.size ?? 0) : 0), 0);
      expect((await issued()) - before).toBe(made);
      expect(await deadLetters(domain)).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 60_000);
