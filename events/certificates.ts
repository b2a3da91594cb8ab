import { z } from 'zod';
import { defineEvent } from './define.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/** What the school attests of a completed course. One stream per learner and course, so that there is one certificate of each by construction. */

const certificate = { userId: id, courseId: id };
/** As it stands on the certificate; null once the person is erased. */
const name = z.string().max(120).nullable();
/** Ed25519 over the statement (`certificateStatement.ts`), base64url, and which of the school's keys made it. */
const signed = { issuedAt: z.iso.datetime(), keyId: z.string().max(80), signature: z.string().max(120) };

export const CertificateNameChosen = defineEvent('CertificateNameChosen', {
  category: 'certificate',
  schema: z.object({ ...certificate, name }),
  personal: { of: 'userId', fields: ['name'] },
  summary: 'Alguien eligió, antes de recibirlo, el nombre que llevará su certificado.',
  sentence: said('eligió el nombre para el certificado de «{courseId}»', 'chose the name for the certificate of “{courseId}”'),
});
export const CertificateIssued = defineEvent('CertificateIssued', {
  category: 'certificate',
  schema: z.object({
    ...certificate,
    /** Says nothing of the person and cannot be guessed: by it anybody looks the certificate up. */
    code: z.string().max(40),
    name,
    course: z.string().max(300),
    /** Of the course's content, when it was completed. */
    minutes: z.number().int().min(0),
    classes: z.number().int().min(1),
    instructorId: id.nullable(),
    school: z.string().max(200),
    completedAt: z.iso.datetime(),
    /** The facts behind it: the event of the completion, and a digest of the marks that stood before it. */
    evidence: z.object({
      eventId: z.string().max(60),
      position: z.string().max(60),
      marks: z.number().int().min(0),
      digest: z.string().max(80),
    }),
    ...signed,
  }),
  personal: { of: 'userId', fields: ['name'] },
  leading: ['code'],
  summary: 'La escuela emitió el certificado de un curso completado, firmado con su clave.',
  sentence: said('emitió el certificado de «{courseId}»', 'issued the certificate of “{courseId}”'),
});
export const CertificateReissued = defineEvent('CertificateReissued', {
  category: 'certificate',
  schema: z.object({ ...certificate, name, ...signed }),
  personal: { of: 'userId', fields: ['name'] },
  summary: 'La escuela volvió a emitir un certificado con otro nombre de la misma persona; la dirección es la misma.',
  sentence: said('volvió a emitir el certificado de «{courseId}»', 'issued the certificate of “{courseId}” again'),
});
export const CertificateTermSet = defineEvent('CertificateTermSet', {
  category: 'certificate',
  /** null: it has no end any more. */
  schema: z.object({ ...certificate, expiresAt: z.iso.datetime().nullable(), ...signed }),
  summary: 'La escuela firmó hasta cuándo vale un certificado: al emitirlo, o al renovarlo.',
  sentence: said('firmó hasta cuándo vale el certificado de «{courseId}»', 'signed until when the certificate of “{courseId}” is good'),
});
export const CertificateExpired = defineEvent('CertificateExpired', {
  category: 'certificate',
  schema: z.object({ ...certificate, expiresAt: z.iso.datetime() }),
  summary: 'Un certificado llegó al fin de su vigencia; su página lo dice.',
  sentence: said('dio por vencido el certificado de «{courseId}»', 'let the certificate of “{courseId}” expire'),
});
export const CertificateRevoked = defineEvent('CertificateRevoked', {
  category: 'certificate',
  // The reason speaks of a person: it goes with their key.
  schema: z.object({ ...certificate, reason: z.string().max(500).nullable() }),
  personal: { of: 'userId', fields: ['reason'] },
  summary: 'La administración revocó un certificado, con su motivo; su página lo dice.',
  sentence: said('revocó el certificado de «{courseId}»', 'revoked the certificate of “{courseId}”'),
});
export const CertificateReinstated = defineEvent('CertificateReinstated', {
  category: 'certificate',
  schema: z.object(certificate),
  summary: 'La administración dejó sin efecto la revocación de un certificado.',
  sentence: said('dejó sin efecto la revocación del certificado de «{courseId}»', 'reinstated the certificate of “{courseId}”'),
});

export const certificateEvents = [
  CertificateNameChosen,
  CertificateIssued,
  CertificateReissued,
  CertificateTermSet,
  CertificateExpired,
  CertificateRevoked,
  CertificateReinstated,
] as const;

export const CertificateValiditySet = defineEvent('CertificateValiditySet', {
  category: 'certificaterule',
  schema: z.object({ courseId: id, months: z.number().int().min(0).max(120) }),
  summary: 'Quien enseña un curso decidió por cuántos meses valen los certificados que se emitan desde entonces; 0: para siempre.',
  sentence: said(
    'decidió por cuánto tiempo valen los certificados del curso «{courseId}»',
    'decided for how long certificates of the course “{courseId}” are good',
  ),
});
