import { schoolDay } from '../../events/calendar.ts';
import { user } from '../commands/identity/user.ts';
import { type CommandContext, derived } from '../commands/kernel/handle.ts';
import type { Wanted } from '../commands/payments/offers.ts';
import { type Gift, holds, type Order, opensOf } from '../commands/payments/order.ts';
import { orderName, type Payments } from '../commands/payments/payments.ts';
import type { Domain } from '../domain.ts';
import { DAY, HOUR, MINUTE } from './agenda.ts';
import type { DemoPerson } from './people.ts';

/** Purchases of the demo school, in each state that one can be in: made by the commands of buyers and staff, and paid at the demo's own provider. */

/** What the demo buys with: its payments, and the hands of who pays at its provider. Null where the school has a real one. */
export interface DemoShop {
  payments: Payments;
  bank: {
    pay(session: string): Promise<void>;
    decline(session: string): Promise<void>;
    /** The next period of a subscription is paid. */
    turn(subscription: string): Promise<void>;
  };
  /** What the provider's clock shows from now on. */
  at(now: Date): void;
}

type Plan = (at: number, name: string, by: DemoPerson, run: (context: CommandContext) => Promise<unknown>) => void;
interface Needs {
  begin: number;
  end: number;
  administrator: DemoPerson;
  /** Who may buy, by the moment of their arrival; none has a course that costs something. */
  buyers: readonly { person: DemoPerson; arrived: number }[];
  idOf: (person: DemoPerson) => number;
  courseOf: (slug: string) => number;
  plan: Plan;
}

export function planPayments({ commands, learning, site }: Domain, { payments, bank, at: clock }: DemoShop, needs: Needs): void {
  const { begin, end, administrator, idOf, courseOf } = needs;
  // One after another: the provider has one clock.
  const plan = (at: number, name: string, by: DemoPerson, run: (context: CommandContext) => Promise<unknown>) =>
    needs.plan(at, `shop pagos ${name}`, by, async (context) => {
      clock(context.now);
      await run(context);
    });
  const waiting = [...needs.buyers];
  /** Each buys something else, two days after they came at the earliest. */
  const buyerBefore = (at: number): DemoPerson | null => {
    const found = waiting.findIndex(({ arrived }) => arrived + 2 * DAY < at);
    return waiting.splice(found, found < 0 ? 0 : 1)[0]?.person ?? null;
  };
  const course =
    (slug: string, more: { coupon?: string; gift?: Gift } = {}) =>
    (): Wanted => ({
      ...{ what: 'course', courseId: courseOf(slug) },
      ...more,
    });

  /** What the reactor does as well, and finds done: here it has the day on which it happened. */
  const followed = async (userId: number, order: Order, context: CommandContext) => {
    const name = { userId, orderId: order.orderId };
    if (order.coupon) await payments.coupons.settle(order.coupon, userId, derived(context, 'coupon'));
    const whose = order.gift ? order.claimedBy : userId;
    if (order.what === 'premium') await commands.handle(user, userId, { type: 'changePlan', plan: 'premium' }, derived(context, 'plan'));
    if (whose !== null && holds(order))
      for (const courseId of opensOf(order)) {
        const own = derived(context, 'open', courseId);
        const chosen = order.groups.find((one) => one.courseId === courseId);
        if (chosen) await learning.groups.take(courseId, chosen.groupId, whose, own);
        await learning.purchase(whose, courseId, orderName(name), own);
      }
    await payments.receipts.issue(userId, order, null, derived(context, 'receipt'));
  };
  const ordersOf = async (person: DemoPerson): Promise<Order[]> => [...(await payments.load(idOf(person)))].map(([, order]) => order);
  /** The order that this step began before its load was interrupted, if any. */
  const begunBefore = async (person: DemoPerson, context: CommandContext): Promise<Order | undefined> => {
    const { commandId } = derived(context, 'start');
    return (await ordersOf(person)).find(({ startedBy }) => startedBy === commandId);
  };
  const begun = async (person: DemoPerson, wanted: Wanted, context: CommandContext) => {
    const { orderId, url } = await payments.start(idOf(person), wanted, context);
    return { name: { userId: idOf(person), orderId }, session: new URL(url).searchParams.get('sesion') ?? '' };
  };
  const paid = async (person: DemoPerson, wanted: Wanted, context: CommandContext): Promise<void> => {
    const before = await begunBefore(person, context);
    const userId = idOf(person);
    // Of a gift that somebody accepted meanwhile, that is a step of its own.
    if (before?.state === 'paid') return followed(userId, { ...before, claimedBy: null }, context);
    const { name, session } = await begun(person, wanted, context);
    // None where a load that was interrupted paid it.
    if (session !== '') await bank.pay(session);
    const { order } = await payments.settle(name, derived(context, 'paid'));
    await followed(userId, order, context);
  };
  /** `days` after the school began somebody buys it. */
  const bought = (days: number, name: string, wanted: () => Wanted): DemoPerson | null => {
    const at = begin + days * DAY;
    const person = buyerBefore(at);
    if (person) plan(at, name, person, (context) => paid(person, wanted(), context));
    return person;
  };

  const faithful = bought(21.12, 'course', course('curso-de-python'));
  bought(36.7, 'coupon', course('curso-de-python', { coupon: 'BIENVENIDA' }));
  bought(49.05, 'agents', course('agentes-de-ia'));
  bought(76.6, 'servers', course('mcp-servers'));
  bought(87.2, 'bundle', () => ({ what: 'bundle', bundleId: 1 }));

  // The plan, and its second month.
  const subscriber = bought(34.9, 'plan', () => ({ what: 'premium' }));
  if (subscriber)
    plan(begin + 64 * DAY, 'plan renewed', subscriber, async (context) => {
      const [first] = await ordersOf(subscriber);
      if (!first?.subscription) return;
      const name = { userId: idOf(subscriber), orderId: first.orderId };
      const { order } = await payments.settle(name, derived(context, 'before'));
      // It was renewed before the load was interrupted.
      if (Date.parse(order.subscription?.until ?? '') > context.now.getTime() + 2 * DAY) return;
      await bank.turn(first.subscription.id);
      await payments.settle(name, derived(context, 'renewed'));
    });

  // Asked back on the last day: the school gives it back as soon as it runs.
  const sorry = bought(72.3, 'regretted', course('curso-de-python'));
  if (sorry)
    plan(end - 3 * HOUR, 'refund', sorry, async (context) => {
      const [first] = await ordersOf(sorry);
      if (first) await payments.refund({ userId: idOf(sorry), orderId: first.orderId }, 'learner', undefined, context);
    });

  // A gift that was accepted, and one whose code nobody has used yet.
  const giftAt = begin + 80.1 * DAY;
  const giver = buyerBefore(giftAt);
  const receiver = buyerBefore(giftAt);
  if (giver && receiver) {
    const gift: Gift = { to: null, toName: receiver.firstName, message: 'Para que empecemos juntos. ¡Feliz cumpleaños!' };
    plan(giftAt, 'gift', giver, (context) => paid(giver, course('curso-de-python', { gift })(), context));
    plan(giftAt + DAY, 'gift accepted', receiver, async (context) => {
      const [first] = await ordersOf(giver);
      if (!first) return;
      const name = { userId: idOf(giver), orderId: first.orderId };
      if (first.claimedBy === null) await payments.gifts.claim(payments.gifts.codeOf(name), idOf(receiver), context);
      for (const courseId of opensOf(first))
        await learning.purchase(idOf(receiver), courseId, orderName(name), derived(context, 'open', courseId));
    });
  }
  if (faithful)
    plan(begin + 88 * DAY, 'second gift', faithful, (context) =>
      paid(faithful, course('agentes-de-ia', { gift: { to: null, toName: 'Mi hermana', message: null } })(), context),
    );

  // Bank transfers: one that came, and one that staff have yet to find on the statement.
  plan(begin + 55 * DAY, 'transfers', administrator, async (context) => {
    await site.setMethods(['card', 'transfer'], { ...context, reason: 'También por transferencia' });
    await site.setTransfer('Banco Demo, CLABE 000 000 0000 0000 0000, a nombre de Aulaviva. Escribe la referencia de tu pedido.', {
      ...context,
      reason: 'Cuenta de la escuela',
    });
  });
  plan(end - 2 * DAY, 'exchange rate', administrator, (context) =>
    site.setExchangeRate(
      { value: 185_000, day: schoolDay(context.now.toISOString()) },
      { ...context, reason: 'Para quien piensa en pesos' },
    ),
  );
  const byTransfer = (at: number, name: string, slug: string) => {
    const person = buyerBefore(at);
    if (!person) return null;
    let orderId = 0;
    plan(at, `${name} begun`, person, async (context) => {
      ({ orderId } = (await begunBefore(person, context)) ?? (await payments.startTransfer(idOf(person), course(slug)(), context)));
    });
    plan(at + 9 * HOUR, `${name} sent`, person, (context) =>
      payments.declareTransfer({ userId: idOf(person), orderId }, { tracking: `DEMO${idOf(person)}0042`, proof: null }, context),
    );
    return { person, name: () => ({ userId: idOf(person), orderId }) };
  };
  const came = byTransfer(begin + 58 * DAY, 'transfer', 'agentes-de-ia');
  if (came)
    plan(begin + 59 * DAY, 'transfer confirmed', administrator, async (context) => {
      const { state } = await payments.judgeTransfer(came.name(), 'confirm', { ...context, reason: 'Está en el estado de cuenta' });
      const order = state.get(came.name().orderId);
      if (order) await followed(came.name().userId, order, derived(context, 'confirmed'));
    });
  byTransfer(end - 16 * HOUR, 'transfer waiting', 'mcp-servers');

  // A card that was declined a moment ago.
  const unlucky = buyerBefore(end);
  if (unlucky)
    plan(end - 12 * MINUTE, 'declined', unlucky, async (context) => {
      if ((await begunBefore(unlucky, context))?.failure) return;
      const { name, session } = await begun(unlucky, course('curso-de-python')(), context);
      await bank.decline(session);
      await payments.settle(name, derived(context, 'declined'));
    });
}
