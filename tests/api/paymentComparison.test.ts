import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compare, type ReportLine, type SchoolPayment } from '../../backend/api/answers/comparison.ts';
import type { ComparisonRecord, ReportLineInput } from '../../backend/api/contract/comparisons.ts';
import { schoolDay } from '../../events/calendar.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { type PaymentServer, paymentServer, WEBHOOK_SECRET } from '../support/payments.ts';
import { join, makeCourse, type Person, promote, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** The school's payments against the provider's report. */

const day = '2026-03-10';
const line = (at: number, more: Partial<ReportLine> = {}): ReportLine => ({
  ...{ line: at, payment: `pi_${at}`, category: 'charge', currency: 'MXN', amount: 49_900, fee: 2_100, settled: 'MXN', day, ...more },
});
const paid = (at: number, more: Partial<SchoolPayment> = {}): SchoolPayment => ({
  ...{
    payment: `pi_${at}`,
    userId: 7,
    orderId: at,
    title: 'Python',
    currency: 'MXN',
    amount: 49_900,
    day,
    refunds: [],
    disputed: false,
    ...more,
  },
});
const kinds = (lines: ReportLine[], payments: SchoolPayment[]) =>
  compare(lines, payments, '2026-03-01', '2026-03-31').differences.map(({ kind, report, school }) => [kind, report, school]);

describe('a comparison', () => {
  test('lists what stands on one side alone, and what differs; what matches is not listed', () => {
    expect(kinds([line(1)], [paid(1)])).toEqual([]);
    expect(kinds([line(1)], [])).toEqual([['soloReporte', 49_900, 0]]);
    expect(kinds([], [paid(1)])).toEqual([['soloEscuela', 0, 49_900]]);
    expect(kinds([], [paid(1, { day: '2026-04-01' })])).toEqual([]);
    expect(kinds([line(1)], [paid(1, { day: '2026-04-01' })])).toEqual([]);
    expect(kinds([line(1, { amount: 49_800 })], [paid(1)])).toEqual([['monto', 49_800, 49_900]]);
    expect(kinds([line(1, { currency: 'USD' })], [paid(1)])).toEqual([
      ['soloReporte', 49_900, 0],
      ['soloEscuela', 0, 49_900],
    ]);
    expect(kinds([line(1, { payment: null })], [])).toEqual([['soloReporte', 49_900, 0]]);
  });
  test('knows refunds by their payment, also where the school heard of one a day later, and disputes that it has not recorded', () => {
    const refund = line(2, { payment: 'pi_1', category: 'refund', amount: -10_000 });
    const refunds = [{ day: '2026-04-01', amount: 10_000 }];
    expect(kinds([line(1), refund], [paid(1, { refunds })])).toEqual([]);
    expect(kinds([line(1), refund], [paid(1)])).toEqual([['devolucion', 10_000, 0]]);
    expect(kinds([line(1)], [paid(1, { refunds: [{ day, amount: 500 }] })])).toEqual([['devolucion', 0, 500]]);
    expect(kinds([line(1)], [paid(1, { refunds })])).toEqual([]);
    const dispute = line(3, { payment: 'pi_1', category: 'dispute', amount: -49_900 });
    expect(kinds([line(1), dispute], [paid(1)])).toEqual([['disputa', -49_900, 0]]);
    expect(kinds([line(1), dispute], [paid(1, { disputed: true })])).toEqual([]);
  });
  test('balances to the cent: in each currency the report is what the school has, and the differences listed', () => {
    const currency = fc.constantFrom('MXN', 'USD');
    const when = fc.constantFrom('2026-02-28', '2026-03-01', day, '2026-03-31', '2026-04-01');
    const payment = fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: null });
    const lines = fc.array(
      fc.record({
        ...{
          line: fc.nat(99),
          payment,
          currency,
          day: when,
          fee: fc.nat(900),
          settled: currency,
          amount: fc.integer({ min: -90_000, max: 90_000 }),
        },
        category: fc.constantFrom('charge', 'refund', 'dispute', 'fee', 'refund_failure', 'what_comes_later'),
      }),
    );
    const payments = fc.uniqueArray(
      fc.record({
        ...{ payment, currency, day: when, amount: fc.nat(90_000), userId: fc.nat(9), orderId: fc.nat(9), title: fc.constant('x') },
        ...{ refunds: fc.array(fc.record({ day: when, amount: fc.nat(900) }), { maxLength: 3 }), disputed: fc.boolean() },
      }),
      { selector: ({ payment: id }) => id ?? Math.random() },
    );
    fc.assert(
      fc.property(lines, payments, (said, known) => {
        const { differences, sums, fees } = compare(said, known, '2026-03-01', '2026-03-31');
        for (const [of, { taken, returned, disputed, other }] of sums) {
          const listed = (wanted: (kind: string) => boolean) =>
            differences.reduce((all, one) => all + (one.currency === of && wanted(one.kind) ? one.report - one.school : 0), 0);
          expect(taken.report - taken.school).toBe(listed((kind) => kind.startsWith('solo') || kind === 'monto'));
          expect(returned.report - returned.school).toBe(listed((kind) => kind === 'devolucion'));
          const all = said.filter((one) => one.currency === of).reduce((sum, { amount }) => sum + amount, 0);
          expect(taken.report - returned.report + disputed + other).toBe(all);
        }
        expect([...fees.values()].reduce((sum, one) => sum + one, 0)).toBe(said.reduce((sum, { fee }) => sum + fee, 0));
      }),
    );
  });
});

describe('the school', () => {
  let bank: PaymentServer;
  let school: School;
  let admin: Person;
  let person: Person;
  const today = schoolDay(new Date().toISOString());
  beforeAll(async () => {
    bank = await paymentServer();
    school = await openSchool({
      env: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: bank.url },
    });
    admin = await join(school, 'directora');
    const teacher = await join(school, 'maestra');
    await promote(school, admin, 'administrator');
    await promote(school, teacher, 'instructor');
    const { id: courseId } = await makeCourse(school, admin.token, teacher.id, [1], { precio: 499 });
    person = await join(school, 'compradora');
    await confirmEmail(school.running.deps.commands, person.id);
    const { body } = await ask(person, 'POST', '/api/checkout/create-checkout-session-course', { courseId });
    await bank.standIn.pay(bank.sessionIn(String(body['url'])));
    await ask(person, 'POST', `/api/compras/${person.id}/1/comprobar`);
    await ask(admin, 'POST', `/api/compras/${person.id}/1/devolver`, { monto: 100.5, motivo: 'Parte' });
    await until(async () => (await school.running.deps.payments.load(person.id)).get(1)?.refunded === 10_050);
    await settled(school);
  }, 60_000);
  afterAll(async () => {
    await school.stop();
    await bank.stop();
  });
  const ask = (by: Person, method: string, path: string, body?: object) =>
    school.ask(method, path, { token: by.token, ...(body && { body }) });
  const input = (more: Partial<ReportLineInput> = {}): ReportLineInput => ({
    ...{
      linea: 2,
      pago: null,
      tipo: 'charge',
      moneda: 'mxn',
      monto: 49_900,
      liquidada: 'mxn',
      comision: 2_130,
      fecha: new Date().toISOString(),
    },
    ...more,
  });
  const comparing = (by: Person, renglones: ReportLineInput[], more: object = {}) =>
    ask(by, 'POST', '/api/pagos/comparar', { desde: today, hasta: today, archivo: 'ab'.repeat(32), renglones, ...more });

  test('compares for administrators alone, and keeps on record who did, of which days and file, with what result', async () => {
    const pago = (await school.running.deps.payments.load(person.id)).get(1)?.payment ?? null;
    const whole = [input({ pago }), input({ linea: 3, pago, tipo: 'refund', monto: -10_050, comision: 0 })];
    expect((await comparing(person, whole)).status).toBe(403);
    expect((await comparing(admin, whole, { desde: '2030-01-02', hasta: '2030-01-01' })).body.code).toBe('COMPARISON_DAYS');
    expect((await comparing(admin, [])).status).toBe(400);
    expect(
      (
        await comparing(
          admin,
          Array.from({ length: 4_001 }, () => input({ pago })),
        )
      ).status,
    ).toBeGreaterThanOrEqual(400);
    const { status, body } = await comparing(admin, whole);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body as unknown as ComparisonRecord).toMatchObject({
      ...{ coinciden: 1, renglones: 2, total_diferencias: 0, diferencias: [], comisiones: [{ moneda: 'MXN', total: 21.3 }] },
      cifras: [{ moneda: 'MXN', cobrado: { reporte: 499, escuela: 499 }, devuelto: { reporte: 100.5, escuela: 100.5 } }],
    });
    const missing = await comparing(admin, [input({ pago: 'pi_otro' })]);
    expect((missing.body as unknown as ComparisonRecord).diferencias.map(({ tipo, pedido }) => [tipo, pedido?.id_usuario ?? null])).toEqual(
      expect.arrayContaining([
        ['soloReporte', null],
        ['soloEscuela', person.id],
        ['devolucion', person.id],
      ]),
    );
    const kept = [];
    for await (const event of school.running.deps.commands.log.readStream('operations-comparisons')) kept.push(event);
    expect(kept.map(({ data }) => data)).toMatchObject([
      { from: today, to: today, file: 'ab'.repeat(32), rows: 2, matched: 1, differences: 0 },
      { rows: 1, matched: 0, differences: 3 },
    ]);
    expect(kept[0]?.meta.actor.userId).toBe(admin.id);
    // What differs waits for somebody until it is settled, with what was done.
    const waiting = async () => {
      await settled(school);
      const { body: all } = await ask(admin, 'GET', '/api/resumen/pendientes');
      return (all['pendientes'] as { id: string; cantidad: number }[]).find(({ id }) => id === 'diferenciasDePagos')?.cantidad;
    };
    expect(await waiting()).toBe(1);
    const days = { desde: today, hasta: today };
    const settling = (by: Person, more: object) => ask(by, 'POST', '/api/pagos/comparaciones/resolver', { ...days, ...more });
    expect([(await settling(person, { motivo: 'x' })).status, (await settling(admin, {})).body.code]).toEqual([403, 'REASON_REQUIRED']);
    // What was found meanwhile is not settled by who saw the differences before.
    expect((await settling(admin, { motivo: 'x', fecha: '2026-01-01T00:00:00.000Z' })).body.code).toBe('COMPARISON_NOT_FOUND');
    const settleOnce = () =>
      school.ask('POST', '/api/pagos/comparaciones/resolver', {
        ...{ token: admin.token, headers: { 'idempotency-key': 'settled' }, body: { ...days, motivo: 'Era de otra tienda' } },
      });
    expect((await settleOnce()).status).toBe(200);
    expect(await waiting()).toBe(0);
    // Where the answer was lost with what was kept of it.
    await school.running.deps.answers.forgetAll();
    expect((await settleOnce()).status).toBe(200);
    expect((await settling(admin, { motivo: 'x' })).body.code).toBe('COMPARISON_NOT_FOUND');
    await comparing(admin, [input({ pago: 'pi_otro' })]);
    expect(await waiting()).toBe(1);
    // The same days, compared again without a difference.
    await comparing(admin, whole);
    expect(await waiting()).toBe(0);
  });
});
