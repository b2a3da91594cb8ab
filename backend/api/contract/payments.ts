import { z } from 'zod';
import { idNumber, messageAnswer, optionalText, pageQuery } from './common.ts';
import { route } from './route.ts';

/** Buying a course or the plan, what one bought, refunds and the subscription. Amounts and users are never named by who buys. */

const tag = 'Pagos';
export const orderStates = ['abierto', 'cerrado', 'pagado', 'devuelto'] as const;
const currency = z.enum(['MXN', 'USD']);
export const orderRecord = z.object({
  /** The number of the order among those of the person. */
  id: z.number(),
  id_usuario: z.number(),
  tipo: z.enum(['curso', 'premium']),
  id_curso: z.number().nullable(),
  titulo: z.string(),
  estado: z.enum(orderStates),
  /** What it cost when it was bought. */
  precio: z.number(),
  moneda: currency,
  periodo: z.enum(['mes']).nullable(),
  empezado: z.string(),
  pagado: z.string().nullable(),
  total: z.number(),
  devuelto: z.number(),
  /** Asked for and not given back yet. */
  por_devolver: z.number(),
  /** The last day on which the whole price is given back on request; null where nothing was paid. */
  garantia_hasta: z.string().nullable(),
  /** Whether the person may ask for it now. */
  se_devuelve: z.boolean(),
  /** Why the last attempt to pay failed, or how it ended without one. */
  causa: z.string().nullable(),
  en_disputa: z.boolean(),
  suscripcion: z
    .object({
      estado: z.enum(['activa', 'pendiente', 'terminada']),
      pagada_hasta: z.string(),
      se_renueva: z.boolean(),
      renovaciones: z.array(z.object({ fecha: z.string(), total: z.number(), moneda: currency, hasta: z.string() })),
    })
    .nullable(),
});
export type OrderRecord = z.output<typeof orderRecord>;

const ofUser = z.object({ userId: idNumber });
const ofOrder = ofUser.extend({ orderId: idNumber });
const startErrors = ['PAYMENTS_OFF', 'PAYMENT_PROVIDER_FAILED', 'EMAIL_NOT_VERIFIED'] as const;
const opened = z.object({ url: z.string(), id_pedido: z.number() });
/** Sent by older clients and ignored: the session says who buys, the school what it costs. */
const ignored = { userId: z.unknown().optional(), stripePriceId: z.unknown().optional() };

export const payments = {
  buyCourse: route({
    id: 'buyCourse',
    method: 'POST',
    path: '/api/checkout/create-checkout-session-course',
    tag,
    summary: 'Begin to buy a course: answers the address where it is paid. userId and stripePriceId are ignored',
    policy: 'signedIn',
    body: z.object({ courseId: idNumber, ...ignored }),
    answer: opened,
    errors: [...startErrors, 'COURSE_NOT_FOUND', 'COURSE_NOT_PUBLISHED', 'COURSE_NOT_FOR_SALE', 'COURSE_ALREADY_OWNED'],
  }),
  buyPlan: route({
    id: 'buyPlan',
    method: 'POST',
    path: '/api/checkout/create-checkout-session',
    tag,
    summary: 'Begin to buy the Premium plan: answers the address where it is paid. userId is ignored',
    policy: 'signedIn',
    body: z.object(ignored),
    answer: opened,
    errors: [...startErrors, 'SUBSCRIPTION_ACTIVE', 'COURSE_NOT_FOR_SALE'],
  }),
  paymentsOn: route({
    id: 'paymentsOn',
    method: 'GET',
    path: '/api/checkout/estado',
    tag,
    summary: 'Whether this school charges online, and whether that is the demo’s page, where nobody pays',
    policy: 'open',
    live: { still: 'a setting of the environment' },
    answer: z.object({ activo: z.boolean(), demo: z.boolean() }),
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
    answer: z.object({ compras: z.array(orderRecord) }),
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
      monto: z.number().positive().max(10_000_000).optional(),
    }),
    answer: messageAnswer,
    errors: ['ORDER_NOT_FOUND', 'REFUND_TOO_LATE', 'REFUND_NOT_POSSIBLE', 'REASON_REQUIRED'],
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
    query: pageQuery.extend({ estado: z.enum(['pagados', 'todos']).default('pagados') }),
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
      estado: z.enum(['abierta', 'pagada', 'vencida']),
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
    summary: 'Pay there, or have the card declined: nobody’s money moves',
    policy: 'open',
    params: z.object({ sesion: z.string().regex(/^cs_[0-9a-f]{24}$/) }),
    body: z.object({ accion: z.enum(['pagar', 'rechazar']) }),
    answer: messageAnswer,
  }),
} as const;
