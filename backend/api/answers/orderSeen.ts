import type { EventLog } from '../../../events/log.ts';
import { presentClasses, presentModules } from '../../../events/outline.ts';
import { fillText } from '../../../events/siteTexts.ts';
import { streamOf } from '../../../events/streams.ts';
import { course } from '../../commands/catalogue/course.ts';
import type { Decided, Decider } from '../../commands/kernel/decider.ts';
import { type Order, opensOf } from '../../commands/payments/order.ts';
import { siteSection } from '../../commands/site/content.ts';
import { priceBook, school } from '../../commands/site/school.ts';
import type { OrderSeen } from '../contract/payments.ts';
import { amountOf, taxOf } from './orders.ts';
import { valuesOf } from './siteValues.ts';

/** The state of a stream of the site as it was then. */
async function asOf<S, E extends { type: string; data: object }>(
  log: EventLog,
  decider: Decider<S, never, E>,
  id: string,
  at: string,
): Promise<S> {
  let state = decider.initial();
  for await (const event of log.readStream(streamOf('site', id), 0, undefined, 'where lost')) {
    if (event.meta.occurredAt > at) break;
    state = decider.evolve(state, event as unknown as Decided<E>);
  }
  return state;
}

/** The school’s policies in their words of then, with the values of then. */
async function policiesAt(log: EventLog, at: string) {
  const policies = await asOf(log, siteSection, 'policies', at);
  const [prices, settings] = await Promise.all([asOf(log, priceBook, 'prices', at), asOf(log, school, 'school', at)]);
  const values = valuesOf({ policies, prices, school: settings }, at);
  return policies.items.flatMap(({ item, visible, removed, version }) =>
    'code' in item && visible && !removed
      ? [{ code: item.code, policy: { titulo: item.title, texto: fillText(item.text, values), version } }]
      : [],
  );
}

/** A course as it was then: its events before, and how many came since. */
async function courseAt(log: EventLog, courseId: number, at: string) {
  let state = course.initial();
  let version = 0;
  let since = 0;
  for await (const event of log.readStream(streamOf('course', courseId), 0, undefined, 'where lost'))
    if (event.meta.occurredAt > at) since++;
    else {
      version++;
      state = course.evolve(state, event as unknown as Parameters<typeof course.evolve>[1]);
    }
  const modules = presentModules(state);
  const classes = modules.reduce((sum, module) => sum + presentClasses(module).length, 0);
  return { id: courseId, nombre: state.title, version, modulos: modules.length, clases: classes, cambios: since };
}

/** The terms that a person accepted when they registered. */
async function termsOf(log: EventLog, userId: number): Promise<string | null> {
  for await (const event of log.readStream(streamOf('user', userId), 0, undefined, 'where lost'))
    if (event.type === 'UserRegistered') return (event.data as { termsVersion: string | null }).termsVersion;
  return null;
}

/** What somebody saw when they bought, from the events of that time. */
export async function orderSeen(order: Order, userId: number, log: EventLog): Promise<OrderSeen> {
  const discount = order.coupon?.discount.amount ?? 0;
  const policies = await policiesAt(log, order.startedAt);
  const cursos = [];
  for (const courseId of opensOf(order)) cursos.push(await courseAt(log, courseId, order.startedAt));
  return {
    ...{ fecha: order.startedAt, titulo: order.title, precio: amountOf(order.price.amount), descuento: amountOf(discount) },
    ...{ cupon: order.coupon?.code ?? null, total: amountOf(order.price.amount - discount), moneda: order.price.currency },
    impuesto: taxOf(order.price.amount - discount, order.taxRate),
    ...{ periodo: order.period === null ? null : ('mes' as const), dias_garantia: order.refundDays },
    politica: policies.find(({ code }) => code === 'reembolso')?.policy ?? null,
    politicas: policies.filter(({ code }) => code !== 'reembolso').map(({ policy }) => policy),
    terminos: await termsOf(log, userId),
    cursos,
  };
}
