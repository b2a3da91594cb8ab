import { z } from 'zod';
import { sessionRow } from './account.ts';
import { email, givenUsername, nameErrors, planInput, roleInput, userRecord } from './auth.ts';
import { personStates } from './choices.ts';
import { idNumber, messageAnswer, optionalName, optionalText, pageQuery, requiredReason } from './common.ts';
import { route } from './route.ts';

const tag = 'Personas';
const person = z.object({ userId: idNumber });

export type PersonState = (typeof personStates)[number];
/** The filters of a list of people. */
export const peopleFilter = z.object({
  buscar: optionalText(100),
  rol: roleInput,
  plan: planInput,
  estado: z.enum(personStates).optional(),
});

export const personRow = userRecord.extend({
  /** When the last invitation was sent, while none was accepted. */
  invitacion: z.string().nullable(),
});
export type PersonRow = z.output<typeof personRow>;

/** People, as administrators manage them. */
export const people = {
  listPeople: route({
    id: 'listPeople',
    method: 'GET',
    path: '/api/personas',
    tag,
    summary: 'People by page, newest first, and how many there are in all',
    policy: 'users.list',
    query: pageQuery.extend(peopleFilter.shape),
    live: { follows: { usuarios: true }, pace: 1_000 },
    answer: z.object({
      personas: z.array(personRow),
      total: z.number(),
      /** The place of the first item in the whole list, from 1. */
      desde: z.number(),
      siguiente: z.string().nullable(),
    }),
  }),
  exportPeople: route({
    id: 'exportPeople',
    method: 'GET',
    path: '/api/personas/exportar',
    tag,
    summary: 'Everybody whom the filters find, as CSV (text/csv, UTF-8); who took it, and how many, stands on record',
    policy: 'users.export',
    query: peopleFilter,
    live: { still: 'a file, as it was asked for' },
    // Streamed.
    answer: z.any().meta({ documentedAs: z.string() }),
    type: 'text/csv',
  }),
  getPerson: route({
    id: 'getPerson',
    method: 'GET',
    path: '/api/personas/:userId',
    tag,
    summary: 'One person',
    policy: 'users.list',
    params: person,
    live: { follows: { 'usuario:{userId}': 'arg.userId' } },
    answer: personRow,
    errors: ['USER_NOT_FOUND'],
  }),
  invitePerson: route({
    id: 'invitePerson',
    method: 'POST',
    path: '/api/personas/invitaciones',
    tag,
    summary: 'Make an account for somebody, who chooses the password by the link of a mail',
    policy: 'users.invite',
    body: z.object({
      username: givenUsername,
      email,
      first_name: optionalName(120),
      last_name: optionalName(120),
      user_role: roleInput,
      tipo_usuario: planInput,
    }),
    status: 201,
    answer: z.object({ message: z.string(), id: z.number() }),
    errors: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'USERNAME_INVALID', 'REQUIRED_FIELDS', 'INVALID_EMAIL'],
    fieldErrors: nameErrors,
  }),
  resendInvitation: route({
    id: 'resendInvitation',
    method: 'POST',
    path: '/api/personas/:userId/invitacion',
    tag,
    summary: 'Send the invitation again, with a link of its own',
    policy: 'users.invite',
    params: person,
    answer: messageAnswer,
    errors: ['USER_NOT_FOUND', 'USER_ERASED', 'ACCOUNT_INACTIVE', 'INVITATION_TAKEN_UP'],
  }),
  personSessions: route({
    id: 'personSessions',
    method: 'GET',
    path: '/api/personas/:userId/sesiones',
    tag,
    summary: 'The open sessions of a person, the last used first',
    policy: 'users.sessions',
    now: true,
    params: person,
    live: { follows: { 'sesiones:{userId}': 'arg.userId' } },
    answer: z.array(sessionRow.omit({ actual: true })),
  }),
  endPersonSessions: route({
    id: 'endPersonSessions',
    method: 'POST',
    path: '/api/personas/:userId/sesiones/cerrar',
    tag,
    summary: 'End all sessions of a person',
    policy: 'users.invite',
    params: person,
    body: z.object({ motivo: requiredReason }),
    answer: messageAnswer,
    errors: ['USER_NOT_FOUND', 'SELF_CHANGE', 'REASON_REQUIRED'],
  }),
} as const;
