import { type OrderName, ProviderError } from '../../integrations/payments/port.ts';
import { type CommandContext, derived, type Handled } from '../kernel/handle.ts';
import type { Purchases } from './order.ts';
import type { OrderBook } from './orderBook.ts';

/** Money that goes back: asked for, given back by the provider once, or sent by staff. */
export function createGivingBack({ charges, send, find, withReason, settleBy }: OrderBook) {
  return {
    /** Staff sent back what was asked for of a transfer, or by another way what the provider could not; `amount`: so much of it (minor unit); `invoice`: of a renewal. Errors: ORDER_NOT_FOUND, REFUND_NOT_POSSIBLE. */
    sentBack: (name: OrderName, amount: number | undefined, context: CommandContext, invoice?: string) =>
      send(name.userId, { type: 'sentBack', orderId: name.orderId, invoice, amount }, context),
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
  };
}
