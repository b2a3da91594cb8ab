import { z } from 'zod';
import { password, userRecord } from './auth.ts';
import { type FieldName, fieldNames } from './choices.ts';
import { idParam, messageAnswer, optionalSecret, optionalText } from './common.ts';
import { route } from './route.ts';

/** Everything whose visibility its owner chooses: text fields, the picture and the certificates. */
export const visibleNames = { ...fieldNames, profile_picture: 'avatar', certificados: 'certificates' } as const;
export type VisibleName = keyof typeof visibleNames;

/** Who may see a field: only its owner; also instructors and administrators; or everyone. Visitors see only the name and picture beside a review. */
export const visibility = z.enum(['private', 'staff', 'everyone']);
export type Visibility = z.output<typeof visibility>;
export const fieldName = z.enum(Object.keys(fieldNames) as [FieldName, ...FieldName[]]);
export const visibleName = z.enum(Object.keys(visibleNames) as [VisibleName, ...VisibleName[]]);

const hosts = { github: /^(www\.)?github\.com$/, linkedin: /^([a-z]{2,3}\.|www\.)?linkedin\.com$/ } as const;
const homes = { github: 'https://github.com/', linkedin: 'https://www.linkedin.com/in/' } as const;

/**
 * The address of a profile link: with `https` where no scheme was typed, and from a bare name for GitHub and LinkedIn.
 * null where it is not a web address, or not one of that site: nothing else ever becomes a link.
 */
export function profileLink(field: 'website' | 'github' | 'linkedin', text: string): string | null {
  const typed = text.trim();
  if (field !== 'website' && /^@?[\w-]{1,100}$/.test(typed)) return homes[field] + typed.replace(/^@/, '');
  const address = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password || !/\.[a-z]{2,}$/i.test(url.hostname))
    return null;
  if (field !== 'website' && !hosts[field].test(url.hostname)) return null;
  return url.href;
}

const instant = z.string();
export const sessionRow = z.object({
  id: z.string(),
  metodo: z.enum(['password', 'google', 'demo', 'passkey', 'mail', 'company']),
  dispositivo: z.string().nullable(),
  inicio: instant,
  ultimo_uso: instant,
  actual: z.boolean(),
});

export const passkeyRow = z.object({ id: z.string(), nombre: z.string(), creada: instant, usada: instant.nullable() });
export type PasskeyRow = z.output<typeof passkeyRow>;

export const accountRecord = z.object({
  id: z.number(),
  tiene_contrasena: z.boolean(),
  google: z.boolean(),
  /** Companies with which the account is linked. */
  /** What opens the account by a link: companies that people sign in with, and learning platforms that launch courses. */
  empresas: z.array(z.object({ id: z.string(), nombre: z.string(), tipo: z.enum(['empresa', 'plataforma']) })),
  /** A requested address that is not confirmed yet, with until when its link is valid and whether that has passed. */
  correo_pendiente: z.object({ correo: z.string(), hasta: instant, caducado: z.boolean() }).nullable(),
  telefono: z.string().nullable(),
  telefono_verificado: z.boolean(),
  /** Whether this school sends text messages: without them no phone can be confirmed. */
  mensajes_de_texto: z.boolean(),
  /** Until when the last code sent to the phone is valid; null where there is none. */
  codigo_hasta: instant.nullable(),
  visibilidad: z.record(visibleName, visibility),
  llaves: z.array(passkeyRow),
  /** Whether the person proved who they are so recently that the password need not be asked again. */
  sesion_reciente: z.boolean(),
});
export type AccountRecord = z.output<typeof accountRecord>;

/** What others see of a person; fields that they may not see are absent. */
export const publicProfile = z.object({
  id: z.number(),
  nombre: z.string(),
  /** Address of the picture; null where there is none, or the caller may not see it. */
  foto: z.string().nullable(),
  campos: z.partialRecord(fieldName, z.string()),
  /** Published courses that they teach, with what their covers are drawn of. */
  imparte: z.array(
    z.object({
      id: z.number(),
      nombre: z.string(),
      slug: z.string(),
      categoria: z.string(),
      img_curso: z.string().nullable(),
      descripcion_imagen: z.string().nullable(),
      totalModulos: z.number(),
    }),
  ),
  /** The certificates that are valid today, the latest first, each with the code by which anybody can verify it; empty where they may not be seen. */
  certificados: z.array(z.object({ codigo: z.string(), curso: z.string(), completado: z.string() })),
});

export type PublicProfile = z.output<typeof publicProfile>;

/** As WebAuthn's JSON has it; its parts are checked by the library that verifies it. */
const ceremony = z.record(z.string(), z.unknown());
const session = z.object({ message: z.string(), token: z.string(), user: z.object({ id: z.number() }) });
const passkeyName = z.string().trim().min(1).max(80);
const tag = 'Tu cuenta';

export const account = {
  ownAccount: route({
    id: 'ownAccount',
    method: 'GET',
    path: '/api/cuenta',
    tag,
    summary: 'How one signs in, one’s phone and who sees what',
    policy: 'signedIn',
    now: true,
    live: { follows: { 'usuario:{userId}': 'self' } },
    answer: accountRecord,
  }),
  changePassword: route({
    id: 'changePassword',
    method: 'POST',
    path: '/api/cuenta/contrasena',
    tag,
    summary: 'Change one’s password; ends all other sessions. Who has none yet sets one right after signing in',
    policy: 'signedIn',
    account: true,
    body: z.object({ actual: optionalSecret(200), nueva: password }),
    answer: messageAnswer,
    errors: ['WRONG_PASSWORD', 'WEAK_PASSWORD', 'PROOF_REQUIRED', 'SAME_PASSWORD', 'CONFLICT'],
    fieldErrors: { WRONG_PASSWORD: 'actual', WEAK_PASSWORD: 'nueva', SAME_PASSWORD: 'nueva' },
  }),
  prove: route({
    id: 'prove',
    method: 'POST',
    path: '/api/cuenta/comprobar',
    tag,
    summary:
      'Show once more that it is really oneself, by the password or a passkey: for ten minutes what asks for it (`PROOF_REQUIRED`) is done',
    policy: 'signedIn',
    account: true,
    body: z.object({ contrasena: optionalSecret(200), reto: optionalText(100), respuesta: ceremony.optional() }),
    answer: messageAnswer.extend({ hasta: instant }),
    errors: ['WRONG_PASSWORD', 'PASSKEY_REFUSED', 'PROOF_REQUIRED'],
    fieldErrors: { WRONG_PASSWORD: 'contrasena' },
  }),
  listSessions: route({
    id: 'listSessions',
    method: 'GET',
    path: '/api/cuenta/sesiones',
    tag,
    summary: 'One’s open sessions, this one first',
    policy: 'signedIn',
    now: true,
    live: { follows: { 'sesiones:{userId}': 'self' } },
    answer: z.array(sessionRow),
  }),
  endSession: route({
    id: 'endSession',
    method: 'DELETE',
    path: '/api/cuenta/sesiones/:sessionId',
    tag,
    summary: 'End one of one’s sessions',
    policy: 'signedIn',
    account: true,
    params: z.object({ sessionId: z.string().max(60) }),
    answer: messageAnswer,
    errors: ['NOT_FOUND'],
  }),
  endOtherSessions: route({
    id: 'endOtherSessions',
    method: 'POST',
    path: '/api/cuenta/sesiones/cerrar-otras',
    tag,
    summary: 'End all sessions but this one',
    policy: 'signedIn',
    account: true,
    answer: messageAnswer,
  }),
  resendEmailChange: route({
    id: 'resendEmailChange',
    method: 'POST',
    path: '/api/cuenta/correo/enviar',
    tag,
    summary: 'Send the link that confirms one’s new address again; the one before is no longer good',
    policy: 'signedIn',
    account: true,
    answer: messageAnswer,
    errors: ['EMAIL_CHANGE_NOT_FOUND', 'EMAIL_TAKEN'],
  }),
  cancelEmailChange: route({
    id: 'cancelEmailChange',
    method: 'DELETE',
    path: '/api/cuenta/correo',
    tag,
    summary: 'Keep the address that one has: the one asked for is forgotten',
    policy: 'signedIn',
    account: true,
    answer: messageAnswer,
  }),
  setVisibility: route({
    id: 'setVisibility',
    method: 'PUT',
    path: '/api/cuenta/visibilidad',
    tag,
    summary: 'Who sees a field of one’s profile',
    policy: 'signedIn',
    account: true,
    body: z.object({ campo: visibleName, visible: visibility }),
    answer: messageAnswer,
  }),
  setLanguage: route({
    id: 'setLanguage',
    method: 'PUT',
    path: '/api/cuenta/idioma',
    tag,
    summary: 'In which language the school writes to one; the pages send it by themselves when a language is chosen',
    policy: 'signedIn',
    account: true,
    body: z.object({ idioma: z.enum(['es', 'en']) }),
    answer: messageAnswer,
  }),
  confirmUsername: route({
    id: 'confirmUsername',
    method: 'POST',
    path: '/api/cuenta/usuario/confirmar',
    tag,
    summary: 'Keep the username that the school made up',
    policy: 'signedIn',
    account: true,
    answer: messageAnswer,
  }),
  publicProfile: route({
    id: 'publicProfile',
    method: 'GET',
    path: '/api/auth/users/:id/perfil',
    tag,
    summary: 'A person as those see them whom they meet in a course: only what they show. Analysts and visitors of the demo see a mask',
    policy: 'signedIn',
    params: idParam,
    query: z.object({ como: z.enum(['everyone', 'staff']).optional() }),
    live: { follows: { 'usuario:{userId}': 'arg.id', 'certificados:{userId}': 'arg.id' } },
    answer: publicProfile,
    errors: ['USER_NOT_FOUND'],
  }),
  verifyPhone: route({
    id: 'verifyPhone',
    method: 'PUT',
    path: '/api/auth/users/:id/verify-phone',
    tag,
    summary: 'Set one’s phone (a code is sent), confirm it with the code, or without a body ask whether it is confirmed',
    policy: 'account.own',
    account: true,
    params: idParam,
    body: z.object({ phone_number: optionalText(40), code: optionalText(12) }),
    answer: z.object({ verified: z.boolean(), phone_number: z.string().nullable(), message: z.string() }),
    errors: ['PHONE_INVALID', 'PHONE_MISSING', 'CODE_WRONG', 'CODE_EXPIRED', 'CODE_EXHAUSTED', 'PROOF_REQUIRED'],
    fieldErrors: { PHONE_INVALID: 'phone_number', CODE_WRONG: 'code', CODE_EXPIRED: 'code', CODE_EXHAUSTED: 'code' },
  }),
  sendPhoneCode: route({
    id: 'sendPhoneCode',
    method: 'POST',
    path: '/api/cuenta/telefono/codigo',
    tag,
    summary: 'Send another code to one’s phone; the one before is no longer good',
    policy: 'signedIn',
    account: true,
    answer: messageAnswer,
    errors: ['PHONE_MISSING', 'PHONE_OFF'],
  }),
  removePhone: route({
    id: 'removePhone',
    method: 'DELETE',
    path: '/api/cuenta/telefono',
    tag,
    summary: 'Take one’s phone away',
    policy: 'signedIn',
    account: true,
    answer: messageAnswer,
    errors: ['PROOF_REQUIRED'],
  }),
  eraseAccount: route({
    id: 'eraseAccount',
    method: 'POST',
    path: '/api/cuenta/borrar',
    tag,
    summary: 'Erase oneself for good: the personal key is destroyed, facts stay without a name',
    policy: 'signedIn',
    account: true,
    body: z.object({ contrasena: optionalSecret(200) }),
    answer: messageAnswer,
    errors: ['WRONG_PASSWORD', 'PROOF_REQUIRED', 'LAST_ADMINISTRATOR'],
    fieldErrors: { WRONG_PASSWORD: 'contrasena' },
  }),
  exportAccount: route({
    id: 'exportAccount',
    method: 'GET',
    path: '/api/cuenta/datos',
    tag,
    summary: 'All that is held about oneself, as a JSON file',
    policy: 'signedIn',
    live: { still: 'a file, made when it is asked for' },
    // Streamed.
    answer: z.any().meta({ documentedAs: z.looseObject({ generado: z.string(), perfil: userRecord }) }),
  }),
  passkeyOptions: route({
    id: 'passkeyOptions',
    method: 'POST',
    path: '/api/cuenta/llaves/opciones',
    tag,
    summary: 'Begin to add a passkey',
    policy: 'signedIn',
    account: true,
    answer: z.object({ opciones: ceremony }),
    errors: ['TOO_MANY_PASSKEYS', 'PROOF_REQUIRED'],
  }),
  addPasskey: route({
    id: 'addPasskey',
    method: 'POST',
    path: '/api/cuenta/llaves',
    tag,
    summary: 'Add a passkey by the browser’s answer',
    policy: 'signedIn',
    account: true,
    body: z.object({ nombre: passkeyName, respuesta: ceremony }),
    answer: passkeyRow,
    status: 201,
    errors: ['PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS', 'PROOF_REQUIRED'],
  }),
  renamePasskey: route({
    id: 'renamePasskey',
    method: 'PUT',
    path: '/api/cuenta/llaves/:passkeyId',
    tag,
    summary: 'Name a passkey',
    policy: 'signedIn',
    account: true,
    params: z.object({ passkeyId: z.string().max(40) }),
    body: z.object({ nombre: passkeyName }),
    answer: messageAnswer,
    errors: ['PASSKEY_NOT_FOUND'],
  }),
  removePasskey: route({
    id: 'removePasskey',
    method: 'DELETE',
    path: '/api/cuenta/llaves/:passkeyId',
    tag,
    summary: 'Remove a passkey',
    policy: 'signedIn',
    account: true,
    params: z.object({ passkeyId: z.string().max(40) }),
    answer: messageAnswer,
    errors: ['PASSKEY_NOT_FOUND', 'LAST_WAY_IN', 'PROOF_REQUIRED'],
  }),
  passkeyLoginOptions: route({
    id: 'passkeyLoginOptions',
    method: 'POST',
    path: '/api/auth/llave/opciones',
    tag,
    summary: 'Begin to sign in with a passkey',
    policy: 'open',
    answer: z.object({ reto: z.string(), opciones: ceremony }),
  }),
  passkeyLogin: route({
    id: 'passkeyLogin',
    method: 'POST',
    path: '/api/auth/llave',
    tag,
    summary: 'Sign in by the passkey’s answer',
    policy: 'open',
    body: z.object({ reto: z.string().max(100), respuesta: ceremony }),
    answer: session,
    errors: ['PASSKEY_REFUSED', 'ACCOUNT_INACTIVE'],
  }),
  googleState: route({
    id: 'googleState',
    method: 'GET',
    path: '/api/auth/google/estado',
    tag,
    summary: 'Whether one may sign in with Google here; `unToque` is the script of the one tap, where there is one',
    policy: 'open',
    now: true,
    live: { still: 'what the environment sets changes with a new start' },
    answer: z.object({ activo: z.boolean(), clientId: z.string().nullable(), demo: z.boolean(), unToque: z.string().nullable() }),
  }),
  oauth: route({
    id: 'oauth',
    method: 'POST',
    path: '/api/auth/oauth',
    tag,
    summary: 'Sign in with the ID token of Google; only what the token says counts',
    policy: 'open',
    body: z.object({
      token: optionalText(8_000),
      email: optionalText(254),
      givenName: optionalText(200),
      familyName: optionalText(200),
      googleId: optionalText(255),
      imageUrl: optionalText(2_000),
      username: optionalText(40),
      first_name: optionalText(200),
      last_name: optionalText(200),
    }),
    answer: session.extend({ nueva: z.boolean() }),
    errors: ['GOOGLE_OFF', 'GOOGLE_TOKEN_MISSING', 'GOOGLE_TOKEN_INVALID', 'GOOGLE_UNAVAILABLE', 'GOOGLE_LINKED', 'ACCOUNT_INACTIVE'],
  }),
} as const;
