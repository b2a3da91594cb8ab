import { schoolDay } from '../../../events/calendar.ts';
import { type BillingDetails, folioOf, type Receipt } from '../../../events/receipts.ts';
import type { DataOf } from '../../../events/registry.ts';
import { streamOf } from '../../../events/streams.ts';
import type { Money } from '../../../events/types.ts';
import { fullNameOf, user } from '../identity/user.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled } from '../kernel/handle.ts';
import { school } from '../site/school.ts';
import type { Order } from './order.ts';
import { type Buyer, billing, noBilling, type Receipts, receipts } from './receipt.ts';

const nobody: Buyer = { buyer: null, ...noBilling };

/** A renewal of a subscription. `invoice`: by which the provider knows it. */
interface Renewal {
  invoice: string;
  amount: Money;
  paidAt: string;
}

/** Receipts of payments, and the fiscal data that people want on them. */
export function createReceipts(commands: Commands) {
  const detailsOf = async (userId: number): Promise<BillingDetails> => (await commands.load(billing, userId)).state;
  /** Whom a receipt names. Numbers have no gap, so the receipt with a number is that event of the stream. */
  const buyerOn = async (year: number, number: number): Promise<Buyer> => {
    for await (const { data } of commands.log.readStream(streamOf('receipts', year), number - 1, number - 1)) {
      const { buyer, taxId, taxName, taxRegime, taxUse, taxPostalCode } = data as DataOf<'ReceiptIssued'>;
      return { buyer, taxId, taxName, taxRegime, taxUse, taxPostalCode };
    }
    return nobody;
  };
  return {
    detailsOf,
    setDetails: (userId: number, details: BillingDetails, context: CommandContext): Promise<Handled<BillingDetails>> =>
      commands.handle(billing, userId, { userId, details }, context),
    /** The receipt of a payment of the order, once; `renewal` null: of the first. Nothing for who is erased, or where nothing was paid. */
    async issue(userId: number, order: Order, renewal: Renewal | null, context: CommandContext): Promise<void> {
      const total = renewal?.amount ?? order.paid;
      const paidAt = renewal?.paidAt ?? order.paidAt;
      const { state: person } = await commands.load(user, userId);
      if (total === null || paidAt === null || person.status === 'erased' || person.status === 'none') return;
      const { orderId, title, period, price, coupon, taxRate } = order;
      const first = renewal === null ? coupon : null;
      const year = Number(schoolDay(paidAt).slice(0, 4));
      const paid = {
        ...{ userId, orderId, invoice: renewal?.invoice ?? null, paidAt, title, period, price, total, taxRate },
        ...{ discount: first?.discount ?? null, coupon: first?.code ?? null },
        school: (await commands.load(school, 'school', { within: 30_000 })).state.name,
        buyer: fullNameOf(person),
        ...(await detailsOf(userId)),
      };
      await commands.handle(receipts, year, { type: 'issue', year, paid }, derived(context, 'receipt', orderId, paid.invoice ?? ''));
    },
    /** Another one with the fiscal data of now in its place. Errors: BILLING_MISSING, RECEIPT_NOT_FOUND, RECEIPT_SAME, RECEIPT_LIMIT. */
    async replace(
      userId: number,
      { year, number }: Pick<Receipt, 'year' | 'number'>,
      context: CommandContext,
    ): Promise<Handled<Receipts> & { folio: string }> {
      const details = await detailsOf(userId);
      if (details.taxId === null) return refuse('BILLING_MISSING');
      const { state } = await commands.load(receipts, year);
      const buyer = state.valid.get(number)?.userId === userId ? await buyerOn(year, number) : nobody;
      const done = await commands.handle(receipts, year, { type: 'replace', year, userId, number, buyer, details }, context);
      // A repeat of this command finds the one that it issued.
      const issued = done.state.inPlaceOf.get(number) ?? refuse('RECEIPT_NOT_FOUND');
      return { ...done, folio: folioOf({ year, number: issued }) };
    },
  };
}
