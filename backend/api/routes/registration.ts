import { mailToken, readMailToken } from '../../commands/identity/tokens.ts';
import { emailChangeStands, resetStands, user } from '../../commands/identity/user.ts';
import { endSessions } from '../../commands/reactions/accounts.ts';
import { SESSION_MS } from '../../commands/reactions/sessions.ts';
import { demandGoodPassword } from '../calls/goodPassword.ts';
import type { Implement } from '../calls/implement.ts';
import { createIntents } from '../calls/intents.ts';
import { createKnownDevices } from '../calls/knownDevices.ts';
import { createSignIn } from '../calls/signIn.ts';
import { auth, username as usernameSchema } from '../contract/auth.ts';
import { campaignName, termsName } from '../contract/common.ts';
import { rolesByCode } from '../contract/roles.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { createPublicForms } from './publicForms.ts';
import { usernameInvalid } from './userChanges.ts';

const HOUR = 3_600_000;
const VERIFICATION_VALID_MS = 7 * 24 * HOUR;

/** Creating an account, and confirming its address. `recheck` checks a person's live connections again. */
export function registrationRoutes(implement: Implement, deps: Deps, recheck: (userId: number) => void): void {
  accountRoutes(implement, deps);
  verificationRoutes(implement, deps, recheck);
}

function accountRoutes(implement: Implement, deps: Deps): void {
  const { accounts, commands, config, passwords, reservations, limits } = deps;
  const intents = createIntents(deps.vault);
  const devices = createKnownDevices(config.sessionSecret);
  const { formLimit } = createPublicForms(deps);

  implement(auth.register, {
    async handle({ body }, call) {
      await formLimit('register', call);
      const byAdministrator = call.identity?.role === 'administrator';
      if (!byAdministrator && !usernameSchema.safeParse(body.username).success) throw usernameInvalid();
      const role = (byAdministrator ? rolesByCode[body.user_role ?? 1] : undefined) ?? 'student';
      const context = call.context();
      const owner = {
        username: body.username,
        email: body.email,
        firstName: body.first_name ?? null,
        lastName: body.last_name ?? null,
      };
      await demandGoodPassword(commands, body.password, owner);
      const { userId, position } = await accounts.register(
        {
          ...owner,
          role,
          plan: byAdministrator && body.tipo_usuario === 2 ? 'premium' : 'basic',
          source: byAdministrator ? 'administrator' : 'self',
          termsVersion: termsName(body.terms),
          campaign: campaignName(body.campaign),
          language: body.idioma,
        },
        context,
        (id) => passwords.set(id, body.password),
      );
      call.wrote(position);
      if (!byAdministrator) {
        await intents.adopt(call.visit, userId, call.now);
        // By this cookie, the link of the mail recognises the browser that created the account.
        call.setDevice(devices.remember(call.device, userId));
      }
      return { message: byAdministrator ? 'Usuario creado correctamente' : 'Cuenta creada con éxito. Redirigiendo...', id: userId };
    },
  });

  implement(auth.available, {
    async handle({ query }, call) {
      await limits.count('available', call.ip, config.limits.forms * 10, HOUR);
      const free = async (kind: 'email' | 'username', value: string | undefined) =>
        value === undefined ? undefined : !(await reservations.taken(kind, value, null, call.now));
      const username = await free('username', query.username);
      // With this setting no answer depends on whose address it is.
      const email = config.genericAuthErrors ? undefined : await free('email', query.email);
      return { ...(username !== undefined && { username }), ...(email !== undefined && { email }) };
    },
  });
}

function verificationRoutes(implement: Implement, deps: Deps, recheck: (userId: number) => void): void {
  const { accounts, accountSecrets, commands, config, passkeys } = deps;
  const devices = createKnownDevices(config.sessionSecret);
  const { findByEmail, start: startSession } = createSignIn(deps, recheck);
  const { formLimit, mayMail, afterAnswer } = createPublicForms(deps);

  implement(auth.verifyEmail, {
    async handle({ query }, call) {
      if (!query.token) throw new ApiError('TOKEN_MISSING');
      const change = readMailToken(config.sessionSecret, 'change-email', query.token);
      const token = change ?? readMailToken(config.sessionSecret, 'verify-email', query.token);
      if (!token) throw new ApiError('TOKEN_INVALID');
      const { userId, eventId } = token;
      const { state } = await commands.load(user, userId);
      if (!change && !state.verified && state.verificationEvent !== eventId) throw new ApiError('TOKEN_INVALID');
      if (
        !change &&
        !state.verified &&
        state.verificationAt &&
        call.now.getTime() - Date.parse(state.verificationAt) > VERIFICATION_VALID_MS
      )
        throw new ApiError('TOKEN_EXPIRED');
      const context = { ...call.context(), actor: { userId, role: state.role } };
      // A program that follows the link has no cookies to be recognised by.
      const elsewhere = call.byPage && call.identity?.userId !== userId && devices.known(call.device, userId) === null;
      const proves = change
        ? state.pendingEmail?.event === eventId && emailChangeStands(state.pendingEmail, call.now)
        : !state.verified && state.source === 'self';
      // In the vault first: even if the process dies in between, sessions from before the address was confirmed have ended.
      if (proves && elsewhere) await accountSecrets.endSessions(userId, null);
      const done = change
        ? await accounts.confirmEmailChange(userId, eventId, context, elsewhere)
        : await commands.handle(user, userId, { type: 'verifyEmail', requestedBy: eventId, elsewhere }, context);
      call.wrote(done.position);
      if (done.state.passwordHeld && !state.passwordHeld) {
        await passkeys.removeAll(userId);
        call.wrote(await endSessions(commands, accountSecrets, userId, null, 'revoked', context));
        recheck(userId);
      }
      // The link of this mail was the proof: the person may set the password without another mail.
      const mine = (change ? done.state.confirmedBy : done.state.verificationEvent) === eventId;
      const held = mine ? done.state.resets.find(({ proved }) => proved) : undefined;
      const link = held && resetStands(held, call.now) ? held : undefined;
      // Who made the account with this browser, and has just proved its address, need not type the password again. Nobody else is signed out for it.
      const first = !change && proves && done.state.verified && !done.state.passwordHeld;
      const signsIn = first && call.byPage && call.identity === null && devices.known(call.device, userId) !== null;
      if (signsIn) await startSession(done.state, 'mail', call, SESSION_MS);
      return {
        message: 'Email verificado correctamente',
        ...(signsIn && { sesion: true as const }),
        ...(link && { resetToken: mailToken(config.sessionSecret, 'reset-password', userId, link.event) }),
      };
    },
  });

  implement(auth.resendVerification, {
    async handle({ body }, call) {
      await formLimit('resend', call);
      const more = await mayMail('resend-to', body.email);
      const person = await findByEmail(body.email);
      const own = person && call.identity?.userId === person.userId;
      if (own && person.verified) throw new ApiError('ALREADY_VERIFIED');
      if (more && person?.status === 'active' && !person.verified) afterAnswer({ type: 'requestVerification' }, person, call);
      return { message: own ? 'Correo de verificación reenviado' : 'Si el correo existe, te reenviamos el enlace de verificación' };
    },
  });
}
