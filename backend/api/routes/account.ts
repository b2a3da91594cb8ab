import { createHash } from 'node:crypto';
import { sessions as sessionsDecider } from '../../commands/identity/sessions.ts';
import { phoneCodeMatches } from '../../commands/identity/tokens.ts';
import { EMAIL_CHANGE_VALID_MS, emailChangeStands, type UserCommand, type UserState, user } from '../../commands/identity/user.ts';
import { derived, type HandleOptions } from '../../commands/kernel/handle.ts';
import { endSessions } from '../../commands/reactions/accounts.ts';
import { PHONE_CODE_MINUTES } from '../../commands/reactions/phone.ts';
import { SESSION_MS } from '../../commands/reactions/sessions.ts';
import { toE164 } from '../../integrations/phone/numbers.ts';
import { sessions } from '../../projections/sessions.ts';
import { users } from '../../projections/users.ts';
import { everythingAbout } from '../answers/everything.ts';
import { meets } from '../answers/meeting.ts';
import { pictureOf, sees, shownName, type Viewer } from '../answers/people.ts';
import { account, type FieldName, fieldNames, type VisibleName, visibleNames } from '../contract/account.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { demandGoodPassword } from '../goodPassword.ts';
import type { Call, Implement } from '../implement.ts';
import type { Identity } from '../plugins/identity.ts';
import { createLimits } from '../plugins/limits.ts';
import { countEmailChange, createProof, PROVEN_MS } from '../proof.ts';
import { createSignIn } from '../signIn.ts';
import type { Google } from './google.ts';

const HOUR = 3_600_000;
/** Longer than any ID token of Google is good. */
const GOOGLE_TOKEN_MS = 24 * HOUR;
const CODE_TRIES = 5;
const CODES_PER_HOUR = 5;
const CODE_MS = PHONE_CODE_MINUTES * 60_000;

const fields = Object.entries(fieldNames) as [FieldName, (typeof fieldNames)[FieldName]][];

/** What people do with their own account. `recheck` looks at a person's live connections again. */
export function accountRoutes(implement: Implement, deps: Deps, google: Google, recheck: (userId: number) => void): void {
  const { accounts, accountSecrets, clock, commands, config, passkeys, passwords, sessionTokens, vault } = deps;
  const limits = createLimits(vault, config.sessionSecret, () => clock().getTime());
  const signIn = createSignIn(deps, recheck);

  const self = (call: Call): Identity => {
    if (!call.identity) throw new ApiError('AUTH_REQUIRED');
    return call.identity;
  };
  const ownState = async (call: Call): Promise<UserState> => (await commands.load(user, self(call).userId)).state;
  /** The account while this session stands: what takes both away ends the session first, so that nothing of it is in here. */
  const standing = async (call: Call): Promise<UserState> => {
    const state = await ownState(call);
    if (!(await sessionTokens.current(self(call)))) throw new ApiError('SESSION_ENDED');
    return state;
  };
  /** Refused where the password was reset, or held back, since. */
  const since = (before: UserState): HandleOptions<UserState> => ({
    check: (now) => {
      if (now.passwords !== before.passwords) throw new ApiError('CONFLICT');
    },
  });
  /** Another token for a session that may do more from now on. */
  const raise = async (call: Call, proven: boolean) => {
    const { token, expiresAt } = self(call);
    const next = await sessionTokens.raise(token, call.now.getTime(), proven);
    if (next !== null) call.setCookie(next, new Date(expiresAt));
  };
  const change = async (call: Call, command: UserCommand, options: HandleOptions<UserState> = {}, ...parts: string[]) => {
    const done = await commands.handle(user, self(call).userId, command, derived(call.context(), command.type, ...parts), options);
    call.wrote(done.position);
    return done.state;
  };
  const proof = createProof(passwords, limits, config.limits.logins);

  implement(account.ownAccount, {
    async handle(_, call) {
      const state = await ownState(call);
      const stored = new Map((await passkeys.list(state.userId)).map((one) => [one.passkeyId, one]));
      const codeUntil = state.phoneCodeAt === null ? null : Date.parse(state.phoneCodeAt) + CODE_MS;
      return {
        id: state.userId,
        tiene_contrasena: await passwords.has(state.userId),
        google: state.google,
        correo_pendiente: state.pendingEmail && {
          correo: state.pendingEmail.email,
          hasta: new Date(Date.parse(state.pendingEmail.at) + EMAIL_CHANGE_VALID_MS).toISOString(),
          caducado: !emailChangeStands(state.pendingEmail, call.now),
        },
        telefono: state.phone,
        telefono_verificado: state.phoneVerified,
        mensajes_de_texto: deps.textMessages,
        codigo_hasta: codeUntil !== null && codeUntil > call.now.getTime() ? new Date(codeUntil).toISOString() : null,
        visibilidad: Object.fromEntries(Object.entries(visibleNames).map(([name, field]) => [name, state.visibility[field]])) as Record<
          VisibleName,
          UserState['visibility'][keyof UserState['visibility']]
        >,
        llaves: [...state.passkeys].flatMap(([id, name]) => {
          const found = stored.get(id);
          return found ? [{ id, nombre: name ?? '', creada: found.createdAt, usada: found.usedAt }] : [];
        }),
        sesion_reciente: proof.isRecent(call),
      };
    },
  });

  implement(account.changePassword, {
    async handle({ body }, call) {
      const { userId, sessionId } = self(call);
      const before = await standing(call);
      const revision = await passwords.revision(userId);
      await proof.demand(call, body.actual, { anew: true });
      await demandGoodPassword(commands, body.nueva, before);
      if (body.actual === body.nueva) throw new ApiError('SAME_PASSWORD');
      // Whoever reset it, or held it back, while this call was on its way has the last word.
      if (!(await passwords.replace(userId, revision, body.nueva))) throw new ApiError('CONFLICT');
      const changed = await commands.handle(
        user,
        userId,
        { type: 'passwordChanged', by: 'self' },
        derived(call.context(), 'passwordChanged'),
        since(before),
      );
      call.wrote(changed.position);
      await endSessions(commands, accountSecrets, userId, sessionId, 'passwordChanged', call.context());
      await raise(call, false);
      recheck(userId);
      return { message: 'Contraseña actualizada correctamente.' };
    },
  });

  implement(account.prove, {
    async handle({ body }, call) {
      const { userId } = self(call);
      if (body.reto !== undefined && body.respuesta !== undefined) {
        const found = await passkeys.finishSigningIn(body.reto, body.respuesta, origins(call), call.now);
        // The record decides, as when signing in.
        if (found?.userId !== userId || !(await ownState(call)).passkeys.has(found.passkeyId)) throw new ApiError('PASSKEY_REFUSED');
      } else if (body.contrasena !== undefined) await proof.byPassword(call, body.contrasena);
      else throw new ApiError('PROOF_REQUIRED');
      await raise(call, true);
      return { message: 'Listo', hasta: new Date(call.now.getTime() + PROVEN_MS).toISOString() };
    },
  });

  implement(account.listSessions, {
    async handle(_, call) {
      const { userId, sessionId } = self(call);
      const { docs } = await call.reads.find(sessions, { where: { userId }, sort: ['-startedAt'], limit: 200 });
      const used = await sessionTokens.lastUsed(userId);
      return docs
        .filter(({ doc }) => used.has(doc.sessionId))
        .map(({ doc }) => ({
          id: doc.sessionId,
          metodo: doc.method,
          dispositivo: doc.device,
          inicio: doc.startedAt,
          ultimo_uso: new Date(Math.max(used.get(doc.sessionId) ?? 0, Date.parse(doc.startedAt))).toISOString(),
          actual: doc.sessionId === sessionId,
        }))
        .sort((a, b) => Number(b.actual) - Number(a.actual) || b.ultimo_uso.localeCompare(a.ultimo_uso));
    },
  });

  implement(account.endSession, {
    async handle({ params }, call) {
      const { userId } = self(call);
      // The stream says whose it is: nobody ends another's.
      const { state } = await commands.load(sessionsDecider, userId);
      if (!state.open.has(params.sessionId)) throw new ApiError('NOT_FOUND');
      await sessionTokens.end(userId, params.sessionId);
      const command = { type: 'end', sessionId: params.sessionId, cause: 'revoked' } as const;
      call.wrote((await commands.handle(sessionsDecider, userId, command, call.context())).position);
      recheck(userId);
      return { message: 'Sesión cerrada' };
    },
  });

  implement(account.endOtherSessions, {
    async handle(_, call) {
      const { userId, sessionId } = self(call);
      call.wrote(await endSessions(commands, accountSecrets, userId, sessionId, 'revoked', call.context()));
      recheck(userId);
      return { message: 'Sesiones cerradas' };
    },
  });

  implement(account.resendEmailChange, {
    async handle(_, call) {
      const { userId, pendingEmail } = await ownState(call);
      if (pendingEmail === null) throw new ApiError('EMAIL_CHANGE_NOT_FOUND');
      await countEmailChange(limits, userId, pendingEmail.email);
      call.wrote(await accounts.requestEmailChange(userId, pendingEmail.email, call.context()));
      return { message: 'Enlace enviado' };
    },
  });

  implement(account.cancelEmailChange, {
    async handle(_, call) {
      call.wrote(await accounts.cancelEmailChange(self(call).userId, call.context()));
      return { message: 'Cambio de correo cancelado' };
    },
  });

  implement(account.setVisibility, {
    async handle({ body }, call) {
      await change(call, { type: 'changeVisibility', field: visibleNames[body.campo], visibility: body.visible });
      return { message: 'Visibilidad actualizada' };
    },
  });

  implement(account.confirmUsername, {
    async handle(_, call) {
      await change(call, { type: 'confirmUsername' });
      return { message: 'Nombre de usuario confirmado' };
    },
  });

  implement(account.publicProfile, {
    async handle({ params, query }, call) {
      const { userId, role } = self(call);
      const doc = await call.reads.get(users, String(params.id));
      if (!doc || doc.erased || (!doc.active && userId !== params.id)) throw new ApiError('USER_NOT_FOUND');
      const own = userId === params.id;
      // Analysts see masks wherever people stand, and so do the visitors of the demo, who are nobody in particular.
      if (!own && (role === 'analyst' || self(call).demo))
        return { id: doc.userId, nombre: `Usuario #${doc.userId}`, foto: null, campos: {} };
      const viewer: Viewer | null = own ? (query.como ?? 'everyone') : await meets(call.reads, { userId, role }, doc);
      if (viewer === null) throw new ApiError('USER_NOT_FOUND');
      const values = { firstName: doc.firstName, lastName: doc.lastName, username: doc.username, country: doc.country, ...doc.profile };
      const shown = fields.flatMap(([name, field]) => {
        const value = values[field];
        return value !== null && sees(viewer, field, doc) ? [[name, value] as const] : [];
      });
      return {
        id: doc.userId,
        nombre: shownName(doc, viewer) ?? `Usuario #${doc.userId}`,
        foto: sees(viewer, 'avatar', doc) ? pictureOf(doc) : null,
        campos: Object.fromEntries(shown),
      };
    },
  });

  const requestCode = async (call: Call, ...parts: string[]) => {
    if (!deps.textMessages) throw new ApiError('PHONE_OFF');
    const { userId } = self(call);
    const state = await ownState(call);
    if (state.phone === null) throw new ApiError('PHONE_MISSING');
    if (state.phoneVerified) return;
    // By person, and by number: nobody's telephone is made to ring by many accounts.
    await limits.count('phone-code', String(userId), CODES_PER_HOUR, HOUR);
    await limits.count('phone-number', state.phone, CODES_PER_HOUR * 2, HOUR);
    await change(call, { type: 'requestPhoneCode' }, {}, ...parts);
  };

  implement(account.verifyPhone, {
    async handle({ body }, call) {
      const before = await standing(call);
      if (body.phone_number !== undefined) {
        const phone = toE164(body.phone_number);
        if (phone === null) throw new ApiError('PHONE_INVALID');
        if (phone !== before.phone) await proof.demand(call);
        const state = await change(call, { type: 'setPhone', phone }, since(before));
        if (phone !== before.phone && deps.textMessages) await requestCode(call, phone);
        return { verified: state.phoneVerified, phone_number: phone, message: '¡Teléfono actualizado!' };
      }
      if (body.code === undefined)
        return {
          verified: before.phoneVerified,
          phone_number: before.phone,
          message: before.phoneVerified ? 'Teléfono confirmado' : 'Teléfono sin confirmar',
        };
      if (before.phoneVerified) return { verified: true, phone_number: before.phone, message: 'Teléfono confirmado' };
      if (before.phone === null) throw new ApiError('PHONE_MISSING');
      const event = before.phoneCodeEvent;
      if (event === null || call.now.getTime() - Date.parse(before.phoneCodeAt ?? '') > CODE_MS) throw new ApiError('CODE_EXPIRED');
      // Counted before it is looked at: of many guesses at once only so many are read.
      try {
        await limits.count('phone-try', event, CODE_TRIES, HOUR);
      } catch {
        throw new ApiError('CODE_EXHAUSTED');
      }
      if (!phoneCodeMatches(config.sessionSecret, before.userId, event, body.code.replace(/\s/g, ''))) throw new ApiError('CODE_WRONG');
      await change(call, { type: 'verifyPhone', requestedBy: event });
      return { verified: true, phone_number: before.phone, message: 'Teléfono confirmado' };
    },
  });

  implement(account.sendPhoneCode, {
    async handle(_, call) {
      await requestCode(call);
      return { message: 'Código enviado' };
    },
  });

  implement(account.removePhone, {
    async handle(_, call) {
      const before = await standing(call);
      await proof.demand(call);
      await change(call, { type: 'setPhone', phone: null }, since(before));
      return { message: 'Teléfono eliminado' };
    },
  });

  implement(account.eraseAccount, {
    async handle({ body }, call) {
      const { userId } = self(call);
      await proof.demand(call, body.contrasena, { anew: true });
      const context = call.context('a petición de la persona');
      call.wrote(await accounts.govern(userId, { type: 'erase' }, context));
      await endSessions(commands, accountSecrets, userId, null, 'erased', context);
      recheck(userId);
      call.setCookie(null);
      return { message: 'Tu cuenta y tus datos personales fueron borrados.' };
    },
  });

  implement(account.exportAccount, {
    async handle(_, call) {
      const { userId } = self(call);
      await limits.count('export', String(userId), 20, HOUR);
      call.header('content-disposition', `attachment; filename="aulaviva-mis-datos-${call.now.toISOString().slice(0, 10)}.json"`);
      call.header('cache-control', 'no-store');
      return everythingAbout(userId, deps, call.now);
    },
  });

  /** Where a passkey's answer may come from: the school's address, or the name by which the browser reached this machine. */
  const origins = (call: Call): string[] => {
    const own = new URL(config.publicUrl);
    const here = `${own.protocol}//${call.host}`;
    return URL.canParse(here) && new URL(here).hostname === own.hostname ? [own.origin, new URL(here).origin] : [own.origin];
  };

  implement(account.passkeyOptions, {
    async handle(_, call) {
      const { sessionId } = self(call);
      await proof.demand(call);
      const state = await ownState(call);
      if (state.passkeys.size >= 20) throw new ApiError('TOO_MANY_PASSKEYS');
      const displayName = [state.firstName, state.lastName].filter(Boolean).join(' ') || state.username || '';
      const person = { userId: state.userId, name: state.email ?? state.username ?? '', displayName };
      return { opciones: { ...(await passkeys.beginAdding(person, sessionId, call.now)) } };
    },
  });

  implement(account.addPasskey, {
    async handle({ body }, call) {
      const { userId, sessionId } = self(call);
      const before = await standing(call);
      await proof.demand(call);
      const added = await passkeys.finishAdding(userId, sessionId, body.respuesta, origins(call), call.now, async (passkeyId) => {
        await change(call, { type: 'addPasskey', passkeyId, name: body.nombre }, since(before));
      });
      if (!added) throw new ApiError('PASSKEY_REFUSED');
      return { id: added.passkeyId, nombre: body.nombre, creada: added.createdAt, usada: null };
    },
  });

  implement(account.renamePasskey, {
    async handle({ params, body }, call) {
      await change(call, { type: 'renamePasskey', passkeyId: params.passkeyId, name: body.nombre });
      return { message: 'Llave actualizada' };
    },
  });

  implement(account.removePasskey, {
    async handle({ params }, call) {
      await proof.demand(call);
      const state = await ownState(call);
      if (!state.passkeys.has(params.passkeyId)) throw new ApiError('PASSKEY_NOT_FOUND');
      if (state.passkeys.size === 1 && !state.google && !(await passwords.has(state.userId))) throw new ApiError('LAST_WAY_IN');
      // First what opens the door, then the record of it.
      await passkeys.remove(state.userId, params.passkeyId);
      await change(call, { type: 'removePasskey', passkeyId: params.passkeyId });
      return { message: 'Llave eliminada' };
    },
  });

  implement(account.passkeyLoginOptions, {
    async handle(_, call) {
      await limits.count('passkey', call.ip, config.limits.forms * 10, HOUR);
      const { id, options } = await passkeys.beginSigningIn(call.now);
      return { reto: id, opciones: { ...options } };
    },
  });

  implement(account.passkeyLogin, {
    async handle({ body }, call) {
      const found = await passkeys.finishSigningIn(body.reto, body.respuesta, origins(call), call.now);
      const state = found && (await commands.load(user, found.userId)).state;
      // The record decides: a key whose removal was cut short opens nothing.
      if (!found || !state?.passkeys.has(found.passkeyId)) throw new ApiError('PASSKEY_REFUSED');
      if (state.status !== 'active') throw new ApiError('ACCOUNT_INACTIVE');
      return signIn.start(state, 'passkey', call, SESSION_MS);
    },
  });

  implement(account.googleState, {
    async handle() {
      return google.state();
    },
  });

  implement(account.oauth, {
    async handle({ body }, call) {
      if (!google.state().activo) throw new ApiError('GOOGLE_OFF');
      await limits.count('oauth', call.ip, config.limits.forms * 10, HOUR);
      if (body.token === undefined) throw new ApiError('GOOGLE_TOKEN_MISSING');
      // One tap names no nonce of ours; one that stands in the token belongs to a round trip, which ends elsewhere.
      const person = await google.verify(body.token, async (nonce) => nonce === undefined, call.now);
      // What stands before the signature is what is signed: of one token one sign-in comes, however its signature is written.
      const once = `google ${createHash('sha256')
        .update(body.token.slice(0, body.token.lastIndexOf('.')))
        .digest('base64url')}`;
      if (!(await vault.insert('used-tokens', once, { at: call.now.toISOString() }, { expiresAt: call.now.getTime() + GOOGLE_TOKEN_MS })))
        throw new ApiError('GOOGLE_TOKEN_INVALID');
      return google.enter(person, call);
    },
  });
}
