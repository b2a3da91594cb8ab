import { type OrderName, type PaymentProvider, ProviderError } from '../../integrations/payments/port.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled } from '../kernel/handle.ts';
import type { Order, Purchases } from './order.ts';
import type { PurchaseCommand } from './purchaseCommand.ts';
import { purchases } from './purchases.ts';

type Asked = { [T in PurchaseCommand['type']]: Omit<Extract<PurchaseCommand, { type: T }>, 'now' | 'userId'> }[PurchaseCommand['type']];

export type OrderBook = ReturnType<typeof createOrderBook>;
/** Orders in the log and at the provider, who is asked what became of them. `provider` null: the school does not charge online. */
export function createOrderBook(commands: Commands, provider: PaymentProvider | null) {
  const charges = (): PaymentProvider => provider ?? refuse('PAYMENTS_OFF');
  const send = (userId: number, command: Asked, context: CommandContext): Promise<Handled<Purchases>> =>
    commands.handle(
      purchases,
      userId,
      { ...command, userId, now: context.now.toISOString() } as PurchaseCommand,
      derived(context, command.type),
    );
  const load = async (userId: number): Promise<Purchases> => (await commands.load(purchases, userId)).state;
  const find = async ({ userId, orderId }: OrderName): Promise<Order> => (await load(userId)).get(orderId) ?? refuse('ORDER_NOT_FOUND');
  /** Calls the provider; its refusals and its absence are errors of the catalogue. */
  const ask = async <T>(call: (provider: PaymentProvider) => Promise<T>): Promise<T> => withReason(call(charges()));
  const withReason = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw error instanceof ProviderError ? new DomainError('PAYMENT_PROVIDER_FAILED', error.code) : error;
    });
  /** null where the provider answers that it knows no such thing. */
  const ifKnown = <T>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((error: unknown) => {
      if (error instanceof ProviderError && error.unknown) return null;
      throw error;
    });

  /** Records what is new of an order. `unknown`: the provider does not know it. Errors: ProviderError. */
  const settleBy = async (
    name: OrderName,
    own: CommandContext,
  ): Promise<Handled<Purchases> & { order: Order; made: readonly string[]; unknown: boolean }> => {
    const { session, transfer } = await find(name);
    const { userId, orderId } = name;
    const seen = transfer || session === null ? null : await ifKnown(charges().look(session));
    const unknown = !transfer && session !== null && seen === null;
    const newly: Asked = transfer
      ? { type: 'lapse', orderId }
      : seen !== null
        ? { type: 'observe', orderId, seen }
        : unknown
          ? { type: 'unknown', orderId }
          : // Nothing was opened: it could not be paid.
            { type: 'close', orderId, cause: 'refused' };
    const done = await send(userId, newly, own);
    const order = done.state.get(orderId) ?? refuse('ORDER_NOT_FOUND');
    if (order.state === 'closed' && seen?.session === 'open' && session !== null) await closePage(session);
    return { ...done, order, made: seen?.made ?? [], unknown };
  };
  /** Where the provider cannot be reached now, `settle` closes it later. */
  const closePage = async (session: string): Promise<void> => provider?.expire(session).catch(() => undefined);
  /**
   * Asks the provider what became of the order, and records what is new; the page of one that was closed cannot be paid any more. One that the provider
   * does not know stays as it is, and ends in time. Errors: ORDER_NOT_FOUND, PAYMENTS_OFF, PAYMENT_PROVIDER_FAILED.
   */
  const settle = (name: OrderName, context: CommandContext): Promise<Handled<Purchases> & { order: Order }> =>
    withReason(settleBy(name, derived(context, 'settle', name.orderId, context.now.getTime())));
  return { provider, charges, send, load, find, ask, withReason, ifKnown, settleBy, settle, closePage };
}
