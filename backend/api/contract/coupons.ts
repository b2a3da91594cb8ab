import { z } from 'zod';
import { blankable, currency, idNumber, messageAnswer, optionalText, pageQuery } from './common.ts';
import { bundleErrors } from './records/orders.ts';
import { route } from './route.ts';

/** Coupons: what they take off a purchase, and the office that makes them. */

const tag = 'Pagos';
export const couponField = {
  COUPON_NOT_FOUND: 'cupon',
  COUPON_USED: 'cupon',
  COUPON_NOT_VALID: 'cupon',
  COUPON_OTHER_PURCHASE: 'cupon',
  COUPON_USED_UP: 'cupon',
  COUPON_TOO_MUCH: 'cupon',
} as const;
export const couponErrors = Object.keys(couponField) as (keyof typeof couponField)[];
export const cupon = optionalText(40);
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
  /** With `cursos`: the courses that it is for; none listed: all. */
  cursos: z.array(z.object({ id: z.number(), nombre: z.string().nullable() })),
  /** How many purchases may be paid with it; null: no limit. */
  limite: z.number().nullable(),
  usados: z.number(),
  /** How many uses are held for people who are paying now. */
  apartados: z.number(),
  desde: z.string().nullable(),
  hasta: z.string().nullable(),
  creado: z.string(),
  descontado: z.array(z.object({ moneda: currency, total: z.number() })),
});
export type CouponRecord = z.output<typeof couponRecord>;
const lastDay = z
  .union([z.iso.date(), z.literal(''), z.null()])
  .optional()
  .transform((value) => (value ? value : null));

export const coupons = {
  lookAtCoupon: route({
    id: 'lookAtCoupon',
    method: 'POST',
    path: '/api/checkout/cupon',
    tag,
    summary: 'What a coupon takes off a course (`courseId`), a bundle (`paquete`) or, without either, the Premium plan; nothing is held',
    policy: 'signedIn',
    body: z.object({
      ...{ cupon, courseId: blankable(idNumber), paquete: blankable(idNumber) },
      /** For somebody else, so that what the caller has does not matter. */
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
} as const;
