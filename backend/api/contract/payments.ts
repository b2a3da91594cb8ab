import { z } from 'zod';
import { orderFilters } from './choices.ts';
import { amountInput, currency, idNumber, messageAnswer, optionalText, pageQuery } from './common.ts';
import { couponErrors, couponField, cupon } from './coupons.ts';
import { groupErrors } from './groups.ts';
import {
  bundleErrors,
  grupos,
  ofOrder,
  ofUser,
  opened,
  orderRecord,
  orderStates,
  ownOrderRecord,
  regalo,
  startErrors,
  tax,
} from './records/orders.ts';
import { classThen } from './records/partsThen.ts';
import { route } from './route.ts';

/** Buying a course or the plan, what one bought, refunds and the subscription. Amounts and users are never named by who buys. */

const tag = 'Pagos';
/** Fields that older clients send and that are ignored: the session says who buys, the school what it costs. */
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
      /** null: the school had no policy of its own, and this default period applied. */
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
  orderLessons: route({
    id: 'orderLessons',
    method: 'GET',
    path: '/api/compras/:userId/:orderId/visto/:courseId',
    tag,
    summary: 'The classes of a course that an order opens, and their subtopics, as they were when somebody bought it: the version of each',
    policy: 'users.read',
    params: ofOrder.extend({ courseId: idNumber }),
    live: { still: 'read again where it is opened again' },
    answer: z.object({
      fecha: z.string(),
      modulos: z.array(z.object({ id: z.number(), nombre: z.string(), clases: z.array(classThen) })),
    }),
    errors: ['ORDER_NOT_FOUND', 'COURSE_NOT_FOUND'],
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
    query: pageQuery.extend({ estado: z.enum(orderFilters).default('pagados') }),
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
export type OrderSeen = z.output<typeof payments.orderSeen.answer>;
export type LessonsSeen = z.output<typeof payments.orderLessons.answer>;
