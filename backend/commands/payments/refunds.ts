import { lostWith } from '../../../events/refunds.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import { refuse } from '../kernel/errors.ts';
import { isQuestioned, type Order, type Purchases, refundableUntil } from './order.ts';
import type { PurchaseCommand } from './purchaseCommand.ts';
import { hasLaterMonth } from './transferMonths.ts';

type Command = Extract<PurchaseCommand, { type: 'refund' | 'refundRenewal' | 'sentBack' | 'refundFailed' }>;

/** What is given back of an order: asked for, sent by staff, or not possible. */
export function decideRefund(command: Command, order: Order, orders: Purchases): StreamEvent<'purchases'>[] {
  const { userId, orderId, now } = command;
  const ids = { userId, orderId };
  switch (command.type) {
    case 'refund': {
      const { paid } = order;
      if (paid === null || isQuestioned(order)) return refuse('REFUND_NOT_POSSIBLE');
      if (command.by !== 'school' && order.refunded >= paid.amount) return refuse('REFUND_DONE');
      const left = paid.amount - order.refunded - order.refundAsked;
      const amount = command.amount ?? left;
      if (left <= 0 && command.amount === undefined) return [];
      if (amount <= 0 || amount > left) return refuse('REFUND_NOT_POSSIBLE');
      if (amount === left && command.by !== 'school' && hasLaterMonth(order, orders)) return refuse('REFUND_LAST_MONTH_FIRST');
      // Somebody has it: staff decide.
      if (command.by === 'learner' && order.claimedBy !== null) return refuse('GIFT_CLAIMED');
      if (command.by === 'learner' && now > (refundableUntil(order) ?? '')) return refuse('REFUND_TOO_LATE');
      // Staff see to it, and may be paying it by another way as this is asked.
      if (command.by === 'learner' && order.refundLost > 0) return refuse('REFUND_LOST');
      return [{ type: 'RefundRequested', data: { ...ids, amount: { amount, currency: paid.currency }, by: command.by } }];
    }
    case 'refundRenewal': {
      const { invoice } = command;
      const renewal = order.subscription?.invoices.get(invoice) ?? refuse('ORDER_NOT_FOUND');
      const left = renewal.amount.amount - renewal.refunded;
      if (left <= 0) return refuse('REFUND_DONE');
      const amount = command.amount ?? left;
      if (renewal.payment === null || isQuestioned(renewal) || amount <= 0 || amount > left) return refuse('REFUND_NOT_POSSIBLE');
      // The same again, before it is known what became of it, is the same.
      if (renewal.asked.some((one) => one.amount === amount)) return [];
      return [{ type: 'RenewalRefundRequested', data: { ...ids, invoice, amount: { amount, currency: renewal.amount.currency } } }];
    }
    case 'sentBack': {
      const { invoice } = command;
      if (invoice !== undefined) {
        const renewal = order.subscription?.invoices.get(invoice) ?? refuse('ORDER_NOT_FOUND');
        const amount = command.amount ?? renewal.refundLost;
        if (renewal.dispute?.state === 'open' || amount <= 0 || amount > renewal.refundLost) return refuse('REFUND_NOT_POSSIBLE');
        const whole = renewal.refunded + amount >= renewal.amount.amount;
        return [{ type: 'Refunded', data: { ...ids, invoice, amount: { ...renewal.amount, amount }, whole, otherWay: true } }];
      }
      const { paid } = order;
      if (paid === null || order.dispute?.state === 'open') return refuse('ORDER_NOT_FOUND');
      // What the provider was asked for is its own to give back; what it could not, staff have given back by another way.
      const otherWay = order.transfer === null;
      const due = otherWay ? order.refundLost : order.refundAsked;
      const amount = command.amount ?? due;
      if (amount <= 0 || amount > due) return refuse('REFUND_NOT_POSSIBLE');
      const whole = order.refunded + amount >= paid.amount;
      return [
        { type: 'Refunded', data: { ...ids, invoice: null, amount: { amount, currency: paid.currency }, whole, otherWay } },
        ...(whole && order.transfer && order.subscription && order.subscription.state !== 'ended'
          ? [{ type: 'SubscriptionEnded', data: { ...ids, cause: 'refunded' } } as const]
          : []),
      ];
    }
    case 'refundFailed': {
      const { request, made, cause } = command;
      const asked = order.requests.find(({ id }) => id === request);
      if (!asked || order.paid === null || made.includes(request)) return [];
      const amount = { amount: lostWith(asked, order, made), currency: order.paid.currency };
      return [{ type: 'RefundFailed', data: { ...ids, request, amount, cause: cause.slice(0, 80) } }];
    }
  }
}
