import type { Money } from './types.ts';

/** What was paid, given back, and asked for beyond that; minor unit. */
interface Sums {
  paid: number;
  refunded: number;
  refundAsked: number;
}
/** A refund that was asked for: the id of its event, and how much (minor unit). */
export interface AskedRefund {
  id: string;
  amount: number;
}

/**
 * What of a payment should have been refunded but failed, so that staff must act: never more than what is neither refunded nor requested.
 * `lost`: the sum of failed refunds so far.
 */
export const stillLost = (lost: number, { paid, refunded, refundAsked }: Sums): number =>
  Math.max(0, Math.min(lost, paid - refunded - refundAsked));

/**
 * What is lost when the refund `id` fails: as much of its amount as no other pending refund can still bring. `made`: the ids of requested refunds that the
 * provider has.
 */
export function lostWith(
  { id, amount }: AskedRefund,
  { requests, refundAsked }: { requests: readonly AskedRefund[]; refundAsked: number },
  made: readonly string[],
): number {
  let others = 0;
  for (const other of requests) if (other.id !== id && !made.includes(other.id)) others += other.amount;
  return Math.max(0, Math.min(amount, refundAsked - others));
}

/** How much of the requested sum a failure cancels. `amount` null: all of it. */
export const failedOf = (refundAsked: number, amount: Money | null): number => Math.min(refundAsked, amount?.amount ?? refundAsked);
