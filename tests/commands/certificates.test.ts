import { expect, test } from 'vitest';
import type { Deadline } from '../../backend/commands/kernel/timer.ts';
import { certificate, type Issued, MOST_NAME_CHANGES, type Said } from '../../backend/commands/learning/certificate.ts';
import { readCode } from '../../backend/commands/learning/certificates.ts';
import { certificateReactor, expireCertificateAction, warnOfCertificateAction } from '../../backend/commands/reactions/certificates.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { given } from '../support/deciderSpec.ts';
import { openDomain, publishedCourse, register } from '../support/domain.ts';
import { react } from '../support/reacting.ts';

const ids = { userId: 1, courseId: 2 };
const issued: Issued = {
  ...ids,
  ...{
    code: 'AAAAA-BBBBB-CCCCC-DDDDD',
    name: 'Ana Villaseñor',
    course: 'Curso',
    minutes: 90,
    classes: 2,
    instructorId: 3,
    school: 'Escuela',
  },
  ...{ completedAt: '2026-01-07T16:00:00.000Z', issuedAt: '2026-01-07T16:00:01.000Z', keyId: 'k', signature: 's' },
  evidence: { eventId: 'e', position: '1', marks: 2, digest: 'd' },
};
const wasIssued = { type: 'CertificateIssued' as const, data: issued };
const signed = { issuedAt: '2026-02-01T00:00:00.000Z', keyId: 'k', signature: 't' };
const wasRevoked = { type: 'CertificateRevoked' as const, data: { ...ids, reason: 'Error' } };

// rows: C22
test('a certificate is issued once; who revokes it says why, and it can be taken back', () => {
  given(certificate, [])
    .when({ type: 'issue', ...issued })
    .then([wasIssued]);
  given(certificate, [wasIssued])
    .when({ type: 'issue', ...issued, code: 'other' })
    .thenNothing();
  given(certificate, [])
    .when({ type: 'revoke', ...ids, reason: 'Error' })
    .thenRefused('CERTIFICATE_NOT_FOUND');
  given(certificate, [wasIssued])
    .when({ type: 'revoke', ...ids, reason: 'Error' })
    .then([wasRevoked]);
  given(certificate, [wasIssued, wasRevoked])
    .when({ type: 'revoke', ...ids, reason: 'Otra vez' })
    .thenNothing();
  given(certificate, [wasIssued, wasRevoked])
    .when({ type: 'reinstate', ...ids, now: '2026-06-01T00:00:00.000Z' })
    .then([{ type: 'CertificateReinstated', data: ids }]);
  // Its end came while it was revoked.
  const expiresAt = '2026-05-01T00:00:00.000Z';
  const ended = { type: 'CertificateTermSet' as const, data: { ...ids, ...signed, expiresAt } };
  given(certificate, [wasIssued, ended, wasRevoked])
    .when({ type: 'reinstate', ...ids, now: '2026-06-01T00:00:00.000Z' })
    .then([
      { type: 'CertificateReinstated', data: ids },
      { type: 'CertificateExpired', data: { ...ids, expiresAt } },
    ]);
});

test('the name on a certificate is chosen before or changed after, a few times, and never while it is revoked', () => {
  const chosen = { type: 'CertificateNameChosen' as const, data: { ...ids, name: 'Ana V.' } };
  given(certificate, [])
    .when({ type: 'choose', ...ids, name: 'Ana V.' })
    .then([chosen]);
  given(certificate, [chosen])
    .when({ type: 'choose', ...ids, name: 'Ana V.' })
    .thenNothing();
  const again = { type: 'reissue' as const, ...ids, ...signed, after: 's' };
  given(certificate, [wasIssued])
    .when({ ...again, name: 'Ana V.' })
    .then([{ type: 'CertificateReissued', data: { ...ids, ...signed, name: 'Ana V.' } }]);
  given(certificate, [wasIssued, wasRevoked])
    .when({ ...again, name: 'Ana V.' })
    .thenRefused('CERTIFICATE_REVOKED');
  const changes = Array.from({ length: MOST_NAME_CHANGES }, (_, n) => ({
    type: 'CertificateReissued' as const,
    data: { ...ids, ...signed, name: `Ana ${n}` },
  }));
  given(certificate, [wasIssued, ...changes])
    .when({ ...again, name: 'Otra' })
    .thenRefused('CERTIFICATE_NAME_LIMIT');
});

test('a code is read as people type it', () => {
  expect(readCode('aaaaa bbbbb-ccccc-dddd0')).toBe('AAAAA-BBBBB-CCCCC-DDDD0');
  expect(readCode('aaaaabbbbbcccccddddo')).toBe('AAAAA-BBBBB-CCCCC-DDDD0');
  for (const none of ['', 'AAAAA', 'UUUUU-UUUUU-UUUUU-UUUUU', 'AAAAA-BBBBB-CCCCC-DDDD0-1']) expect(readCode(none)).toBeNull();
});

/** Somebody who completes a course of two classes. */
async function school() {
  const domain = await openDomain();
  const { learning, certificates, context, log, notifications } = domain;
  const { courseId, modules } = await publishedCourse(domain, [2]);
  const userId = await register(domain, 'ana', { firstName: 'Ana', lastName: 'Villaseñor' });
  await learning.enrol(userId, courseId, context());
  const complete = async () => {
    for (const classId of modules[0]?.classIds ?? []) await learning.setCompleted(userId, courseId, classId, true, context());
  };
  const scheduled: Deadline[] = [];
  const timer = { schedule: async (deadline: Deadline) => void scheduled.push(deadline) };
  const reacting = react(domain, [certificateReactor(certificates, notifications, log, timer)]);
  await reacting.handled(null);
  const verify = async () => {
    await confirmEmail(domain.commands, userId, context());
  };
  return { domain, courseId, userId, complete, verify, scheduled, ...reacting };
}

test('a certificate comes by itself once the course is completed and the address confirmed, in whichever order, and only once', async () => {
  const { domain, courseId, userId, complete, verify, settled } = await school();
  await complete();
  await settled();
  expect(await domain.types(`certificate-${userId}_${courseId}`)).toEqual([]);
  await verify();
  await settled();
  expect(await domain.types(`certificate-${userId}_${courseId}`)).toEqual(['CertificateIssued']);
  await domain.certificates.issue(userId, courseId, domain.context());
  expect(await domain.types(`certificate-${userId}_${courseId}`)).toEqual(['CertificateIssued']);
});

// rows: C22
test('the person of a certificate hears of it when it comes, is revoked and valid again, each once', async () => {
  const { domain, courseId, userId, complete, verify, settled, handled } = await school();
  await verify();
  await complete();
  await settled();
  await domain.certificates.revoke(userId, courseId, 'Se emitió por error', domain.context());
  await domain.certificates.reinstate(userId, courseId, domain.context());
  await settled();
  await handled(null);
  const told = (await domain.events(`inbox-${userId}`)).map(({ data }) => data as { kind: string; link: string });
  expect(told.map(({ kind }) => kind)).toEqual(['certificateReady', 'certificateRevoked', 'certificateReinstated']);
  expect(new Set(told.map(({ link }) => link))).toEqual(new Set(['/certificates']));
});

test('the signature and the facts of a certificate are found again, by another process and after the key has changed; what was touched is not', async () => {
  const { domain, courseId, userId, complete, verify } = await school();
  await verify();
  await complete();
  await domain.certificates.issue(userId, courseId, domain.context());
  const { issued: said } = await domain.certificates.load(userId, courseId);
  if (!said) throw new Error('it was not issued');
  expect(said).toMatchObject({ name: 'Ana Villaseñor', course: 'Curso de Python', classes: 2, evidence: { marks: 2 } });
  expect(said.code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
  const first = await domain.certificates.keys.published();
  await domain.certificates.keys.rotate('once');
  const { certificates } = await domain.another();
  expect(await certificates.check(said)).toMatchObject({ signature: true, facts: true });
  expect((await certificates.keys.published()).slice(0, 1)).toEqual(first);
  expect(await certificates.keys.published()).toHaveLength(2);
  expect(await certificates.check({ ...said, name: 'Otra Persona' })).toMatchObject({ signature: false, facts: true });
  expect(await certificates.check({ ...said, evidence: { ...said.evidence, digest: 'x' } })).toMatchObject({
    signature: false,
    facts: false,
  });
  // Another name, another signature, the same code.
  await domain.certificates.name(userId, courseId, 'Ana V. Ríos', domain.context());
  const { issued: renamed } = await domain.certificates.load(userId, courseId);
  expect(renamed).toMatchObject({ name: 'Ana V. Ríos', code: said.code });
  if (renamed) expect(await certificates.check(renamed)).toMatchObject({ signature: true, facts: true });
  // A mark that goes later takes nothing away.
  const { state } = await domain.commands.load(
    (await import('../../backend/commands/learning/enrolment.ts')).enrolment,
    `${userId}_${courseId}`,
  );
  await domain.learning.setCompleted(userId, courseId, state.completed.keys()[0] ?? 0, false, domain.context());
  if (renamed) expect(await certificates.check(renamed)).toMatchObject({ signature: true, facts: true });
});

test('who is erased has no name on it any more', async () => {
  const { domain, courseId, userId, complete, verify } = await school();
  await verify();
  await complete();
  await domain.certificates.issue(userId, courseId, domain.context());
  await domain.keys.destroy(String(userId));
  expect((await (await domain.another()).certificates.load(userId, courseId)).issued?.name).toBeNull();
});

// rows: C22
test('where its course says for how long, it has an end that is signed, ends by itself, and is renewed', async () => {
  const { domain, courseId, userId, complete, verify, settled, handled, scheduled } = await school();
  const { certificates, context } = domain;
  await certificates.setValidity(courseId, 6, context());
  await verify();
  await complete();
  await settled();
  const said = (await certificates.load(userId, courseId)).issued as Said;
  const months = new Date(said.expiresAt ?? '').getUTCMonth() - new Date(said.issuedAt).getUTCMonth();
  expect((months + 12) % 12).toBe(6);
  expect(await certificates.check(said)).toMatchObject({ signature: true, facts: true });
  // The end is part of what is signed.
  for (const expiresAt of [null, '2099-01-01T00:00:00.000Z'])
    expect(await certificates.check({ ...said, expiresAt })).toMatchObject({ signature: false });
  await certificates.name(userId, courseId, 'Ana V.', context());
  const named = (await certificates.load(userId, courseId)).issued as Said;
  expect(named.expiresAt).toBe(said.expiresAt);
  expect(await certificates.check(named)).toMatchObject({ signature: true });
  expect(scheduled).toMatchObject([{ due: said.expiresAt, kind: 'expireCertificate' }, { kind: 'warnOfCertificate' }]);
  const warning = scheduled[1] as Deadline;
  expect(Date.parse(said.expiresAt ?? '') - Date.parse(warning.due)).toBe(30 * 86_400_000);
  const warn = () => warnOfCertificateAction(certificates, domain.notifications)(warning, { ...context(), commandId: crypto.randomUUID() });
  await warn();

  await certificates.setValidity(courseId, 12, context());
  await certificates.expire(userId, courseId, '2001-01-01T00:00:00.000Z', context());
  await expireCertificateAction(certificates)(scheduled[0] as Deadline, context());
  await expireCertificateAction(certificates)(scheduled[0] as Deadline, context());
  await certificates.renew(userId, courseId, { ...context(), actor: { userId: 99, role: 'administrator' } });
  await settled();
  await handled(null);
  // What ended before says nothing of the one that was renewed.
  await expireCertificateAction(certificates)(scheduled[0] as Deadline, context());
  await warn();
  expect((await domain.types(`certificate-${userId}_${courseId}`)).slice(-3)).toEqual([
    'CertificateReissued',
    'CertificateExpired',
    'CertificateTermSet',
  ]);
  const renewed = (await certificates.load(userId, courseId)).issued as Said;
  expect(await certificates.check(renewed)).toMatchObject({ signature: true });
  expect(renewed.expiresAt && renewed.expiresAt > (said.expiresAt ?? '')).toBe(true);
  const told = (await domain.events(`inbox-${userId}`)).map(({ data }) => (data as { kind: string }).kind);
  expect(told).toEqual(['certificateReady', 'certificateEnding', 'certificateExpired', 'certificateRenewed']);
  await certificates.setValidity(courseId, 0, context());
  await certificates.renew(userId, courseId, context());
  expect((await certificates.load(userId, courseId)).issued?.expiresAt).toBeNull();
});

// rows: C22
test('another name and another end at once are both signed', async () => {
  const { domain, courseId, userId, complete, verify } = await school();
  const { certificates, context } = domain;
  await verify();
  await complete();
  await certificates.issue(userId, courseId, context());
  await certificates.setValidity(courseId, 6, context());
  await Promise.all([certificates.name(userId, courseId, 'Ana V.', context()), certificates.renew(userId, courseId, context())]);
  const said = (await certificates.load(userId, courseId)).issued as Said;
  expect(said).toMatchObject({ name: 'Ana V.', expiresAt: expect.any(String) });
  expect(await certificates.check(said)).toMatchObject({ signature: true });
});
