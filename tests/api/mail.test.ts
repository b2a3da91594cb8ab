import { expect, onTestFinished, test } from 'vitest';
import type { AttentionList } from '../../backend/api/contract/attention.ts';
import type { MailStatus } from '../../backend/api/contract/mail.ts';
import { join, joinAs, registration } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { openSmtp, type SmtpAnswers, type TestSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';

/** A school whose mails go out to a real server, from registration to the last word. */
async function open(answers: SmtpAnswers = {}, env: Record<string, string> = {}): Promise<{ school: School; smtp: TestSmtp }> {
  const smtp = await openSmtp(answers);
  const school = await openSchool({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Mi Escuela <hola@escuela.mx>', ...env } });
  onTestFinished(() => school.stop());
  return { school, smtp };
}
const mailTo = (smtp: TestSmtp, to: string, subject: string) =>
  until(() => smtp.received.find((mail) => mail.to.includes(to) && mail.subject === subject), `"${subject}" to ${to}`);
const status = async (school: School, token: string): Promise<MailStatus> =>
  (await school.ask('GET', '/api/correos', { token })).body as unknown as MailStatus;

test('what happens to an account is told by mail, and the links in it work', async () => {
  const { school, smtp } = await open();
  const person = await join(school, 'nora');
  const { email, token } = person;
  const first = await mailTo(smtp, email, 'Confirma tu correo');
  expect(first).toMatchObject({ from: 'hola@escuela.mx', to: [email] });
  expect(first.header('from')).toEqual(['Mi Escuela <hola@escuela.mx>']);
  const link = /http:\/\/localhost:3000(\/verify-email\?token=\S+)/.exec(first.text)?.[1] ?? '';
  expect(first.html).toContain(link.replaceAll('&', '&amp;'));
  expect((await school.ask('GET', `/api/auth${link}`, { token })).body.message).toBe('Email verificado correctamente');

  await school.ask('POST', '/api/auth/forgot-password', { body: { email } });
  const reset = await mailTo(smtp, email, 'Cambia tu contraseña');
  const resetToken = /token=(\S+)/.exec(reset.text)?.[1];
  const done = await school.ask('POST', '/api/auth/reset-password', { body: { token: resetToken, newPassword: 'Nueva-2026!' } });
  expect(done.status).toBe(200);
  const told = await mailTo(smtp, email, 'Tu contraseña cambió');
  expect(told.text).toContain('con el enlace que te enviamos');

  const again = await school.login(email, 'Nueva-2026!');
  const changed = await school.ask('PUT', `/api/auth/users/${person.id}`, { token: again.token, body: { email: 'otra@prueba.mx' } });
  expect(changed.status).toBe(200);
  expect((await mailTo(smtp, email, 'Pidieron cambiar el correo de tu cuenta')).text).not.toContain('otra@prueba.mx');
  const asked = await mailTo(smtp, 'otra@prueba.mx', 'Confirma tu correo nuevo');
  const confirms = /http:\/\/localhost:3000(\/verify-email\?token=\S+)/.exec(asked.text)?.[1] ?? '';
  expect((await school.ask('GET', `/api/auth${confirms}`)).body.message).toBe('Email verificado correctamente');
  await mailTo(smtp, email, 'Cambió el correo de tu cuenta');
  expect((await mailTo(smtp, 'otra@prueba.mx', 'Este es ahora el correo de tu cuenta')).text).not.toContain('En otro mensaje');

  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
  const body = { email: 'otra@prueba.mx', password: 'Nueva-2026!' };
  await school.ask('POST', '/api/auth/login', { body, headers: { 'user-agent': agent } });
  expect((await mailTo(smtp, 'otra@prueba.mx', 'Nuevo inicio de sesión en tu cuenta')).text).toContain('Dispositivo: Safari en iPhone');

  const erased = await school.ask('POST', '/api/cuenta/borrar', { token: again.token, body: { contrasena: 'Nueva-2026!' } });
  expect(erased.status).toBe(200);
  const last = await mailTo(smtp, 'otra@prueba.mx', 'Tu cuenta fue borrada');
  expect(`${last.text}${last.html}`).not.toContain('Nora');
  expect(new Set(smtp.received.map((mail) => mail.header('message-id')[0])).size).toBe(smtp.received.length);
  // Nothing of the person is left in the vault.
  await until(async () => {
    const outbox = await school.running.deps.vault.list('outbox', '');
    return outbox.every(({ key }) => key.startsWith('sent:')) && !/prueba\.mx/.test(JSON.stringify(outbox));
  }, 'an outbox without addresses');
  expect(token).not.toBe('');
});

test('what could not be sent is seen by operators, without address or text, and sent again on their word', async () => {
  let broken = true;
  const { school, smtp } = await open({ onRecipient: (address) => (broken ? [550, `5.2.1 <${address}> is disabled`] : null) });
  const admin = await joinAs(school, 'directora', 'administrator');
  const { email } = await join(school, 'nora');
  const seen = await until(async () => {
    const found = await status(school, admin.token);
    return found.fallidos >= 2 && found;
  }, 'the dead letters');
  const { pendientes } = (await school.ask('GET', '/api/resumen/pendientes', { token: admin.token })).body as unknown as AttentionList;
  expect(pendientes).toContainEqual({ id: 'correosFallidos', cantidad: (await status(school, admin.token)).fallidos });
  expect(seen.salida).toBe('smtp');
  expect(seen.filas.every(({ estado, reintentable, error }) => estado === 'fallido' && reintentable && error === '550 5.2.1 RCPT TO')).toBe(
    true,
  );
  const ready = await school.ask('GET', '/api/ready', { token: admin.token });
  expect(ready.status).toBe(200);
  expect(ready.text).toContain('550 5.2.1');
  for (const text of [JSON.stringify(seen), ready.text]) expect(text).not.toMatch(/prueba\.mx|disabled|token=/);

  broken = false;
  const retry = (id: string, token = admin.token, headers = {}) =>
    school.ask('POST', `/api/correos/${encodeURIComponent(id)}/reintentar`, { token, headers, body: { motivo: 'el buzón ya existe' } });
  const person = await school.login(email, 'Segura-2026!');
  expect((await school.ask('GET', '/api/correos', { token: person.token })).status).toBe(403);
  expect((await retry('x')).body.code).toBe('MAIL_NOT_FOUND');
  for (const { id } of seen.filas) {
    expect((await retry(id, person.token)).status).toBe(403);
    expect((await retry(id, admin.token, { 'idempotency-key': id })).status).toBe(200);
  }
  await mailTo(smtp, email, 'Confirma tu correo');
  await until(async () => (await status(school, admin.token)).fallidos === 0, 'no dead letter');
  expect((await retry(seen.filas[0]?.id ?? '')).body.code).toBe('MAIL_NOT_FOUND');
  // Where the answer was lost with what was kept of it.
  await school.running.deps.answers.forgetAll();
  for (const { id } of seen.filas) expect((await retry(id, admin.token, { 'idempotency-key': id })).status).toBe(200);
  const recorded = [];
  for await (const event of school.running.deps.commands.log.readStream('operations-mail')) recorded.push(event);
  expect(recorded).toHaveLength(seen.filas.length);
  expect(recorded[0]).toMatchObject({
    type: 'MailRetryRequested',
    data: { mailId: seen.filas[0]?.id },
    meta: { actor: { userId: admin.id }, reason: { by: [String(admin.id)] } },
  });
});

test('all that was given up is sent again at once, each mail on record', async () => {
  let broken = true;
  const { school, smtp } = await open({ onRecipient: () => (broken ? [550, '5.2.1 disabled'] : null) });
  const admin = await joinAs(school, 'directora', 'administrator');
  const people = [await join(school, 'nora'), await join(school, 'omar')];
  const seen = await until(async () => {
    const found = await status(school, admin.token);
    return found.fallidos >= 3 && found;
  }, 'the dead letters');
  broken = false;
  const all = (token: string) => school.ask('POST', '/api/correos/reintentar', { token, body: { motivo: 'ya hay buzones' } });
  expect((await all(people[0]?.token ?? '')).status).toBe(403);
  expect((await all(admin.token)).body).toMatchObject({ reintentados: seen.fallidos, quedan: 0 });
  for (const { email } of people) await mailTo(smtp, email, 'Confirma tu correo');
  await until(async () => (await status(school, admin.token)).fallidos === 0, 'no dead letter');
  const recorded = [];
  const { log } = school.running.deps.commands;
  for await (const { data, meta } of log.readStream('operations-mail'))
    recorded.push([(data as { mailId: string }).mailId, await log.reasonOf(meta)]);
  expect(recorded.sort()).toEqual(seen.filas.map(({ id }) => [id, 'ya hay buzones']).sort());
  expect((await all(admin.token)).body).toMatchObject({ reintentados: 0, quedan: 0 });
});

test('a name cannot carry an advertisement, a header or markup into a mail to somebody else', async () => {
  const { school, smtp } = await open();
  for (const [index, name] of ['compra en mala.example', '<img src=x onerror=alert(1)>', 'https://mala.mx'].entries()) {
    const answer = await school.ask('POST', '/api/auth/register', { body: { ...registration(`victima${index}`), first_name: name } });
    expect(answer.status).toBe(201);
    const mail = await mailTo(smtp, `victima${index}@prueba.mx`, 'Confirma tu correo');
    expect(mail.to).toHaveLength(1);
    expect(mail.header('bcc')).toEqual([]);
    expect(mail.text.startsWith('Hola:')).toBe(true);
    expect(mail.raw).not.toMatch(/mala|onerror/);
  }
  // The ends of a line are in no name.
  const broken = { ...registration('victima9'), first_name: 'Ana\r\nBcc: otra@mala.mx' };
  expect((await school.ask('POST', '/api/auth/register', { body: broken })).status).toBe(400);
});

test('a demo school with a mail server sends nothing of its made-up months', async () => {
  const { school, smtp } = await open({}, { DEMO: 'true' });
  const { email } = await join(school, 'nora');
  await mailTo(smtp, email, 'Confirma tu correo');
  expect(smtp.received.map(({ to }) => to)).toEqual([[email]]);
  // They are in the mailbox.
  const kept = (await school.ask('GET', '/api/demo/mailbox')).body as unknown as { to: string; html?: string }[];
  expect(kept.some(({ to }) => to === 'estudiante@demo.mx')).toBe(true);
  expect(kept.some(({ to }) => to === email)).toBe(false);
  expect(kept[0]?.html).toContain('<!doctype html>');
}, 120_000);
