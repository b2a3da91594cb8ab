import type { FastifyInstance } from 'fastify';
import { fileAddress, fileKey, readFileKey } from '../../../events/files.ts';
import type { Money } from '../../../events/types.ts';
import { currency } from '../../../events/types.ts';
import { user } from '../../commands/identity/user.ts';
import { derived } from '../../commands/kernel/handle.ts';
import { enrolment } from '../../commands/learning/enrolment.ts';
import { orderName, wantedOf } from '../../commands/payments/payments.ts';
import { type Gift, holds, isWaiting, type Order, opensOf, refundableUntil } from '../../commands/payments/purchases.ts';
import { BadSignature } from '../../integrations/payments/port.ts';
import { type OrderDoc, orders } from '../../projections/orders.ts';
import { revenue } from '../../projections/revenue.ts';
import { users } from '../../projections/users.ts';
import { publicName } from '../answers/people.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { ownFile } from '../calls/ownership.ts';
import { payments as contract, type OrderRecord } from '../contract/payments.ts';
import { taxIn } from '../contract/tax.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { createLimits } from '../plugins/limits.ts';
import { countPress } from './presses.ts';

/** Of the demo's page of payment: the provider's page is open, paid or over; `challenged`: the bank waits for who pays to confirm. */
const pageStateOf = ({ status, challenged }: { status: 'open' | 'complete' | 'expired'; challenged: boolean }) =>
  challenged ? ('por-confirmar' as const) : ({ complete: 'pagada', expired: 'vencida', open: 'abierta' } as const)[status];
const DEMO_SAYS = {
  pagar: 'Pagado en la demo',
  rechazar: 'La tarjeta de la demo no pasó',
  'pedir-confirmacion': 'El banco de la demo pide confirmar',
  confirmar: 'Confirmado y pagado en la demo',
  'no-confirmar': 'No se confirmó en el banco de la demo',
} as const;
/** In minor units; both currencies have two decimals. */
const amountOf = (minor: number): number => minor / 100;
const MOST_ORDERS = 100;
/** However often somebody asks, and about how many orders, the provider is asked this seldom for one person. */
const ASK_AGAIN_MS = 1_500;
const MOST_ASKED = 10_000;
const MAX_WEBHOOK_BYTES = 256 * 1_024;

const stateOf = ({ state, paid, refunded }: Pick<OrderDoc, 'state' | 'paid' | 'refunded'>): OrderRecord['estado'] =>
  state === 'paid' ? (refunded >= paid ? 'devuelto' : 'pagado') : state === 'closed' ? 'cerrado' : 'abierto';

const proofOf = (key: string | null): string | null => {
  const name = key === null ? null : readFileKey(key);
  return name && fileAddress(name);
};
const giftOf = (
  given: { para?: string | null | undefined; nombre?: string | undefined; mensaje?: string | undefined } | undefined,
): Gift | undefined => given && { to: given.para || null, toName: given.nombre ?? null, message: given.mensaje ?? null };
/** Of what is paid, or to be paid. */
function taxOf({ taxRate, paidAt, paid, price, discount, refunded }: OrderDoc): OrderRecord['impuesto'] {
  if (taxRate === null) return null;
  const amount = paidAt === null ? price.amount - discount : paid;
  const tax = taxIn(amount, taxRate);
  return {
    ...{ tasa: taxRate / 100, base: amountOf(amount - tax), iva: amountOf(tax) },
    devuelto: amountOf(taxIn(refunded, taxRate)),
  };
}
const KINDS = { course: 'curso', premium: 'premium', bundle: 'paquete' } as const;

/** `codeOf`: for who bought it. */
function recordOf(doc: OrderDoc, now: Date, codeOf: ((name: OrderDoc) => string) | null): OrderRecord {
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
    impuesto: taxOf(doc),
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
    devolucion_fallida: doc.refundFailed && {
      ...{ fecha: doc.refundFailed.at, monto: amountOf(doc.refundFailed.amount), causa: doc.refundFailed.cause },
    },
    garantia_hasta: until,
    se_devuelve:
      until !== null &&
      now.toISOString() <= until &&
      doc.refunded + doc.refundAsked < doc.paid &&
      doc.dispute !== 'open' &&
      doc.refundFailed === null &&
      doc.claimedBy === null,
    causa: doc.cause,
    en_disputa: doc.dispute === 'open',
    suscripcion: subscription && {
      estado: ({ active: 'activa', pastDue: 'pendiente', ended: 'terminada' } as const)[subscription.state],
      pagada_hasta: subscription.until,
      se_renueva: !subscription.cancelling && doc.transfer === null,
      por_transferencia: doc.transfer !== null,
      renovaciones: subscription.renewals.map(({ at, amount, until: to, refunded, dispute }) => ({
        ...{ fecha: at, total: amountOf(amount.amount), moneda: amount.currency, hasta: to },
        ...{ devuelto: amountOf(refunded), en_disputa: dispute === 'open' },
      })),
    },
  };
}

/** Orders of people, and the provider’s messages about them. */
export function paymentRoutes(http: FastifyInstance, implement: Implement, deps: Deps): void {
  const { payments, paymentStandIn, commands, learning, clock, logger, config } = deps;
  const limits = createLimits(deps.vault, config.sessionSecret, () => clock().getTime());
  /** Each order is one at the provider, and a coupon that is not there is a guess. */
  const begins = async (userId: number, cupon: string | undefined): Promise<number> => {
    await countPress(limits, 'order', userId, config);
    if (cupon !== undefined) await countPress(limits, 'coupon', userId, config);
    return userId;
  };

  implement(contract.buyCourse, {
    async handle({ body: { courseId, cupon, regalo } }, call) {
      const wanted = { what: 'course', courseId, coupon: cupon, gift: giftOf(regalo) } as const;
      const userId = await begins(signedIn(call).userId, cupon);
      const { orderId, url, position } = await payments.start(userId, wanted, call.context());
      call.wrote(position);
      return { url, id_pedido: orderId };
    },
  });
  implement(contract.buyBundle, {
    async handle({ body: { paquete, cupon, regalo } }, call) {
      const wanted = { what: 'bundle', bundleId: paquete, coupon: cupon, gift: giftOf(regalo) } as const;
      const userId = await begins(signedIn(call).userId, cupon);
      const { orderId, url, position } = await payments.start(userId, wanted, call.context());
      call.wrote(position);
      return { url, id_pedido: orderId };
    },
  });
  implement(contract.buyPlan, {
    async handle({ body: { cupon } }, call) {
      const userId = await begins(signedIn(call).userId, cupon);
      const { orderId, url, position } = await payments.start(userId, { what: 'premium', coupon: cupon }, call.context());
      call.wrote(position);
      return { url, id_pedido: orderId };
    },
  });
  implement(contract.paymentsOn, {
    handle: async () => ({
      activo: payments.on,
      demo: paymentStandIn !== null,
      transferencia: (await payments.transferInstructions()) !== null,
    }),
  });
  implement(contract.transferInstructions, { handle: async () => ({ instrucciones: await payments.transferInstructions() }) });
  implement(contract.buyByTransfer, {
    async handle({ body: { courseId, paquete, plan, cupon, regalo } }, call) {
      const wanted = wantedOf(courseId, paquete);
      if (wanted.what === 'premium' && plan === undefined)
        throw new ApiError('REQUIRED_FIELDS', { errors: [{ path: 'courseId', message: 'Di qué se compra.' }] });
      const userId = await begins(signedIn(call).userId, cupon);
      const { orderId, position } = await payments.startTransfer(
        userId,
        { ...wanted, coupon: cupon, gift: wanted.what === 'premium' ? undefined : giftOf(regalo) },
        call.context(),
      );
      call.wrote(position);
      return { id_pedido: orderId, referencia: orderName({ userId, orderId }) };
    },
  });
  implement(contract.declareTransfer, {
    async handle({ params, body: { clave, comprobante } }, call) {
      const { userId } = params;
      await countPress(limits, 'transfer', userId, config);
      const proof = comprobante ? await ownFile(deps, userId, 'comprobantes', comprobante) : null;
      const order = await payments.find(params);
      // Nothing is kept for an order that waits for no transfer.
      if (!order.transfer || !isWaiting(order)) throw new ApiError('ORDER_NOT_FOUND');
      const before = order.transfer.proof;
      const context = call.context();
      // It is used before it is named: the sweep leaves it alone.
      const user = `purchases-${userId}`;
      if (proof) await deps.files.reference(proof, user, derived(context, 'proof'));
      // What was sent before stays, unless another one takes its place.
      const kept = proof ? fileKey(proof) : before;
      call.wrote((await payments.declareTransfer(params, { tracking: clave ?? null, proof: kept }, context)).position);
      const old = before === null || before === kept ? null : readFileKey(before);
      // One transfer may have paid two orders, and the same file stands in both.
      const stays = old && [...(await payments.load(userId))].some(([, { transfer }]) => transfer?.proof === before);
      if (old && !stays) await deps.files.release(old, user, derived(context, 'before'));
      return { message: 'Gracias. En cuanto veamos tu transferencia, se abre lo que compraste' };
    },
  });
  for (const [route, says, message] of [
    [contract.confirmTransfer, 'confirm', 'Pago confirmado'],
    [contract.refuseTransfer, 'notArrived', 'Pedido cerrado'],
  ] as const)
    implement(route, {
      async handle({ params, body: { motivo } }, call) {
        if (!motivo) throw new ApiError('REASON_REQUIRED');
        call.wrote((await payments.judgeTransfer(params, says, call.context(motivo))).position);
        return { message };
      },
    });
  implement(contract.confirmSentBack, {
    async handle({ params, body: { motivo, monto } }, call) {
      if (!motivo) throw new ApiError('REASON_REQUIRED');
      const amount = monto === undefined ? undefined : Math.round(monto * 100);
      call.wrote((await payments.sentBack(params, amount, call.context(motivo))).position);
      return { message: 'Devolución registrada' };
    },
  });
  implement(contract.orders, {
    async handle({ params: { userId } }, call) {
      const { docs } = await call.reads.find(orders, { where: { userId }, sort: ['-startedAt'], limit: MOST_ORDERS });
      const compras = docs.map(({ doc }) => recordOf(doc, clock(), signedIn(call).userId === userId ? payments.gifts.codeOf : null));
      const months = compras.flatMap(({ suscripcion, estado, por_devolver }) =>
        suscripcion?.por_transferencia && suscripcion.estado !== 'terminada' && estado === 'pagado' && por_devolver === 0
          ? [suscripcion.pagada_hasta]
          : [],
      );
      // Of months that follow one another, the last one is given back first.
      const isFollowed = ({ suscripcion }: OrderRecord) =>
        suscripcion?.por_transferencia === true && months.some((until) => until > suscripcion.pagada_hasta);
      const seesProof = signedIn(call).userId === userId || signedIn(call).role === 'administrator';
      return {
        compras: compras.map((one) => ({
          ...one,
          se_devuelve: one.se_devuelve && !isFollowed(one),
          transferencia: one.transferencia && { ...one.transferencia, ...(!seesProof && { comprobante: null }) },
        })),
      };
    },
  });
  const settle = async (params: { userId: number; orderId: number }, call: Call): Promise<Order> => {
    const { order, position } = await payments.settle(params, call.context());
    call.wrote(position);
    return order;
  };
  /** When the provider was last asked for a person who waits, in this process. */
  const lastAsked = new Map<number, number>();
  implement(contract.settleOrder, {
    async handle({ params }, call) {
      const { userId } = params;
      const now = clock().getTime();
      const soon = now - (lastAsked.get(userId) ?? 0) < ASK_AGAIN_MS;
      if (lastAsked.size > MOST_ASKED) lastAsked.clear();
      if (!soon) lastAsked.set(userId, now);
      const { state, paid, refunded } = soon ? await payments.find(params) : await settle(params, call);
      return { estado: stateOf({ state: state === 'started' ? 'open' : state, paid: paid?.amount ?? 0, refunded }) };
    },
  });
  implement(contract.refundOrder, {
    async handle({ params, body: { motivo, monto } }, call) {
      const own = signedIn(call).userId === params.userId;
      if (!own && !motivo) throw new ApiError('REASON_REQUIRED');
      const amount = own || monto === undefined ? undefined : Math.round(monto * 100);
      const { position } = await payments.refund(params, own ? 'learner' : 'staff', amount, call.context(motivo));
      call.wrote(position);
      return { message: 'Tu devolución va en camino' };
    },
  });
  for (const [route, renewing, message] of [
    [contract.cancelSubscription, false, 'Tu plan no se renovará: sigue hasta el fin de lo que pagaste'],
    [contract.resumeSubscription, true, 'Tu plan se renovará otra vez'],
  ] as const)
    implement(route, {
      async handle({ params: { userId } }, call) {
        await countPress(limits, 'renewing', userId, config);
        call.wrote((await payments.setRenewing(userId, renewing, call.context())).position);
        return { message };
      },
    });

  /** Whether what a paid order opened is open by it; null where it is not to be. */
  const openBy = async ({ userId, orderId, what }: OrderDoc): Promise<boolean | null> => {
    const order = (await payments.load(userId)).get(orderId);
    if (!order || !holds(order)) return null;
    if (what === 'premium') return (await commands.load(user, userId)).state.plan === 'premium';
    const whose = order.gift ? order.claimedBy : userId;
    // Nobody has accepted it yet.
    if (whose === null) return null;
    // Whoever had it is gone.
    if ((await commands.load(user, whose)).state.status === 'erased') return null;
    for (const courseId of opensOf(order)) {
      const { state } = await commands.load(enrolment, `${whose}_${courseId}`);
      if (![...state.entitlements].some(([, right]) => right.order === orderName({ userId, orderId }))) return false;
    }
    return true;
  };
  implement(contract.allOrders, {
    async handle({ query: { estado, limit, cursor } }, call) {
      const page = await call.reads.find(orders, {
        ...(estado === 'pagados' && { where: { wasPaid: true } }),
        ...(estado === 'por-atender' && { where: { awaits: true } }),
        sort: ['-startedAt'],
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      const people = await call.reads.getMany(users, [...new Set(page.docs.map(({ doc }) => String(doc.userId)))]);
      return {
        pedidos: await Promise.all(
          page.docs.map(async ({ doc }) => {
            const person = people.get(String(doc.userId));
            return { ...recordOf(doc, clock(), null), nombre: person ? publicName(person, doc.userId) : null, acceso: await openBy(doc) };
          }),
        ),
        siguiente: page.next ?? null,
        cifras: await figuresOf(call),
      };
    },
  });
  implement(contract.repairOrder, {
    async handle({ params }, call) {
      const order = await settle(params, call);
      if (!holds(order)) return { message: 'Nada que reparar: esta compra no abre nada' };
      const context = call.context();
      if (order.what === 'premium')
        call.wrote((await commands.handle(user, params.userId, { type: 'changePlan', plan: 'premium' }, context)).position);
      const whose = order.gift ? order.claimedBy : params.userId;
      if (whose === null) return { message: 'Nada que reparar: nadie ha aceptado este regalo' };
      for (const courseId of opensOf(order)) call.wrote((await learning.purchase(whose, courseId, orderName(params), context)).position);
      return { message: 'Listo: ya está abierto' };
    },
  });

  implement(contract.demoPayment, {
    async handle({ params: { sesion } }) {
      const page = await paymentStandIn?.page(sesion);
      if (!page) throw new ApiError('NOT_FOUND');
      return {
        estado: pageStateOf(page),
        titulo: page.title,
        total: amountOf(page.amount_total),
        moneda: page.currency.toUpperCase() as Money['currency'],
        mensual: page.mode === 'subscription',
        exito: page.success_url,
        regreso: page.cancel_url,
      };
    },
  });
  implement(contract.actDemoPayment, {
    async handle({ params: { sesion }, body: { accion } }) {
      const before = await paymentStandIn?.page(sesion);
      if (!paymentStandIn || !before) throw new ApiError('NOT_FOUND');
      // Opened in time, pressed too late.
      if (before.status === 'expired') return { message: 'Esta página ya venció: no se cobró nada', estado: 'vencida' as const };
      if (accion === 'pagar') await paymentStandIn.pay(sesion);
      else if (accion === 'rechazar') await paymentStandIn.decline(sesion);
      else if (accion === 'pedir-confirmacion') await paymentStandIn.challenge(sesion);
      else await paymentStandIn.confirm(sesion, accion === 'confirmar');
      const after = (await paymentStandIn.page(sesion)) ?? before;
      return { message: DEMO_SAYS[accion], estado: pageStateOf(after) };
    },
  });

  paymentStandIn?.deliverTo(async (body, signature) => {
    const headers = { host: new URL(deps.config.publicUrl).host, 'content-type': 'application/json', 'stripe-signature': signature };
    await http.inject({ method: 'POST', url: WEBHOOK, headers, payload: body });
  });

  // The signature is of the bytes as they came: they are read by nobody before.
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_WEBHOOK_BYTES }, (_, body, done) => done(null, body));
    scope.post(WEBHOOK, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      if (!payments.on) return reply.code(404).send({ code: 'NOT_FOUND' });
      if (typeof signature !== 'string' || typeof request.body !== 'string') return reply.code(400).send({ code: 'BAD_SIGNATURE' });
      try {
        const name = await payments.read(request.body, signature);
        const commandId = crypto.randomUUID();
        const actor = { userId: null, role: 'system' } as const;
        if (name) await payments.settle(name, { commandId, correlationId: commandId, causationId: commandId, actor, now: clock() });
        return await reply.send({ received: true });
      } catch (error) {
        if (error instanceof BadSignature) return reply.code(400).send({ code: 'BAD_SIGNATURE' });
        // Sent again by the provider; and the order is asked about by the timer in any case.
        logger.warn({ err: error }, 'a message of the payment provider could not be settled');
        return reply.code(500).send({ code: 'INTERNAL' });
      }
    });
  });
}
export const WEBHOOK = '/api/pagos/webhook';

/** What was taken and given back, over all orders. */
async function figuresOf(call: Call) {
  const found = await call.reads.getMany(revenue, currency.options);
  return [...found.values()].map(({ currency, taken, returned, payments }) => ({
    ...{ moneda: currency, pagado: amountOf(taken), devuelto: amountOf(returned), pagos: payments },
  }));
}
