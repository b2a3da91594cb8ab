import { isDeepStrictEqual } from 'node:util';
import type { BillingDetails, Receipt } from '../../../events/receipts.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

/** The most receipts of one payment, replaced ones included. */
const MOST_OF_PAYMENT = 5;

export const noBilling: BillingDetails = { taxId: null, taxName: null, taxRegime: null, taxUse: null, taxPostalCode: null };

export interface BillingCommand {
  userId: number;
  details: BillingDetails;
}
/** What a person wants on their receipts; stream `billing-<userId>`. */
export const billing: Decider<BillingDetails, BillingCommand, StreamEvent<'billing'>> = {
  category: 'billing',
  wordless: 'where lost',
  initial: () => noBilling,
  decide: ({ userId, details }, state) =>
    isDeepStrictEqual(details, state) ? [] : [{ type: 'BillingDetailsSet', data: { userId, ...details } }],
  evolve(_, { data: { userId: __, ...details } }) {
    return details;
  },
};

type Paid = Omit<Receipt, 'year' | 'number' | 'replaces'>;
/** What names its buyer on a receipt. */
export type Buyer = BillingDetails & Pick<Receipt, 'buyer'>;
export type ReceiptCommand =
  | { type: 'issue'; year: number; paid: Paid }
  /** In place of that number. `buyer`: as that one names them. */
  | { type: 'replace'; year: number; userId: number; number: number; buyer: Buyer; details: BillingDetails };
export interface Receipts {
  /** The last number that was given. */
  last: number;
  /** By payment, its receipts; the last one stands. */
  ofPayment: GrowingMap<string, readonly number[]>;
  /** By a number that was replaced, the one in its place. */
  inPlaceOf: GrowingMap<number, number>;
  /** Those that stand, by number, as they were issued; whom they name is not kept. */
  valid: GrowingMap<number, Omit<Paid, keyof Buyer>>;
}
const paymentOf = ({ userId, orderId, invoice }: Pick<Receipt, 'userId' | 'orderId' | 'invoice'>): string =>
  `${userId}-${orderId}${invoice === null ? '' : `-${invoice}`}`;

/**
 * The receipts of one year; stream `receipts-<year>`. It gives the numbers, so that they have no gap however many pay at once.
 * Errors: RECEIPT_NOT_FOUND (also of somebody else, or replaced), RECEIPT_SAME, RECEIPT_LIMIT.
 */
export const receipts: Decider<Receipts, ReceiptCommand, StreamEvent<'receipts'>> = {
  category: 'receipts',
  wordless: true,
  initial: () => ({ last: 0, ofPayment: new GrowingMap(), inPlaceOf: new GrowingMap(), valid: new GrowingMap() }),
  decide(command, state) {
    const { year } = command;
    const number = state.last + 1;
    if (command.type === 'issue')
      return state.ofPayment.has(paymentOf(command.paid))
        ? []
        : [{ type: 'ReceiptIssued', data: { ...command.paid, year, number, replaces: null } }];
    const before = state.valid.get(command.number);
    if (!before || before.userId !== command.userId) return refuse('RECEIPT_NOT_FOUND');
    const { buyer, details } = command;
    const paid: Paid = { ...before, ...buyer, ...details };
    if (isDeepStrictEqual(paid, { ...before, ...buyer })) return refuse('RECEIPT_SAME');
    if ((state.ofPayment.get(paymentOf(before))?.length ?? 0) >= MOST_OF_PAYMENT) return refuse('RECEIPT_LIMIT');
    return [{ type: 'ReceiptIssued', data: { ...paid, year, number, replaces: command.number } }];
  },
  evolve(state, { data }) {
    const { year: _, number, replaces, buyer: __, taxId, taxName, taxRegime, taxUse, taxPostalCode, ...paid } = data;
    const payment = paymentOf(paid);
    const valid = replaces === null ? state.valid : state.valid.without(replaces);
    return {
      last: number,
      ofPayment: state.ofPayment.with(payment, [...(state.ofPayment.get(payment) ?? []), number]),
      inPlaceOf: replaces === null ? state.inPlaceOf : state.inPlaceOf.with(replaces, number),
      valid: valid.with(number, paid),
    };
  },
};
