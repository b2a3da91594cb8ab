/** What was paid, given back, and asked for beyond that; minor unit. */
interface Sums {
  paid: number;
  refunded: number;
  refundAsked: number;
}

/**
 * What of a payment was to be given back and came to nothing, so that somebody has to see to it: never more than what is neither given back nor asked for.
 * `lost`: as it was before, and what was lost now; less what was asked for, or given back, of it.
 */
export const stillLost = (lost: number, { paid, refunded, refundAsked }: Sums): number =>
  Math.max(0, Math.min(lost, paid - refunded - refundAsked));
