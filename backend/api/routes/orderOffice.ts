import { currency } from '../../../events/types.ts';
import { user } from '../../commands/identity/user.ts';
import { enrolment } from '../../commands/learning/enrolment.ts';
import { holds, opensOf } from '../../commands/payments/order.ts';
import { orderName } from '../../commands/payments/payments.ts';
import { purchases } from '../../commands/payments/purchases.ts';
import { type OrderDoc, orders } from '../../projections/orders.ts';
import { revenue } from '../../projections/revenue.ts';
import { users } from '../../projections/users.ts';
import { amountOf, orderRecordOf } from '../answers/orders.ts';
import { publicName } from '../answers/people.ts';
import type { Call, Implement } from '../calls/implement.ts';
import type { orderFilters } from '../contract/choices.ts';
import { payments as contract } from '../contract/payments.ts';
import type { Deps } from '../deps.ts';
import { settled } from './payments.ts';

/** The orders that wait for staff: a failed refund, or a transfer. */
export const ordersWhere = {
  pagados: { where: { wasPaid: true } },
  todos: {},
  'por-atender': { where: { awaits: true } },
  transferencias: { where: { awaits: true, refundLost: false } },
  devoluciones: { where: { awaits: true, refundLost: true } },
} as const satisfies Record<(typeof orderFilters)[number], { where?: Partial<OrderDoc> }>;

/** The orders of all people, for who works at the school. */
export function orderOfficeRoutes(implement: Implement, deps: Deps): void {
  const { commands, learning, clock } = deps;
  implement(contract.allOrders, {
    async handle({ query: { estado, limit, cursor } }, call) {
      const page = await call.reads.find(orders, {
        ...ordersWhere[estado],
        sort: ['-startedAt'],
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      const people = await call.reads.getMany(users, [...new Set(page.docs.map(({ doc }) => String(doc.userId)))]);
      return {
        pedidos: await Promise.all(
          page.docs.map(async ({ doc }) => {
            const person = people.get(String(doc.userId));
            return {
              ...orderRecordOf(doc, clock(), null),
              nombre: person ? publicName(person, doc.userId) : null,
              acceso: await openBy(deps, doc),
            };
          }),
        ),
        siguiente: page.next ?? null,
        cifras: await figuresOf(call),
      };
    },
  });
  implement(contract.repairOrder, {
    async handle({ params }, call) {
      const order = await settled(deps, params, call);
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
}

/** Whether the order's course, bundle or plan is open by it; null where it should not be. */
async function openBy({ commands }: Deps, { userId, orderId, what }: OrderDoc): Promise<boolean | null> {
  const order = (await commands.load(purchases, userId)).state.get(orderId);
  if (!order || !holds(order)) return null;
  if (what === 'premium') return (await commands.load(user, userId)).state.plan === 'premium';
  const whose = order.gift ? order.claimedBy : userId;
  // A gift that nobody has accepted yet.
  if (whose === null) return null;
  // The person who had it is gone.
  if ((await commands.load(user, whose)).state.status === 'erased') return null;
  for (const courseId of opensOf(order)) {
    const { state } = await commands.load(enrolment, `${whose}_${courseId}`);
    if (![...state.entitlements].some(([, right]) => right.order === orderName({ userId, orderId }))) return false;
  }
  return true;
}

/** What was taken and given back, over all orders. */
async function figuresOf(call: Call) {
  const found = await call.reads.getMany(revenue, currency.options);
  return [...found.values()].map(({ currency, taken, returned, payments }) => ({
    ...{ moneda: currency, pagado: amountOf(taken), devuelto: amountOf(returned), pagos: payments },
  }));
}
