import type { Seen } from '../../integrations/payments/port.ts';
import type { AppliedCoupon, ChosenGroup, Offer } from './order.ts';

/** `now`: ISO UTC. `commandId`: by which the started order is found again. */
export type PurchaseCommand = { userId: number; now: string } /** `transfer`: it is paid by bank transfer. */ & (
  | { type: 'start'; quote: Offer; coupon: AppliedCoupon | null; transfer: boolean; validUntil: string; commandId: string }
  | { type: 'declare'; orderId: number; tracking: string | null; proof: string | null }
  /** Staff found the money on the bank's statement, or did not; and sent back what was asked for. */
  | { type: 'confirm'; orderId: number }
  | { type: 'notArrived'; orderId: number }
  /** Of what the provider could not give back: by another way. `invoice`: of a renewal. `amount` in the minor unit; absent: all that was asked for, or did not arrive. */
  | { type: 'sentBack'; orderId: number; invoice?: string | undefined; amount?: number | undefined }
  /** Nobody said that it was paid, and its days are over; or the month that was paid by transfer is. */
  | { type: 'lapse'; orderId: number }
  | { type: 'opened'; orderId: number; session: string }
  | { type: 'close'; orderId: number; cause: 'left' | 'replaced' | 'refused' | 'unknown' }
  /** The provider does not know it. */
  | { type: 'unknown'; orderId: number }
  /** What the provider knows of the order. */
  | { type: 'observe'; orderId: number; seen: Seen }
  /** `amount` in the minor unit; absent: all that is left. */
  | { type: 'refund'; orderId: number; by: 'learner' | 'staff' | 'school'; amount?: number | undefined }
  /** Staff give back a renewal; `amount` as above. */
  | { type: 'refundRenewal'; orderId: number; invoice: string; amount?: number | undefined }
  /** `request`: the id of its `RefundRequested`. `made`: as the provider has them. */
  | { type: 'refundFailed'; orderId: number; request: string; made: readonly string[]; cause: string }
  /** Somebody accepts a gift of this person; `groups`: by which they come into its courses. */
  | { type: 'claim'; orderId: number; by: number; groups: readonly ChosenGroup[] }
  /** Its code goes by mail, to the address of the order or another one. */
  | { type: 'sendGift'; orderId: number; to: string | null }
);
