import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allRoutes } from '../../backend/api/contract/all.ts';
import type { DataOf } from '../../events/registry.ts';
import { join, PASSWORD, promote, registration, settled } from '../support/people.ts';
import { openSchool } from '../support/school.ts';
import { until } from '../support/until.ts';

test('whose key is lost keeps from nobody the list of people, discussions, decisions on what they wrote, or what programs of learning are told', async () => {
  const school = await openSchool({ env: { DEMO: 'true' } });
  onTestFinished(() => school.stop());
  const { deps } = school.running;
  const [admin, learner] = [await school.login('admin'), await school.login('estudiante')];
  const posted: DataOf<'CommentPosted'>[] = [];
  for await (const { type, data } of deps.commands.log.readAll(null))
    if (type === 'CommentPosted') posted.push(data as (typeof posted)[number]);
  const comment = posted.find(({ userId, courseId, rootId }) => userId !== learner.id && courseId === 1 && rootId === null);
  if (!comment) throw new Error('nobody wrote a comment in the first course');
  const { userId: lost, commentId, subtopicId } = comment;
  await deps.vault.remove('keys', String(lost));
  deps.forgetPerson(String(lost));
  await expect(deps.commands.log.decode(await storedOf(`user-${lost}`))).rejects.toThrow('is missing');

  const ask = async (method: string, at: string, token: string, body?: object) => {
    const answer = await school.ask(method, at, { token, ...(body && { body }) });
    expect(answer.status, `${method} ${at}: ${answer.text.slice(0, 200)}`).toBe(200);
    return answer;
  };
  const listed = JSON.parse((await ask('GET', '/api/auth/users?limit=100', admin.token)).text) as { id: number }[];
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([lost, learner.id]));
  await ask('GET', `/api/auth/users/${lost}`, admin.token);
  await ask('POST', `/api/personas/${lost}/sesiones/cerrar`, admin.token, { motivo: 'Por si acaso' });
  const named = (await ask('GET', `/api/comentarios/subtema/${subtopicId}/personas`, admin.token)).text;
  expect(named).not.toContain(`"id_usuario":${lost},`);
  await ask('PUT', `/api/comentarios/${commentId}/reaccion`, admin.token, { reaccion: 'gusta', puesta: true });
  const report = { id_comentario: commentId, motivo: 'spam' };
  expect((await school.ask('POST', '/api/reportes-comentarios', { token: learner.token, body: report })).status).toBe(201);
  await settled(school);
  await ask('GET', `/api/reportes-comentarios/comentario/${commentId}`, admin.token);
  const decided = { decision: 'retirar', motivo: 'Es publicidad' };
  await ask('POST', `/api/reportes-comentarios/comentario/${commentId}/decision`, admin.token, decided);
  const { statements } = (await ask('GET', '/api/xapi/statements', admin.token)).body;
  expect((statements as object[]).length).toBeGreaterThan(0);

  async function storedOf(stream: string) {
    const records = [];
    for await (const record of deps.commands.log.store.readStream(stream)) records.push(record);
    return records;
  }
}, 60_000);

test('whose key is lost keeps from nobody their own data, the orders, the whole history, what a rule would have done, or what was taken out of the log', async () => {
  const school = await openSchool({ env: { DEMO: 'true' } });
  onTestFinished(() => school.stop());
  const { deps } = school.running;
  const [admin, learner] = [await school.login('admin'), await school.login('estudiante')];
  const lost = await join(school, 'perdida');
  const mail = await until(
    async () => (await deps.mailbox.newestFirst(50)).find(({ to }) => to === lost.email),
    'the mail that confirms it',
  );
  await school.ask('GET', new URL(mail.links[0] ?? '').href.replace(/^.*?(?=token=)/, '/api/auth/verify-email?'));
  const by = (token: string) => async (method: string, at: string, body?: object) => {
    const answer = await school.ask(method, at, { token, ...(body && { body }) });
    expect(answer.status, `${method} ${at}: ${answer.text.slice(0, 200)}`).toBeLessThan(300);
    return answer;
  };
  const [theirs, office] = [by(lost.token), by(admin.token)];
  await theirs('POST', '/api/inscripciones/inscribir', { id_usuario: lost.id, id_curso: 1 });
  const comment = await theirs('POST', '/api/comentarios', { comentario: 'Lo dije yo', id_subtema: 1 });
  const other = await office('POST', '/api/comentarios', { comentario: 'De la escuela', id_subtema: 1 });
  const idOf = ({ text }: { text: string }) => Number(/"id(?:_comentario)?":(\d+)/.exec(text)?.[1]);
  await theirs('POST', '/api/reportes-comentarios', { id_comentario: idOf(other), motivo: 'spam', texto: 'Me parece' });
  await by(learner.token)('POST', '/api/reportes-comentarios', { id_comentario: idOf(comment), motivo: 'spam' });
  const { body: bought } = await theirs('POST', '/api/checkout/transferencia', { courseId: 2 });
  await theirs('POST', `/api/compras/${lost.id}/${bought.id_pedido}/transferi`, { clave: 'CLAVE1', comprobante: null });
  await office('POST', `/api/pagos/${lost.id}/${bought.id_pedido}/confirmar`, { motivo: 'Llegó' });
  await promote(school, lost, 'administrator');
  const boss = by((await school.login(lost.email, PASSWORD)).token);
  await boss('GET', '/api/eventos/exportar.csv?tipo=NumberTaken');
  await boss('POST', `/api/personas/${learner.id}/sesiones/cerrar`, { motivo: 'Lo pidió' });
  await settled(school);
  const again = await school.login('estudiante');
  await deps.vault.remove('keys', String(lost.id));
  deps.forgetPerson(String(lost.id));

  for (const one of [again, admin]) {
    const { text } = await by(one.token)('GET', '/api/cuenta/datos');
    expect(JSON.parse(text), 'whole, to its end').toHaveProperty('eventos');
    expect(text).not.toContain('Lo dije yo');
  }
  const addresses = [
    ...['/api/pagos', '/api/supuestos/reportes', '/api/supuestos/reembolsos', '/api/eventos/exportaciones', '/api/historial/buscar'],
    ...[`/api/historial/usuarios/${lost.id}`, `/api/historial/usuarios/${learner.id}`, `/api/historial/comentarios/${idOf(comment)}`],
    `/api/historial/pedidos/${lost.id}/${bought.id_pedido}`,
  ];
  for (const at of addresses) await office('GET', at);
}, 60_000);

test('whose key is lost signs in, has their pages and is answered; their names stay theirs, and operators are told', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aulaviva-lost-key-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const before = await openSchool({ dataDir, keep: true });
  onTestFinished(() => before.stop());
  const boss = await join(before, 'jefa');
  await promote(before, boss, 'administrator');
  const lost = await join(before, 'perdida');
  const request = { tema: 'otro', asunto: 'Ayuda', texto: 'No puedo', id_curso: '' };
  const asked = await before.ask('POST', '/api/soporte', { token: lost.token, body: request });
  expect(asked.status, asked.text).toBe(201);
  await settled(before);
  await before.running.deps.vault.remove('keys', String(lost.id));
  await before.stop();

  const school = await openSchool({ dataDir, keep: true, env: { DATABASE_CHECKS: 'true' } });
  onTestFinished(() => school.stop());
  const { token } = await school.login(boss.email, PASSWORD);
  const troubles = async () => (await school.ask('GET', '/api/ready', { token })).body.troubles as { keys?: number; error: string }[];
  const told = () => until(async () => (await troubles()).find(({ keys }) => keys !== undefined), 'operators are told');
  expect((await told()).error).toContain(`of accounts ${lost.id} are missing`);
  const { body: reactions } = await school.ask('GET', '/api/reacciones', { token });
  expect(reactions.bases).toEqual([expect.objectContaining({ archivo: 'vault.db', llaves: 1 })]);

  const signedIn = await school.ask('POST', '/api/auth/login', { body: { email: lost.email, password: PASSWORD } });
  expect(signedIn.status, signedIn.text).toBe(200);
  const own = String(signedIn.body.token);
  const params = { userId: lost.id, id: lost.id, id_usuario: lost.id } as Record<string, number>;
  let pages = 0;
  for (const { method, path: written } of allRoutes) {
    const at = written.replaceAll(/:(\w+)/g, (whole, name) => String(params[name] ?? whole));
    if (method !== 'GET' || at.includes(':') || at.includes('*')) continue;
    const read = await school.ask('GET', at, { token: own });
    expect([at, read.body.code]).not.toEqual([at, 'KEY_MISSING']);
    expect(read.status, `${at}: ${read.text.slice(0, 200)}`).not.toBe(500);
    if (read.status === 200) pages++;
  }
  expect(pages).toBeGreaterThan(40);
  const answer = { texto: 'Ya está', cerrar: true };
  const answered = await school.ask('POST', `/api/soporte/gestion/${String(asked.body.id)}/responder`, { token, body: answer });
  expect(answered.status, answered.text).toBe(200);

  // Nobody else gets the names that they hold, and where a mail would be needed it is said what is missing.
  for (const taken of [{ email: lost.email }, { username: lost.username }]) {
    const body = { ...registration('otra'), ...taken };
    expect((await school.ask('POST', '/api/auth/register', { body })).status).toBe(409);
  }
  const forgot = await school.ask('POST', '/api/auth/forgot-password', { body: { email: lost.email } });
  expect([forgot.status, forgot.body.code]).toEqual([500, 'KEY_MISSING']);

  // Given a name and an address again they are reached, and told what they could not be told before.
  const given = { first_name: 'Nora', email: 'nueva@prueba.mx', motivo: 'Se perdió su llave' };
  const changed = await school.ask('PUT', `/api/auth/users/${lost.id}`, { token, body: given });
  expect(changed.status, changed.text).toBe(200);
  expect(changed.body).toMatchObject({ first_name: 'Nora', email: 'nueva@prueba.mx' });
  const back = await school.ask('POST', '/api/auth/login', { body: { email: 'nueva@prueba.mx', password: PASSWORD } });
  expect(back.status, back.text).toBe(200);
  const again = await school.ask('POST', '/api/auth/forgot-password', { body: { email: 'nueva@prueba.mx' } });
  expect(again.status, again.text).toBe(200);
  const { mailbox } = school.running.deps;
  await until(async () => (await mailbox.newestFirst(50)).find(({ to }) => to === 'nueva@prueba.mx'), 'the mail to the new address');
}, 120_000);
