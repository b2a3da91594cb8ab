import { z } from 'zod';
import { email } from './auth.ts';
import { differenceKinds, MOST_REPORT_LINES, taxRegimes, taxUses } from './choices.ts';
import {
  amountInput,
  blankable,
  currency,
  idNumber,
  messageAnswer,
  optionalLine,
  optionalName,
  optionalText,
  pageQuery,
} from './common.ts';
import { chosenGroups, groupErrors } from './groups.ts';
import { groupRecord } from './records/groups.ts';
import { route } from './route.ts';

/** Buying a course or the plan, what one bought, refunds and the subscription. Amounts and users are never named by who buys. */

const tag = 'Pagos';
export const orderStates = ['abierto', 'cerrado', 'pagado', 'devuelto'] as const;
/** For somebody else: each as its buyer wrote. The code goes to `para`; without it its buyer hands it on. */
const regalo = z
  .object({
    para: z.union([email, z.literal(''), z.null()]).optional(),
    nombre: optionalName(120),
    mensaje: optionalText(600),
  })
  .optional();
/** The tax that an amount includes, as it was set at the purchase: `tasa` in percent, `base` without it. null: not known of that purchase. */
const tax = z.object({ tasa: z.number(), base: z.number(), iva: z.number() });
/** What of a payment was given back and came to nothing, or came back, while nothing has followed: staff make it again. `causa`: in the provider’s word. */
const lostRefund = z.object({ fecha: z.string(), monto: z.number(), causa: z.string() }).nullable();
export const orderRecord = z.object({
  /** The number of the order among those of the person. */
  id: z.number(),
  id_usuario: z.number(),
  tipo: z.enum(['curso', 'premium', 'paquete']),
  id_curso: z.number().nullable(),
  id_paquete: z.number().nullable(),
  /** For somebody else; null: for its buyer. `codigo` is for its buyer alone. */
  regalo: z
    .object({
      para: z.string().nullable(),
      nombre: z.string().nullable(),
      codigo: z.string().nullable(),
      enviado: z.number(),
      aceptado: z.string().nullable(),
    })
    .nullable(),
  /** How many courses it opens; the plan opens them all. */
  abre: z.number(),
  titulo: z.string(),
  estado: z.enum(orderStates),
  /** What it cost when it was bought. */
  precio: z.number(),
  moneda: currency,
  periodo: z.enum(['mes']).nullable(),
  /** The coupon that it carries, and what it takes off the first payment. */
  cupon: z.string().nullable(),
  descuento: z.number(),
  /** Of what is paid, first or to be paid; `devuelto`: what of it was given back. */
  impuesto: tax.extend({ devuelto: z.number() }).nullable(),
  /** Paid by bank transfer: the reference to write there, until when, and what its buyer said. */
  transferencia: z
    .object({
      referencia: z.string(),
      vence: z.string(),
      avisada: z.string().nullable(),
      clave: z.string().nullable(),
      /** The address of what its bank says, for whoever sent it and who manages payments. */
      comprobante: z.string().nullable(),
    })
    .nullable(),
  empezado: z.string(),
  pagado: z.string().nullable(),
  total: z.number(),
  devuelto: z.number(),
  /** Asked for and not given back yet. */
  por_devolver: z.number(),
  devolucion_fallida: lostRefund,
  /** The last day on which the whole price is given back on request; null where nothing was paid. */
  garantia_hasta: z.string().nullable(),
  /** Whether the person may ask for it now. */
  se_devuelve: z.boolean(),
  /** Why the last attempt to pay failed, or how it ended without one. */
  causa: z.string().nullable(),
  /** Its first payment; renewals say so themselves. */
  en_disputa: z.boolean(),
  suscripcion: z
    .object({
      estado: z.enum(['activa', 'pendiente', 'terminada']),
      pagada_hasta: z.string(),
      se_renueva: z.boolean(),
      /** A month at a time: it ends unless another one is paid. */
      por_transferencia: z.boolean(),
      /** Why it ended; null: it has not. `unknown`: the provider does not know it. */
      causa: z.string().nullable(),
      /** `devuelto`: what was given back of each. */
      renovaciones: z.array(
        z.object({
          ...{ id: z.string(), fecha: z.string(), total: z.number(), moneda: currency, hasta: z.string() },
          ...{ devuelto: z.number(), devolucion_fallida: lostRefund, en_disputa: z.boolean() },
        }),
      ),
    })
    .nullable(),
});
export type OrderRecord = z.output<typeof orderRecord>;
/** As its buyer sees it: with their groups in the courses that it opens, or would open; none where one is not taken in groups, or it is over. */
const ownOrderRecord = orderRecord.extend({
  grupos: z.array(groupRecord.pick({ nombre: true, estado: true, fecha: true, fin: true }).extend({ curso: z.string() })),
});
export type OwnOrderRecord = z.output<typeof ownOrderRecord>;

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

const ofUser = z.object({ userId: idNumber });
const ofOrder = ofUser.extend({ orderId: idNumber });
const startErrors = ['PAYMENTS_OFF', 'PAYMENT_PROVIDER_FAILED', 'EMAIL_NOT_VERIFIED', 'INVALID_EMAIL'] as const;
const opened = z.object({ url: z.string(), id_pedido: z.number() });
const couponErrors = [
  'COUPON_NOT_FOUND',
  'COUPON_USED',
  'COUPON_NOT_VALID',
  'COUPON_OTHER_PURCHASE',
  'COUPON_USED_UP',
  'COUPON_TOO_MUCH',
] as const;
const couponField = {
  COUPON_NOT_FOUND: 'cupon',
  COUPON_USED: 'cupon',
  COUPON_NOT_VALID: 'cupon',
  COUPON_OTHER_PURCHASE: 'cupon',
  COUPON_USED_UP: 'cupon',
  COUPON_TOO_MUCH: 'cupon',
} as const;
const cupon = optionalText(40);
/** By which groups its buyer comes into the courses that have one to come or going on. */
const grupos = chosenGroups;
const bundleErrors = ['BUNDLE_NOT_FOUND', 'BUNDLE_NOT_FOR_SALE', 'BUNDLE_OWNED', 'COURSE_ALREADY_OWNED'] as const;
export const couponKinds = ['porcentaje', 'monto'] as const;
export const couponScopes = ['todo', 'premium', 'cursos'] as const;
export const couponStates = ['vigente', 'programado', 'vencido', 'agotado', 'terminado'] as const;
export const couponRecord = z.object({
  codigo: z.string(),
  estado: z.enum(couponStates),
  tipo: z.enum(couponKinds),
  /** Percent, or the amount in its currency. */
  valor: z.number(),
  moneda: currency.nullable(),
  alcance: z.enum(couponScopes),
  /** With `cursos`: which ones; none: all of them. */
  cursos: z.array(z.object({ id: z.number(), nombre: z.string().nullable() })),
  /** How many purchases may be paid with it; null: no limit. */
  limite: z.number().nullable(),
  usados: z.number(),
  /** Held for people who are paying now. */
  apartados: z.number(),
  desde: z.string().nullable(),
  hasta: z.string().nullable(),
  creado: z.string(),
  descontado: z.array(z.object({ moneda: currency, total: z.number() })),
});
export type CouponRecord = z.output<typeof couponRecord>;
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
  /** Payments that stand in both. */
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
const lastDay = z
  .union([z.iso.date(), z.literal(''), z.null()])
  .optional()
  .transform((value) => (value ? value : null));

/** Sent by older clients and ignored: the session says who buys, the school what it costs. */
const ignored = { userId: z.unknown().optional(), stripePriceId: z.unknown().optional() };

/** Of the demo’s page of payment; `por-confirmar`: the bank waits for who pays to confirm. */
const demoPageState = z.enum(['abierta', 'por-confirmar', 'pagada', 'vencida']);
/** A policy of the school as it was shown on a day. */
const policyThen = z.object({ titulo: z.string(), texto: z.string(), version: z.number() });
export const payments = {
  buyCourse: route({
    id: 'buyCourse',
    method: 'POST',
    path: '/api/checkout/create-checkout-session-course',
    tag,
    summary: 'Begin to buy a course: answers the address where it is paid. userId and stripePriceId are ignored',
    policy: 'signedIn',
    body: z.object({ courseId: idNumber, cupon, grupos, regalo, ...ignored }),
    answer: opened,
    fieldErrors: couponField,
    errors: [
      ...startErrors,
      ...couponErrors,
      ...groupErrors,
      'COURSE_NOT_FOUND',
      'COURSE_NOT_PUBLISHED',
      'COURSE_NOT_FOR_SALE',
      'COURSE_ALREADY_OWNED',
    ],
  }),
  buyBundle: route({
    id: 'buyBundle',
    method: 'POST',
    path: '/api/checkout/paquetes',
    tag,
    summary: 'Begin to buy a bundle of courses: answers the address where it is paid. It opens those that the buyer does not have',
    policy: 'signedIn',
    body: z.object({ paquete: idNumber, cupon, grupos, regalo }),
    answer: opened,
    fieldErrors: couponField,
    errors: [...startErrors, ...couponErrors, ...groupErrors, ...bundleErrors],
  }),
  buyPlan: route({
    id: 'buyPlan',
    method: 'POST',
    path: '/api/checkout/create-checkout-session',
    tag,
    summary: 'Begin to buy the Premium plan: answers the address where it is paid. userId is ignored',
    policy: 'signedIn',
    body: z.object({ cupon, ...ignored }),
    answer: opened,
    fieldErrors: couponField,
    errors: [...startErrors, ...couponErrors, 'SUBSCRIPTION_ACTIVE', 'COURSE_NOT_FOR_SALE'],
  }),
  lookAtCoupon: route({
    id: 'lookAtCoupon',
    method: 'POST',
    path: '/api/checkout/cupon',
    tag,
    summary: 'What a coupon takes off a course (`courseId`), a bundle (`paquete`) or, without either, the Premium plan; nothing is held',
    policy: 'signedIn',
    body: z.object({
      ...{ cupon, courseId: blankable(idNumber), paquete: blankable(idNumber) },
      /** For somebody else: what one has oneself does not matter. */
      regalo: z.boolean().default(false),
    }),
    answer: z.object({ codigo: z.string(), precio: z.number(), descuento: z.number(), total: z.number(), moneda: currency }),
    fieldErrors: couponField,
    errors: [
      ...couponErrors,
      ...bundleErrors,
      'REQUIRED_FIELDS',
      'EMAIL_NOT_VERIFIED',
      'COURSE_NOT_FOUND',
      'COURSE_NOT_PUBLISHED',
      'COURSE_NOT_FOR_SALE',
      'SUBSCRIPTION_ACTIVE',
      'USER_NOT_FOUND',
    ],
  }),
  listCoupons: route({
    id: 'listCoupons',
    method: 'GET',
    path: '/api/pagos/cupones',
    tag,
    summary: 'Coupons, newest first, with what was paid with each',
    policy: 'payments.manage',
    query: pageQuery,
    live: { follows: { cupones: true }, pace: 1_000 },
    answer: z.object({ cupones: z.array(couponRecord), siguiente: z.string().nullable() }),
  }),
  createCoupon: route({
    id: 'createCoupon',
    method: 'POST',
    path: '/api/pagos/cupones',
    tag,
    summary: 'Make a coupon; it cannot be changed, only ended',
    policy: 'payments.manage',
    body: z.object({
      codigo: optionalText(40),
      tipo: z.enum(couponKinds),
      /** Percent from 1 to 90, or the amount in `moneda`. */
      valor: z.number().positive().max(10_000_000),
      moneda: currency.default('MXN'),
      alcance: z.enum(couponScopes),
      cursos: z.array(idNumber).max(50).default([]),
      limite: blankable(z.number().int().min(1).max(100_000)),
      desde: lastDay,
      hasta: lastDay,
      motivo: optionalText(500),
    }),
    answer: messageAnswer.extend({ codigo: z.string() }),
    status: 201,
    errors: ['REQUIRED_FIELDS', 'REASON_REQUIRED', 'COUPON_TAKEN', 'COUPON_CODE', 'COUPON_VALUE', 'COUPON_DAYS', 'COURSE_NOT_FOUND'],
    fieldErrors: {
      COUPON_TAKEN: 'codigo',
      COUPON_CODE: 'codigo',
      COUPON_VALUE: 'valor',
      COUPON_DAYS: 'hasta',
      COURSE_NOT_FOUND: 'cursos',
      REASON_REQUIRED: 'motivo',
    },
  }),
  endCoupon: route({
    id: 'endCoupon',
    method: 'POST',
    path: '/api/pagos/cupones/:codigo/terminar',
    tag,
    summary: 'A coupon is not good any more, except for pages of payment that are open with it',
    policy: 'payments.manage',
    params: z.object({ codigo: z.string().max(40) }),
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['COUPON_NOT_FOUND', 'REASON_REQUIRED'],
  }),
  paymentsOn: route({
    id: 'paymentsOn',
    method: 'GET',
    path: '/api/checkout/estado',
    tag,
    summary: 'Whether this school charges online, and whether that is the demo’s page, where nobody pays',
    policy: 'open',
    live: { still: 'a setting of the environment' },
    answer: z.object({
      activo: z.boolean(),
      demo: z.boolean(),
      /** Whether one can pay by bank transfer. */
      transferencia: z.boolean(),
    }),
  }),
  transferInstructions: route({
    id: 'transferInstructions',
    method: 'GET',
    path: '/api/checkout/transferencia',
    tag,
    summary: 'How to pay by bank transfer; null: this school takes none',
    policy: 'signedIn',
    live: { still: 'read when somebody is about to transfer' },
    answer: z.object({ instrucciones: z.string().nullable() }),
  }),
  buyByTransfer: route({
    id: 'buyByTransfer',
    method: 'POST',
    path: '/api/checkout/transferencia',
    tag,
    summary:
      'Begin to buy a course, a bundle or (`plan`) a month of Premium by bank transfer: answers the reference to write there. It waits five days',
    policy: 'signedIn',
    body: z.object({
      courseId: blankable(idNumber),
      paquete: blankable(idNumber),
      plan: z.literal('premium').optional(),
      cupon,
      grupos,
      regalo,
    }),
    answer: z.object({ id_pedido: z.number(), referencia: z.string() }),
    fieldErrors: couponField,
    errors: [
      ...groupErrors,
      ...couponErrors,
      ...bundleErrors,
      'REQUIRED_FIELDS',
      'SUBSCRIPTION_ACTIVE',
      'TRANSFERS_OFF',
      'TRANSFER_DECLARED',
      'EMAIL_NOT_VERIFIED',
      'COURSE_NOT_FOUND',
      'COURSE_NOT_PUBLISHED',
      'COURSE_NOT_FOR_SALE',
    ],
  }),
  declareTransfer: route({
    id: 'declareTransfer',
    method: 'POST',
    path: '/api/compras/:userId/:orderId/transferi',
    tag,
    summary:
      'Say that the money was sent, with the bank’s key of the transfer, and what the bank says of it: the address of a file of `comprobantes` that one uploaded',
    policy: 'account.own',
    params: ofOrder,
    body: z.object({ clave: optionalLine(60), comprobante: optionalLine(300) }),
    answer: messageAnswer,
    errors: ['ORDER_NOT_FOUND', 'FILE_NOT_FOUND'],
    fieldErrors: { FILE_NOT_FOUND: 'comprobante' },
  }),
  confirmTransfer: route({
    id: 'confirmTransfer',
    method: 'POST',
    path: '/api/pagos/:userId/:orderId/confirmar',
    tag,
    summary: 'The money of an order by transfer is on the bank’s statement: what it opens is opened',
    policy: 'payments.manage',
    params: ofOrder,
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['ORDER_NOT_FOUND', 'REASON_REQUIRED'],
  }),
  refuseTransfer: route({
    id: 'refuseTransfer',
    method: 'POST',
    path: '/api/pagos/:userId/:orderId/no-llego',
    tag,
    summary: 'The money of an order by transfer did not come: the order is closed',
    policy: 'payments.manage',
    params: ofOrder,
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['ORDER_NOT_FOUND', 'REASON_REQUIRED', 'TRANSFER_CONFIRMED'],
  }),
  confirmSentBack: route({
    id: 'confirmSentBack',
    method: 'POST',
    path: '/api/pagos/:userId/:orderId/devuelto',
    tag,
    summary: 'What was asked back of an order by transfer was sent back by hand; or by another way what the provider could not give back',
    policy: 'payments.manage',
    params: ofOrder,
    body: z.object({
      motivo: optionalText(500),
      /** How much, in the currency of the order: what the page said was to be sent back. Absent: all that was asked for. */
      monto: amountInput.optional(),
      /** The renewal of which it is; absent: the first payment. */
      renovacion: z.string().max(200).optional(),
    }),
    answer: messageAnswer,
    errors: ['ORDER_NOT_FOUND', 'REASON_REQUIRED', 'REFUND_NOT_POSSIBLE', 'INVALID_PRICE'],
    fieldErrors: { INVALID_PRICE: 'monto' },
  }),
  orders: route({
    id: 'orders',
    method: 'GET',
    path: '/api/compras/:userId',
    tag,
    summary: 'What a person bought or began to buy, the last one first, at most 100',
    policy: 'users.read',
    params: ofUser,
    live: { follows: { 'compras:{userId}': 'arg.userId' } },
    answer: z.object({ compras: z.array(ownOrderRecord) }),
  }),
  orderSeen: route({
    id: 'orderSeen',
    method: 'GET',
    path: '/api/compras/:userId/:orderId/visto',
    tag,
    summary:
      'What somebody saw when they bought: price, discount, the policies in the words of that day, the terms that they had accepted, and what each course that it opens held then',
    policy: 'users.read',
    params: ofOrder,
    live: { still: 'it is past' },
    answer: z.object({
      fecha: z.string(),
      titulo: z.string(),
      precio: z.number(),
      descuento: z.number(),
      cupon: z.string().nullable(),
      total: z.number(),
      moneda: currency,
      impuesto: tax.nullable(),
      periodo: z.enum(['mes']).nullable(),
      dias_garantia: z.number(),
      /** null: the school had none of its own, and these days held by default. */
      politica: policyThen.nullable(),
      /** The other policies that were shown. */
      politicas: z.array(policyThen),
      /** The version of the terms of use that the person accepted when they registered; null: somebody else made the account. */
      terminos: z.string().nullable(),
      /** `version`: how many changes had made the course what it was; `cambios`: how many came since. */
      cursos: z.array(
        z.object({ id: z.number(), nombre: z.string(), version: z.number(), modulos: z.number(), clases: z.number(), cambios: z.number() }),
      ),
    }),
    errors: ['ORDER_NOT_FOUND'],
  }),
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
      archivo: z.string().min(1).max(64),
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
      /** When those were compared whose differences are settled: not those that were found meanwhile. Absent: the last ones. */
      fecha: z.iso.datetime().optional(),
    }),
    answer: messageAnswer,
    errors: ['COMPARISON_NOT_FOUND', 'REASON_REQUIRED'],
  }),
  settleOrder: route({
    id: 'settleOrder',
    method: 'POST',
    path: '/api/compras/:userId/:orderId/comprobar',
    tag,
    summary: 'Ask the provider what became of an order, where no message of it came',
    policy: 'users.read',
    params: ofOrder,
    answer: z.object({ estado: z.enum(orderStates) }),
    errors: ['ORDER_NOT_FOUND', 'PAYMENTS_OFF', 'PAYMENT_PROVIDER_FAILED'],
  }),
  refundOrder: route({
    id: 'refundOrder',
    method: 'POST',
    path: '/api/compras/:userId/:orderId/devolver',
    tag,
    summary: 'Ask for the money back: who bought, within the days of the policy at that time; administrators any part of it, with a reason',
    policy: 'users.read',
    params: ofOrder,
    body: z.object({
      motivo: optionalText(500),
      /** For administrators: how much, in the currency of the order. Absent: all of it. */
      monto: amountInput.optional(),
      /** For administrators: of a renewal of the subscription, by its `id`. */
      renovacion: z.string().max(200).optional(),
    }),
    answer: messageAnswer,
    errors: [
      'ORDER_NOT_FOUND',
      'PAYMENTS_OFF',
      'PAYMENT_PROVIDER_FAILED',
      'REFUND_TOO_LATE',
      'REFUND_NOT_POSSIBLE',
      'REFUND_DONE',
      'REFUND_LOST',
      'REFUND_LAST_MONTH_FIRST',
      'GIFT_CLAIMED',
      'REASON_REQUIRED',
      'INVALID_PRICE',
    ],
    fieldErrors: { INVALID_PRICE: 'monto' },
  }),
  cancelSubscription: route({
    id: 'cancelSubscription',
    method: 'POST',
    path: '/api/suscripcion/:userId/cancelar',
    tag,
    summary: 'The plan is not renewed: it stays until the end of what is paid',
    policy: 'users.read',
    params: ofUser,
    answer: messageAnswer,
    errors: ['SUBSCRIPTION_NONE', 'PAYMENTS_OFF', 'PAYMENT_PROVIDER_FAILED'],
  }),
  resumeSubscription: route({
    id: 'resumeSubscription',
    method: 'POST',
    path: '/api/suscripcion/:userId/reanudar',
    tag,
    summary: 'A plan that was cancelled is renewed again',
    policy: 'users.read',
    params: ofUser,
    answer: messageAnswer,
    errors: ['SUBSCRIPTION_NONE', 'PAYMENTS_OFF', 'PAYMENT_PROVIDER_FAILED'],
  }),
  allOrders: route({
    id: 'allOrders',
    method: 'GET',
    path: '/api/pagos',
    tag,
    summary: 'Orders of everybody by page, the last one first, with what was taken and given back in each currency',
    policy: 'payments.manage',
    query: pageQuery.extend({ estado: z.enum(['pagados', 'todos', 'por-atender']).default('pagados') }),
    live: { follows: { pagos: true }, pace: 1_000 },
    answer: z.object({
      pedidos: z.array(orderRecord.extend({ nombre: z.string().nullable(), acceso: z.boolean().nullable() })),
      siguiente: z.string().nullable(),
      cifras: z.array(z.object({ moneda: currency, pagado: z.number(), devuelto: z.number(), pagos: z.number() })),
    }),
  }),
  repairOrder: route({
    id: 'repairOrder',
    method: 'POST',
    path: '/api/pagos/:userId/:orderId/reparar',
    tag,
    summary: 'Give again what a paid order opened, where it is not open',
    policy: 'payments.manage',
    params: ofOrder,
    answer: messageAnswer,
    errors: ['ORDER_NOT_FOUND', 'PAYMENTS_OFF', 'PAYMENT_PROVIDER_FAILED', 'USER_NOT_FOUND', 'COURSE_NOT_FOUND'],
  }),
  demoPayment: route({
    id: 'demoPayment',
    method: 'GET',
    path: '/api/demo/pagos/:sesion',
    tag,
    summary: 'What the demo’s page of payment shows (only with DEMO and without keys of a provider)',
    policy: 'open',
    params: z.object({ sesion: z.string().regex(/^cs_[0-9a-f]{24}$/) }),
    live: { still: 'read again after each press' },
    answer: z.object({
      estado: demoPageState,
      titulo: z.string(),
      total: z.number(),
      moneda: currency,
      mensual: z.boolean(),
      exito: z.string(),
      regreso: z.string(),
    }),
  }),
  actDemoPayment: route({
    id: 'actDemoPayment',
    method: 'POST',
    path: '/api/demo/pagos/:sesion',
    tag,
    summary: 'Pay there, have the card declined, or have the bank ask to confirm, and answer it: nobody’s money moves',
    policy: 'open',
    params: z.object({ sesion: z.string().regex(/^cs_[0-9a-f]{24}$/) }),
    body: z.object({ accion: z.enum(['pagar', 'rechazar', 'pedir-confirmacion', 'confirmar', 'no-confirmar']) }),
    answer: messageAnswer.extend({ estado: demoPageState }),
  }),
} as const;
