import { ProviderError } from '../../integrations/payments/port.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled } from '../kernel/handle.ts';
import { whileSeats } from '../learning/groups.ts';
import { priceBook } from '../site/school.ts';
import type { Coupons } from './coupons.ts';
import type { Offers, Wanted } from './offers.ts';
import { type AppliedCoupon, isWaiting, type Offer, type Order, openOrder, overlap, type Purchases } from './order.ts';
import type { OrderBook } from './orderBook.ts';
import type { Seats } from './seats.ts';

/** How long a payment page stays open; Stripe accepts half an hour at least. */
const OPEN_MS = 35 * 60_000;
/** How long a bank transfer is waited for. */
const TRANSFER_MS = 5 * 24 * 3_600_000;
interface Needs extends Pick<Offers, 'quoteFor'>, Pick<Seats, 'holdSeats' | 'settleSeats'> {
  coupons: Coupons;
  /** The school's address to which a payment returns. */
  publicUrl: string;
}
/** How an order begins: on a page of the provider, or by bank transfer. */
export function createStarting(
  commands: Commands,
  { charges, send, load, ask, ifKnown, settleBy, settle, closePage }: OrderBook,
  { quoteFor, coupons, holdSeats, settleSeats, publicUrl }: Needs,
) {
  /** A repeated press whose order was closed meanwhile (the provider was unavailable) begins a new order under new ids: the earlier ids are used up. */
  const anew = async (userId: number, context: CommandContext): Promise<CommandContext> => {
    const closed = new Set([...(await load(userId))].flatMap(([, { state, startedBy }]) => (state === 'closed' ? [startedBy] : [])));
    let own = context;
    for (let tries = 1; closed.has(derived(own, 'start').commandId); tries++) own = derived(context, 'again', tries);
    return own;
  };
  /** Among open orders of the same under other terms, one that was paid although no message has come yet: no other page may replace it. */
  const paidWithoutMessage = async (userId: number, had: Purchases, quote: Offer, context: CommandContext) => {
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
    const paid = openOrder(known, quote, code, now, transfer) ? null : await paidWithoutMessage(userId, known, quote, context);
    if (paid) return paid;
    const had = await load(userId);
    // A coupon that has ended is still valid for the open page that carries it.
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
    // An earlier try of this command may have died before it closed them.
    for (const [orderId, was] of had)
      if ((repeated || isWaiting(was)) && was.session !== null && state.get(orderId)?.state === 'closed') await closePage(was.session);
    return { order, position };
  };
  const starting = {
    /** What the coupon of `wanted` would take off its price. Errors: those of `quoteFor`, and of `Coupons.look`. */
    async discountFor(
      userId: number,
      wanted: Wanted & { coupon: string },
      now: Date,
    ): Promise<{ quote: Offer } & Omit<AppliedCoupon, 'hold'>> {
      const quote = await quoteFor(userId, wanted, now, { asked: true });
      return { quote, ...(await coupons.look(wanted.coupon, userId, quote, now)) };
    },
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
          return starting.start(userId, wanted, pressed);
        }
        if (page.url !== null) return { orderId, url: page.url, position };
        // It was paid, or ended, at the provider, and no message has come yet.
        const now = await settle({ userId, orderId }, context);
        if (now.order.state === 'paid') return { orderId, url: back('/success'), position: now.position };
        if (now.order.state === 'closed') return starting.start(userId, wanted, pressed);
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
      if ((await starting.transferInstructions()) === null) return refuse('TRANSFERS_OFF');
      const own = await anew(userId, context);
      const terms = { transfer: true, forMs: TRANSFER_MS };
      const { order, position } = await whileSeats(wanted.groups === 'any', () => begin(userId, wanted, terms, own));
      if (order.state === 'paid') return refuse(order.what === 'premium' ? 'SUBSCRIPTION_ACTIVE' : 'COURSE_ALREADY_OWNED');
      return { orderId: order.orderId, position };
    },
  };
  return starting;
}
