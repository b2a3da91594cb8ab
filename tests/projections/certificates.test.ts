import { test } from 'vitest';
import { certificates } from '../../backend/projections/certificates.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const ids = { userId: 1, courseId: 2 };
const [completedAt, issuedAt] = ['2026-01-07T16:00:00.000Z', '2026-01-07T16:00:01.000Z'];
const said = { code: 'AAAAA-BBBBB-CCCCC-DDDDD', name: 'Ana', course: 'Curso', minutes: 90, classes: 2, completedAt, issuedAt };
const issued = given('CertificateIssued', {
  ...{ ...ids, ...said, instructorId: null, school: 'Escuela', keyId: 'k', signature: 's' },
  evidence: { eventId: 'e', position: '1', marks: 2, digest: 'd' },
});
const doc = { ...ids, ...said, issued: true, expiresAt: null, revokedAt: null, revokedReason: null };

test('a certificate is chosen a name for, issued, issued again, revoked and reinstated', () => {
  const chosen = given('CertificateNameChosen', { ...ids, name: 'Ana V.' });
  givenEvents(certificates, [chosen]).thenDoc('1_2', {
    ...{ ...ids, issued: false, code: null, name: 'Ana V.', course: '', minutes: 0, classes: 0, completedAt: null, issuedAt: null },
    ...{ expiresAt: null, revokedAt: null, revokedReason: null },
  });
  givenEvents(certificates, [chosen, issued]).thenDoc('1_2', doc);
  const again = given('CertificateReissued', {
    ...ids,
    name: 'Ana Ríos',
    issuedAt: '2026-02-01T00:00:00.000Z',
    keyId: 'k',
    signature: 't',
  });
  givenEvents(certificates, [issued, again]).thenDoc('1_2', { ...doc, name: 'Ana Ríos', issuedAt: '2026-02-01T00:00:00.000Z' });
  const expiresAt = '2027-01-07T16:00:01.000Z';
  const term = given('CertificateTermSet', { ...ids, expiresAt, issuedAt, keyId: 'k', signature: 't' });
  const ended = given('CertificateExpired', { ...ids, expiresAt });
  givenEvents(certificates, [issued, term, ended])
    .thenDoc('1_2', { ...doc, expiresAt })
    .thenChange('certificados:1', { id: '2', op: 'put' });
  const revoked = given('CertificateRevoked', { ...ids, reason: 'Error' });
  givenEvents(certificates, [issued, revoked])
    .thenDoc('1_2', { ...doc, revokedAt: timeOf(1), revokedReason: 'Error' })
    .thenForgets(1, 'Ana', 'Error');
  givenEvents(certificates, [issued, revoked, given('CertificateReinstated', ids)]).thenDoc('1_2', doc);
});

everyTypeIsCovered(certificates);
