import { z } from 'zod';
import { couponCode } from './coupons.ts';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { named, type Sentence, said } from './sentences.ts';
import { id, money, taxRate } from './types.ts';

/** What one person buys: stream `purchases-<userId>`. All orders of a person stand in one stream, so that nothing is bought twice. */

/** `orderId`: the number of the order among those of this person, from 1. */
const order = { userId: id, orderId: z.number().int().min(1) };
const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence) =>
  defineEvent(type, { category: 'purchases', schema, summary, sentence });

export const purchaseKind = z.enum(['course', 'premium', 'bundle']);
export type PurchaseKind = z.output<typeof purchaseKind>;
const reference = z.string().max(200);
/** The payment of the order that something is about: the invoice of a renewal; null: the first payment. */
const ofPayment = { ...order, invoice: reference.nullable() };

/** What is bought, at which price and under which terms, as it was shown to the person. */
const quote = {
  what: purchaseKind,
  /** null for the plan, and for a bundle. */
  courseId: id.nullable(),
  title: z.string().max(200),
  price: money,
  /** How often it is paid; null: once. */
  period: z.enum(['month']).nullable(),
  /** Days within which the whole price is given back on request, and the version of the policy that says so. */
  refundDays: z.number().int().min(0),
  policyVersion: z.number().int().min(0),
  /** The tax that the price includes; null: not known. */
  taxRate: taxRate.nullable(),
};
export type Quote = Omit<z.output<typeof CheckoutStarted.schema>, 'userId' | 'orderId' | 'validUntil'>;

export const CheckoutStarted = defineEvent('CheckoutStarted', {
  category: 'purchases',
  version: 3,
  schema: z.object({ ...order, ...quote, validUntil: z.iso.datetime() }),
  summary: 'Alguien empezó una compra: qué, a qué precio, con qué impuestos y con qué garantía, como se le mostró.',
  sentence: named('empezó a comprar', 'began to buy'),
});
/**
 * Stands right behind the start of the order of a bundle: its courses in their order, and which of them this order opens:
 * those that its buyer did not have. They stay theirs whatever becomes of the bundle.
 */
export const BundleOrdered = define(
  'BundleOrdered',
  z.object({ ...order, bundleId: id, path: z.array(id).max(20), opens: z.array(id).max(20) }),
  'Una compra es de un paquete: sus cursos, y los que abre, que son los que aún no tenía quien compra.',
  said('eligió un paquete de cursos', 'chose a bundle of courses'),
);
/** Stands right behind the start of the order: it is for somebody else, who gets it by a code. `to`: the address to which the code goes; null: its buyer hands it on. */
export const GiftOrdered = defineEvent('GiftOrdered', {
  category: 'purchases',
  schema: z.object({
    ...order,
    to: z.string().max(254).nullable(),
    toName: z.string().max(120).nullable(),
    message: z.string().max(600).nullable(),
  }),
  personal: { of: 'userId', fields: ['to', 'toName', 'message'] },
  summary: 'Una compra es un regalo: para quién, y con qué mensaje.',
  sentence: said('dijo que una compra es un regalo', 'said that a purchase is a gift'),
});
export const GiftSent = defineEvent('GiftSent', {
  category: 'purchases',
  schema: z.object({ ...order, to: z.string().max(254).nullable() }),
  personal: { of: 'userId', fields: ['to'] },
  summary: 'El código de un regalo se mandó por correo.',
  sentence: said('se mandó por correo el código de un regalo', 'the code of a gift was sent by mail'),
});
export const GiftClaimed = define(
  'GiftClaimed',
  z.object({ ...order, claimedBy: id }),
  'Alguien aceptó un regalo: lo que se compró se abre para esa persona.',
  said('aceptó el regalo', 'accepted the gift'),
);
/**
 * Stands right behind the start of the order, or behind the acceptance of a gift: of a course that one comes into by a group, which one. Its seat is held by
 * the command that began the order, or accepted the gift.
 */
export const GroupChosen = define(
  'GroupChosen',
  z.object({ ...order, courseId: id, groupId: id }),
  'Una compra, o un regalo que se aceptó, es para un grupo de un curso.',
  said('eligió el grupo de un curso', 'chose the group of a course'),
);
/** Stands right behind the start of the order. `hold`: by which the place of the coupon is held. */
export const CouponApplied = define(
  'CouponApplied',
  z.object({ ...order, code: couponCode, hold: z.string().max(60), discount: money }),
  'Una compra lleva un cupón: cuánto se descuenta del primer pago.',
  said('usó el cupón {code}: {discount} menos', 'used the coupon {code}: {discount} less'),
);
/** It is paid by bank transfer, with this reference, until `validUntil` of its start. */
export const TransferAwaited = define(
  'TransferAwaited',
  z.object({ ...order, reference: z.string().max(40) }),
  'Alguien eligió pagar una compra por transferencia bancaria.',
  said('eligió pagar por transferencia, con la referencia {reference}', 'chose to pay by bank transfer, with the reference {reference}'),
);
/** `tracking`: the bank's own key of the transfer, by which staff find it on the statement. `proof`: the key of a file, what the bank says of it. */
export const TransferDeclared = defineEvent('TransferDeclared', {
  category: 'purchases',
  version: 2,
  schema: z.object({ ...order, tracking: z.string().max(60).nullable(), proof: z.string().max(120).nullable() }),
  personal: { of: 'userId', fields: ['tracking', 'proof'] },
  summary: 'Alguien avisó que ya transfirió el dinero de una compra.',
  sentence: said('avisó que ya transfirió el dinero de una compra', 'said that the money of a purchase was transferred'),
});
export const CheckoutOpened = define(
  'CheckoutOpened',
  z.object({ ...order, session: reference }),
  'El proveedor de pagos abrió la página donde se paga una compra.',
  said('llegó a la página de pago', 'came to the page of payment'),
);
/** `unknown`: the provider does not know it: it is of another account, or was removed there. */
export const CheckoutClosed = define(
  'CheckoutClosed',
  z.object({ ...order, cause: growing(['expired', 'left', 'replaced', 'refused', 'unknown'], 'expired') }),
  'Una compra terminó sin pago.',
  said('terminó una compra sin pago', 'ended a purchase without paying'),
);
export const PaymentFailed = define(
  'PaymentFailed',
  z.object({ ...order, cause: z.string().max(80) }),
  'El proveedor no aceptó un pago; no se movió dinero.',
  said('intentó un pago que no se aceptó', 'tried a payment that was not accepted'),
);
export const PaymentSucceeded = define(
  'PaymentSucceeded',
  z.object({ ...order, amount: money, payment: reference, paidAt: z.iso.datetime() }),
  'Se pagó una compra.',
  said('pagó una compra', 'paid a purchase'),
);
export const RefundRequested = define(
  'RefundRequested',
  z.object({ ...order, amount: money, by: growing(['learner', 'staff', 'school'], 'school') }),
  'Se pidió devolver el dinero de una compra, o parte.',
  said('pidió devolver el dinero de una compra', 'asked for the refund of a purchase'),
);
/**
 * `request`: the id of the `RefundRequested` that came to nothing. `amount`: what of it is to be given back still; what of it was given back by another
 * way meanwhile is not. Both null: all that was asked for by then, as older releases recorded it.
 */
export const RefundFailed = defineEvent('RefundFailed', {
  category: 'purchases',
  version: 2,
  schema: z.object({ ...order, request: z.string().max(60).nullable(), amount: money.nullable(), cause: z.string().max(80) }),
  summary: 'El proveedor no pudo hacer una devolución de una compra: cuál, y cuánto de ella falta.',
  sentence: said('no pudo devolver el dinero de una compra', 'could not refund a purchase'),
});
/** The provider is asked at once, and whoever asks is told whether it took it: what was given back follows as `Refunded`. */
export const RenewalRefundRequested = define(
  'RenewalRefundRequested',
  z.object({ ...order, invoice: reference, amount: money }),
  'La escuela pidió devolver una renovación de una suscripción, o parte.',
  said('pidió devolver una renovación del plan', 'asked for the refund of a renewal of the plan'),
);
/** `otherWay`: by hand, by another way than that by which it was paid, since that did not take it back. */
export const Refunded = defineEvent('Refunded', {
  category: 'purchases',
  version: 3,
  schema: z.object({ ...ofPayment, amount: money, whole: z.boolean(), otherWay: z.boolean() }),
  summary: 'Se devolvió dinero de un pago de una compra; si fue todo, termina lo que abrió.',
  sentence: said('devolvió dinero de una compra', 'refunded money of a purchase'),
});
/**
 * The provider gave it back and it came back: the bank of who bought did not take it. `undone`: what of it had been recorded as given back; the rest was
 * never recorded as given back.
 */
export const RefundBounced = defineEvent('RefundBounced', {
  category: 'purchases',
  version: 2,
  schema: z.object({ ...ofPayment, amount: money, undone: money, cause: z.string().max(80) }),
  summary: 'Una devolución no llegó a quien compró: el dinero está otra vez en la escuela.',
  sentence: said('recibió de vuelta una devolución que no llegó', 'got back a refund that did not arrive'),
});
export const DisputeOpened = defineEvent('DisputeOpened', {
  category: 'purchases',
  version: 2,
  schema: z.object({ ...ofPayment, dispute: reference }),
  summary: 'El banco de quien compró puso en duda un cargo.',
  sentence: said('recibió la queja del banco por un cargo', 'received the complaint of a bank about a charge'),
});
export const DisputeClosed = defineEvent('DisputeClosed', {
  category: 'purchases',
  version: 2,
  schema: z.object({ ...ofPayment, dispute: reference, won: z.boolean() }),
  summary: 'Se resolvió un cargo en duda: a favor de la escuela, o de quien compró.',
  sentence: said('cerró la queja del banco por un cargo', 'closed the complaint of a bank about a charge'),
});
const until = z.iso.datetime();
export const SubscriptionStarted = define(
  'SubscriptionStarted',
  z.object({ ...order, subscription: reference, until }),
  'Empezó una suscripción, pagada hasta un momento.',
  said('empezó una suscripción', 'began a subscription'),
);
export const SubscriptionRenewed = define(
  'SubscriptionRenewed',
  z.object({ ...order, invoice: reference, amount: money, payment: reference.nullable(), until }),
  'Se pagó otro periodo de una suscripción.',
  said('renovó la suscripción', 'renewed the subscription'),
);
export const SubscriptionPastDue = define(
  'SubscriptionPastDue',
  z.object(order),
  'No se pudo cobrar el siguiente periodo de una suscripción; el proveedor lo intenta otra vez.',
  said('no pudo cobrar la suscripción', 'could not charge the subscription'),
);
export const SubscriptionRecovered = define(
  'SubscriptionRecovered',
  z.object(order),
  'Se cobró un periodo que estaba pendiente.',
  said('cobró la suscripción que estaba pendiente', 'charged the subscription that was due'),
);
export const SubscriptionCancelled = define(
  'SubscriptionCancelled',
  z.object({ ...order, until }),
  'Una suscripción ya no se renovará: sigue hasta el fin de lo pagado.',
  said('canceló la suscripción al fin de lo pagado', 'cancelled the subscription at the end of what is paid'),
);
export const SubscriptionResumed = define(
  'SubscriptionResumed',
  z.object(order),
  'Una suscripción cancelada se renovará otra vez.',
  said('reanudó la suscripción', 'resumed the subscription'),
);
export const SubscriptionEnded = define(
  'SubscriptionEnded',
  z.object({ ...order, cause: growing(['cancelled', 'unpaid', 'refunded', 'unknown'], 'cancelled') }),
  'Terminó una suscripción.',
  said('terminó la suscripción', 'ended the subscription'),
);

export const paymentEvents = [
  CheckoutStarted,
  BundleOrdered,
  GiftOrdered,
  GiftSent,
  GiftClaimed,
  GroupChosen,
  CouponApplied,
  TransferAwaited,
  TransferDeclared,
  CheckoutOpened,
  CheckoutClosed,
  PaymentFailed,
  PaymentSucceeded,
  RefundRequested,
  RenewalRefundRequested,
  RefundFailed,
  Refunded,
  RefundBounced,
  DisputeOpened,
  DisputeClosed,
  SubscriptionStarted,
  SubscriptionRenewed,
  SubscriptionPastDue,
  SubscriptionRecovered,
  SubscriptionCancelled,
  SubscriptionResumed,
  SubscriptionEnded,
] as const;
