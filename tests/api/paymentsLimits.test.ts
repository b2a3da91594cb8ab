import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundCourses, Outline } from '../../backend/api/contract/records/courses.ts';
import type { OwnOrderRecord } from '../../backend/api/contract/records/orders.ts';
import { noBilling, receipts } from '../../backend/commands/payments/receipt.ts';
import { addDays, schoolDay } from '../../events/calendar.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { type PaymentServer, paymentServer, WEBHOOK_SECRET } from '../support/payments.ts';
import { join, joinAs, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** How much one person can send while they buy, what stands on receipts, and the month's file of them. */

const FORMS = 8;
let bank: PaymentServer;
let school: School;
let admin: Person;
let teacher: Person;
/** Registrations are limited, too. */
let known: Person | undefined;
let priced: TestCourse;
let people = 0;

beforeAll(async () => {
  bank = await paymentServer();
  school = await openSchool({
    env: {
      ...{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: bank.url },
      FORM_LIMIT: String(FORMS),
    },
  });
  admin = await joinAs(school, 'directora', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
  priced = await makeCourse(school, admin.token, teacher.id, [1], { precio: 499, nombre: '=HYPERLINK("x")' });
  await ask(admin, 'PUT', '/api/sitio/metodos-de-pago', { metodos: ['tarjeta', 'transferencia'], transferencia: 'CLABE 000', iva: 16 });
}, 60_000);
afterAll(async () => {
  await school.stop();
  await bank.stop();
});
const ask = (person: Person, method: string, path: string, body?: object) =>
  school.ask(method, path, { token: person.token, ...(body && { body }) });
const context = (now = new Date()) => {
  const commandId = crypto.randomUUID();
  const actor = { userId: null, role: 'system' } as const;
  return { commandId, correlationId: commandId, causationId: commandId, actor, now };
};
const buyer = async (): Promise<Person> => {
  const person = await join(school, `compradora${++people}`);
  const { commands } = school.running.deps;
  await confirmEmail(commands, person.id, context());
  return person;
};
const buy = (person: Person, cupon?: string) =>
  ask(person, 'POST', '/api/checkout/create-checkout-session-course', { courseId: priced.id, cupon });

test('a coupon is not found by guessing at the page of payment, nor are orders begun without end', async () => {
  const guessing = await buyer();
  known = guessing;
  for (let time = 0; time < FORMS * 3; time++) expect((await buy(guessing, `NADA${time}`)).body.code).toBe('COUPON_NOT_FOUND');
  expect((await buy(guessing, 'NADA')).status).toBe(429);
  expect((await ask(guessing, 'POST', '/api/checkout/cupon', { cupon: 'NADA', courseId: priced.id })).status).toBe(429);
  const pressing = await buyer();
  for (let time = 0; time < FORMS * 4; time++) expect((await buy(pressing)).status).toBe(200);
  expect((await buy(pressing)).status).toBe(429);
  const sending = await buyer();
  const { body } = await ask(sending, 'POST', '/api/checkout/transferencia', { courseId: priced.id });
  const declare = (clave: string) => ask(sending, 'POST', `/api/compras/${sending.id}/${body['id_pedido']}/transferi`, { clave });
  for (let time = 0; time < FORMS; time++) expect((await declare(`CLAVE${time}`)).status).toBe(200);
  expect((await declare('OTRA')).status).toBe(429);
  // Each press would be calls to the provider, whose patience is one for all.
  const turning = () => ask(sending, 'POST', `/api/suscripcion/${sending.id}/cancelar`);
  for (let time = 0; time < FORMS; time++) expect((await turning()).body.code).toBe('SUBSCRIPTION_NONE');
  expect((await turning()).status).toBe(429);
  const choose = () => ask(sending, 'POST', '/api/inscripciones/grupo', { id_usuario: sending.id, id_curso: priced.id, grupo: 1 });
  for (let time = 0; time < FORMS * 4; time++) expect((await choose()).body.code).toBe('NOT_ENROLLED');
  expect((await choose()).status).toBe(429);
});

// rows: B30
test('a group that is refused names the course that it is of, since a purchase may be of several', async () => {
  const person = known ?? (await buyer());
  const { id } = await makeCourse(school, admin.token, teacher.id, [1], { precio: 300, nombre: 'En grupo' });
  const day = addDays(schoolDay(new Date().toISOString()), 10);
  await ask(admin, 'POST', `/api/cursos/${id}/grupos`, { nombre: 'Uno', fecha: day, hora: '09:00', fin: day, cupo: 5 });
  const { status, body } = await ask(person, 'POST', '/api/checkout/create-checkout-session-course', { courseId: id, grupos: [] });
  expect([status, body.code, body['errors']]).toMatchObject([422, 'GROUP_REQUIRED', [{ path: `grupos.${id}` }]]);
  const page = async (more: object) =>
    (await ask(person, 'POST', '/api/checkout/create-checkout-session-course', { courseId: id, ...more })).body['url'];
  const url = await page({});
  expect([typeof url, await page({ grupos: [{ id_curso: id, grupo: 1 }] })], 'who names none has the soonest').toEqual(['string', url]);
  await settled(school);
  const { compras } = (await ask(person, 'GET', `/api/compras/${person.id}`)).body as unknown as { compras: OwnOrderRecord[] };
  expect(compras.map(({ grupos }) => grupos.map(({ curso, nombre, estado }) => [curso, nombre, estado]))[0]).toEqual([
    ['En grupo', 'Uno', 'por-empezar'],
  ]);
});

// rows: B16
test('a price keeps the currency that its course has; one that does not exist is refused, and not read as pesos', async () => {
  const { id } = await makeCourse(school, admin.token, teacher.id, [1], { precio: 20, moneda: 'USD' });
  const put = async (body: object) => {
    const { status, body: said } = await ask(admin, 'PUT', `/api/cursos/cursos/${id}`, body);
    return status === 200 ? [said['precio'], said['moneda']] : said.code;
  };
  expect(await put({ precio: 10, moneda: 'XXX' })).toBe('MALFORMED');
  expect(await put({ precio: 25 })).toEqual([25, 'USD']);
  expect([await put({ precio: 0.49 }), await put({ precio: 9.99, moneda: 'MXN' })]).toEqual(['PRICE_TOO_LOW', 'PRICE_TOO_LOW']);
  expect(await put({ precio: 499, moneda: 'MXN' })).toEqual([499, 'MXN']);
});

// rows: B16
test('a course priced in dollars says how much that is in pesos, to visitors too, as long as the school has a rate', async () => {
  const { id } = await makeCourse(school, admin.token, teacher.id, [1], { nombre: 'Dólares', precio: 20.5, moneda: 'USD' });
  const said = async () => {
    await settled(school);
    const found = ((await school.ask('GET', '/api/cursos/buscar?buscar=dolares')).body as unknown as FoundCourses).cursos[0];
    const page = ((await school.ask('GET', `/api/cursos/esquema/${id}`)).body as unknown as Outline).curso;
    return [found?.pesos, page.pesos];
  };
  expect(await said()).toEqual([undefined, undefined]);
  await ask(admin, 'PUT', '/api/sitio/metodos-de-pago', { cambio: { pesos: 18.355, dia: '2026-01-02' } });
  expect(await said()).toEqual([376, 376]);
  await ask(admin, 'PUT', `/api/cursos/cursos/${id}`, { precio: 499, moneda: 'MXN' });
  expect(await said()).toEqual([undefined, undefined]);
  await ask(admin, 'PUT', '/api/sitio/metodos-de-pago', { cambio: null });
});

test('however many orders somebody has, the provider is asked about one of them at a time', async () => {
  const person = known ?? (await buyer());
  const other = await makeCourse(school, admin.token, teacher.id, [1], { precio: 300, nombre: 'Otro' });
  const ids = [];
  for (const courseId of [priced.id, other.id]) {
    const { body } = await ask(person, 'POST', '/api/checkout/create-checkout-session-course', { courseId });
    await bank.standIn.pay(bank.sessionIn(String(body['url'])));
    ids.push(body['id_pedido']);
  }
  const answers = [];
  for (const id of ids) answers.push((await ask(person, 'POST', `/api/compras/${person.id}/${id}/comprobar`)).body['estado']);
  expect(answers).toEqual(['pagado', 'abierto']);
});

// rows: B28
test('what is given back stands on the receipt and in the month’s file, where nothing is a formula', async () => {
  const person = await buyer();
  await ask(person, 'PUT', `/api/facturacion/${person.id}`, {
    ...{ rfc: 'n\u0303aa 010101-000', nombre: '=1+1;"a"', regimen: '612', uso: 'G03', codigo_postal: '22000' },
  });
  const { body } = await buy(person);
  await bank.standIn.pay(bank.sessionIn(String(body['url'])));
  await ask(person, 'POST', `/api/compras/${person.id}/${body['id_pedido']}/comprobar`);
  const receiptsOf = async () => {
    await settled(school);
    return (await ask(person, 'GET', `/api/recibos/${person.id}`)).body['recibos'] as { folio: string; emitido: string; rfc: string }[];
  };
  await until(async () => (await receiptsOf()).length === 1);
  const [receipt] = await receiptsOf();
  if (!receipt) throw new Error('no receipt');
  expect(receipt.rfc).toBe('\u00d1AA010101000');
  await ask(admin, 'POST', `/api/compras/${person.id}/${body['id_pedido']}/devolver`, { monto: 100.5, motivo: 'Parte' });
  const line = async () => {
    await settled(school);
    const { text } = await ask(admin, 'GET', `/api/pagos/recibos?mes=${schoolDay(receipt.emitido).slice(0, 7)}`);
    return text.split('\r\n').find((one) => one.startsWith(receipt.folio)) ?? '';
  };
  await until(async () => (await line()).includes('100.50'));
  // With what an invoice takes of it: without tax, the rate, the tax, and the tax of what was given back.
  expect(await line()).toContain(`"'=HYPERLINK(""x"")",499.00,0.00,499.00,100.50,MXN,430.17,0.00,430.17,16,68.83,13.86,`);
  // Another rate is of what is bought from now on.
  await ask(admin, 'PUT', '/api/sitio/metodos-de-pago', { iva: 8 });
  const other = await buyer();
  await buy(other);
  await settled(school);
  expect((await ask(other, 'GET', '/api/sitio')).body).toMatchObject({ iva: 8 });
  const taxes = async (of: Person) =>
    ((await ask(of, 'GET', `/api/compras/${of.id}`)).body['compras'] as { impuesto: object }[]).map(({ impuesto }) => impuesto);
  expect(await taxes(other)).toEqual([{ tasa: 8, base: 462.04, iva: 36.96, devuelto: 0 }]);
  expect(await taxes(person)).toEqual([{ tasa: 16, base: 430.17, iva: 68.83, devuelto: 13.86 }]);
  // The exchange rate is shown to everybody, and taken away again.
  const { status } = await ask(admin, 'PUT', '/api/sitio/metodos-de-pago', { cambio: { pesos: 18.355, dia: '2999-01-01' } });
  expect(status).toBe(422);
  const cambio = { pesos: 18.355, dia: '2026-01-02' };
  for (const said of [cambio, null]) {
    await ask(admin, 'PUT', '/api/sitio/metodos-de-pago', { cambio: said });
    await settled(school);
    expect((await ask(other, 'GET', '/api/sitio')).body).toMatchObject({ cambio: said, iva: 8 });
  }
  const seen = await ask(person, 'GET', `/api/compras/${person.id}/${body['id_pedido']}/visto`);
  expect(seen.body).toMatchObject({ total: 499, impuesto: { tasa: 16, base: 430.17, iva: 68.83 } });
  expect(await line()).toContain(`"'=1+1;""a"""`);
  expect((await ask(person, 'GET', `/api/recibos/${person.id}/${receipt.folio}/pdf`)).text.slice(0, 5)).toBe('%PDF-');
});

// rows: B28
test('fiscal data are one line of what is seen; a receipt is printed whatever letters they have', async () => {
  const person = await buyer();
  const set = (nombre: string) =>
    ask(person, 'PUT', `/api/facturacion/${person.id}`, {
      rfc: 'XAXX010101000',
      nombre,
      regimen: '612',
      uso: 'G03',
      codigo_postal: '22000',
    });
  for (const hidden of ['Ana\nTotal pagado: $0', 'A\u202Eana', '\u0000', 'Ana\u200B', '\u2800'])
    expect((await set(hidden)).status, JSON.stringify(hidden)).toBe(400);
  expect((await set('x'.repeat(255))).status).toBe(400);
  const { body } = await buy(person);
  await bank.standIn.pay(bank.sessionIn(String(body['url'])));
  await ask(person, 'POST', `/api/compras/${person.id}/${body['id_pedido']}/comprobar`);
  const list = async () => {
    await settled(school);
    return (await ask(person, 'GET', `/api/recibos/${person.id}`)).body['recibos'] as { folio: string }[];
  };
  await until(async () => (await list()).length === 1);
  for (const name of ['W'.repeat(254), '李'.repeat(120), '👩‍👧 Ñandú <script>', 'שלום']) {
    expect((await set(name)).status, name).toBe(200);
    const [{ folio } = { folio: '' }] = await list();
    const replaced = await ask(person, 'POST', `/api/recibos/${person.id}/${folio}/sustituir`);
    expect(replaced.status, replaced.text).toBe(201);
    await settled(school);
    const pdf = await ask(person, 'GET', `/api/recibos/${person.id}/${replaced.body['folio']}/pdf`);
    expect(pdf.status, name).toBe(200);
  }
});

// rows: B28
test('the month’s file has every receipt that was issued in it, also those in place of one of the year before', async () => {
  const { commands } = school.running.deps;
  const money = { amount: 100, currency: 'MXN' } as const;
  const paid = (orderId: number, paidAt: string) => ({
    ...{ userId: 1, orderId, invoice: null, paidAt, title: 'X', period: null, price: money, total: money, discount: null, coupon: null },
    ...{ taxRate: null, school: 'Aulaviva', buyer: 'Ana', ...noBilling },
  });
  const at = async (year: number, orderId: number, iso: string) =>
    commands.handle(receipts, year, { type: 'issue', year, paid: paid(orderId, iso) }, context(new Date(iso)));
  await at(2030, 1, '2030-12-01T12:00:00.000Z');
  for (let order = 1; order <= 510; order++) await at(2031, order, '2031-02-01T12:00:00.000Z');
  const details = { ...noBilling, taxId: 'XAXX010101000' };
  const replacing = { type: 'replace', year: 2030, userId: 1, number: 1, buyer: { buyer: 'Ana', ...noBilling }, details } as const;
  await commands.handle(receipts, 2030, replacing, context(new Date('2031-03-01T12:00:00.000Z')));
  await settled(school);
  const { text } = await ask(admin, 'GET', '/api/pagos/recibos?mes=2031-03');
  const [head, ...lines] = text.split('\r\n').slice(0, -1);
  expect(head).toContain('Folio,Emitido (America/Tijuana),Pagado (America/Tijuana),');
  expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([['2030-000002', '2031-03-01 04:00']]);
}, 60_000);
