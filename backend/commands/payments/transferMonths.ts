import { monthsAfter } from '../../../events/calendar.ts';
import { holds, type Order, type Purchases } from './order.ts';

/** Whether both are months of the plan paid by transfer, which follow one another instead of replacing each other. */
export const isNextMonth = (order: Order, other: Order): boolean =>
  order.what === 'premium' && order.transfer !== null && other.transfer !== null;
/** Whether all of its payment was refunded, or its refund was requested. */
const isGoing = ({ paid, refunded, refundAsked }: Order): boolean => refunded + refundAsked >= (paid?.amount ?? 0);
/** Until when (ISO UTC) the plan is paid by transfers that are not being refunded; null: it is not. */
export const paidByTransfer = (orders: Purchases): string | null => {
  let last: string | null = null;
  for (const [, order] of orders)
    if (order.what === 'premium' && order.transfer && order.subscription && holds(order) && !isGoing(order))
      if (order.subscription.until > (last ?? '')) last = order.subscription.until;
  return last;
};
/** Whether a later month is paid, which begins where this one ends and must be refunded first. */
export const hasLaterMonth = ({ what, transfer, subscription }: Order, orders: Purchases): boolean =>
  what === 'premium' && transfer !== null && subscription !== null && (paidByTransfer(orders) ?? '') > subscription.until;

/** How much a short month may shorten the months after it, at most; milliseconds. */
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
    // It was paid after the one before had ended, so the months begin anew here.
    if (month.paidAt >= until) first = month.paidAt;
    until = month.until;
  }
  return first;
};
/** Until when (ISO UTC) the next month is paid. Months are counted from the first day: one who began on the 31st has that day again after February. */
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
