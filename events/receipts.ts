import { z } from 'zod';
import { defineEvent } from './define.ts';
import { said } from './sentences.ts';
import { id, money, taxRate } from './types.ts';

/**
 * Receipts: one for each payment, numbered without a gap within a year of the school's calendar; streams `receipts-<year>`. What was issued never changes;
 * with other fiscal data a further one is issued in its place. And what each person wants on theirs; streams `billing-<userId>`.
 */

/** As Mexico's tax authority (SAT) asks for on an invoice (CFDI 4.0); each null where not given, and once the person is erased. */
const fiscal = {
  /** RFC. */
  taxId: z.string().max(40).nullable(),
  /** Name or company name, as it is registered with the RFC. */
  taxName: z.string().max(254).nullable(),
  /** Keys of the catalogues c_RegimenFiscal and c_UsoCFDI. */
  taxRegime: z.string().max(40).nullable(),
  taxUse: z.string().max(40).nullable(),
  taxPostalCode: z.string().max(40).nullable(),
};
const fiscalFields = ['taxId', 'taxName', 'taxRegime', 'taxUse', 'taxPostalCode'] as const;

export const BillingDetailsSet = defineEvent('BillingDetailsSet', {
  category: 'billing',
  schema: z.object({ userId: id, ...fiscal }),
  personal: { of: 'userId', fields: fiscalFields },
  summary: 'Alguien dijo, cambió o quitó los datos fiscales que quiere en sus recibos.',
  sentence: said('cambió sus datos fiscales', 'changed their fiscal data'),
});
export type BillingDetails = Omit<z.output<typeof BillingDetailsSet.schema>, 'userId'>;

export const ReceiptIssued = defineEvent('ReceiptIssued', {
  category: 'receipts',
  version: 2,
  schema: z.object({
    year: z.number().int().min(1),
    number: z.number().int().min(1),
    userId: id,
    orderId: z.number().int().min(1),
    /** The invoice of a renewal; null for the first payment of the order. */
    invoice: z.string().max(200).nullable(),
    paidAt: z.iso.datetime(),
    title: z.string().max(200),
    period: z.enum(['month']).nullable(),
    /** What it costs, what a coupon took off, what was paid. */
    price: money,
    discount: money.nullable(),
    coupon: z.string().max(24).nullable(),
    total: money,
    /** The tax that all of these include; null: not known. */
    taxRate: taxRate.nullable(),
    /** The school's name on that day. */
    school: z.string().max(200),
    buyer: z.string().max(260).nullable(),
    ...fiscal,
    /** Of a receipt that replaces another one: the number of that one, of the same year; null: it replaces none. */
    replaces: z.number().int().min(1).nullable(),
  }),
  personal: { of: 'userId', fields: ['buyer', ...fiscalFields] },
  summary: 'La escuela emitió el recibo de un pago, con su folio y lo que entonces se cobró.',
  sentence: {
    es: 'Se emitió el recibo {year}-{number} de «{title}»',
    en: 'The receipt {year}-{number} of “{title}” was issued',
  },
});
export type Receipt = z.output<typeof ReceiptIssued.schema>;

export const receiptEvents = [BillingDetailsSet, ReceiptIssued] as const;
/** As people name it: `2026-000042`. */
export const folioOf = ({ year, number }: Pick<Receipt, 'year' | 'number'>): string => `${year}-${String(number).padStart(6, '0')}`;
/** The folio in whose place a receipt stands; null: none. */
export const replacedFolio = ({ year, replaces }: Pick<Receipt, 'year' | 'replaces'>): string | null =>
  replaces === null ? null : folioOf({ year, number: replaces });
