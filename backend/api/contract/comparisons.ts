import { z } from 'zod';
import { differenceKinds, MOST_REPORT_LINES } from './choices.ts';
import { messageAnswer, optionalText } from './common.ts';
import { route } from './route.ts';

/** The payments of the school beside the report of the provider. */

const tag = 'Pagos';
const code = z.string().trim().min(3).max(3).toUpperCase();
const minorUnits = z.number().int().min(-1_000_000_000_000).max(1_000_000_000_000);
/** A line of Stripe’s report, without anything of whoever paid. */
export const reportLine = z.object({
  linea: z.number().int().min(1).max(1_000_000),
  /** The payment intent; null where the line is of none. */
  pago: z.string().max(200).nullable(),
  /** `reporting_category`. */
  tipo: z.string().max(60),
  /** As its payer saw it, positive where money came; and the fee, in the currency in which it was settled. */
  moneda: code,
  monto: minorUnits,
  liquidada: code,
  comision: minorUnits,
  fecha: z.iso.datetime(),
});
export type ReportLineInput = z.input<typeof reportLine>;
const bothSides = z.object({ reporte: z.number(), escuela: z.number() });
export const comparisonRecord = z.object({
  desde: z.string(),
  hasta: z.string(),
  renglones: z.number(),
  /** How many payments are in both. */
  coinciden: z.number(),
  cifras: z.array(z.object({ moneda: z.string(), cobrado: bothSides, devuelto: bothSides, disputas: z.number(), otros: z.number() })),
  comisiones: z.array(z.object({ moneda: z.string(), total: z.number() })),
  /** The largest first, at most 500 of `total_diferencias`. */
  diferencias: z.array(
    z.object({
      tipo: z.enum(differenceKinds),
      pago: z.string().nullable(),
      linea: z.number().nullable(),
      pedido: z.object({ id: z.number(), id_usuario: z.number(), titulo: z.string() }).nullable(),
      moneda: z.string(),
      dia: z.string(),
      reporte: z.number(),
      escuela: z.number(),
      /** On the first or the last day: it may stand in the report of the days beside. */
      orilla: z.boolean(),
    }),
  ),
  total_diferencias: z.number(),
});
export type ComparisonRecord = z.output<typeof comparisonRecord>;

export const comparisons = {
  comparePayments: route({
    id: 'comparePayments',
    method: 'POST',
    path: '/api/pagos/comparar',
    tag,
    summary:
      'Compare the payments of the school with Stripe’s itemised report of the balance, line by line; amounts in the minor unit. That it was done stands on record, with the hash of the file',
    policy: 'payments.manage',
    body: z.object({
      desde: z.iso.date(),
      hasta: z.iso.date(),
      /** SHA-256 of the file, in hexadecimal. */
      archivo: z.string().regex(/^[0-9a-f]{64}$/),
      renglones: z.array(reportLine).min(1).max(MOST_REPORT_LINES),
    }),
    answer: comparisonRecord,
    errors: ['COMPARISON_DAYS'],
    fieldErrors: { COMPARISON_DAYS: 'hasta' },
  }),
  openComparisons: route({
    id: 'openComparisons',
    method: 'GET',
    path: '/api/pagos/comparaciones',
    tag,
    summary:
      'Comparisons with differences that nobody has settled, the last one first, at most 50; the same days compared again take their place',
    policy: 'payments.manage',
    live: { follows: { comparaciones: true } },
    answer: z.object({
      comparaciones: z.array(z.object({ desde: z.string(), hasta: z.string(), fecha: z.string(), diferencias: z.number() })),
    }),
  }),
  settleDifferences: route({
    id: 'settleDifferences',
    method: 'POST',
    path: '/api/pagos/comparaciones/resolver',
    tag,
    summary: 'The differences of some days are settled; why stands in the history',
    policy: 'payments.manage',
    body: z.object({
      ...{ desde: z.iso.date(), hasta: z.iso.date(), motivo: optionalText(500) },
      /** The time of the comparison whose differences are settled, so that differences found since are not. Absent: the last one. */
      fecha: z.iso.datetime().optional(),
    }),
    answer: messageAnswer,
    errors: ['COMPARISON_NOT_FOUND', 'REASON_REQUIRED'],
  }),
} as const;
