import { z } from 'zod';
import { taxRegimes, taxUses } from './choices.ts';
import { currency, messageAnswer, optionalName, optionalText } from './common.ts';
import { ofUser, tax } from './records/orders.ts';
import { route } from './route.ts';

/** Receipts, and the fiscal data that stand on them. */

const tag = 'Pagos';
/** «2026-000042». */
const folio = z.string().max(20);
export const receiptRecord = z.object({
  folio: z.string(),
  id_pedido: z.number(),
  titulo: z.string(),
  /** Of a renewal of the subscription. */
  renovacion: z.boolean(),
  pagado: z.string(),
  emitido: z.string(),
  total: z.number(),
  moneda: currency,
  impuesto: tax.nullable(),
  rfc: z.string().nullable(),
  sustituido_por: z.string().nullable(),
});
export type ReceiptRecord = z.output<typeof receiptRecord>;
const regimeNames = Object.keys(taxRegimes) as [keyof typeof taxRegimes, ...(keyof typeof taxRegimes)[]];
const useNames = Object.keys(taxUses) as [keyof typeof taxUses, ...(keyof typeof taxUses)[]];
export const billingRecord = z.object({
  rfc: z.string().nullable(),
  nombre: z.string().nullable(),
  regimen: z.string().nullable(),
  uso: z.string().nullable(),
  codigo_postal: z.string().nullable(),
});
export type BillingRecord = z.output<typeof billingRecord>;

export const receipts = {
  receipts: route({
    id: 'receipts',
    method: 'GET',
    path: '/api/recibos/:userId',
    tag,
    summary: 'Receipts of a person, the last one first, at most 200',
    policy: 'users.read',
    params: ofUser,
    live: { follows: { 'compras:{userId}': 'arg.userId' } },
    answer: z.object({ recibos: z.array(receiptRecord) }),
  }),
  receiptPdf: route({
    id: 'receiptPdf',
    method: 'GET',
    path: '/api/recibos/:userId/:folio/pdf',
    tag,
    summary: 'A receipt to print, as it was issued',
    policy: 'users.read',
    params: ofUser.extend({ folio }),
    live: { still: 'a file, as it was asked for' },
    now: true,
    answer: z.any().meta({ documentedAs: z.string().describe('The bytes of a PDF file') }),
    type: 'application/pdf',
    errors: ['RECEIPT_NOT_FOUND'],
  }),
  replaceReceipt: route({
    id: 'replaceReceipt',
    method: 'POST',
    path: '/api/recibos/:userId/:folio/sustituir',
    tag,
    account: true,
    summary: 'Issue another receipt with one’s fiscal data of now in place of this one; at most five for one payment',
    policy: 'account.own',
    params: ofUser.extend({ folio }),
    answer: messageAnswer.extend({ folio: z.string() }),
    status: 201,
    errors: ['RECEIPT_NOT_FOUND', 'RECEIPT_SAME', 'RECEIPT_LIMIT', 'BILLING_MISSING'],
  }),
  billingDetails: route({
    id: 'billingDetails',
    method: 'GET',
    path: '/api/facturacion/:userId',
    tag,
    summary: 'The fiscal data that a person wants on their receipts',
    policy: 'account.own',
    params: ofUser,
    live: { follows: { 'compras:{userId}': 'arg.userId' } },
    answer: billingRecord,
  }),
  setBillingDetails: route({
    id: 'setBillingDetails',
    method: 'PUT',
    path: '/api/facturacion/:userId',
    tag,
    account: true,
    summary: 'Say, change or (with an empty `rfc`) remove them; receipts that were issued stay as they are',
    policy: 'account.own',
    params: ofUser,
    body: z.object({
      rfc: optionalText(20),
      nombre: optionalName(254),
      regimen: z.union([z.enum(regimeNames), z.literal('')]).optional(),
      uso: z.union([z.enum(useNames), z.literal('')]).optional(),
      codigo_postal: optionalText(10),
    }),
    answer: messageAnswer,
    errors: ['RFC_INVALID', 'POSTAL_CODE_INVALID', 'REQUIRED_FIELDS'],
    fieldErrors: { RFC_INVALID: 'rfc', POSTAL_CODE_INVALID: 'codigo_postal' },
  }),
  exportReceipts: route({
    id: 'exportReceipts',
    method: 'GET',
    path: '/api/pagos/recibos',
    tag,
    summary:
      'Receipts of a month of the school’s calendar as CSV, with what a CFDI needs (text/csv, UTF-8); who took them stands on record',
    policy: 'payments.manage',
    query: z.object({ mes: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
    live: { still: 'a file, as it was asked for' },
    answer: z.string(),
    type: 'text/csv',
  }),
} as const;
