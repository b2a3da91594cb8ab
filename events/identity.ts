import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { id, plan, role } from './types.ts';

const name = z.string().max(120).nullable();

export const UserRegistered = defineEvent('UserRegistered', {
  category: 'user',
  schema: z.object({
    userId: id,
    username: z.string().nullable(),
    email: z.string().nullable(),
    firstName: name,
    lastName: name,
    role,
    plan,
    source: growing(['self', 'administrator', 'google', 'company'], 'self'),
    termsVersion: z.string().nullable(),
    campaign: z.string().max(80).nullable(),
  }),
  personal: { of: 'userId', fields: ['username', 'email', 'firstName', 'lastName'] },
  summary: 'Alguien creó una cuenta o un administrador se la creó.',
  sentence: said('creó la cuenta', 'created the account'),
});
/** Whether whom a person registered with vouches for their address, and the school made up their username. */
export const vouchedFor = ({ source }: { source: z.output<typeof UserRegistered.schema>['source'] }): boolean =>
  source === 'google' || source === 'company';
export const RegistrationAbandoned = defineEvent('RegistrationAbandoned', {
  category: 'user',
  schema: z.object({ userId: id }),
  summary: 'Un registro quedó a medias y otra persona tomó su correo o nombre de usuario.',
  sentence: said('dejó a medias el registro', 'left the registration unfinished'),
});
/** After this event no change can be made any more on the strength of one of those reservations. */
export const ReservationAbandoned = defineEvent('ReservationAbandoned', {
  category: 'user',
  /** `value`: of the reservation's stream, whose name is an HMAC of the value. Covers its events up to `number`, counted from 1. */
  schema: z.object({ userId: id, kind: z.enum(['email', 'username']), value: z.string().max(40), number: z.number().int().min(1) }),
  summary: 'Un cambio de correo o de nombre de usuario quedó a medias y otra persona tomó lo reservado.',
  sentence: said('dejó a medias un cambio de correo o de usuario', 'left a change of email or username unfinished'),
});

export const EmailReserved = defineEvent('EmailReserved', {
  category: 'email',
  schema: z.object({ userId: id }),
  summary: 'Una dirección de correo quedó reservada para una cuenta.',
  sentence: said('apartó una dirección de correo', 'reserved an email address'),
});
export const EmailReleased = defineEvent('EmailReleased', {
  category: 'email',
  schema: z.object({ userId: id }),
  summary: 'Una dirección de correo quedó libre.',
  sentence: said('liberó una dirección de correo', 'released an email address'),
});
export const UsernameReserved = defineEvent('UsernameReserved', {
  category: 'username',
  schema: z.object({ userId: id }),
  summary: 'Un nombre de usuario quedó reservado para una cuenta.',
  sentence: said('apartó un nombre de usuario', 'reserved a username'),
});
export const UsernameReleased = defineEvent('UsernameReleased', {
  category: 'username',
  schema: z.object({ userId: id }),
  summary: 'Un nombre de usuario quedó libre.',
  sentence: said('liberó un nombre de usuario', 'released a username'),
});

export const EmailVerificationRequested = defineEvent('EmailVerificationRequested', {
  category: 'user',
  schema: z.object({ userId: id }),
  summary: 'Se pidió enviar el enlace que confirma un correo.',
  sentence: said('pidió el enlace que confirma el correo', 'asked for the link that confirms the email'),
});
export const EmailVerified = defineEvent('EmailVerified', {
  category: 'user',
  schema: z.object({ userId: id }),
  summary: 'Una persona confirmó que su correo es suyo.',
  sentence: said('confirmó el correo de la cuenta', 'confirmed the email of the account'),
});
/** The address was confirmed from a browser that had never used the account: the password may have been chosen by somebody else. */
export const PasswordHeld = defineEvent('PasswordHeld', {
  category: 'user',
  schema: z.object({ userId: id }),
  summary: 'El correo se confirmó desde otro navegador: la contraseña no abre la cuenta hasta que se crea de nuevo desde el correo.',
  sentence: said(
    'dejó en espera la contraseña: hay que crearla desde el correo',
    'put the password on hold: it has to be set from the email',
  ),
});
export const PasswordResetRequested = defineEvent('PasswordResetRequested', {
  category: 'user',
  schema: z.object({ userId: id }),
  summary: 'Se pidió un enlace para cambiar la contraseña.',
  sentence: said('pidió un enlace para cambiar la contraseña', 'asked for a link to change the password'),
});
/** The link in the mail sets the first password and confirms the address. */
export const UserInvited = defineEvent('UserInvited', {
  category: 'user',
  schema: z.object({ userId: id }),
  summary: 'La escuela invitó a alguien por correo a su cuenta; con el enlace elige su contraseña.',
  sentence: said('envió la invitación a la cuenta', 'sent the invitation to the account'),
});
export const PasswordChanged = defineEvent('PasswordChanged', {
  category: 'user',
  schema: z.object({ userId: id, by: growing(['reset', 'self', 'administrator'], 'self') }),
  summary: 'Cambió la contraseña de una cuenta. La contraseña nunca está en los eventos.',
  sentence: said('cambió la contraseña de la cuenta', 'changed the password of the account'),
});

export const NameChanged = defineEvent('NameChanged', {
  category: 'user',
  schema: z.object({ userId: id, firstName: name, lastName: name }),
  personal: { of: 'userId', fields: ['firstName', 'lastName'] },
  summary: 'Una persona cambió su nombre.',
  sentence: said('cambió el nombre de la cuenta', 'changed the name of the account'),
});
export const UsernameChanged = defineEvent('UsernameChanged', {
  category: 'user',
  schema: z.object({ userId: id, username: z.string().nullable(), previous: z.string().nullable() }),
  personal: { of: 'userId', fields: ['username', 'previous'] },
  summary: 'Una persona cambió su nombre de usuario.',
  sentence: said('cambió el nombre de usuario', 'changed the username'),
});
export const EmailChanged = defineEvent('EmailChanged', {
  category: 'user',
  schema: z.object({ userId: id, email: z.string().nullable(), previous: z.string().nullable() }),
  personal: { of: 'userId', fields: ['email', 'previous'] },
  summary: 'Cambió el correo de una cuenta; hay que confirmarlo de nuevo.',
  sentence: said('cambió el correo de la cuenta', 'changed the email of the account'),
});
/** The new address counts once it is confirmed: EmailChanged and EmailVerified follow then. */
export const EmailChangeRequested = defineEvent('EmailChangeRequested', {
  category: 'user',
  /** `previous`: the address of an earlier request, which this one replaces; null where there was none. */
  schema: z.object({ userId: id, email: z.string().nullable(), previous: z.string().nullable() }),
  personal: { of: 'userId', fields: ['email', 'previous'] },
  summary: 'Se pidió otro correo para una cuenta; vale cuando se confirma desde el correo nuevo.',
  sentence: said('pidió otro correo para la cuenta', 'asked for another email for the account'),
});
export const EmailChangeCancelled = defineEvent('EmailChangeCancelled', {
  category: 'user',
  schema: z.object({ userId: id, email: z.string().nullable() }),
  personal: { of: 'userId', fields: ['email'] },
  summary: 'Se canceló el cambio de correo que estaba por confirmar.',
  sentence: said('canceló el cambio de correo', 'cancelled the change of email'),
});
export const CountryChanged = defineEvent('CountryChanged', {
  category: 'user',
  schema: z.object({ userId: id, country: z.string().max(80).nullable() }),
  personal: { of: 'userId', fields: ['country'] },
  summary: 'Una persona cambió su país.',
  sentence: said('cambió el país', 'changed the country'),
});
/** In which language the school writes to them. Whoever never chose one gets Spanish. */
export const LanguageChosen = defineEvent('LanguageChosen', {
  category: 'user',
  schema: z.object({ userId: id, language: z.enum(['es', 'en']) }),
  summary: 'Una persona eligió el idioma en que la escuela le escribe.',
  sentence: said('eligió el idioma de sus correos', 'chose the language of their emails'),
});

export const RoleChanged = defineEvent('RoleChanged', {
  category: 'user',
  schema: z.object({ userId: id, from: role, to: role }),
  summary: 'Un administrador cambió el rol de una persona.',
  sentence: said('cambió el rol de {from} a {to}', 'changed the role from {from} to {to}'),
});
export const PlanChanged = defineEvent('PlanChanged', {
  category: 'user',
  schema: z.object({ userId: id, from: plan, to: plan }),
  summary: 'Cambió el plan de una persona.',
  sentence: said('cambió el plan de {from} a {to}', 'changed the plan from {from} to {to}'),
});
export const UserDeactivated = defineEvent('UserDeactivated', {
  category: 'user',
  schema: z.object({ userId: id }),
  summary: 'Una cuenta quedó inactiva: sus sesiones terminan al instante.',
  sentence: said('desactivó la cuenta', 'deactivated the account'),
});
export const UserActivated = defineEvent('UserActivated', {
  category: 'user',
  schema: z.object({ userId: id }),
  summary: 'Una cuenta inactiva volvió a estar activa.',
  sentence: said('activó la cuenta', 'activated the account'),
});
export const UserErased = defineEvent('UserErased', {
  category: 'user',
  schema: z.object({ userId: id }),
  summary: 'Los datos personales de alguien se borraron: su llave se destruye y los hechos quedan anónimos.',
  sentence: said('borró los datos personales de la cuenta', 'erased the personal data of the account'),
});

export const SessionStarted = defineEvent('SessionStarted', {
  category: 'sessions',
  schema: z.object({
    userId: id,
    sessionId: z.string(),
    method: growing(['password', 'google', 'demo', 'passkey', 'mail', 'company'], 'password'),
    device: z.string().max(120).nullable(),
  }),
  personal: { of: 'userId', fields: ['device'] },
  summary: 'Alguien inició sesión.',
  sentence: said('inició sesión {method}', 'logged in {method}'),
});
export const SessionEnded = defineEvent('SessionEnded', {
  category: 'sessions',
  schema: z.object({
    userId: id,
    sessionId: z.string(),
    cause: growing(['logout', 'idle', 'expired', 'revoked', 'deactivated', 'passwordChanged', 'erased'], 'revoked'),
  }),
  summary: 'Terminó una sesión.',
  sentence: said('cerró una sesión {cause}', 'ended a session {cause}'),
});

/** Who viewed the school as this person, and why, is in the metadata. Nothing is written in the person's name meanwhile. `viewId` is also the `correlationId` of the end. */
export const ViewingStarted = defineEvent('ViewingStarted', {
  category: 'sessions',
  schema: z.object({ userId: id, viewId: z.string().max(60) }),
  summary: 'Un administrador empezó a ver la escuela como la ve otra persona, con un motivo y sin poder cambiar nada.',
  sentence: said('empezó a ver la escuela como esta persona', 'began to see the school as this person'),
});
export const ViewingEnded = defineEvent('ViewingEnded', {
  category: 'sessions',
  schema: z.object({ userId: id, viewId: z.string().max(60), cause: growing(['ended', 'expired', 'refused'], 'ended') }),
  summary: 'Un administrador dejó de ver la escuela como la ve otra persona.',
  sentence: said('dejó de ver la escuela como esta persona', 'stopped seeing the school as this person'),
});

/** One period as an active administrator, named by the number of the event in the person's stream that began it. 0: an older release did not record it. */
const term = z.number().int().min(0);
export const AdministratorAdded = defineEvent('AdministratorAdded', {
  version: 2,
  category: 'admins',
  schema: z.object({ userId: id, term }),
  summary: 'Una persona cuenta ahora entre los administradores activos.',
  sentence: said('sumó la cuenta a la administración', 'added the account to the administrators'),
});
/**
 * `by` and `role` say what is to follow in the person's own stream; null: it was not noted yet.
 * `ifEvents`: it follows only where that stream still holds so many events, else the person is put back on the list; null: it follows whatever came since.
 */
export const AdministratorRemoved = defineEvent('AdministratorRemoved', {
  version: 3,
  category: 'admins',
  schema: z.object({
    ...{ userId: id, term, by: z.enum(['role', 'deactivation', 'erasure']).nullable(), role: role.nullable() },
    ifEvents: z.number().int().min(1).nullable(),
  }),
  summary: 'Una persona dejó de contar entre los administradores activos.',
  sentence: said('quitó la cuenta de la administración', 'took the account off the administrators'),
});

export const identityEvents = [
  UserRegistered,
  RegistrationAbandoned,
  ReservationAbandoned,
  EmailReserved,
  EmailReleased,
  UsernameReserved,
  UsernameReleased,
  EmailVerificationRequested,
  EmailVerified,
  PasswordHeld,
  PasswordResetRequested,
  UserInvited,
  PasswordChanged,
  NameChanged,
  UsernameChanged,
  EmailChanged,
  EmailChangeRequested,
  EmailChangeCancelled,
  CountryChanged,
  LanguageChosen,
  RoleChanged,
  PlanChanged,
  UserDeactivated,
  UserActivated,
  UserErased,
  SessionStarted,
  SessionEnded,
  ViewingStarted,
  ViewingEnded,
  AdministratorAdded,
  AdministratorRemoved,
] as const;
