import type { Vault } from '../vault/port.ts';
import type { PaymentProvider } from './port.ts';
import type { StandIn } from './standIn.ts';

/** Keys of the provider, and where it is; null: this school has none. */
export interface ProviderSettings {
  secretKey: string;
  webhookSecret: string;
  base: string | undefined;
}
export interface OpenPayments {
  /** null: the school does not charge online. */
  provider: PaymentProvider | null;
  /** The demo’s; null where there is a real provider, or no demo. */
  standIn: StandIn | null;
}

/** The provider’s library is large: it is loaded with the first call. */
const lazily = (load: () => Promise<PaymentProvider>): PaymentProvider => {
  let loaded: Promise<PaymentProvider> | undefined;
  const get = () => (loaded ??= load());
  return {
    open: async (order) => (await get()).open(order),
    urlOf: async (session) => (await get()).urlOf(session),
    look: async (session) => (await get()).look(session),
    expire: async (session) => (await get()).expire(session),
    refund: async (payment, amount, key) => (await get()).refund(payment, amount, key),
    setRenewing: async (subscription, renewing) => (await get()).setRenewing(subscription, renewing),
    endSubscription: async (subscription) => (await get()).endSubscription(subscription),
    read: async (body, signature) => (await get()).read(body, signature),
  };
};

const DEMO_SECRET = 'whsec_demo';

/** Stripe with the school’s keys; in a demo without keys, its stand-in; else nothing. */
export async function openPayments(
  settings: ProviderSettings | null,
  demo: boolean,
  { vault, publicUrl, now }: { vault: Vault; publicUrl: string; now: () => Date },
): Promise<OpenPayments> {
  if (settings) return { provider: lazily(async () => (await import('./stripe.ts')).createStripe(settings)), standIn: null };
  if (!demo) return { provider: null, standIn: null };
  const { createStandIn } = await import('./standIn.ts');
  const standIn = createStandIn({
    store: {
      get: async (key) => (await vault.get<object>('demo-payments', key))?.value ?? null,
      put: (key, value) => vault.put('demo-payments', key, value),
      list: async (prefix) => (await vault.list<object>('demo-payments', prefix)).map(({ value }) => value),
    },
    webhookSecret: DEMO_SECRET,
    pageOf: (session) => `${publicUrl}/demo/payment?sesion=${session}`,
    now,
  });
  const provider = lazily(async () =>
    (await import('./stripe.ts')).createStripe({ secretKey: 'sk_demo', webhookSecret: DEMO_SECRET, request: standIn.request }),
  );
  return { provider, standIn };
}
