import { z } from 'zod';
import { idNumber, messageAnswer, numeric, optionalName, pageQuery, requiredReason } from './common.ts';
import { route } from './route.ts';

/** What the school attests of completed courses: one's own, those of a course, and what anybody may verify. */

const state = z.enum(['vigente', 'vencido', 'revocado']);
export const certificateRecord = z.object({
  id_usuario: z.number(),
  id_curso: z.number(),
  codigo: z.string(),
  /** null: the person was erased. */
  nombre: z.string().nullable(),
  curso: z.string(),
  /** The minutes of content that the course had then. */
  minutos: z.number(),
  completado: z.string(),
  emitido: z.string(),
  /** Until when it is valid; null: for ever. */
  vence: z.string().nullable(),
  estado: state,
  /** Why it was revoked, for its person and for staff. */
  motivo: z.string().nullable(),
});
export type CertificateRecord = z.output<typeof certificateRecord>;

export const pendingCertificate = z.object({
  id_curso: z.number(),
  curso: z.string(),
  /** The name that it will carry. */
  nombre: z.string(),
  completado: z.string(),
  /** What is missing for it: a confirmed address, or quizzes to be passed; otherwise it can be received now. */
  falta: z.enum(['correo', 'evaluaciones', 'nada']),
  /** The quizzes that are to be passed, in the order of the course. */
  evaluaciones: z.array(z.object({ id_subtema: z.number(), titulo: z.string() })),
});
export type PendingCertificate = z.output<typeof pendingCertificate>;

export const verifiedCertificate = z.object({
  /** `borrado`: the person asked the school to erase their data. */
  estado: z.enum(['vigente', 'vencido', 'revocado', 'borrado']),
  codigo: z.string(),
  escuela: z.string(),
  /** Absent where the person was erased. */
  certificado: z
    .object({
      nombre: z.string(),
      curso: z.string(),
      id_curso: z.number(),
      instructor: z.string().nullable(),
      minutos: z.number(),
      clases: z.number(),
      completado: z.string(),
      emitido: z.string(),
      vence: z.string().nullable(),
      revocado: z.string().nullable(),
    })
    .nullable(),
  /** What was just verified; null where the person was erased. */
  comprobacion: z
    .object({
      firma: z.boolean(),
      hechos: z.boolean(),
      clave: z.string(),
      firmado: z.string(),
      algoritmo: z.literal('Ed25519'),
      /** The text that was signed, byte by byte, and the signature (base64url). */
      declaracion: z.string(),
      valor: z.string(),
      /** The events behind it, by their ids and places in the log. */
      eventos: z.array(z.object({ tipo: z.enum(['clase', 'curso']), id: z.string(), posicion: z.string() })),
    })
    .nullable(),
});
export type VerifiedCertificate = z.output<typeof verifiedCertificate>;

const tag = 'Certificados';
const ofOne = z.object({ userId: idNumber, courseId: idNumber });
const ofCode = z.object({ code: z.string().min(1).max(60) });
const asked = { still: 'a file, made when somebody asks for it' } as const;

export const certificates = {
  listCertificates: route({
    id: 'listCertificates',
    method: 'GET',
    path: '/api/certificados/usuario/:userId',
    tag,
    policy: 'learning.read',
    summary: 'The certificates of a person, newest first, and completed courses whose certificate is yet to come',
    params: z.object({ userId: idNumber }),
    live: {
      follows: {
        'certificados:{userId}': 'arg.userId',
        'progreso:{userId}': { id: 'arg.userId', only: ['{courseId}'] },
        'usuario:{userId}': 'arg.userId',
        'intentos:{userId}': 'arg.userId',
      },
    },
    answer: z.object({ certificados: z.array(certificateRecord), pendientes: z.array(pendingCertificate) }),
    errors: ['USER_NOT_FOUND'],
  }),
  receiveCertificate: route({
    id: 'receiveCertificate',
    method: 'POST',
    path: '/api/certificados/usuario/:userId/:courseId',
    tag,
    policy: 'learning.write',
    summary: 'Receive the certificate of a course completed before the school issued them; the same one again does nothing',
    params: ofOne,
    answer: messageAnswer.extend({ codigo: z.string() }),
    errors: ['EMAIL_NOT_VERIFIED', 'COURSE_NOT_FOUND', 'COURSE_NOT_COMPLETED', 'QUIZZES_NOT_PASSED'],
  }),
  nameCertificate: route({
    id: 'nameCertificate',
    method: 'PUT',
    path: '/api/certificados/usuario/:userId/:courseId',
    tag,
    policy: 'learning.write',
    summary: 'The name on one’s certificate; one that is issued is signed anew, under the same code. Up to five times',
    params: ofOne,
    body: z.object({ nombre: optionalName(120).refine((name) => name !== undefined, 'REQUIRED_FIELDS') }),
    answer: messageAnswer,
    errors: ['ENROLMENT_NOT_FOUND', 'CERTIFICATE_REVOKED', 'CERTIFICATE_NAME_LIMIT', 'CONFLICT', 'REQUIRED_FIELDS'],
    fieldErrors: { CERTIFICATE_NAME_LIMIT: 'nombre' },
  }),
  courseCertificates: route({
    id: 'courseCertificates',
    method: 'GET',
    path: '/api/certificados/curso/:id',
    tag,
    policy: 'courses.edit',
    summary: 'The certificates of a course, newest first',
    params: z.object({ id: idNumber }),
    query: pageQuery,
    live: { follows: { 'alumnado:{courseId}': { id: 'arg.id', only: ['certificados'] } } },
    answer: z.object({
      certificados: z.array(certificateRecord),
      siguiente: z.string().nullable(),
      /** For how many months certificates are valid that are issued or renewed from now on; 0: for ever. */
      vigencia_meses: z.number(),
    }),
    errors: ['COURSE_NOT_FOUND'],
  }),
  setCertificateValidity: route({
    id: 'setCertificateValidity',
    method: 'PUT',
    path: '/api/certificados/curso/:id/vigencia',
    tag,
    policy: 'courses.edit',
    summary: 'For how many months the certificates of a course are good that are issued or renewed from now on; 0: for ever',
    params: z.object({ id: idNumber }),
    body: z.object({ meses: numeric(z.number().int().min(0).max(120)) }),
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND'],
  }),
  renewCertificate: route({
    id: 'renewCertificate',
    method: 'POST',
    path: '/api/certificados/usuario/:userId/:courseId/renovar',
    tag,
    policy: 'certificates.revoke',
    summary: 'Sign a certificate anew, good for as long as those of its course are from now on',
    params: ofOne,
    answer: messageAnswer,
    errors: ['CERTIFICATE_NOT_FOUND', 'CERTIFICATE_REVOKED', 'USER_NOT_FOUND'],
  }),
  revokeCertificate: route({
    id: 'revokeCertificate',
    method: 'POST',
    path: '/api/certificados/usuario/:userId/:courseId/revocar',
    tag,
    policy: 'certificates.revoke',
    summary: 'Revoke a certificate, with the reason; its public page says that it is',
    params: ofOne,
    body: z.object({ motivo: requiredReason }),
    answer: messageAnswer,
    errors: ['CERTIFICATE_NOT_FOUND', 'REASON_REQUIRED'],
  }),
  reinstateCertificate: route({
    id: 'reinstateCertificate',
    method: 'POST',
    path: '/api/certificados/usuario/:userId/:courseId/restaurar',
    tag,
    policy: 'certificates.revoke',
    summary: 'Take a revocation back',
    params: ofOne,
    body: z.object({ motivo: requiredReason }),
    answer: messageAnswer,
    errors: ['CERTIFICATE_NOT_FOUND', 'REASON_REQUIRED'],
  }),

  verifyCertificate: route({
    id: 'verifyCertificate',
    method: 'GET',
    path: '/api/certificados/verificar/:code',
    tag,
    policy: 'open',
    summary: 'What a certificate says, whether the school signed it, and whether the facts behind it stand in the log',
    params: ofCode,
    live: { still: 'looked at once, by somebody who was given the address' },
    answer: verifiedCertificate,
    errors: ['CERTIFICATE_NOT_FOUND'],
  }),
  certificatePdf: route({
    id: 'certificatePdf',
    method: 'GET',
    path: '/api/certificados/:code/pdf',
    tag,
    policy: 'open',
    summary: 'The certificate to print, with a QR code that leads to its page',
    params: ofCode,
    live: asked,
    answer: z.any().meta({ documentedAs: z.string().describe('The bytes of a PDF file') }),
    type: 'application/pdf',
    errors: ['CERTIFICATE_NOT_FOUND', 'CERTIFICATE_REVOKED'],
  }),
  certificateBadge: route({
    id: 'certificateBadge',
    method: 'GET',
    path: '/api/certificados/:code/credencial',
    tag,
    policy: 'open',
    summary: 'The certificate as an Open Badges 3.0 credential, secured as a JSON Web Token (EdDSA)',
    params: ofCode,
    live: asked,
    answer: z.string(),
    type: 'text/plain',
    errors: ['CERTIFICATE_NOT_FOUND', 'CERTIFICATE_REVOKED'],
  }),
  certificateKeys: route({
    id: 'certificateKeys',
    method: 'GET',
    path: '/api/certificados/claves',
    tag,
    policy: 'open',
    summary: 'The public keys by which the school’s signatures are verified (JSON Web Key Set); the last one signs now',
    live: { still: 'for programs' },
    answer: z.object({
      keys: z.array(z.object({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string(), use: z.string(), alg: z.string() })),
    }),
  }),
  changeCertificateKey: route({
    id: 'changeCertificateKey',
    method: 'POST',
    path: '/api/certificados/claves',
    tag,
    policy: 'operations.act',
    summary: 'From now on another key signs; what earlier ones signed stays good, and their public parts stay published',
    answer: messageAnswer.extend({ clave: z.string() }),
  }),
} as const;
