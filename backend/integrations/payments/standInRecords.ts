import { randomBytes } from 'node:crypto';

/** What the stand-in knows: sessions, payments, subscriptions and their invoices, as Stripe’s objects name them. */

/** Where the stand-in stores its records, which are small. */
export interface StandInStore {
  get(key: string): Promise<Kept | null>;
  put(key: string, value: Kept): Promise<void>;
  /** Records whose key has this prefix, in key order. */
  list(prefix: string): Promise<Kept[]>;
}
export type Kept = object;

export const inMemory = (): StandInStore => {
  const kept = new Map<string, Kept>();
  return {
    get: async (key) => kept.get(key) ?? null,
    put: async (key, value) => void kept.set(key, value),
    list: async (prefix) =>
      [...kept]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, value]) => value),
  };
};

export interface Session {
  id: string;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  /** Before the discount: what is paid each period. */
  amount_subtotal: number;
  currency: string;
  title: string;
  metadata: Record<string, string>;
  payment_intent: string | null;
  subscription: string | null;
  success_url: string;
  cancel_url: string;
  expires_at: number;
}
export interface Intent {
  id: string;
  amount: number;
  currency: string;
  created: number;
  metadata: Record<string, string>;
  status: 'succeeded' | 'requires_action' | 'requires_payment_method';
  failure: string | null;
  refunded: number;
  /** The newest first; absent where nothing was given back. */
  refunds?: {
    id: string;
    amount: number;
    status: 'succeeded' | 'failed';
    failure_reason?: string;
    /** Absent in what was kept by older releases. */
    metadata?: Record<string, string>;
  }[];
  dispute: { id: string; status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response' | 'warning_closed' } | null;
}
export interface Subscription {
  id: string;
  status: 'active' | 'past_due' | 'unpaid' | 'canceled';
  cancel_at_period_end: boolean;
  /** Its customer was removed, and its charges are listed no more. */
  removed?: boolean;
  until: number;
  amount: number;
  currency: string;
  created: number;
  metadata: Record<string, string>;
}
export interface Invoice {
  id: string;
  subscription: string;
  amount: number;
  currency: string;
  payment: string;
  until: number;
}

export interface Coupon {
  id: string;
  amount_off: number;
  currency: string;
}

/** An answer that refuses the request: a status of HTTP and Stripe’s code. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export function createRecords(store: StandInStore, now: () => Date) {
  const seconds = () => Math.floor(now().getTime() / 1_000);
  const fresh = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
  const find = async <T>(key: string): Promise<T> =>
    ((await store.get(key)) as T | null) ?? Promise.reject(new Refusal(404, 'resource_missing'));
  const sessionOf = async (id: string): Promise<Session> => {
    const session = await find<Session>(`session:${id}`);
    return session.status === 'open' && session.expires_at <= seconds() ? { ...session, status: 'expired' } : session;
  };
  const intentOf = (id: string) => find<Intent>(`intent:${id}`);
  const subscriptionOf = (id: string) => find<Subscription>(`subscription:${id}`);
  /** The newest first. */
  const invoicesOf = async (subscription: string) => ((await store.list(`invoice:${subscription}:`)) as Invoice[]).reverse();
  const put = {
    session: (one: Session) => store.put(`session:${one.id}`, one),
    intent: (one: Intent) => store.put(`intent:${one.id}`, one),
    subscription: (one: Subscription) => store.put(`subscription:${one.id}`, one),
    invoice: (one: Invoice) => store.put(`invoice:${one.subscription}:${String(one.until).padStart(12, '0')}`, one),
  };
  return { seconds, fresh, find, sessionOf, intentOf, subscriptionOf, invoicesOf, put };
}
export type Records = ReturnType<typeof createRecords>;
