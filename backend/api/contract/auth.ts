import { z } from 'zod';
import { passwordRules } from './choices.ts';
import {
  blankable,
  clearableName,
  clearableText,
  idParam,
  isLine,
  isSeen,
  messageAnswer,
  numeric,
  optionalName,
  optionalSecret,
  optionalText,
  pageQuery,
  showsSomething,
} from './common.ts';
import { roleCodes } from './roles.ts';
import { route } from './route.ts';
import { viewer } from './viewing.ts';

/** The address of an existing account: earlier releases may have accepted addresses that are refused today. */
const knownEmail = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^@]+@[^@]+$/, 'INVALID_EMAIL');
/** A domain that ends in a number is read as an IP address. */
const endsInNumber = (domain: string): boolean => /(^|[.@。])(\d+|0x[\da-f]*)[.。]*$/i.test(domain.normalize('NFKC'));
/** Quotes, comments and routes: other spellings that mail allows before the @. */
const hasSpecials = (address: string): boolean => /["(),:;<>[\]\\]/.test(address.slice(0, address.lastIndexOf('@')).normalize('NFKC'));
/** An address for a new or changed account. */
export const email = z
  .string()
  .trim()
  .max(254)
  .refine(
    (address) =>
      /^[^\s@]{1,64}@[^\s@/\\?#%:[\]<>(),;"]+$/u.test(address) && !hasSpecials(address) && !endsInNumber(address) && isSeen(address),
    'INVALID_EMAIL',
  );
export const password = z.string().max(200).refine(passwordRules.length, 'WEAK_PASSWORD');
export const roleInput = blankable(
  numeric(
    z
      .number()
      .int()
      .min(1)
      .max(Math.max(...Object.values(roleCodes))),
  ),
);
export const planInput = blankable(numeric(z.number().int().min(1).max(2)));
/** Alphabets with letters, above all capitals, that look like Latin ones: among Latin letters they would be taken for them. */
const ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;
/** Pairs of a letter and the letter that it looks like. */
const readsAs = (form: RegExp) => (name: string) =>
  form.test(name) && isSeen(name) && showsSomething(name) && !(/\p{Script=Latin}/u.test(name) && ALIKE.test(name));
/** Letters of any alphabet, digits, and . _ - between or beside them. */
export const username = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1, 'REQUIRED_FIELDS')
  .max(40)
  .refine(readsAs(/^[\p{L}\p{M}\p{N}._-]*$/u), 'USERNAME_INVALID');
/** An administrator may set a person's name as username (I08): with single spaces inside. */
export const givenUsername = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1, 'REQUIRED_FIELDS')
  .max(40)
  .refine(readsAs(/^([\p{L}\p{M}\p{N}._-]+( [\p{L}\p{M}\p{N}._-]+)*)?$/u), 'USERNAME_INVALID');

export const loginBody = z.object({ email: knownEmail, password: z.string().min(3, 'PASSWORD_TOO_SHORT').max(200) });
export const registerBody = z.object({
  username: givenUsername,
  first_name: optionalName(120),
  last_name: optionalName(120),
  email,
  password,
  user_role: roleInput,
  tipo_usuario: planInput,
  /** Version of the terms accepted; the screens require it, the API does not. */
  terms: optionalText(40),
  campaign: optionalText(80),
  /** In which the school writes to them; Spanish where it is left out. */
  idioma: z.enum(['es', 'en']).optional(),
});
export const forgotBody = z.object({ email: knownEmail });
export const resetBody = z.object({ token: z.string().min(1).max(500), newPassword: password });

export const userRecord = z.object({
  id: z.number(),
  username: z.string().nullable(),
  /** False while it is the username that the school generated. */
  username_confirmed: z.boolean(),
  name: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  state_province: z.string().nullable(),
  postal_code: z.string().nullable(),
  bio: z.string().nullable(),
  website: z.string().nullable(),
  github: z.string().nullable(),
  linkedin: z.string().nullable(),
  phone_number: z.string().nullable(),
  is_phone_verified: z.boolean(),
  email_verified: z.boolean(),
  user_role: z.number(),
  tipo_usuario: z.number(),
  is_active: z.boolean(),
  profile_picture: z.string().nullable(),
  profile_image: z.string().nullable(),
  created_at: z.string(),
  createdDate: z.string(),
  /** For `If-Match` and to compare with pushes. */
  version: z.number(),
});
export type UserRecord = z.output<typeof userRecord>;

/** The answer of calls that start a session. */
export const session = z.object({ message: z.string(), token: z.string(), user: z.object({ id: z.number() }) });
const tag = 'Cuentas';

/** Also for the first administrator's account (setup.ts). */
export const nameErrors = {
  USERNAME_TAKEN: 'username',
  USERNAME_INVALID: 'username',
  EMAIL_TAKEN: 'email',
  INVALID_EMAIL: 'email',
} as const;

export const auth = {
  login: route({
    id: 'login',
    method: 'POST',
    path: '/api/auth/login',
    tag,
    summary: 'Start a session',
    policy: 'open',
    body: loginBody,
    answer: session,
    errors: [
      'INVALID_EMAIL',
      'PASSWORD_TOO_SHORT',
      'USER_NOT_FOUND',
      'WRONG_PASSWORD',
      'LOGIN_FAILED',
      'ACCOUNT_INACTIVE',
      'PASSWORD_HELD',
    ],
    fieldErrors: { USER_NOT_FOUND: 'email', WRONG_PASSWORD: 'password', PASSWORD_HELD: 'password' },
  }),
  demoLogin: route({
    id: 'demoLogin',
    method: 'POST',
    path: '/api/auth/demo',
    tag,
    summary: 'Start a session as the demo student (only with DEMO)',
    policy: 'open',
    answer: session,
    errors: ['NOT_FOUND'],
  }),
  logout: route({
    id: 'logout',
    method: 'POST',
    path: '/api/auth/logout',
    tag,
    summary: 'End the session of this call; one that is over already is no error',
    policy: 'open',
    now: 'session',
    answer: messageAnswer,
  }),
  me: route({
    id: 'me',
    method: 'GET',
    path: '/api/auth/sesion',
    tag,
    summary: 'Who is signed in',
    policy: 'signedIn',
    now: true,
    live: { follows: { 'usuario:{userId}': 'answer.id' } },
    answer: userRecord.extend({ viewer: viewer.optional() }),
  }),
  register: route({
    id: 'register',
    method: 'POST',
    path: '/api/auth/register',
    tag,
    summary: 'Create an account; with an administrator’s session also for someone else, with a role',
    policy: 'open',
    body: registerBody,
    answer: z.object({ message: z.string(), id: z.number() }),
    status: 201,
    errors: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'USERNAME_INVALID', 'WEAK_PASSWORD', 'REQUIRED_FIELDS', 'INVALID_EMAIL'],
    fieldErrors: { ...nameErrors, WEAK_PASSWORD: 'password' },
  }),
  available: route({
    id: 'available',
    method: 'GET',
    path: '/api/auth/disponible',
    tag,
    summary: 'Whether a username or e-mail is free; of e-mails nothing with AUTH_GENERIC_ERRORS',
    policy: 'open',
    now: true,
    query: z.object({ username: optionalText(40), email: optionalText(254) }),
    live: { still: 'asked of what is being typed' },
    answer: z.object({ username: z.boolean().optional(), email: z.boolean().optional() }),
  }),
  verifyEmail: route({
    id: 'verifyEmail',
    method: 'GET',
    path: '/api/auth/verify-email',
    tag,
    summary: 'Confirm an e-mail, or the one that an account is to have, by the token of the mail',
    policy: 'open',
    query: z.object({ token: optionalText(500) }),
    /**
     * `resetToken`: the password is on hold, because this browser never used the account; a new one is set with this token. `sesion`: the browser that
     * made the account is signed in by its first confirmation.
     */
    live: { still: 'it acts, and is asked once' },
    answer: messageAnswer.extend({ resetToken: z.string().optional(), sesion: z.literal(true).optional() }),
    errors: ['TOKEN_MISSING', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'EMAIL_TAKEN'],
  }),
  resendVerification: route({
    id: 'resendVerification',
    method: 'POST',
    path: '/api/auth/resend-verification',
    tag,
    summary: 'Send the confirmation mail again',
    policy: 'open',
    body: forgotBody,
    answer: messageAnswer,
  }),
  forgotPassword: route({
    id: 'forgotPassword',
    method: 'POST',
    path: '/api/auth/forgot-password',
    tag,
    summary: 'Ask for a link to set a new password',
    policy: 'open',
    body: forgotBody,
    answer: messageAnswer,
  }),
  resetPassword: route({
    id: 'resetPassword',
    method: 'POST',
    path: '/api/auth/reset-password',
    tag,
    summary: 'Set a new password by the token of the mail',
    policy: 'open',
    body: resetBody,
    /** Ways to sign in that were removed; and what stays: a Google account that opens the account, and how many keys of other programs act for the person. */
    answer: messageAnswer.extend({
      cerrado: z.object({ sesiones: z.number(), llaves: z.number() }),
      google: z.boolean(),
      claves: z.number(),
    }),
    errors: ['TOKEN_INVALID', 'TOKEN_EXPIRED', 'WEAK_PASSWORD'],
    fieldErrors: { WEAK_PASSWORD: 'newPassword' },
  }),
  listUsers: route({
    id: 'listUsers',
    method: 'GET',
    path: '/api/auth/users/',
    tag,
    summary: 'People, newest first',
    policy: 'users.list',
    query: pageQuery.extend({ search: optionalText(100), user_role: roleInput }),
    live: { follows: { usuarios: true }, pace: 1_000 },
    answer: z.array(userRecord),
  }),
  instructors: route({
    id: 'instructors',
    method: 'GET',
    path: '/api/auth/users/role/3',
    tag,
    summary: 'Instructors; e-mails only for administrators',
    policy: 'users.instructors',
    live: { still: 'a choice in a form, read when that opens' },
    answer: z.object({ data: z.array(z.object({ id: z.number(), fullName: z.string(), email: z.string().nullable() })) }),
  }),
  getUser: route({
    id: 'getUser',
    method: 'GET',
    path: '/api/auth/users/:id',
    tag,
    summary: 'One person',
    policy: 'users.read',
    params: idParam,
    live: { follows: { 'usuario:{userId}': 'arg.id' } },
    answer: userRecord,
    errors: ['USER_NOT_FOUND'],
  }),
  updateUser: route({
    id: 'updateUser',
    method: 'PUT',
    path: '/api/auth/users/:id',
    tag,
    policy: 'users.write',
    account: true,
    versionOf: 'person',
    params: idParam,
    summary:
      'Change a person: profile fields (own), role, plan and active flag (administrators). Absent fields stay. Another e-mail counts once its link is followed; at once where none was ever confirmed.',
    body: z.object({
      first_name: optionalName(120),
      last_name: clearableName(120),
      username: optionalText(40).refine((value) => value === undefined || isLine(value), 'USERNAME_INVALID'),
      email: optionalText(254),
      country: clearableText(80),
      city: clearableText(120),
      state_province: clearableText(120),
      postal_code: clearableText(12),
      bio: clearableText(600),
      website: clearableText(300),
      github: clearableText(300),
      linkedin: clearableText(300),
      /** The address that the upload of one's picture returned; null removes the picture. */
      profile_picture: clearableText(2_000),
      user_role: roleInput,
      tipo_usuario: planInput,
      is_active: blankable(z.boolean()),
      /** The present password, to change one's own e-mail. Not required for a few minutes after signing in. */
      contrasena: optionalSecret(200),
      motivo: optionalText(500),
    }),
    answer: userRecord,
    errors: [
      'USER_NOT_FOUND',
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'LAST_ADMINISTRATOR',
      'SELF_CHANGE',
      'USER_ERASED',
      'VERSION_CONFLICT',
      'USERNAME_INVALID',
      'INVALID_EMAIL',
      'WRONG_PASSWORD',
      'PROOF_REQUIRED',
      'LINK_INVALID',
      'PICTURE_NOT_OWN',
      'FILE_NOT_FOUND',
    ],
    fieldErrors: { ...nameErrors, WRONG_PASSWORD: 'contrasena' },
  }),
  deleteUser: route({
    id: 'deleteUser',
    method: 'DELETE',
    path: '/api/auth/users/:id',
    tag,
    summary: 'Deactivate and erase: the personal key is destroyed, facts stay',
    policy: 'users.erase',
    params: idParam,
    query: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['USER_NOT_FOUND', 'LAST_ADMINISTRATOR', 'SELF_CHANGE'],
  }),
  demoMailbox: route({
    id: 'demoMailbox',
    method: 'GET',
    path: '/api/demo/mailbox',
    tag,
    summary: 'Mails and text messages that would have been sent, newest first (only with DEMO)',
    policy: 'open',
    now: true,
    live: { still: 'read again while it is open: mails stand in no read model' },
    answer: z.array(
      z.object({
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string().optional(),
        links: z.array(z.string()),
        sentAt: z.string(),
      }),
    ),
    errors: ['NOT_FOUND'],
  }),
} as const;
