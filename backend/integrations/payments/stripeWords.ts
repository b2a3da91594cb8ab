import Stripe from 'stripe';
import type { Money } from '../../../events/types.ts';
import { type OrderName, ProviderError } from './port.ts';

// What Stripe says, in the words of the port.

export const dayOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();
export const moneyOf = (amount: number | null, currency: string | null): Money => ({
  amount: amount ?? 0,
  currency: currency?.toUpperCase() === 'USD' ? 'USD' : 'MXN',
});
export const idOf = (one: string | { id: string } | null | undefined): string | null => (typeof one === 'string' ? one : (one?.id ?? null));

/** Orders are named in the metadata of everything that Stripe makes of them. */
export const metadataOf = ({ userId, orderId }: OrderName) => ({ order: `${userId}-${orderId}` });
export const orderIn = (metadata: Stripe.Metadata | null | undefined): OrderName | null => {
  const [, userId, orderId] = /^(\d{1,10})-(\d{1,7})$/.exec(metadata?.['order'] ?? '') ?? [];
  return userId && orderId ? { userId: Number(userId), orderId: Number(orderId) } : null;
};

/** Errors of the SDK in this school’s words. */
export const asked = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      const { code, type, statusCode } = error;
      const lasting = statusCode !== undefined && statusCode < 500 && statusCode !== 429 && statusCode !== 409;
      throw new ProviderError(code ?? type, lasting, statusCode === 404);
    }
    throw error;
  }
};
export const whereKnown = (error: unknown): void => {
  if (!(error instanceof ProviderError) || !error.unknown) throw error;
};
