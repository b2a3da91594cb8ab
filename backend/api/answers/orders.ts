import { fileAddress, readFileKey } from '../../../events/files.ts';
import { refundableUntil } from '../../commands/payments/order.ts';
import type { OrderDoc } from '../../projections/orders.ts';
import type { ReceiptRecord } from '../contract/receipts.ts';
import type { OrderRecord } from '../contract/records/orders.ts';
import { taxIn } from '../contract/tax.ts';

/** Amounts are in minor units; both currencies have two decimals. */
export const amountOf = (minor: number): number => minor / 100;
export const stateOf = ({ state, paid, refunded }: Pick<OrderDoc, 'state' | 'paid' | 'refunded'>): OrderRecord['estado'] =>
  state === 'paid' ? (refunded >= paid ? 'devuelto' : 'pagado') : state === 'closed' ? 'cerrado' : 'abierto';

const proofOf = (key: string | null): string | null => {
  const name = key === null ? null : readFileKey(key);
  return name && fileAddress(name);
};
/** The tax in an amount (minor unit), as pages tell it. */
export const taxOf = (amount: number, rate: number | null): ReceiptRecord['impuesto'] => {
  if (rate === null) return null;
  const tax = taxIn(amount, rate);
  return { tasa: rate / 100, base: amountOf(amount - tax), iva: amountOf(tax) };
};
/** The tax in what was paid, or is to be paid. */
function taxOfOrder({ taxRate, paidAt, paid, price, discount, refunded }: OrderDoc): OrderRecord['impuesto'] {
  const tax = taxOf(paidAt === null ? price.amount - discount : paid, taxRate);
  return tax && { ...tax, devuelto: amountOf(taxIn(refunded, taxRate ?? 0)) };
}
const failedOf = (failed: OrderDoc['refundFailed']): OrderRecord['devolucion_fallida'] =>
  failed && { fecha: failed.at, monto: amountOf(failed.amount), causa: failed.cause };
const KINDS = { course: 'curso', premium: 'premium', bundle: 'paquete' } as const;

/** An order as calls answer it. `codeOf`: of its gift, for who bought it. */
export function orderRecordOf(doc: OrderDoc, now: Date, codeOf: ((name: OrderDoc) => string) | null): OrderRecord {
  const until = refundableUntil(doc);
  const { subscription } = doc;
  return {
    id: doc.orderId,
    id_usuario: doc.userId,
    tipo: KINDS[doc.what],
    ...{ id_curso: doc.courseId, id_paquete: doc.bundle?.id ?? null, abre: doc.opens.length },
    regalo: doc.gift && {
      ...{ para: doc.gift.to, nombre: doc.gift.toName, enviado: doc.gift.sent, aceptado: doc.gift.claimedAt },
      codigo: doc.state === 'paid' && codeOf ? codeOf(doc) : null,
    },
    titulo: doc.title,
    estado: stateOf(doc),
    precio: amountOf(doc.price.amount),
    moneda: doc.price.currency,
    periodo: doc.period === null ? null : 'mes',
    cupon: doc.coupon,
    descuento: amountOf(doc.discount),
    impuesto: taxOfOrder(doc),
    transferencia: doc.transfer && {
      referencia: doc.transfer.reference,
      vence: doc.validUntil,
      avisada: doc.transfer.declaredAt,
      clave: doc.transfer.tracking,
      comprobante: proofOf(doc.transfer.proof),
    },
    empezado: doc.startedAt,
    pagado: doc.paidAt,
    total: amountOf(doc.paid),
    devuelto: amountOf(doc.refunded),
    por_devolver: amountOf(doc.refundAsked),
    devolucion_fallida: failedOf(doc.refundFailed),
    garantia_hasta: until,
    se_devuelve:
      until !== null &&
      now.toISOString() <= until &&
      doc.refunded + doc.refundAsked < doc.paid &&
      (doc.dispute === null || doc.dispute === 'won') &&
      doc.refundFailed === null &&
      doc.claimedBy === null,
    causa: doc.cause,
    en_disputa: doc.dispute === 'open',
    disputa_perdida: doc.dispute === 'lost',
    suscripcion: subscription && {
      estado: ({ active: 'activa', pastDue: 'pendiente', ended: 'terminada' } as const)[subscription.state],
      pagada_hasta: subscription.until,
      causa: subscription.cause,
      se_renueva: !subscription.cancelling && doc.transfer === null,
      por_transferencia: doc.transfer !== null,
      renovaciones: subscription.renewals.map(({ invoice, at, amount, until: to, refunded, refundFailed, dispute }) => ({
        ...{ id: invoice, fecha: at, total: amountOf(amount.amount), moneda: amount.currency, hasta: to },
        ...{ devuelto: amountOf(refunded), devolucion_fallida: failedOf(refundFailed) },
        ...{ en_disputa: dispute === 'open', disputa_perdida: dispute === 'lost' },
      })),
    },
  };
}
