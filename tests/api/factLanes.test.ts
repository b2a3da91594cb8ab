import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FactLanes, FactsPage } from '../../backend/api/contract/facts.ts';
import { purchases } from '../../backend/commands/payments/purchases.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { join, joinAs, makeCourse, type Person, promote, settled } from '../support/people.ts';
import { reacted } from '../support/reacted.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Several things on one axis of time. */

let school: School;
let admin: Person;
let auditor: Person;
let teacher: Person;
let ana: Person;
let courseId: number;

const lanes = async (query: Record<string, string>, as: Person = admin): Promise<FactLanes> => {
  const answer = await school.ask('GET', `/api/historial/lineas?${new URLSearchParams(query)}`, { token: as.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as FactLanes;
};
const found = async (query: Record<string, string>): Promise<FactsPage> =>
  (await school.ask('GET', `/api/historial/buscar?${new URLSearchParams(query)}`, { token: admin.token })).body as unknown as FactsPage;

beforeAll(async () => {
  school = await openSchool();
  admin = await join(school, 'directora', { first_name: 'Renata', last_name: 'Ibarra' });
  await promote(school, admin, 'administrator');
  auditor = await joinAs(school, 'auditora', 'auditor');
  teacher = await join(school, 'maestra', { first_name: 'Teo', last_name: 'Lara' });
  await promote(school, teacher, 'instructor');
  ana = await join(school, 'ana', { first_name: 'Ana', last_name: 'Núñez' });
  const course = await makeCourse(school, admin.token, teacher.id, [2], { nombre: 'Visión por computadora' });
  courseId = course.id;
  // As the link of the mail does: certificates are of people whose address is known.
  await confirmEmail(school.running.deps.commands, ana.id);
  const enrolled = await school.ask('POST', '/api/inscripciones/inscribir', {
    token: ana.token,
    body: { id_usuario: ana.id, id_curso: courseId },
  });
  expect(enrolled.status, enrolled.text).toBeLessThan(300);
  for (const id of course.modules[0]?.classes ?? []) {
    const path = `/api/usuario-sesion/marcarComoCompletada/${ana.id}/${id}/completar`;
    const done = await school.ask('PATCH', path, { token: ana.token, body: { completado: true } });
    expect(done.status, done.text).toBe(200);
  }
  await until(async () => (await found({ tipo: 'CertificateIssued' })).total === 1, 'the certificate came');
  await reacted(school);
  await settled(school);
});
afterAll(() => school.stop());

// rows: K06
test('each thing has its lane on one axis; a fact of two things is shown once, and what led to what between lanes is joined', async () => {
  const enrolment = `inscripcion:${ana.id}_${courseId}`;
  const certificate = `flujo:certificate-${ana.id}_${courseId}`;
  const sobre = `persona:${ana.id},curso:${courseId},${enrolment},${certificate}`;
  const all = await lanes({ sobre, todo: '1' });
  expect(all.lineas.map(({ cosa }) => cosa.nombre)).toEqual([
    'Ana Núñez',
    'Visión por computadora',
    'Ana Núñez · Visión por computadora',
    null,
  ]);
  // A lane has what the list about its thing has, the oldest first.
  for (const { cosa, total, cantidad, hechos } of all.lineas) {
    const list = await found({ sobre: `${cosa.tipo}:${cosa.id}`, todo: '1', limit: '100' });
    expect([total, cantidad]).toEqual([list.total, list.total]);
    expect(hechos).toEqual(list.hechos.map(({ id }) => id).reverse());
  }
  expect(new Set(all.hechos.map(({ id }) => id)).size).toBe(all.hechos.length);
  expect(all.ventana).toEqual(all.entera);

  // Completing the last class led to the certificate, which stands in a lane in which the class does not.
  const fact = (tipo: string) => all.hechos.filter((one) => one.tipo === tipo).at(-1)?.id;
  const issued = all.enlaces.find(({ a }) => a === fact('CertificateIssued'));
  // Whichever the reactor saw last: the address that was verified, or the class that was completed.
  expect([`user-${ana.id}`, `enrolment-${ana.id}_${courseId}`]).toContain(all.hechos.find(({ id }) => id === issued?.de)?.flujo);
  expect(issued?.causa).toBe(true);
  for (const { de, a } of all.enlaces) expect(de).not.toBe(a);
});

// rows: K06
test('a window of it, by days or to the second; many facts of a lane are counted by spans that add up', async () => {
  const sobre = `curso:${courseId},persona:${ana.id}`;
  const all = await lanes({ sobre, todo: '1' });
  const [first, second] = all.hechos;
  const until = new Date(Math.floor(Date.parse(first?.fecha ?? '') / 1_000) * 1_000).toISOString();
  const early = await lanes({ sobre, todo: '1', a: until });
  expect(early.ventana?.hasta).toBe(until);
  expect(early.hechos.every(({ fecha }) => Date.parse(fecha) < Date.parse(until) + 1_000)).toBe(true);
  expect(early.hechos[0]?.id).toBe(first?.id);
  expect(early.entera).toEqual(all.entera);
  expect(second).toBeDefined();
  expect((await lanes({ sobre, hasta: '2001-01-01' })).ventana).toBeNull();
  expect((await lanes({ sobre, desde: '2001-01-01', hasta: '2001-01-31' })).lineas.map(({ cantidad }) => cantidad)).toEqual([0, 0]);
  expect((await lanes({ sobre: 'curso:999999' })).entera).toBeNull();
  expect((await lanes({})).lineas).toEqual([]);
  expect((await school.ask('GET', '/api/historial/lineas?de=ayer', { token: admin.token })).status).toBe(400);
  expect((await school.ask('GET', `/api/historial/lineas?sobre=${Array(7).fill('curso:1').join()}`, { token: admin.token })).status).toBe(
    400,
  );

  for (let at = 0; at < 70; at++)
    await school.ask('PATCH', `/api/cursos/cursos/${courseId}/estado`, { token: admin.token, body: { estado: at % 2, motivo: 'Prueba' } });
  await settled(school);
  const many = await lanes({ sobre: `curso:${courseId}` });
  const [lane] = many.lineas;
  expect(lane?.hechos).toBeNull();
  expect(lane?.cantidad).toBeGreaterThan(60);
  expect(lane?.tramos.length).toBeLessThanOrEqual(61);
  expect(lane?.tramos.reduce((sum, { cantidad }) => sum + cantidad, 0)).toBe(lane?.cantidad);
  // A span is a window that has what it says.
  const [span] = lane?.tramos ?? [];
  const inside = await lanes({ sobre: `curso:${courseId}`, de: span?.desde ?? '', a: span?.hasta ?? '' });
  expect(inside.lineas[0]?.cantidad).toBe(span?.cantidad);
});

// rows: K06
test('an order is a thing: whose and of what it is stands beside it; auditors see lanes, nobody else', async () => {
  const { commands } = school.running.deps;
  const commandId = crypto.randomUUID();
  const actor = { userId: ana.id, role: 'student' } as const;
  const quote = { what: 'course', courseId, title: 'Visión por computadora', price: { amount: 49_900, currency: 'MXN' } } as const;
  await commands.handle(
    purchases,
    ana.id,
    {
      ...{
        type: 'start',
        quote: { ...quote, bundle: null, gift: null, groups: [], period: null, refundDays: 7, policyVersion: 1, taxRate: null },
        coupon: null,
        transfer: false,
        commandId,
      },
      ...{ userId: ana.id, now: new Date().toISOString() },
      validUntil: new Date(Date.now() + 60_000).toISOString(),
    },
    { commandId, correlationId: commandId, causationId: commandId, actor, now: new Date() },
  );
  await settled(school);
  const { lineas, cercanas } = await lanes({ sobre: `pedido:${ana.id}_1` });
  expect(lineas).toMatchObject([{ cosa: { nombre: 'Ana Núñez · Visión por computadora' }, total: 1 }]);
  expect(cercanas.map(({ tipo, id }) => `${tipo}:${id}`)).toEqual([`persona:${ana.id}`, `inscripcion:${ana.id}_${courseId}`]);
  expect((await found({ sobre: `pedido:${ana.id}_1` })).hechos.map(({ tipo }) => tipo)).toEqual(['CheckoutStarted']);
  expect((await lanes({ sobre: `persona:${ana.id}` })).cercanas).toContainEqual({
    ...{ tipo: 'pedido', id: `${ana.id}_1`, nombre: 'Ana Núñez · Visión por computadora' },
  });
  await settled(school);
  expect((await school.ask('GET', `/api/historial/lineas?sobre=persona:${ana.id}`, { token: ana.token })).status).toBe(403);
  expect((await school.ask('GET', `/api/historial/lineas?sobre=persona:${ana.id}`, { token: teacher.token })).status).toBe(403);
  expect((await lanes({ sobre: `persona:${ana.id}` }, auditor)).cercanas).toContainEqual({
    ...{ tipo: 'inscripcion', id: `${ana.id}_${courseId}`, nombre: 'Ana Núñez · Visión por computadora' },
  });
});
