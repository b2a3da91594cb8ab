import type { Money } from '../../../events/types.ts';

/** What became of one payment after it was made; minor unit, in its currency. */
export interface Afterwards {
  /** What was given back of it. */
  refunded: number;
  /** What the provider tried to give back and what came back to the school since, in all; and why the last of it did. */
  bounced: { amount: number; cause: string };
  dispute: { id: string; state: 'open' | 'won' | 'lost' } | null;
}
/** What the provider knows of an order at the moment it is asked. Facts of it may come late, twice, in any order or never: this is what they add up to. */
export interface Seen extends Afterwards {
  /** The page where it is paid. */
  session: 'open' | 'complete' | 'expired';
  /** null: nothing was paid. `at`: ISO UTC. */
  payment: { id: string; amount: Money; at: string } | null;
  /** Why the last attempt to pay failed; null where none did. */
  failure: string | null;
  /** Of the refunds that this school asked for, also of renewals, by their keys: those that it has, whatever became of them since. */
  made: readonly string[];
  /** null for what is paid once. */
  subscription: {
    id: string;
    state: 'active' | 'pastDue' | 'ended';
    /** Paid until; ISO UTC. */
    until: string;
    /** It will not be renewed. */
    cancelling: boolean;
    /** Paid invoices, the first included, the oldest first. */
    invoices: ({ id: string; amount: Money; payment: string | null; until: string } & Afterwards)[];
  } | null;
}

export interface OrderToPay {
  userId: number;
  orderId: number;
  title: string;
  price: Money;
  period: 'month' | null;
  /** Taken off the first payment alone. */
  coupon: { code: string; discount: Money } | null;
  /** ISO UTC; at least half an hour from now. */
  validUntil: string;
  successUrl: string;
  cancelUrl: string;
}
export interface OrderName {
  userId: number;
  orderId: number;
}

/** Who takes the money. Card data never reach this school: people pay on the provider’s page. */
export interface PaymentProvider {
  /** Opens the page where the order is paid. The same order again: the same page. Errors: ProviderError. */
  open(order: OrderToPay): Promise<{ session: string; url: string }>;
  /** The page of a session that is still open; null where it is not. */
  urlOf(session: string): Promise<string | null>;
  /** Errors: ProviderError, also where it does not know the session. */
  look(session: string): Promise<Seen>;
  /** Closes the page; nothing where it was paid, has expired, or is not known. */
  expire(session: string): Promise<void>;
  /** Gives back `amount` (minor unit) of a payment, once for each `key`. Errors: ProviderError. */
  refund(payment: string, amount: number, key: string): Promise<void>;
  /** Whether the subscription is renewed after what is paid. */
  setRenewing(subscription: string, renewing: boolean): Promise<void>;
  /** Ends it now; nothing where it has ended, or is not known. */
  endSubscription(subscription: string): Promise<void>;
  /**
   * Which order a message of the provider is about; null: none of this school’s. What the message says is not believed: the provider is asked.
   * Errors: BadSignature, where the provider did not sign it, or too long ago.
   */
  read(body: string, signature: string): Promise<OrderName | null>;
}

/** The provider refused, or could not be reached. `code`: in its words, without personal data. `lasting`: it would refuse again. `unknown`: it does not know what it was asked about. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: string;
  readonly lasting: boolean;
  readonly unknown: boolean;
  constructor(code: string, lasting: boolean, unknown = false) {
    super(`the payment provider: ${code}`);
    this.code = code;
    this.lasting = lasting;
    this.unknown = unknown;
  }
}
export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}
