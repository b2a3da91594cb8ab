import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { account } from '../../backend/api/contract/account.ts';
import { allRoutes } from '../../backend/api/contract/all.ts';
import { errorCatalogue } from '../../backend/api/contract/errors.ts';
import type { SchoolFigures } from '../../backend/api/contract/figures.ts';
import type { payments } from '../../backend/api/contract/payments.ts';
import { policies } from '../../backend/api/contract/policy.ts';
import type { RouteContract } from '../../backend/api/contract/route.ts';
import { enrolment } from '../../backend/commands/learning/enrolment.ts';
import { DEMO_MARK, type DemoMark } from '../../backend/process/demoMark.ts';
import { projections } from '../../backend/projections/all.ts';
import { enrolments } from '../../backend/projections/enrolments.ts';
import { fold, handledTypes } from '../../backend/projections/kernel/fold.ts';
import { pagesOf } from '../../backend/projections/reading/reads.ts';
import type { Envelope } from '../../events/define.ts';
import { makeCourse, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** The account that all visitors of the demo share (A26). */

let school: School;
const ahead = 0;
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' }, clock: () => new Date(Date.now() + ahead) });
}, 120_000);
afterAll(() => school.stop());

type Orders = z.output<typeof payments.allOrders.answer>;
interface Visit {
  token: string;
  id: number;
}
const visit = async (): Promise<Visit> => {
  const { status, body } = await school.ask('POST', '/api/auth/demo');
  expect(status).toBe(200);
  await settled(school);
  return { token: String(body.token), id: (body.user as { id: number }).id };
};
const leave = ({ token }: Visit) => school.ask('POST', '/api/auth/logout', { token });

// rows: A26
test('a visitor’s session cannot change the demo account itself: every such call is refused before its body is read', async () => {
  const guarded = allRoutes.filter((contract) => contract.account);
  // What people do with their own account, and what is not among those calls: fields of the profile and its picture, devices, the secret address of one's
  // calendar, fiscal data, and what else opens the account.
  const own = (Object.values(account) as readonly RouteContract[]).filter(
    ({ method, policy }) => method !== 'GET' && !('open' in policies[policy]),
  );
  const elsewhere = [
    'updateUser',
    'uploadFile',
    'addPushDevice',
    'makeCalendarAddress',
    'endCalendarAddress',
    'setBillingDetails',
    'replaceReceipt',
    'linkCompany',
    'unlinkCompany',
    'linkPlatform',
  ];
  expect(guarded.map(({ id }) => id).sort()).toEqual([...own.map(({ id }) => id), ...elsewhere].sort());

  const visitor = await visit();
  const before = (await school.ask('GET', '/api/auth/sesion', { token: visitor.token })).body;
  const other = await school.login('estudiante');
  const [status, message] = errorCatalogue.DEMO_READ_ONLY;
  for (const { method, path } of guarded) {
    const at = path.replace(/:\w+/g, String(visitor.id));
    const body = {
      actual: 'Demo-2026!',
      nueva: 'Otra-2026!!',
      contrasena: 'Demo-2026!',
      first_name: 'Nadie',
      campo: 'bio',
      visible: 'private',
    };
    expect(await school.ask(method, at, { token: visitor.token, body }), `${method} ${at}`).toMatchObject({
      status,
      body: { code: 'DEMO_READ_ONLY', message },
    });
  }
  expect((await school.ask('GET', '/api/auth/sesion', { token: visitor.token })).body).toEqual(before);

  // Who knows the password comes in as anybody does.
  expect((await school.ask('GET', '/api/auth/sesion', { token: other.token })).status).toBe(200);
  const named = { token: other.token, body: { city: 'Tecate' } };
  expect(await school.ask('PUT', `/api/auth/users/${other.id}`, named)).toMatchObject({ status: 200, body: { city: 'Tecate' } });
  await leave({ ...other });
  await leave(visitor);
});

test('the history of its last two weeks stands in the order of its moments', async () => {
  const day = 86_400_000;
  const [from, to] = [13 * day, day / 12].map((before) => new Date(Date.now() - before).toISOString()) as [string, string];
  const moments: string[] = [];
  for await (const { meta } of school.running.deps.commands.log.readAll(null))
    if (meta.occurredAt > from && meta.occurredAt < to) moments.push(meta.occurredAt);
  expect(moments.length).toBeGreaterThan(100);
  expect(moments).toEqual([...moments].sort());
});

test('what the demo says of its school leads to no place of somebody else', async () => {
  const { body } = await school.ask('GET', '/api/sitio');
  const hosts = [...JSON.stringify(body).matchAll(/https?:\/\/([^/"\\]+)/g)].map(([, host = '']) => host);
  expect(hosts.length).toBeGreaterThan(0);
  expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([]);
});

test('no two reviews of the demo say the same', async () => {
  const said: string[] = [];
  for await (const event of school.running.deps.commands.log.readAll(null, { types: ['ReviewPosted'] })) {
    const { text } = event.data as { text: string | null };
    if (text) said.push(text);
  }
  expect(said.length).toBeGreaterThan(20);
  expect(new Set(said).size).toBe(said.length);
});

test('the school reacts to the demo once all of it is loaded', async () => {
  const { commands, vault } = school.running.deps;
  const end = (await vault.get<DemoMark>(...DEMO_MARK))?.value.end ?? '';
  /** Of what the load wrote, and of what the school did about it. */
  const read = async () => {
    let [last, first] = ['', ''];
    for await (const { type, position, meta } of commands.log.readAll(null, { types: ['StudyTimeRecorded', 'NoticeGiven'] }))
      if (type === 'NoticeGiven') first ||= position;
      else if (meta.occurredAt <= end) last = position;
    return first === '' ? null : { last, first };
  };
  const { last, first } = await until(read, 'a notice', 60_000);
  expect(last).not.toBe('');
  expect(first > last).toBe(true);
});

// rows: C22
test('the school has purchases in each state, whose months are what it took less what it gave back', async () => {
  const { token } = await school.login('admin');
  const read = async (path: string) => (await school.ask('GET', path, { token })).body;
  // What was asked back on the last day is given back by the school itself.
  await until(async () => {
    await settled(school);
    return JSON.stringify(await read('/api/pagos?limit=100')).includes('"estado":"devuelto"');
  });
  const { pedidos, cifras } = (await read('/api/pagos?estado=todos&limit=100')) as unknown as Orders;
  const has = (what: string, of: (one: (typeof pedidos)[number]) => boolean) => expect(pedidos.some(of), what).toBe(true);
  has('paid, and open', ({ estado, acceso }) => estado === 'pagado' && acceso === true);
  has('with a coupon', ({ cupon, total }) => cupon === 'BIENVENIDA' && total > 0);
  has('a gift that was accepted', ({ regalo }) => regalo !== null && regalo.aceptado !== null);
  has('a gift that waits', ({ regalo, estado }) => regalo !== null && regalo.aceptado === null && estado === 'pagado');
  has('a transfer to confirm', ({ transferencia, estado }) => transferencia?.avisada != null && estado === 'abierto');
  has('a plan that was renewed', ({ suscripcion }) => suscripcion?.renovaciones.length === 1);
  expect(pedidos.filter(({ acceso }) => acceso === false)).toEqual([]);
  const { compradores } = (await read('/api/cifras')) as unknown as SchoolFigures;
  const months = compradores.cohortes.flatMap(({ ingresos }) => ingresos.flatMap(({ meses }) => meses));
  const sum = (amounts: number[]) => Math.round(amounts.reduce((total, amount) => total + amount * 100, 0));
  expect(sum(months)).toBe(sum(cifras.flatMap(({ pagado, devuelto }) => [pagado, -devuelto])));
});

test('a page of payment that ran out between its opening and the press takes nothing, and says so', async () => {
  const pages = new Map<unknown, string>();
  for await (const { type, data } of school.running.deps.commands.log.readAll(null, { categories: ['purchases'] })) {
    const { userId, orderId, session = '' } = data as { userId: number; orderId: number; session?: string };
    if (type === 'CheckoutOpened') pages.set(`${userId}_${orderId}`, session);
    if (type === 'PaymentSucceeded') pages.delete(`${userId}_${orderId}`);
  }
  const [session] = [...pages.values()];
  const address = `/api/demo/pagos/${session}`;
  const provider = `https://api.stripe.example/v1/checkout/sessions/${session}/expire`;
  await school.running.deps.paymentStandIn?.request(provider, { method: 'POST' });
  const pressed = await school.ask('POST', address, { body: { accion: 'pagar' } });
  expect(pressed).toMatchObject({ status: 200, body: { estado: 'vencida', message: 'Esta página ya venció: no se cobró nada' } });
  expect((await school.ask('GET', address)).body).toMatchObject({ estado: 'vencida' });
});

test('the premium account has certificates, and one that waits for its quizzes', async () => {
  const { token, id } = await school.login('premium');
  const { body } = await school.ask('GET', `/api/certificados/usuario/${id}`, { token });
  const { certificados, pendientes } = body as unknown as { certificados: { curso: string; codigo: string }[]; pendientes: object[] };
  expect(certificados.map(({ curso }) => curso).sort()).toEqual(['Agentes de IA', 'Vibe Coding']);
  expect(pendientes).toMatchObject([{ curso: 'IA No-Code', falta: 'evaluaciones' }]);
  const seen = await school.ask('GET', `/api/certificados/verificar/${certificados[0]?.codigo}`);
  expect(seen.body).toMatchObject({ estado: 'vigente', comprobacion: { firma: true, hechos: true } });
});

// rows: A26
test('learning works, and the next visitor finds the initial data, unless somebody is using it', async () => {
  const { commands, reads } = school.running.deps;
  const mine = async ({ id }: Visit) =>
    (await reads.find(enrolments, { where: { userId: id, enrolled: true }, limit: 100 })).docs
      .map(({ doc }) => doc.courseId)
      .sort((a, b) => a - b);
  const visitor = await visit();
  const enrolledIn = await mine(visitor);
  const [enrolled = 0] = enrolledIn;
  const stateOf = async (courseId: number) => (await commands.load(enrolment, `${visitor.id}_${courseId}`)).state;
  const before = await stateOf(enrolled);
  const admin = await school.login('admin');
  const made = await makeCourse(school, admin.token, (await school.login('instructor')).id, [2]);
  const [other, first = 0] = [made.id, made.modules[0]?.classes[0]];
  expect(Math.min(enrolled, other, first, before.completed.size)).toBeGreaterThan(0);

  const ask = async (method: string, at: string, body?: object) => {
    const answer = await school.ask(method, at, { token: visitor.token, body });
    expect(answer.status, `${method} ${at}: ${answer.text}`).toBeLessThan(300);
  };
  const complete = (classId: number, completado: boolean) =>
    ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${visitor.id}/${classId}/completar`, { completado });
  await ask('POST', '/api/inscripciones/inscribir', { id_usuario: visitor.id, id_curso: other });
  await complete(first, true);
  for (const classId of before.completed.keys()) await complete(classId, false);
  await settled(school);
  expect(await mine(visitor)).toContain(other);

  const beside = await visit();
  expect((await stateOf(other)).completed.size).toBe(1);
  for (const one of [visitor, beside]) await leave(one);

  const next = await visit();
  expect(await mine(next)).toEqual(enrolledIn);
  const left = await stateOf(other);
  expect([left.enrolled, left.completed.size]).toEqual([false, 0]);
  expect(new Set((await stateOf(enrolled)).completed.keys())).toEqual(new Set(before.completed.keys()));
  // Every step of it is on record, and why; a second time there is nothing left to do.
  const log = [];
  for await (const { type, meta } of commands.log.readStream(`enrolment-${visitor.id}_${other}`))
    log.push({ type, reason: await commands.log.reasonOf(meta) });
  expect(log.at(-1)).toEqual({ type: 'LearnerUnenrolled', reason: 'la demostración empieza de nuevo' });
  await leave(next);
  await leave(await visit());
  let events = 0;
  for await (const _ of commands.log.readStream(`enrolment-${visitor.id}_${other}`)) events++;
  expect(events).toBe(log.length);
});

test('every read model of the demo is what its log says', async () => {
  const { commands, reads } = school.running.deps;
  const compared = async () => {
    const events: Envelope[] = [];
    for await (const event of commands.log.readAll(null)) events.push(event);
    const pairs: [served: unknown[], said: unknown[]][] = [];
    for (const projection of projections) {
      const types = new Set(handledTypes(projection));
      const { writes, poison } = fold(
        projection,
        events.filter(({ type }) => types.has(type)),
        new Map(),
        false,
      );
      const served: [string, object][] = [];
      for await (const page of pagesOf(reads, projection, { limit: 500 })) for (const { key, doc } of page) served.push([key, doc]);
      const said = writes.flatMap(({ key, doc }): [string, object][] => (doc ? [[key, doc]] : []));
      pairs.push([
        [projection.name, poison, Object.fromEntries(served)],
        [projection.name, null, Object.fromEntries(said)],
      ]);
    }
    return pairs;
  };
  // Reactors and the timer may still be writing, so what is compared is one moment between two writes.
  for (;;) {
    const head = await commands.log.store.head();
    await settled(school);
    const pairs = await compared();
    if ((await commands.log.store.head()) !== head) continue;
    for (const [served, said] of pairs) expect(served).toEqual(said);
    return;
  }
}, 60_000);
