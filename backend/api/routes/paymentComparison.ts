import { schoolDay } from '../../../events/calendar.ts';
import { recordedOperations } from '../../commands/operations/recorded.ts';
import { comparisons } from '../../projections/comparisons.ts';
import { type OrderDoc, orders } from '../../projections/orders.ts';
import { pagesOf } from '../../projections/reading/reads.ts';
import { compare, type Difference, type SchoolPayment } from '../answers/comparison.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { comparisons as contract } from '../contract/comparisons.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const HOUR = 3_600_000;
const COMPARISONS_PER_HOUR = 60;
const MOST_SHOWN = 500;
const DAY = 24 * HOUR;
const MOST_DAYS = 366;
const amountOf = (minor: number): number => minor / 100;

/** Every payment that the provider took for the school: first ones and renewals, no transfers. */
async function paymentsOf(call: Call): Promise<SchoolPayment[]> {
  const found: SchoolPayment[] = [];
  for await (const page of pagesOf(call.reads, orders, { where: { wasPaid: true }, limit: 500 }))
    for (const { doc } of page) {
      if (doc.transfer) continue;
      const { userId, orderId, title } = doc;
      const day = (at: string) => schoolDay(at);
      // The provider knows nothing of what was given back by another way.
      const ofProvider = (refunds: OrderDoc['refunds']) =>
        refunds.flatMap(({ at, amount, otherWay }) => (otherWay ? [] : [{ day: day(at), amount }]));
      found.push({
        ...{
          userId,
          orderId,
          title,
          payment: doc.payment,
          currency: doc.price.currency,
          amount: doc.paid,
          day: day(doc.paidAt ?? doc.startedAt),
        },
        refunds: ofProvider(doc.refunds),
        disputed: doc.dispute !== null,
      });
      for (const { at, amount, payment, refunds, dispute } of doc.subscription?.renewals ?? [])
        found.push({
          ...{
            userId,
            orderId,
            title,
            payment,
            currency: amount.currency,
            amount: amount.amount,
            day: day(at),
            refunds: ofProvider(refunds),
            disputed: dispute !== null,
          },
        });
    }
  return found;
}

const MOST_OPEN = 50;

/** The school's payments against the provider's report. */
export function paymentComparisonRoutes(implement: Implement, { commands, limits }: Deps): void {
  const shown = ({ kind, payment, line, order, currency, day, report, school, edge }: Difference) => ({
    ...{ tipo: kind, pago: payment, linea: line, moneda: currency, dia: day, orilla: edge },
    pedido: order && { id: order.orderId, id_usuario: order.userId, titulo: order.title },
    ...{ reporte: amountOf(report), escuela: amountOf(school) },
  });

  implement(contract.openComparisons, {
    async handle(_, { reads }) {
      const { docs } = await reads.find(comparisons, { where: { open: true }, sort: ['-comparedAt'], limit: MOST_OPEN });
      return {
        comparaciones: docs.map(({ doc: { from, to, comparedAt, differences } }) => ({
          ...{ desde: from, hasta: to, fecha: comparedAt, diferencias: differences },
        })),
      };
    },
  });
  implement(contract.settleDifferences, {
    async handle({ body: { desde, hasta, motivo, fecha } }, call) {
      if (!motivo) throw new ApiError('REASON_REQUIRED');
      if (await commands.isDone(recordedOperations, 'comparisons', call.context(motivo))) return { message: 'Quedó resuelto' };
      const doc = await call.reads.get(comparisons, `${desde}_${hasta}`);
      if (!doc?.open || (fecha !== undefined && doc.comparedAt !== fecha)) throw new ApiError('COMPARISON_NOT_FOUND');
      const event = { type: 'DifferencesSettled', data: { from: desde, to: hasta } } as const;
      call.wrote((await commands.handle(recordedOperations, 'comparisons', { type: 'record', event }, call.context(motivo))).position);
      return { message: 'Quedó resuelto' };
    },
  });
  implement(contract.comparePayments, {
    async handle({ body: { desde, hasta, archivo, renglones } }, call) {
      await limits.count('compare-payments', String(call.identity?.userId), COMPARISONS_PER_HOUR, HOUR);
      if (desde > hasta || Date.parse(hasta) - Date.parse(desde) > MOST_DAYS * DAY) throw new ApiError('COMPARISON_DAYS');
      const lines = renglones.map(({ linea, pago, tipo, moneda, monto, liquidada, comision, fecha }) => ({
        ...{ line: linea, payment: pago, category: tipo, currency: moneda, amount: monto, fee: comision, settled: liquidada },
        day: schoolDay(fecha),
      }));
      const { matched, differences, sums, fees } = compare(lines, await paymentsOf(call), desde, hasta);
      const event = {
        type: 'PaymentsCompared',
        data: {
          ...{ from: desde, to: hasta, file: archivo, rows: lines.length, matched, differences: differences.length },
          sums: [...sums].map(([currency, { taken, returned }]) => ({
            ...{ currency, reportTaken: taken.report, schoolTaken: taken.school },
            ...{ reportReturned: returned.report, schoolReturned: returned.school },
          })),
        },
      } as const;
      call.wrote((await commands.handle(recordedOperations, 'comparisons', { type: 'record', event }, call.context())).position);
      return {
        ...{ desde, hasta, renglones: lines.length, coinciden: matched },
        cifras: [...sums].map(([moneda, { taken, returned, disputed, other }]) => ({
          moneda,
          cobrado: { reporte: amountOf(taken.report), escuela: amountOf(taken.school) },
          devuelto: { reporte: amountOf(returned.report), escuela: amountOf(returned.school) },
          ...{ disputas: amountOf(disputed), otros: amountOf(other) },
        })),
        comisiones: [...fees].map(([moneda, total]) => ({ moneda, total: amountOf(total) })),
        diferencias: differences.slice(0, MOST_SHOWN).map(shown),
        total_diferencias: differences.length,
      };
    },
  });
}
