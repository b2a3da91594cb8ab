import { expect, test } from 'vitest';
import type { CommandContext } from '../../backend/commands/kernel/handle.ts';
import { createBundles } from '../../backend/commands/payments/bundles.ts';
import { createCoupons } from '../../backend/commands/payments/coupons.ts';
import { createPayments } from '../../backend/commands/payments/payments.ts';
import { planPayments } from '../../backend/demo/payments.ts';
import { type DemoPerson, demoStudent } from '../../backend/demo/people.ts';
import { createDomain } from '../../backend/domain.ts';
import { openPayments } from '../../backend/integrations/payments/open.ts';
import type { CouponTerms } from '../../events/coupons.ts';
import { uuid5 } from '../../events/ids.ts';
import { type EventStore, StoreUnavailable } from '../../events/store/port.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { openDomain, publishedCourse, register, type TestDomain, testConfig } from '../support/domain.ts';

const DAY = 24 * 3_600_000;
const END = Date.parse('2026-03-02T17:00:00.000Z');
const BEGIN = END - 90 * DAY;
const PUBLIC_URL = 'http://localhost:4000';
const administrator: DemoPerson = { ...demoStudent(0), username: 'admin', email: 'admin@demo.mx', role: 'administrator' };
const buyers = Array.from({ length: 14 }, (_, index) => ({ person: demoStudent(index), arrived: BEGIN }));

/** What the demo's purchases need: people with a proven address, courses with a price, a bundle and a coupon. */
async function school() {
  const domain = await openDomain();
  const ids = new Map<string, number>();
  for (const person of [administrator, ...buyers.map((buyer) => buyer.person)]) {
    const userId = await register(domain, person.username, { email: person.email, firstName: person.firstName });
    await confirmEmail(domain.commands, userId, domain.context());
    ids.set(person.email, userId);
  }
  const courses = new Map<string, number>();
  for (const slug of ['curso-de-python', 'agentes-de-ia', 'mcp-servers', 'vibe-coding']) {
    const price = { amount: 79_900, currency: 'MXN' } as const;
    courses.set(slug, (await publishedCourse(domain, [1], { title: slug, price })).courseId);
  }
  const courseOf = (slug: string): number => courses.get(slug) ?? 0;
  const bundles = createBundles(domain.commands);
  const courseIds = [courseOf('curso-de-python'), courseOf('vibe-coding')];
  const price = { amount: 99_900, currency: 'MXN' } as const;
  const { bundleId } = await bundles.create({ title: 'Ruta', description: '', courseIds, price }, domain.context());
  await bundles.publish(bundleId, domain.context());
  const terms: CouponTerms = { percent: 20, amount: null, what: 'everything', courseIds: [], limit: 500, from: null, until: null };
  await createCoupons(domain.commands).create('BIENVENIDA', terms, domain.context());
  const monthly = { plan: 'premium', price: { amount: 5_000, currency: 'USD' }, period: 'month', validFrom: '2025-12-01' } as const;
  await domain.site.setPrice(monthly, domain.context('prices', { now: new Date(BEGIN - DAY) }));
  return { domain, idOf: ({ email }: DemoPerson) => ids.get(email) ?? 0, courseOf };
}

/** One load from its beginning, by a process of its own that dies with its append after the first `most`. Says whether it got to its end. */
async function load({ domain, idOf, courseOf }: Awaited<ReturnType<typeof school>>, most: number): Promise<boolean> {
  let appends = 0;
  const append: EventStore['append'] = async (...given) => {
    if (appends >= most) throw new StoreUnavailable('killed');
    const before = await domain.store.head();
    const done = await domain.store.append(...given);
    // A repeat costs nothing: each process gets further than the one before.
    if ((await domain.store.head()) !== before) appends++;
    return done;
  };
  const store = new Proxy(domain.store, {
    get: (target, name) => {
      if (name === 'append') return append;
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  const own = createDomain(store, domain.vault, testConfig);
  let clock = new Date(BEGIN);
  const { provider, standIn } = await openPayments(null, true, { vault: domain.vault, publicUrl: PUBLIC_URL, now: () => clock });
  if (!standIn) throw new Error('a demo has a stand-in');
  const payments = createPayments(own.commands, provider, PUBLIC_URL, testConfig.reservationKey);
  const agenda: { at: number; name: string; run: () => Promise<unknown> }[] = [];
  const shop = {
    payments,
    bank: standIn,
    at: (now: Date) => {
      clock = now;
    },
  };
  const plan = (at: number, name: string, by: DemoPerson, run: (context: CommandContext) => Promise<unknown>) => {
    const commandId = uuid5('demo', name);
    const actor = { userId: idOf(by), role: by.role } as const;
    const context: CommandContext = { commandId, correlationId: commandId, causationId: commandId, actor, now: new Date(at) };
    agenda.push({ at, name, run: () => run(context) });
  };
  planPayments(own, shop, { ...{ begin: BEGIN, end: END, administrator, buyers, idOf, courseOf }, plan });
  try {
    for (const step of agenda.sort((one, other) => one.at - other.at)) await step.run();
    return true;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return false;
  }
}

const bought = async (domain: TestDomain) =>
  (await domain.events())
    .filter(({ stream }) => /^(purchases|coupon|receipts|enrolment)/.test(stream))
    .map(({ stream, type, meta }) => `${meta.occurredAt} ${stream} ${type}`)
    .sort();

test('purchases of the demo whose load is interrupted at every append end as those of one that was not', { timeout: 60_000 }, async () => {
  const whole = await school();
  expect(await load(whole, Number.POSITIVE_INFINITY)).toBe(true);
  const expected = await bought(whole.domain);
  expect(expected.length).toBeGreaterThan(60);
  const cut = await school();
  let loads = 1;
  while (!(await load(cut, 1))) loads++;
  expect(loads).toBeGreaterThan(50);
  expect(await bought(cut.domain)).toEqual(expected);
  // Once more from the beginning, as after a load that was cut at its very end.
  expect(await load(cut, 0)).toBe(true);
  expect(await bought(cut.domain)).toEqual(expected);
});
