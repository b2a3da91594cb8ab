import { wantedOf } from '../../commands/payments/offers.ts';
import { type ChosenGroup, type Gift, type Order, opensOf } from '../../commands/payments/order.ts';
import { orderName } from '../../commands/payments/payments.ts';
import { orders } from '../../projections/orders.ts';
import { groupsOfOrders } from '../answers/groups.ts';
import { lessonsSeen } from '../answers/lessonsSeen.ts';
import { orderSeen } from '../answers/orderSeen.ts';
import { orderRecordOf, stateOf } from '../answers/orders.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { payments as contract } from '../contract/payments.ts';
import type { OrderRecord } from '../contract/records/orders.ts';
import { transfers } from '../contract/transfers.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { countPress } from './presses.ts';

const MOST_ORDERS = 100;
/** The least milliseconds between two questions to the provider for one person, however often they ask and about however many orders. */
const ASK_AGAIN_MS = 1_500;
const MOST_ASKED = 10_000;

/** As they were chosen. */
export const groupsOf = (given: { id_curso: number; grupo: number }[] | undefined): ChosenGroup[] | 'any' =>
  given?.map(({ id_curso, grupo }) => ({ courseId: id_curso, groupId: grupo })) ?? 'any';
const giftOf = (
  given: { para?: string | null | undefined; nombre?: string | undefined; mensaje?: string | undefined } | undefined,
): Gift | undefined => given && { to: given.para || null, toName: given.nombre ?? null, message: given.mensaje ?? null };
/** Asks the provider about an order. */
export const settled = async (
  { payments }: Pick<Deps, 'payments'>,
  params: { userId: number; orderId: number },
  call: Call,
): Promise<Order> => {
  const { order, position } = await payments.settle(params, call.context());
  call.wrote(position);
  return order;
};

/** A person's own orders: what they buy, and what becomes of it. */
export function paymentRoutes(implement: Implement, deps: Deps): void {
  buyingRoutes(implement, deps);
  orderRoutes(implement, deps);
  changeRoutes(implement, deps);
}

function buyingRoutes(implement: Implement, deps: Deps): void {
  const { payments, paymentStandIn, config, limits } = deps;
  /** Each order costs a call to the provider, and a wrong coupon code is a guess: both are limited. */
  const begins = async (userId: number, cupon: string | undefined): Promise<number> => {
    await countPress(limits, 'order', userId, config);
    if (cupon !== undefined) await countPress(limits, 'coupon', userId, config);
    return userId;
  };

  implement(contract.buyCourse, {
    async handle({ body: { courseId, cupon, grupos, regalo } }, call) {
      const wanted = { what: 'course', courseId, coupon: cupon, groups: groupsOf(grupos), gift: giftOf(regalo) } as const;
      const userId = await begins(signedIn(call).userId, cupon);
      const { orderId, url, position } = await payments.start(userId, wanted, call.context());
      call.wrote(position);
      return { url, id_pedido: orderId };
    },
  });
  implement(contract.buyBundle, {
    async handle({ body: { paquete, cupon, grupos, regalo } }, call) {
      const wanted = { what: 'bundle', bundleId: paquete, coupon: cupon, groups: groupsOf(grupos), gift: giftOf(regalo) } as const;
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
  implement(transfers.transferInstructions, { handle: async () => ({ instrucciones: await payments.transferInstructions() }) });
  implement(transfers.buyByTransfer, {
    async handle({ body: { courseId, paquete, plan, cupon, grupos, regalo } }, call) {
      const wanted = wantedOf(courseId, paquete);
      if (wanted.what === 'premium' && plan === undefined)
        throw new ApiError('REQUIRED_FIELDS', { errors: [{ path: 'courseId', message: 'Di qué se compra.' }] });
      const userId = await begins(signedIn(call).userId, cupon);
      const { orderId, position } = await payments.startTransfer(
        userId,
        { ...wanted, coupon: cupon, groups: groupsOf(grupos), gift: wanted.what === 'premium' ? undefined : giftOf(regalo) },
        call.context(),
      );
      call.wrote(position);
      return { id_pedido: orderId, referencia: orderName({ userId, orderId }) };
    },
  });
}

function orderRoutes(implement: Implement, deps: Deps): void {
  const { payments, clock } = deps;
  implement(contract.orders, {
    async handle({ params: { userId } }, call) {
      const { docs } = await call.reads.find(orders, { where: { userId }, sort: ['-startedAt'], limit: MOST_ORDERS });
      const grupos = await groupsOfOrders(
        docs.map(({ doc }) => doc),
        call.now.toISOString(),
        call.reads,
      );
      const compras = docs.map(({ doc }) => orderRecordOf(doc, clock(), signedIn(call).userId === userId ? payments.gifts.codeOf : null));
      const months = compras.flatMap(({ suscripcion, estado, por_devolver }) =>
        suscripcion?.por_transferencia && suscripcion.estado !== 'terminada' && estado === 'pagado' && por_devolver === 0
          ? [suscripcion.pagada_hasta]
          : [],
      );
      // Where several months follow one another, the last one is refunded first.
      const isFollowed = ({ suscripcion }: OrderRecord) =>
        suscripcion?.por_transferencia === true && months.some((until) => until > suscripcion.pagada_hasta);
      const seesProof = signedIn(call).userId === userId || signedIn(call).role === 'administrator';
      return {
        compras: compras.map((one) => ({
          ...one,
          grupos: grupos.get(one.id) ?? [],
          se_devuelve: one.se_devuelve && !isFollowed(one),
          transferencia: one.transferencia && { ...one.transferencia, ...(!seesProof && { comprobante: null }) },
        })),
      };
    },
  });
  implement(contract.orderSeen, { handle: async ({ params }) => orderSeen(await payments.find(params), params.userId, deps.commands.log) });
  implement(contract.orderLessons, {
    async handle({ params }) {
      const order = await payments.find(params);
      if (!opensOf(order).includes(params.courseId)) throw new ApiError('COURSE_NOT_FOUND');
      return lessonsSeen(deps.commands.log, params.courseId, order.startedAt);
    },
  });
  /** When the provider was last asked for a person who waits, in this process. */
  const lastAsked = new Map<number, number>();
  implement(contract.settleOrder, {
    async handle({ params }, call) {
      const { userId } = params;
      const now = clock().getTime();
      const soon = now - (lastAsked.get(userId) ?? 0) < ASK_AGAIN_MS;
      if (lastAsked.size > MOST_ASKED) lastAsked.clear();
      if (!soon) lastAsked.set(userId, now);
      const { state, paid, refunded } = soon ? await payments.find(params) : await settled(deps, params, call);
      return { estado: stateOf({ state: state === 'started' ? 'open' : state, paid: paid?.amount ?? 0, refunded }) };
    },
  });
}

/** What a person, or the school for them, changes of what was paid. */
function changeRoutes(implement: Implement, deps: Deps): void {
  const { payments, config, limits } = deps;
  implement(contract.refundOrder, {
    async handle({ params, body: { motivo, monto, renovacion } }, call) {
      const own = signedIn(call).userId === params.userId;
      if (!own && !motivo) throw new ApiError('REASON_REQUIRED');
      const amount = own || monto === undefined ? undefined : Math.round(monto * 100);
      if (renovacion !== undefined) {
        // Who bought ends the plan, and asks for its first payment; of a renewal staff decide.
        if (own) throw new ApiError('REFUND_NOT_POSSIBLE');
        call.wrote((await payments.refundRenewal(params, renovacion, amount, call.context(motivo))).position);
        return { message: 'Tu devolución va en camino' };
      }
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
}
