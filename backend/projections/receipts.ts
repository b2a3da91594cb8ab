import { type BillingDetails, folioOf, type Receipt, replacedFolio } from '../../events/receipts.ts';
import type { StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface ReceiptDoc extends Receipt {
  folio: string;
  issuedAt: string;
  /** The folio that stands in its place; null: it stands. */
  replacedBy: string | null;
}
export type BillingDoc = BillingDetails & { userId: number };

type Issued = StreamEvent<'receipts'>;

/** Receipts by folio, as they were issued. */
export const receipts: Projection<ReceiptDoc, Issued> = {
  name: 'receipts',
  version: 3,
  // By when they were issued: one in place of an older one has a number of its year.
  indexes: [['userId', '-folio'], ['-issuedAt']],
  on: {
    ReceiptIssued: {
      // The one that is replaced changes too.
      key: ({ data }: Recorded<Issued>) => [folioOf(data), replacedFolio(data)].filter((folio) => folio !== null),
      evolve: (doc, { data, meta }, key) =>
        key === folioOf(data)
          ? { ...data, folio: key, issuedAt: meta.occurredAt, replacedBy: null }
          : doc && { ...doc, replacedBy: folioOf(data) },
    },
  },
  persons: ({ userId, buyer, taxId }) => (buyer === null && taxId === null ? [] : [String(userId)]),
  redact: (doc) => ({ ...doc, buyer: null, taxId: null, taxName: null, taxRegime: null, taxUse: null, taxPostalCode: null }),
  topics: (id, { userId }) => [
    { topic: 'pagos', id: `recibo-${id}` },
    { topic: `compras:${userId}`, id: `recibo-${id}` },
  ],
};

/** What each person wants on their receipts. */
export const billing: Projection<BillingDoc, StreamEvent<'billing'>> = {
  name: 'billing',
  version: 1,
  on: { BillingDetailsSet: { key: ({ data }) => String(data.userId), evolve: (_, { data }) => data } },
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (id) => [{ topic: `compras:${id}`, id: 'facturacion' }],
};
