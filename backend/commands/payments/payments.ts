import { schoolDay } from '../../../events/calendar.ts';
import type { Quote } from '../../../events/payments.ts';
import { priceOn } from '../../../events/siteContent.ts';
import type { Money } from '../../../events/types.ts';
import { type OrderName, type PaymentProvider, ProviderError } from '../../integrations/payments/port.ts';
import { course } from '../catalogue/course.ts';
import { type UserState, user } from '../identity/user.ts';
import { DomainError, refuse, unlessRefused } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled } from '../kernel/handle.ts';
import { enrolment, sourceOf } from '../learning/enrolment.ts';
import { createGroups, GroupRefused, whileSeats } from '../learning/groups.ts';
import { accessTo } from '../learning/learning.ts';
import { siteSection } from '../site/content.ts';
import { priceBook } from '../site/school.ts';
import { type BundledCourse, createBundles, priceOfMissing } from './bundles.ts';
import { type Coupons, createCoupons } from './coupons.ts';
import { createGifts } from './gifts.ts';
import {
  type AppliedCoupon,
  type ChosenGroup,
  type Gift,
  holds,
  isWaiting,
  type Offer,
  type Order,
  openOrder,
  opensOf,
  overlap,
  type Purchases,
  subscriptionOf,
} from './order.ts';
import type { PurchaseCommand } from './purchaseCommand.ts';
import { purchases } from './purchases.ts';
import { createReceipts } from './receipts.ts';
import { paidByTransfer } from './transferMonths.ts';

/** How long a page of payment stays open; the least that Stripe accepts is half an hour. */
const OPEN_MS = 35 * 60_000;
/** How long a bank transfer is waited for. */
const TRANSFER_MS = 5 * 24 * 3_600_000;
/** Where the school has no policy of its own (C-03). */
const REFUND_DAYS = 30;

/** What somebody wants to buy. `coupon`: a code as it was typed. */
export type Wanted = ({ what: 'premium' } | { what: 'course'; courseId: number } | { what: 'bundle'; bundleId: number }) & {
  coupon?: string | undefined;
  /** By which groups its buyer comes into its courses; of a gift whoever accepts it chooses. */
  /** `any`: nobody was asked. */
  groups?: readonly ChosenGroup[] | 'any' | undefined;
  /** It is for somebody else; not the plan. */
  gift?: Gift | undefined;
};
/** What is named by the id of a course or of a bundle; neither: the plan. */
export const wantedOf = (courseId: number | undefined, bundleId: number | undefined): Wanted =>
  courseId !== undefined ? { what: 'course', courseId } : bundleId !== undefined ? { what: 'bundle', bundleId } : { what: 'premium' };
export type Payments = ReturnType<typeof createPayments>;
/** The order as the enrolment and the pages name it: `17-3`. */
export const orderName = ({ userId, orderId }: OrderName): string => `${userId}-${orderId}`;

type Asked = { [T in PurchaseCommand['type']]: Omit<Extract<PurchaseCommand, { type: T }>, 'now' | 'userId'> }[PurchaseCommand['type']];

/**
 * Buying: what it costs is said here and nowhere else, money is taken by the provider, and what becomes of an order is what the provider says when it is
 * asked (`settle`): by a message of its own, by a deadline, or because somebody waits for it. `provider` null: the school does not charge online.
 */
export function createPayments(commands: Commands, provider: PaymentProvider | null, publicUrl: string, secret: Uint8Array) {
  const charges = (): PaymentProvider => provider ?? refuse('PAYMENTS_OFF');
  const send = (userId: number, command: Asked, context: CommandContext): Promise<Handled<Purchases>> =>
    commands.handle(
      purchases,
      userId,
      { ...command, userId, now: context.now.toISOString() } as PurchaseCommand,
      derived(context, command.type),
    );
  const load = async (userId: number): Promise<Purchases> => (await commands.load(purchases, userId)).state;
  const find = async ({ userId, orderId }: OrderName): Promise<Order> => (await load(userId)).get(orderId) ?? refuse('ORDER_NOT_FOUND');
  /** Calls the provider; its refusals and its absence are errors of the catalogue. */
  const ask = async <T>(call: (provider: PaymentProvider) => Promise<T>): Promise<T> => withReason(call(charges()));
  const withReason = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw error instanceof ProviderError ? new DomainError('PAYMENT_PROVIDER_FAILED', error.code) : error;
    });
  /** null where the provider answers that it knows no such thing. */
  const ifKnown = <T>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((error: unknown) => {
      if (error instanceof ProviderError && error.unknown) return null;
      throw error;
    });

  /** The policy that is shown at the purchase. */
  const refundPolicy = async (): Promise<Pick<Quote, 'refundDays' | 'policyVersion'>> => {
    const { items } = (await commands.load(siteSection, 'policies')).state;
    for (const { item, removed, visible, version } of items)
      if ('code' in item && item.code === 'reembolso' && item.unit === 'days' && item.amount !== null && visible && !removed)
        return { refundDays: item.amount, policyVersion: version };
    return { refundDays: REFUND_DAYS, policyVersion: 0 };
  };
  const bundles = createBundles(commands);
  const active = async (userId: number): Promise<UserState> => {
    const { state: person } = await commands.load(user, userId);
    return person.status === 'active' ? person : refuse('USER_NOT_FOUND');
  };
  const buyer = async (userId: number): Promise<UserState> => {
    const person = await active(userId);
    return person.verified ? person : refuse('EMAIL_NOT_VERIFIED');
  };
  /** Whether the person has the course for good, or teaches it. */
  const owns = async (person: UserState, courseId: number): Promise<boolean> => {
    const { userId } = person;
    const { state: outline } = await commands.load(course, courseId);
    const own = sourceOf((await commands.load(enrolment, `${userId}_${courseId}`)).state);
    return own === 'purchase' || own === 'grant' || accessTo(outline, person, own) === 'staff';
  };
  /** The courses that a person has paid: what was paid a moment ago may not be open yet. */
  const paidBy = async (userId: number): Promise<ReadonlySet<number>> =>
    new Set([...(await load(userId))].flatMap(([, order]) => (holds(order) && !order.gift ? opensOf(order) : [])));
  /**
   * What a bundle holds and costs this person: those of its courses that they do not have. Errors: USER_NOT_FOUND, BUNDLE_NOT_FOUND,
   * BUNDLE_NOT_FOR_SALE, BUNDLE_OWNED.
   */
  const bundleFor = async (
    userId: number,
    bundleId: number,
    asGift = false,
  ): Promise<{ title: string; whole: Money; price: Money; courses: (BundledCourse & { owned: boolean })[] }> => {
    const person = await active(userId);
    const { status, terms } = await bundles.find(bundleId);
    if (status !== 'published') return refuse('BUNDLE_NOT_FOUND');
    const whole = terms.price ?? refuse('BUNDLE_NOT_FOR_SALE');
    const found = await bundles.coursesOf(terms).catch((error: unknown) => {
      throw error instanceof DomainError && error.code === 'BUNDLE_COURSES' ? new DomainError('BUNDLE_NOT_FOR_SALE') : error;
    });
    const paid = await paidBy(userId);
    const courses = [];
    for (const one of found) courses.push({ ...one, owned: !asGift && (paid.has(one.courseId) || (await owns(person, one.courseId))) });
    // A course became cheaper: apart they cost no more than together.
    if (whole.amount >= courses.reduce((sum, one) => sum + one.price, 0)) return refuse('BUNDLE_NOT_FOR_SALE');
    const missing = courses.filter(({ owned }) => !owned);
    const amount = priceOfMissing(whole, courses, missing);
    return amount === 0 ? refuse('BUNDLE_OWNED') : { title: terms.title, whole, price: { ...whole, amount }, courses };
  };
  const groups = createGroups(commands);
  const refusedOf =
    (courseId: number) =>
    (error: unknown): never => {
      throw error instanceof DomainError ? new GroupRefused(error.code, courseId) : error;
    };
  /** Of courses that somebody would come into by a group, the one that they chose. Errors: those of `Groups.wanted`, as GroupRefused. */
  const groupsFor = async (
    userId: number,
    opens: readonly number[],
    { groups: chosen = [] }: Pick<Wanted, 'groups'>,
    now: Date,
  ): Promise<ChosenGroup[]> => {
    const found: ChosenGroup[] = [];
    for (const courseId of opens) {
      const asked = chosen === 'any' ? chosen : chosen.find((one) => one.courseId === courseId)?.groupId;
      const groupId = await groups.wanted(courseId, userId, asked, now).catch(refusedOf(courseId));
      if (groupId !== null) found.push({ courseId, groupId });
    }
    return found;
  };
  /** Holds their seats. Where one is full those that were held before are free again. Errors: those of `Groups.hold`, as GroupRefused. */
  const holdSeats = async (
    userId: number,
    chosen: readonly ChosenGroup[],
    hold: string,
    until: string,
    context: CommandContext,
  ): Promise<void> => {
    for (const { courseId, groupId } of chosen)
      await groups.hold(courseId, groupId, userId, hold, until, context).catch(async (error: unknown) => {
        await settleSeats(userId, chosen, hold, context);
        refusedOf(courseId)(error);
      });
  };
  /** What was held by this, and is not paid, is free again; or held as before by the page that can still be paid. */
  const settleSeats = async (userId: number, chosen: readonly ChosenGroup[], hold: string, context: CommandContext): Promise<void> => {
    for (const [orderId, order] of await load(userId)) {
      if (!isWaiting(order) || order.startedBy === hold) continue;
      const back = derived(context, 'seat back', orderId);
      for (const { courseId, groupId } of order.groups)
        if (chosen.some((one) => one.courseId === courseId))
          await groups.hold(courseId, groupId, userId, order.startedBy, order.validUntil, back).catch(unlessRefused);
    }
    for (const { courseId } of chosen) await groups.settle(courseId, userId, hold, context);
  };
  /** `asked`: it is only asked what it costs; no group is chosen yet. */
  const quoteFor = async (userId: number, wanted: Wanted, now: Date, { transfer = false, asked = false } = {}): Promise<Offer> => {
    const person = await buyer(userId);
    const bundle = null;
    const gift = wanted.gift ?? null;
    const { state: book } = await commands.load(priceBook, 'prices');
    const terms = { ...(await refundPolicy()), taxRate: book.taxRate };
    const groupsOf = async (opens: readonly number[]) => (gift || asked ? [] : groupsFor(userId, opens, wanted, now));
    if (wanted.what === 'premium') {
      // Who pays by transfer pays each month anew, before the last one ends.
      if (person.plan === 'premium' && !(transfer && paidByTransfer(await load(userId)) !== null)) return refuse('SUBSCRIPTION_ACTIVE');
      const price = priceOn(book, 'premium', schoolDay(now.toISOString())) ?? refuse('COURSE_NOT_FOR_SALE');
      return {
        what: 'premium',
        courseId: null,
        ...{ bundle, gift: null, groups: [] },
        title: 'Plan Premium',
        price: price.price,
        period: price.period,
        ...terms,
      };
    }
    if (wanted.what === 'bundle') {
      const { bundleId } = wanted;
      const { title, price, courses } = await bundleFor(userId, bundleId, gift !== null);
      const opens = courses.flatMap(({ courseId, owned }) => (owned ? [] : [courseId]));
      const ordered = { bundleId, path: courses.map(({ courseId }) => courseId), opens };
      const chosen = { groups: await groupsOf(opens) };
      return { what: 'bundle', courseId: null, bundle: ordered, gift, ...chosen, title, price, period: null, ...terms };
    }
    const { courseId } = wanted;
    const { state: outline } = await commands.load(course, courseId);
    if (outline.status === 'none') return refuse('COURSE_NOT_FOUND');
    if (gift === null && ((await owns(person, courseId)) || (await paidBy(userId)).has(courseId))) return refuse('COURSE_ALREADY_OWNED');
    if (outline.status !== 'published') return refuse('COURSE_NOT_PUBLISHED');
    const { price } = outline;
    if (price === null || price.amount === 0) return refuse('COURSE_NOT_FOR_SALE');
    const chosen = { groups: await groupsOf([courseId]) };
    return { what: 'course', courseId, bundle, gift, ...chosen, title: outline.title, price, period: null, ...terms };
  };

  const coupons: Coupons = createCoupons(commands);
  /** Records what is new of an order. `unknown`: the provider does not know it. Errors: ProviderError. */
  const settleBy = async (
    name: OrderName,
    own: CommandContext,
  ): Promise<Handled<Purchases> & { order: Order; made: readonly string[]; unknown: boolean }> => {
    const { session, transfer } = await find(name);
    const { userId, orderId } = name;
    const seen = transfer || session === null ? null : await ifKnown(charges().look(session));
    const unknown = !transfer && session !== null && seen === null;
    const newly: Asked = transfer
      ? { type: 'lapse', orderId }
      : seen !== null
        ? { type: 'observe', orderId, seen }
        : unknown
          ? { type: 'unknown', orderId }
          : // Nothing was opened: it could not be paid.
            { type: 'close', orderId, cause: 'refused' };
    const done = await send(userId, newly, own);
    const order = done.state.get(orderId) ?? refuse('ORDER_NOT_FOUND');
    if (order.state === 'closed' && seen?.session === 'open' && session !== null) await closePage(session);
    return { ...done, order, made: seen?.made ?? [], unknown };
  };
  /** The same press again, after what it began was closed (the provider was away), begins anew, and by ids of its own: those of before are done. */
  const anew = async (userId: number, context: CommandContext): Promise<CommandContext> => {
    const closed = new Set([...(await load(userId))].flatMap(([, { state, startedBy }]) => (state === 'closed' ? [startedBy] : [])));
    let own = context;
    for (let tries = 1; closed.has(derived(own, 'start').commandId); tries++) own = derived(context, 'again', tries);
    return own;
  };
  /** Where the provider cannot be reached now, `settle` closes it later. */
  const closePage = async (session: string): Promise<void> => provider?.expire(session).catch(() => undefined);
  /** Of orders of the same under other terms, one that was paid and is not heard of yet: it is not replaced by another page. */
  const paidUnheard = async (userId: number, had: Purchases, quote: Offer, context: CommandContext) => {
    for (const [orderId, order] of had) {
      if (order.session === null || !isWaiting(order) || !overlap(order, quote)) continue;
      const done = await settleBy({ userId, orderId }, derived(context, 'heard', orderId)).catch((error: unknown) => {
        if (error instanceof ProviderError) return null;
        throw error;
      });
      if (done?.order.state === 'paid') return done;
    }
    return null;
  };
  /**
   * Begins an order, or finds the one that is open and says the same, or one that was paid already. Its coupon, if any, is held; the pages of orders that it replaces can no longer be
   * paid. Errors: those of `quoteFor` and of `Coupons.look`, TRANSFER_DECLARED.
   */
  const begin = async (
    userId: number,
    wanted: Wanted,
    { transfer, forMs }: { transfer: boolean; forMs: number },
    context: CommandContext,
  ): Promise<{ order: Order; position: Handled<Purchases>['position'] }> => {
    const quote = await quoteFor(userId, wanted, context.now, { transfer });
    const now = context.now.toISOString();
    const validUntil = new Date(context.now.getTime() + forMs).toISOString();
    const code = wanted.coupon === undefined ? null : coupons.codeOf(wanted.coupon);
    const known = await load(userId);
    const paid = openOrder(known, quote, code, now, transfer) ? null : await paidUnheard(userId, known, quote, context);
    if (paid) return paid;
    const had = await load(userId);
    // A coupon that has ended is still good for the page that is open with it.
    const before = openOrder(had, quote, code, now, transfer);
    const { commandId } = derived(context, 'start');
    // Of a page that is open they are held already: only where its group was cancelled, or has begun, is it refused.
    await holdSeats(userId, quote.groups, before?.startedBy ?? commandId, before?.validUntil ?? validUntil, context);
    const freed = (error: unknown) =>
      settleSeats(userId, quote.groups, commandId, context).then((): never => {
        throw error;
      });
    const coupon = before?.coupon ?? (code === null ? null : await coupons.hold(code, userId, quote, validUntil, context).catch(freed));
    const { state, position, repeated } = await send(
      userId,
      { type: 'start', quote, coupon, transfer, validUntil, commandId },
      context,
    ).catch(async (error: unknown) => {
      if (coupon) await coupons.settle(coupon, userId, context);
      return freed(error);
    });
    const order = openOrder(state, quote, code, now, transfer) ?? refuse('ORDER_NOT_FOUND');
    // One that is done again may have died before it closed them.
    for (const [orderId, was] of had)
      if ((repeated || isWaiting(was)) && was.session !== null && state.get(orderId)?.state === 'closed') await closePage(was.session);
    return { order, position };
  };
  const payments = {
    coupons,
    bundles,
    settleSeats,
    bundleFor,
    gifts: createGifts(secret, {
      ...{ find, send, groupsFor, holdSeats, settleSeats },
      has: async (userId, courseId) => owns(await active(userId), courseId),
    }),
    refundPolicy,
    receipts: createReceipts(commands),
    /** What the coupon of `wanted` would take off its price. Errors: those of `quoteFor`, and of `Coupons.look`. */
    async discountFor(
      userId: number,
      wanted: Wanted & { coupon: string },
      now: Date,
    ): Promise<{ quote: Offer } & Omit<AppliedCoupon, 'hold'>> {
      const quote = await quoteFor(userId, wanted, now, { asked: true });
      return { quote, ...(await coupons.look(wanted.coupon, userId, quote, now)) };
    },
    /** Whether this school charges online. */
    on: provider !== null,
    load,
    find,
    quoteFor,
    /**
     * Opens the page where it is paid: the one that is open already where it says the same. Where that, or one under other terms, was paid meanwhile,
     * `url` is the page of success. Errors: PAYMENTS_OFF, PAYMENT_PROVIDER_FAILED, USER_NOT_FOUND, EMAIL_NOT_VERIFIED, COURSE_NOT_FOUND, COURSE_NOT_PUBLISHED, COURSE_NOT_FOR_SALE, COURSE_ALREADY_OWNED, SUBSCRIPTION_ACTIVE, those of
     * `bundleFor` and of coupons.
     */
    async start(
      userId: number,
      wanted: Wanted,
      pressed: CommandContext,
    ): Promise<{ orderId: number; url: string; position: Handled<Purchases>['position'] }> {
      charges();
      const context = await anew(userId, pressed);
      const terms = { transfer: false, forMs: OPEN_MS };
      const { order, position } = await whileSeats(wanted.groups === 'any', () => begin(userId, wanted, terms, context));
      const { orderId } = order;
      const back = (path: string) => `${publicUrl}${path}?pedido=${orderId}`;
      if (order.state === 'paid') return { orderId, url: back('/success'), position };
      if (order.session !== null) {
        const page = await ask((by) => ifKnown(by.urlOf(order.session ?? '').then((url) => ({ url }))));
        // It was opened with another account’s keys: it can be paid no more here.
        if (page === null) {
          await send(userId, { type: 'close', orderId, cause: 'unknown' }, context);
          return payments.start(userId, wanted, pressed);
        }
        if (page.url !== null) return { orderId, url: page.url, position };
        // It was paid, or ended there, and no message came of it yet.
        const now = await payments.settle({ userId, orderId }, context);
        if (now.order.state === 'paid') return { orderId, url: back('/success'), position: now.position };
        if (now.order.state === 'closed') return payments.start(userId, wanted, pressed);
      }
      const opened = await ask((by) =>
        by.open({
          ...{ userId, orderId, title: order.title, price: order.price, period: order.period, validUntil: order.validUntil },
          ...{ coupon: order.coupon },
          ...{ successUrl: back('/success'), cancelUrl: back('/cancel') },
        }),
      ).catch(async (error: unknown) => {
        await send(userId, { type: 'close', orderId, cause: 'refused' }, context);
        throw error;
      });
      const done = await send(userId, { type: 'opened', orderId, session: opened.session }, context);
      return { orderId, url: opened.url, position: done.position };
    },
    /** How to pay by bank transfer; null: this school takes none. */
    async transferInstructions(): Promise<string | null> {
      const { methods, transfer } = (await commands.load(priceBook, 'prices')).state;
      return methods.includes('transfer') && transfer !== '' ? transfer : null;
    },
    /**
     * An order that is paid by bank transfer: the one that is open already where it says the same. The plan is paid so a month at a time. Errors:
     * TRANSFERS_OFF, TRANSFER_DECLARED, those of `start`.
     */
    async startTransfer(
      userId: number,
      wanted: Wanted,
      context: CommandContext,
    ): Promise<{ orderId: number; position: Handled<Purchases>['position'] }> {
      if ((await payments.transferInstructions()) === null) return refuse('TRANSFERS_OFF');
      const own = await anew(userId, context);
      const terms = { transfer: true, forMs: TRANSFER_MS };
      const { order, position } = await whileSeats(wanted.groups === 'any', () => begin(userId, wanted, terms, own));
      if (order.state === 'paid') return refuse(order.what === 'premium' ? 'SUBSCRIPTION_ACTIVE' : 'COURSE_ALREADY_OWNED');
      return { orderId: order.orderId, position };
    },
    /** The buyer says that the money was sent. `proof`: the key of a file. Errors: ORDER_NOT_FOUND. */
    declareTransfer: (name: OrderName, said: { tracking: string | null; proof: string | null }, context: CommandContext) =>
      send(name.userId, { type: 'declare', orderId: name.orderId, ...said }, context),
    /** Staff say what the bank's statement says of an order by transfer. Errors: ORDER_NOT_FOUND. */
    judgeTransfer: (name: OrderName, says: 'confirm' | 'notArrived', context: CommandContext) =>
      send(name.userId, { type: says, orderId: name.orderId }, context),
    /** Staff sent back what was asked for of a transfer, or by another way what the provider could not; `amount`: so much of it (minor unit); `invoice`: of a renewal. Errors: ORDER_NOT_FOUND, REFUND_NOT_POSSIBLE. */
    sentBack: (name: OrderName, amount: number | undefined, context: CommandContext, invoice?: string) =>
      send(name.userId, { type: 'sentBack', orderId: name.orderId, invoice, amount }, context),
    /**
     * Asks the provider what became of the order, and records what is new; the page of one that was closed cannot be paid any more. One that the provider
     * does not know stays as it is, and ends in time. Errors: ORDER_NOT_FOUND,
     * PAYMENTS_OFF, PAYMENT_PROVIDER_FAILED.
     */
    settle: (name: OrderName, context: CommandContext): Promise<Handled<Purchases> & { order: Order }> =>
      withReason(settleBy(name, derived(context, 'settle', name.orderId, context.now.getTime()))),
    /** `amount` in the minor unit; absent: all that is left. Errors: ORDER_NOT_FOUND, REFUND_TOO_LATE, REFUND_NOT_POSSIBLE, REFUND_DONE. */
    refund: (name: OrderName, by: 'learner' | 'staff' | 'school', amount: number | undefined, context: CommandContext) =>
      send(name.userId, { type: 'refund', orderId: name.orderId, by, amount }, context),
    /**
     * Staff give back a renewal of a subscription, or part of it (minor unit); the provider is asked at once, and gives it back once,
     * however often the same is asked for before it is recorded. Errors: ORDER_NOT_FOUND, REFUND_NOT_POSSIBLE, REFUND_DONE, PAYMENTS_OFF, PAYMENT_PROVIDER_FAILED.
     */
    async refundRenewal(
      name: OrderName,
      invoice: string,
      amount: number | undefined,
      context: CommandContext,
    ): Promise<Handled<Purchases>> {
      const by = charges();
      const { orderId } = name;
      const done = await send(name.userId, { type: 'refundRenewal', orderId, invoice, amount }, context);
      const renewal = done.state.get(orderId)?.subscription?.invoices.get(invoice);
      const wanted = amount ?? (renewal ? renewal.amount.amount - renewal.refunded : 0);
      const asked = renewal?.asked.find((one) => one.amount === wanted);
      // A repeat finds it recorded, or goes on where the first one died.
      if (!asked || !renewal || renewal.payment === null) return done;
      const look = (when: string) => withReason(settleBy(name, derived(context, 'settle', when, context.now.getTime())));
      // Its answer was lost before, perhaps: keys are forgotten there after a day.
      const before = await look('before');
      if (before.made.includes(asked.id)) return before;
      const error = await withReason(by.refund(renewal.payment, asked.amount, asked.id)).then(
        () => null,
        (error: unknown) => error,
      );
      const now = await look('after').catch(() => null);
      if (error !== null && !now?.made.includes(asked.id)) throw error;
      // It was given back: where the provider cannot be asked now, its message says so later.
      return now ?? before;
    },
    /**
     * What was asked for by `request` (the id of its `RefundRequested`) is given back once: not again where the provider has it already, where it failed
     * before and staff see to it, or where it was given back there by hand. Errors: ProviderError, where it is to be tried again.
     */
    async giveBack(name: OrderName, request: string, context: CommandContext): Promise<void> {
      // What was transferred is sent back by hand.
      if ((await find(name)).transfer) return;
      const { orderId } = name;
      const look = (when: string) => settleBy(name, derived(context, 'settle', when, context.now.getTime()));
      const { order, made, unknown } = await look('before');
      const asked = order.requests.find(({ id }) => id === request);
      if (order.payment === null || !asked || made.includes(request)) return;
      if (unknown) {
        await send(name.userId, { type: 'refundFailed', orderId, request, made, cause: 'unknown' }, context);
        return;
      }
      try {
        // What was given back by hand meanwhile counts for what was asked for.
        await charges().refund(order.payment, Math.min(asked.amount, order.refundAsked), request);
      } catch (error) {
        if (!(error instanceof ProviderError) || !error.lasting) throw error;
        // It was given back there by hand, perhaps.
        const now = await look('refused');
        await send(name.userId, { type: 'refundFailed', orderId, request, made: now.made, cause: error.code }, context);
        return;
      }
      await look('after');
    },
    /** What has ended here is not charged there again: the provider may have left it unpaid only. */
    async endThere({ subscription, transfer }: Order): Promise<void> {
      if (subscription && !transfer) await provider?.endSubscription(subscription.id);
    },
    /** Ends what would be charged again of an order that does not hold any more. */
    async stop(name: OrderName, context: CommandContext): Promise<void> {
      const order = await find(name);
      const { subscription } = order;
      if (holds(order) || !subscription || subscription.state === 'ended') return;
      await charges().endSubscription(subscription.id);
      await payments.settle(name, derived(context, 'stopped'));
    },
    /** Whether the person’s subscription is renewed after what is paid. Errors: SUBSCRIPTION_NONE, PAYMENTS_OFF, PAYMENT_PROVIDER_FAILED. */
    async setRenewing(userId: number, renewing: boolean, context: CommandContext): Promise<Handled<Purchases> & { order: Order }> {
      const { orderId, subscription, transfer } = subscriptionOf(await load(userId)) ?? refuse('SUBSCRIPTION_NONE');
      // It is not charged by itself: it is paid again, or ends.
      if (transfer) return refuse('SUBSCRIPTION_NONE');
      await ask((by) => by.setRenewing(subscription.id, renewing));
      return payments.settle({ userId, orderId }, context);
    },
    /** Closes other orders that carry the coupon of one that was paid: they were begun before that was known. */
    async closeWithCoupon(userId: number, { orderId: paid, coupon }: Order, context: CommandContext): Promise<void> {
      for (const [orderId, other] of await load(userId)) {
        if (orderId === paid || coupon === null || other.coupon?.code !== coupon.code || !isWaiting(other)) continue;
        // Money is on its way: staff decide.
        if (other.transfer?.declaredAt != null) continue;
        await send(userId, { type: 'close', orderId, cause: 'replaced' }, derived(context, 'coupon', orderId));
        if (other.session !== null) await closePage(other.session);
      }
    },
    /** Closes pages on which somebody would pay for what they were given meanwhile. */
    async closeGiven(userId: number, courseIds: readonly number[], context: CommandContext): Promise<void> {
      for (const [orderId, other] of await load(userId)) {
        if (!isWaiting(other) || other.gift || other.transfer?.declaredAt != null) continue;
        if (!opensOf(other).some((courseId) => courseIds.includes(courseId))) continue;
        await send(userId, { type: 'close', orderId, cause: 'replaced' }, derived(context, 'given', orderId));
        if (other.session !== null) await closePage(other.session);
      }
    },
    /** Of who is erased: ends what would be charged again, and what could still be paid. A transfer that was said to be sent waits for staff. */
    async endAll(userId: number, context: CommandContext): Promise<void> {
      for (const [orderId, order] of await load(userId)) {
        const { subscription, session, transfer } = order;
        const renewed = subscription !== null && subscription.state !== 'ended';
        if (!renewed && !isWaiting(order)) continue;
        if (transfer) {
          if (transfer.declaredAt === null) await send(userId, { type: 'close', orderId, cause: 'left' }, derived(context, orderId));
          continue;
        }
        if (!provider && (renewed || session !== null)) continue;
        if (renewed) await provider?.endSubscription(subscription.id);
        else if (session !== null) await provider?.expire(session);
        await payments.settle({ userId, orderId }, context);
      }
    },
    /** The order that a signed message of the provider is about. Errors: BadSignature. */
    read: (body: string, signature: string): Promise<OrderName | null> => charges().read(body, signature),
  };
  return payments;
}
