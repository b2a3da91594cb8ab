import { monthsAfter } from '../../../events/calendar.ts';
import { holds, type Order, type Purchases } from './order.ts';

/** Months of the plan that are paid by transfer follow one another. */
export const isNextMonth = (order: Order, other: Order): boolean =>
  order.what === 'premium' && order.transfer !== null && other.transfer !== null;
/** All of it is asked back, or given back. */
const isGoing = ({ paid, refunded, refundAsked }: Order): boolean => refunded + refundAsked >= (paid?.amount ?? 0);
/** Until when the plan is paid by transfers that are not on their way back; null: it is not. */
export const paidByTransfer = (orders: Purchases): string | null => {
  let last: string | null = null;
  for (const [, order] of orders)
    if (order.what === 'premium' && order.transfer && order.subscription && holds(order) && !isGoing(order))
      if (order.subscription.until > (last ?? '')) last = order.subscription.until;
  return last;
};
/** A month that was paid after it begins where it ends: it is given back first. */
export const hasLaterMonth = ({ what, transfer, subscription }: Order, orders: Purchases): boolean =>
  what === 'premium' && transfer !== null && subscription !== null && (paidByTransfer(orders) ?? '') > subscription.until;

/** A shorter month takes at most so much from the months after it. */
const DRIFT = 3 * 24 * 3_600_000;
/** The first day of the months by transfer that follow one another up to now. */
const firstDay = (orders: Purchases): string => {
  const months = [...orders].flatMap(([, one]) =>
    one.what === 'premium' && one.transfer && one.subscription && one.paidAt !== null && !isGoing(one)
      ? [{ paidAt: one.paidAt, until: one.subscription.until }]
      : [],
  );
  let [first, until] = ['', ''];
  for (const month of months.sort((one, other) => one.until.localeCompare(other.until))) {
    // Paid once the one before had ended: it began anew.
    if (month.paidAt >= until) first = month.paidAt;
    until = month.until;
  }
  return first;
};
/** Until when another month is paid. Months are counted from the first day: who began on the 31st has that day again after February. */
export const nextMonth = (orders: Purchases, now: string): string => {
  const paid = paidByTransfer(orders);
  if (paid === null || paid <= now) return monthsAfter(now, 1);
  const next = monthsAfter(paid, 1);
  const first = firstDay(orders);
  for (let months = 1; months < 1_200; months++) {
    const at = monthsAfter(first, months);
    if (at >= next) return Date.parse(at) - Date.parse(next) <= DRIFT ? at : next;
  }
  return next;
};
