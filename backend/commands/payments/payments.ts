import type { OrderName, PaymentProvider } from '../../integrations/payments/port.ts';
import { refuse } from '../kernel/errors.ts';
import type { CommandContext, Commands, Handled } from '../kernel/handle.ts';
import { createCoupons } from './coupons.ts';
import { createEnding } from './ending.ts';
import { createGifts } from './gifts.ts';
import { createGivingBack } from './givingBack.ts';
import { createOffers } from './offers.ts';
import { type Order, type Purchases, subscriptionOf } from './order.ts';
import { createOrderBook } from './orderBook.ts';
import { createReceipts } from './receipts.ts';
import { createSeats } from './seats.ts';
import { createStarting } from './starting.ts';

export type Payments = ReturnType<typeof createPayments>;
/** The order as the enrolment and the pages name it: `17-3`. */
export const orderName = ({ userId, orderId }: OrderName): string => `${userId}-${orderId}`;

/**
 * Buying: what it costs is said here and nowhere else, money is taken by the provider, and what becomes of an order is what the provider says when it is
 * asked (`settle`): by a message of its own, by a deadline, or because somebody waits for it. `provider` null: the school does not charge online.
 */
export function createPayments(commands: Commands, provider: PaymentProvider | null, publicUrl: string, secret: Uint8Array) {
  const book = createOrderBook(commands, provider);
  const { charges, send, load, find, ask, settle } = book;
  const { groupsFor, holdSeats, settleSeats } = createSeats(commands, load);
  const { refundPolicy, bundles, active, owns, bundleFor, quoteFor } = createOffers(commands, load, { groupsFor });
  const coupons = createCoupons(commands);
  return {
    coupons,
    bundles,
    settleSeats,
    bundleFor,
    gifts: createGifts(secret, {
      ...{ find, send, groupsFor, holdSeats, settleSeats },
      has: async (userId, courseId) => owns(await active(userId), courseId),
    }),
    refundPolicy,
    receipts: createReceipts(commands),
    /** Whether this school charges online. */
    on: provider !== null,
    load,
    find,
    settle,
    quoteFor,
    ...createStarting(commands, book, { quoteFor, coupons, holdSeats, settleSeats, publicUrl }),
    ...createGivingBack(book),
    ...createEnding(book),
    /** The buyer says that the money was sent. `proof`: the key of a file. Errors: ORDER_NOT_FOUND. */
    declareTransfer: (name: OrderName, said: { tracking: string | null; proof: string | null }, context: CommandContext) =>
      send(name.userId, { type: 'declare', orderId: name.orderId, ...said }, context),
    /** Staff say what the bank's statement says of an order by transfer. Errors: ORDER_NOT_FOUND. */
    judgeTransfer: (name: OrderName, says: 'confirm' | 'notArrived', context: CommandContext) =>
      send(name.userId, { type: says, orderId: name.orderId }, context),
    /** Whether the person’s subscription is renewed after what is paid. Errors: SUBSCRIPTION_NONE, PAYMENTS_OFF, PAYMENT_PROVIDER_FAILED. */
    async setRenewing(userId: number, renewing: boolean, context: CommandContext): Promise<Handled<Purchases> & { order: Order }> {
      const { orderId, subscription, transfer } = subscriptionOf(await load(userId)) ?? refuse('SUBSCRIPTION_NONE');
      // It is not charged by itself: it is paid again, or ends.
      if (transfer) return refuse('SUBSCRIPTION_NONE');
      await ask((by) => by.setRenewing(subscription.id, renewing));
      return settle({ userId, orderId }, context);
    },
    /** The order that a signed message of the provider is about. Errors: BadSignature. */
    read: (body: string, signature: string): Promise<OrderName | null> => charges().read(body, signature),
  };
}
