import { Readable } from 'node:stream';
import { schoolDay } from '../../../events/calendar.ts';
import { replacedFolio } from '../../../events/receipts.ts';
import { recordedOperations } from '../../commands/operations/recorded.ts';
import { orderName } from '../../commands/payments/payments.ts';
import { type OrderDoc, orders } from '../../projections/orders.ts';
import { pagesOf } from '../../projections/reading/reads.ts';
import { billing, type ReceiptDoc, receipts } from '../../projections/receipts.ts';
import { momentCell, momentHead } from '../answers/csvMoments.ts';
import { taxOf } from '../answers/orders.ts';
import { PRODUCT_COLOR } from '../answers/printed.ts';
import { receiptPdf } from '../answers/receipts.ts';
import { readSchool } from '../answers/site.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { SAVED } from '../contract/common.ts';
import { BOM, csvRow } from '../contract/csv.ts';
import { receipts as contract, type ReceiptRecord } from '../contract/receipts.ts';
import { taxIn, taxParts } from '../contract/tax.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const HOUR = 3_600_000;
const MOST_RECEIPTS = 200;
const PDFS_PER_HOUR = 120;
const EXPORTS_PER_HOUR = 20;
const CHANGES_PER_HOUR = 20;
const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/;

const recordOf = (doc: ReceiptDoc): ReceiptRecord => ({
  folio: doc.folio,
  id_pedido: doc.orderId,
  titulo: doc.title,
  renovacion: doc.invoice !== null,
  pagado: doc.paidAt,
  emitido: doc.issuedAt,
  total: doc.total.amount / 100,
  moneda: doc.total.currency,
  impuesto: taxOf(doc.total.amount, doc.taxRate),
  rfc: doc.taxId,
  sustituido_por: doc.replacedBy,
});

/** What was given back of the payment of a receipt, in the minor unit. */
const givenBack = ({ invoice }: ReceiptDoc, order: OrderDoc | undefined): number => {
  const payment = invoice === null ? order : order?.subscription?.renewals.find((one) => one.invoice === invoice);
  return payment?.refunded ?? 0;
};

/** Receipts of payments, and the fiscal data on them. */
export function receiptRoutes(implement: Implement, deps: Deps): void {
  ownRoutes(implement, deps);
  billingRoutes(implement, deps);
  exportRoutes(implement, deps);
}

/** A person's receipts. */
function ownRoutes(implement: Implement, deps: Deps): void {
  const { payments, limits } = deps;
  const own = async ({ userId, folio }: { userId: number; folio: string }, call: Call): Promise<ReceiptDoc> => {
    const doc = await call.reads.get(receipts, folio);
    if (doc?.userId !== userId) throw new ApiError('RECEIPT_NOT_FOUND');
    return doc;
  };
  implement(contract.receipts, {
    async handle({ params: { userId } }, call) {
      const { docs } = await call.reads.find(receipts, { where: { userId }, sort: ['-folio'], limit: MOST_RECEIPTS });
      return { recibos: docs.map(({ doc }) => recordOf(doc)) };
    },
  });
  implement(contract.receiptPdf, {
    async handle({ params }, call) {
      await limits.count('receipt-pdf', String(call.identity?.userId), PDFS_PER_HOUR, HOUR);
      const doc = await own(params, call);
      call.header('content-disposition', `inline; filename="recibo-${doc.folio}.pdf"`);
      call.header('cache-control', 'no-store');
      const returned = givenBack(doc, (await call.reads.get(orders, orderName(doc))) ?? undefined);
      return Readable.from([await receiptPdf(doc, returned, (await readSchool(call.reads)).color ?? PRODUCT_COLOR)]);
    },
  });
  implement(contract.replaceReceipt, {
    async handle({ params: { userId, folio } }, call) {
      await limits.count('receipt-replace', String(userId), CHANGES_PER_HOUR, HOUR);
      const [, year, number] = /^(\d{4})-(\d{6,9})$/.exec(folio) ?? [];
      if (!year || !number) throw new ApiError('RECEIPT_NOT_FOUND');
      const done = await payments.receipts.replace(userId, { year: Number(year), number: Number(number) }, call.context());
      call.wrote(done.position);
      return { ...SAVED, folio: done.folio };
    },
  });
}

/** What stands on the receipts that follow. */
function billingRoutes(implement: Implement, deps: Deps): void {
  const { payments, limits } = deps;
  implement(contract.billingDetails, {
    async handle({ params: { userId } }, call) {
      const doc = await call.reads.get(billing, String(userId));
      return {
        rfc: doc?.taxId ?? null,
        nombre: doc?.taxName ?? null,
        regimen: doc?.taxRegime ?? null,
        uso: doc?.taxUse ?? null,
        codigo_postal: doc?.taxPostalCode ?? null,
      };
    },
  });
  implement(contract.setBillingDetails, {
    async handle({ params: { userId }, body }, call) {
      await limits.count('billing', String(userId), CHANGES_PER_HOUR, HOUR);
      const taxId = body.rfc?.normalize('NFC').toUpperCase().replace(/[\s-]/g, '') ?? null;
      if (taxId !== null && !RFC.test(taxId)) throw new ApiError('RFC_INVALID');
      const missing = (['nombre', 'regimen', 'uso', 'codigo_postal'] as const).filter((field) => !body[field]);
      if (taxId !== null && missing.length > 0)
        throw new ApiError('REQUIRED_FIELDS', {
          errors: missing.map((path) => ({ path, message: 'Con el RFC hacen falta todos estos datos, como están en tu constancia.' })),
        });
      if (taxId !== null && !/^\d{5}$/.test(body.codigo_postal ?? '')) throw new ApiError('POSTAL_CODE_INVALID');
      const given: Partial<typeof body> = taxId === null ? {} : body;
      const details = {
        ...{ taxId, taxName: given.nombre ?? null, taxRegime: given.regimen || null, taxUse: given.uso || null },
        taxPostalCode: given.codigo_postal ?? null,
      };
      call.wrote((await payments.receipts.setDetails(userId, details, call.context())).position);
      return SAVED;
    },
  });
}

const columns = () => [
  'Folio',
  momentHead('Emitido'),
  momentHead('Pagado'),
  'Pedido',
  'Concepto',
  'Precio',
  'Descuento',
  'Total',
  'Devuelto',
  'Moneda',
];
// Empty where it is not known.
const TAXES = ['Subtotal', 'Descuento sin IVA', 'Base', 'IVA (%)', 'IVA', 'IVA devuelto'];
const FISCAL = ['Nombre', 'RFC', 'Razón social', 'Régimen fiscal', 'Uso CFDI', 'Código postal', 'Sustituye a', 'Sustituido por'];

/** All receipts of a month, with what was given back of their orders. */
function receiptsCsv(docs: readonly ReceiptDoc[], bought: ReadonlyMap<string, OrderDoc>): string {
  let csv = BOM + csvRow([...columns(), ...TAXES, ...FISCAL]);
  const cents = (amount: number) => (amount / 100).toFixed(2);
  for (const doc of docs) {
    const { taxRate } = doc;
    const returned = givenBack(doc, bought.get(orderName(doc)));
    const parts = taxRate === null ? null : taxParts((doc.discount ? doc.price : doc.total).amount, doc.total.amount, taxRate);
    csv += csvRow([
      ...[doc.folio, momentCell(doc.issuedAt), momentCell(doc.paidAt), orderName(doc), doc.title],
      ...[doc.price.amount, doc.discount?.amount ?? 0, doc.total.amount, returned].map(cents),
      doc.total.currency,
      ...(parts === null || taxRate === null
        ? TAXES.map(() => null)
        : [
            ...[parts.subtotal, parts.discount, parts.base].map(cents),
            ...[String(taxRate / 100), cents(parts.tax), cents(taxIn(returned, taxRate))],
          ]),
      ...[doc.buyer, doc.taxId, doc.taxName, doc.taxRegime, doc.taxUse, doc.taxPostalCode],
      ...[replacedFolio(doc), doc.replacedBy],
    ]);
  }
  return csv;
}

function exportRoutes(implement: Implement, deps: Deps): void {
  const { commands, limits } = deps;
  implement(contract.exportReceipts, {
    async handle({ query: { mes } }, call) {
      await limits.count('export-receipts', String(call.identity?.userId), EXPORTS_PER_HOUR, HOUR);
      const found: ReceiptDoc[] = [];
      for await (const page of pagesOf(call.reads, receipts, { sort: ['-issuedAt'], limit: 500 })) {
        found.push(...page.map(({ doc }) => doc).filter(({ issuedAt }) => schoolDay(issuedAt).startsWith(mes)));
        // Newest first: those of an earlier month follow.
        const last = page.at(-1);
        if (last && schoolDay(last.doc.issuedAt).slice(0, 7) < mes) break;
      }
      const event = { type: 'ReceiptsExported', data: { month: mes, rows: found.length } } as const;
      call.wrote((await commands.handle(recordedOperations, 'exports', { type: 'record', event }, call.context())).position);
      const bought = await call.reads.getMany(orders, [...new Set(found.map(orderName))]);
      call.header('content-disposition', `attachment; filename="recibos-${mes}.csv"`);
      call.header('cache-control', 'no-store');
      return receiptsCsv(found.reverse(), bought);
    },
  });
}
