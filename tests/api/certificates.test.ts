import { createPublicKey, verify } from 'node:crypto';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CertificateRecord, VerifiedCertificate } from '../../backend/api/contract/certificates.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Certificates on a whole school: that they come, who may see and change them, what a stranger verifies, and what becomes of them. */

let school: School;
let admin: Person;
let teacher: Person;
let other: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
  other = await joinAs(school, 'maestro', 'instructor');
  course = await makeCourse(school, admin.token, teacher.id, [2]);
});
afterAll(() => school.stop());

let people = 0;
const learner = async (verified = true): Promise<Person> => {
  const person = await join(school, `ana_${++people}`);
  if (verified) await confirm(person);
  return person;
};
/** As the link of the mail does. */
const confirm = async ({ id }: Person) => {
  await confirmEmail(school.running.deps.commands, id);
};
const complete = async (person: Person, at = course) => {
  const enrolled = await school.ask('POST', '/api/inscripciones/inscribir', {
    token: person.token,
    body: { id_usuario: person.id, id_curso: at.id },
  });
  expect(enrolled.status, enrolled.text).toBe(200);
  for (const classId of at.modules[0]?.classes ?? []) {
    const marked = await school.ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${person.id}/${classId}/completar`, {
      token: person.token,
      body: { completado: true },
    });
    expect(marked.status, marked.text).toBe(200);
  }
};
const list = async (person: Person, as = person) => {
  await settled(school);
  return school.ask('GET', `/api/certificados/usuario/${person.id}`, { token: as.token });
};
const issued = (person: Person): Promise<CertificateRecord> =>
  until(async () => ((await list(person)).body.certificados as CertificateRecord[])[0], 'the certificate came');
const verified = async (code: string): Promise<VerifiedCertificate> => {
  await settled(school);
  const answer = await school.ask('GET', `/api/certificados/verificar/${code}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as VerifiedCertificate;
};
const of = (person: Person, act = '') => `/api/certificados/usuario/${person.id}/${course.id}${act}`;

// rows: C22
test('who completes a course and has a confirmed address gets its certificate, which a stranger verifies', async () => {
  const ana = await learner(false);
  await complete(ana);
  expect((await list(ana)).body).toMatchObject({ certificados: [], pendientes: [{ id_curso: course.id, falta: 'correo' }] });
  expect(await school.ask('POST', of(ana), { token: ana.token })).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
  await confirm(ana);
  const certificate = await issued(ana);
  expect(certificate).toMatchObject({ nombre: 'Nora Quintanilla', curso: 'Curso', minutos: 20, estado: 'vigente' });
  expect((await list(ana)).body.pendientes).toEqual([]);
  // Again does nothing.
  expect((await school.ask('POST', of(ana), { token: ana.token })).body).toMatchObject({ codigo: certificate.codigo });

  const seen = await verified(certificate.codigo.toLowerCase().replaceAll('-', ' '));
  expect(seen).toMatchObject({
    estado: 'vigente',
    certificado: { nombre: 'Nora Quintanilla', instructor: 'Nora Quintanilla', clases: 2 },
    comprobacion: { firma: true, hechos: true },
  });
  expect(seen.comprobacion?.eventos.map(({ tipo }) => tipo)).toEqual(['clase', 'clase', 'curso']);
  // With the published key alone, by whoever wants to.
  const { keys } = (await school.ask('GET', '/api/certificados/claves')).body as unknown as { keys: { kid: string; x: string }[] };
  const key = keys.find(({ kid }) => kid === seen.comprobacion?.clave);
  const published = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key?.x ?? '' }, format: 'jwk' });
  const { declaracion = '', valor = '' } = seen.comprobacion ?? {};
  expect(verify(null, Buffer.from(declaracion), published, Buffer.from(valor, 'base64url'))).toBe(true);
  expect(await school.ask('GET', '/api/certificados/verificar/00000-00000-00000-00000')).toMatchObject({ status: 404 });
  expect(await school.ask('GET', '/api/certificados/verificar/1')).toMatchObject({ status: 404, body: { code: 'CERTIFICATE_NOT_FOUND' } });
});

test('a certificate waits for the quizzes of the course, and comes with the last one that is passed', async () => {
  const withQuiz = await makeCourse(school, admin.token, teacher.id, [1]);
  const call = async (method: string, path: string, as: Person, body?: object) => {
    const answer = await school.ask(method, path, { token: as.token, body });
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body as never;
  };
  const subtopic = { id_sesion: withQuiz.modules[0]?.classes[0], titulo: 'Repaso', tipo_subtema: 'evaluacion' };
  const { data }: { data: { id_subtema: number } } = await call('POST', '/api/subtema/crearSubtema', teacher, subtopic);
  const question = {
    question: '¿Cuánto es 2 + 2?',
    options: [
      { text: 'Cuatro', is_correct: true },
      { text: 'Cinco', is_correct: false },
    ],
  };
  const { id, options }: { id: number; options: { id: number; is_correct: boolean }[] } = await call(
    'POST',
    `/api/evaluaciones/${data.id_subtema}/preguntas`,
    teacher,
    question,
  );
  await call('POST', `/api/evaluaciones/${data.id_subtema}/publicar`, teacher);

  const ana = await learner();
  await complete(ana, withQuiz);
  const take = async (right: boolean) => {
    const attempts = `/api/evaluaciones/${ana.id}/${data.id_subtema}/intentos`;
    const { intento }: { intento: number } = await call('POST', attempts, ana);
    const opciones = options.filter(({ is_correct }) => is_correct === right).map((option) => option.id);
    await call('PUT', `${attempts}/${intento}/respuestas/${id}`, ana, { opciones });
    await call('POST', `${attempts}/${intento}/entregar`, ana);
  };
  const waits = { certificados: [], pendientes: [{ id_curso: withQuiz.id, falta: 'evaluaciones' }] };
  const receive = () => school.ask('POST', `/api/certificados/usuario/${ana.id}/${withQuiz.id}`, { token: ana.token });
  expect((await list(ana)).body).toMatchObject(waits);
  expect(await receive()).toMatchObject({ body: { code: 'QUIZZES_NOT_PASSED' } });
  await take(false);
  expect((await list(ana)).body).toMatchObject(waits);
  expect(await receive()).toMatchObject({ body: { code: 'QUIZZES_NOT_PASSED' } });
  await take(true);
  expect(await issued(ana)).toMatchObject({ id_curso: withQuiz.id, estado: 'vigente' });
  expect((await list(ana)).body.pendientes).toEqual([]);
});

test('a certificate is to be had as a PDF and as an Open Badges 3.0 credential that names its key', async () => {
  const ana = await learner();
  await complete(ana);
  const { codigo } = await issued(ana);
  await settled(school);
  const pdf = await fetch(`${school.url}/api/certificados/${codigo}/pdf`);
  expect(pdf.headers.get('content-type')).toContain('application/pdf');
  const bytes = Buffer.from(await pdf.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.length).toBeGreaterThan(5_000);

  const { text: token } = await school.ask('GET', `/api/certificados/${codigo}/credencial`);
  const header = decodeProtectedHeader(token);
  // The header names these and nothing else (Open Badges 3.0, JSON Web Token proof format).
  expect(Object.keys(header).sort()).toEqual(['alg', 'jwk', 'typ']);
  if (!header.jwk) throw new Error('no key');
  const { payload } = await jwtVerify(token, await importJWK(header.jwk, 'EdDSA'), { algorithms: ['EdDSA'] });
  expect(payload).toMatchObject({
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    credentialSubject: {
      type: ['AchievementSubject'],
      achievement: { type: ['Achievement'], name: 'Curso', achievementType: 'CertificateOfCompletion' },
    },
  });
  const { iss, jti, nbf, sub, id, issuer, validFrom, credentialSubject } = payload as Record<string, unknown> & { nbf: number };
  expect({ iss, jti, sub, nbf }).toEqual({
    iss: (issuer as { id: string }).id,
    jti: id,
    sub: (credentialSubject as { id: string }).id,
    nbf: Date.parse(String(validFrom)) / 1_000,
  });
});

test('the person of a certificate changes the name on it, under the same code; nobody else does', async () => {
  const ana = await learner();
  await complete(ana);
  const { codigo } = await issued(ana);
  const body = { nombre: 'Nora Q. Łukasz Nguyễn' };
  for (const one of [admin, teacher, await learner(false)])
    expect((await school.ask('PUT', of(ana), { token: one.token, body })).status).toBe(403);
  expect((await school.ask('PUT', of(ana), { token: ana.token, body: { nombre: ' ' } })).status).toBe(400);
  expect(await school.ask('PUT', of(ana), { token: ana.token, body })).toMatchObject({ status: 200 });
  expect(await verified(codigo)).toMatchObject({ certificado: body, comprobacion: { firma: true, hechos: true } });
  expect((await school.ask('GET', `/api/certificados/${codigo}/pdf`)).status).toBe(200);
});

test('an administrator revokes it for a reason and takes that back; its page says so at once, in every window', async () => {
  const ana = await learner();
  await complete(ana);
  const { codigo } = await issued(ana);
  const topic = `certificados:${ana.id}`;
  const window = await following(school.url, { token: ana.token, topics: [topic] });
  const body = { motivo: 'Se emitió por error' };
  for (const one of [ana, teacher]) expect((await school.ask('POST', of(ana, '/revocar'), { token: one.token, body })).status).toBe(403);
  expect(await school.ask('POST', of(ana, '/revocar'), { token: admin.token, body: { motivo: ' ' } })).toMatchObject({
    status: 422,
    body: { code: 'REASON_REQUIRED' },
  });
  expect(await school.ask('POST', of(ana, '/revocar'), { token: admin.token, body })).toMatchObject({ status: 200 });
  await until(() => window.items.some((item) => item.topic === topic), 'the window was told');
  window.close();
  const revoked = await verified(codigo);
  expect(revoked).toMatchObject({ estado: 'revocado', certificado: { nombre: 'Nora Quintanilla' } });
  // Why is for its person and for staff.
  expect(JSON.stringify(revoked)).not.toContain('por error');
  expect(await issued(ana)).toMatchObject({ estado: 'revocado', motivo: 'Se emitió por error' });
  for (const file of ['pdf', 'credencial'])
    expect(await school.ask('GET', `/api/certificados/${codigo}/${file}`)).toMatchObject({
      status: 422,
      body: { code: 'CERTIFICATE_REVOKED' },
    });
  expect((await school.ask('POST', of(ana, '/restaurar'), { token: admin.token, body: { motivo: ' ' } })).body.code).toBe(
    'REASON_REQUIRED',
  );
  expect((await school.ask('POST', of(ana, '/restaurar'), { token: admin.token, body: { motivo: 'Sí era' } })).status).toBe(200);
  expect(await verified(codigo)).toMatchObject({ estado: 'vigente', comprobacion: { firma: true, hechos: true } });
});

test('who teaches the course sees its certificates, and nobody else but administrators', async () => {
  const ana = await learner();
  await complete(ana);
  await issued(ana);
  const at = `/api/certificados/curso/${course.id}?limit=1`;
  for (const one of [teacher, admin]) {
    const answer = await school.ask('GET', at, { token: one.token });
    expect(answer.body).toMatchObject({ certificados: [{ id_usuario: ana.id }], siguiente: expect.any(String) });
  }
  for (const one of [other, ana]) expect((await school.ask('GET', at, { token: one.token })).status).toBe(403);
  expect((await list(ana, teacher)).status).toBe(403);
  expect((await list(ana, admin)).status).toBe(200);
});

test('a certificate is in the export of one’s data; once its person is erased, its page says that it is shown no more', async () => {
  const ana = await learner();
  await complete(ana);
  const { codigo } = await issued(ana);
  const data = (await school.ask('GET', '/api/cuenta/datos', { token: ana.token })).body as unknown as {
    eventos: Record<string, object[]>;
  };
  expect(data.eventos[`certificate-${ana.id}_${course.id}`]).toMatchObject([{ tipo: 'CertificateIssued', datos: { code: codigo } }]);
  expect((await school.ask('DELETE', `/api/auth/users/${ana.id}`, { token: admin.token, body: {} })).status).toBe(200);
  const gone = await until(async () => {
    const now = await verified(codigo);
    return now.estado === 'borrado' && now;
  }, 'its page shows nothing any more');
  expect(gone).toEqual({ estado: 'borrado', codigo, escuela: expect.any(String), certificado: null, comprobacion: null });
  expect(await school.ask('GET', `/api/certificados/${codigo}/pdf`)).toMatchObject({ status: 404 });
  expect(JSON.stringify((await school.ask('GET', `/api/certificados/curso/${course.id}`, { token: admin.token })).body)).toContain(
    '"nombre":null',
  );
});

// rows: C22
test('who teaches a course says for how long its certificates are good; their page and credential say so, and administrators renew them', async () => {
  const timed = await makeCourse(school, admin.token, teacher.id, [1]);
  const rule = (as: Person, meses: number) =>
    school.ask('PUT', `/api/certificados/curso/${timed.id}/vigencia`, { token: as.token, body: { meses } });
  expect((await rule(other, 12)).status).toBe(403);
  expect((await rule(teacher, 121)).status).toBe(400);
  expect((await rule(teacher, 12)).status).toBe(200);
  const ana = await learner();
  await complete(ana, timed);
  const certificate = await issued(ana);
  expect(certificate).toMatchObject({ estado: 'vigente', vence: expect.stringMatching(/^\d{4}-/) });
  const seen = await verified(certificate.codigo);
  expect(seen).toMatchObject({ estado: 'vigente', certificado: { vence: certificate.vence }, comprobacion: { firma: true } });
  expect(seen.comprobacion?.declaracion).toContain('aulaviva-certificate-2');
  const credential = (await school.ask('GET', `/api/certificados/${certificate.codigo}/credencial`)).text;
  const claims = JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()) as { exp: number; validUntil: string };
  expect(claims.exp).toBe(Math.floor(Date.parse(certificate.vence ?? '') / 1_000));
  expect((await school.ask('GET', `/api/certificados/${certificate.codigo}/pdf`)).status).toBe(200);
  const renew = (as: Person) => school.ask('POST', `/api/certificados/usuario/${ana.id}/${timed.id}/renovar`, { token: as.token });
  expect((await renew(teacher)).status).toBe(403);
  expect((await renew(admin)).status).toBe(200);
  const again = await verified(certificate.codigo);
  expect(again.comprobacion?.firma).toBe(true);
  expect((again.certificado?.vence ?? '') > (certificate.vence ?? '')).toBe(true);
});

// rows: D18
test('a person shows their good certificates on their page to whom they choose, and nobody else sees them', async () => {
  const [ana, classmate] = [await learner(), await learner()];
  await complete(ana);
  await complete(classmate);
  const { codigo } = await issued(ana);
  const page = async (as: Person, query = '') => {
    await settled(school);
    return (await school.ask('GET', `/api/auth/users/${ana.id}/perfil${query}`, { token: as.token })).body.certificados;
  };
  const show = (visible: string) =>
    school.ask('PUT', '/api/cuenta/visibilidad', { token: ana.token, body: { campo: 'certificados', visible } });
  const shown = [{ codigo, curso: 'Curso', completado: expect.stringMatching(/^\d{4}-/) }];
  expect(await page(classmate)).toEqual([]);
  expect(await page(teacher)).toEqual([]);
  expect((await show('staff')).status).toBe(200);
  expect(await page(teacher)).toEqual(shown);
  expect(await page(ana, '?como=staff')).toEqual(shown);
  expect(await page(classmate)).toEqual([]);
  await show('everyone');
  expect(await page(classmate)).toEqual(shown);
  expect((await school.ask('POST', of(ana, '/revocar'), { token: admin.token, body: { motivo: 'Copió' } })).status).toBe(200);
  expect(await page(classmate)).toEqual([]);
});
