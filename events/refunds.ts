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
 * What of a payment was to be given back and came to nothing, so that somebody has to see to it: never more than what is neither given back nor asked for.
 * `lost`: as it was before, and what was lost now; less what was asked for, or given back, of it.
 */
export const stillLost = (lost: number, { paid, refunded, refundAsked }: Sums): number =>
  Math.max(0, Math.min(lost, paid - refunded - refundAsked));

/**
 * What is lost when the refund `id` came to nothing: so much of what is asked for as no other refund can still bring. `made`: of those that were asked
 * for, the ones that the provider has.
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

/** What a failure takes of what was asked for. `amount` null: all of it. */
export const failedOf = (refundAsked: number, amount: Money | null): number => Math.min(refundAsked, amount?.amount ?? refundAsked);
