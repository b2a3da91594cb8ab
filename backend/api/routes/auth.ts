import { fileKey } from '../../../events/files.ts';
import type { Position } from '../../../events/store/port.ts';
import { sessions } from '../../commands/identity/sessions.ts';
import { mailToken, readMailToken } from '../../commands/identity/tokens.ts';
import { emailChangeStands, sameAddress, type UserCommand, type UserState, user } from '../../commands/identity/user.ts';
import { type CommandContext, derived, type HandleOptions } from '../../commands/kernel/handle.ts';
import { mailAddress, normaliseAddress } from '../../commands/kernel/values.ts';
import { createRestore } from '../../commands/learning/restore.ts';
import { endSessions } from '../../commands/reactions/accounts.ts';
import { DEMO_SESSION_MS, SESSION_MS } from '../../commands/reactions/sessions.ts';
import { BadCursor } from '../../projections/kernel/readStore.ts';
import { users } from '../../projections/users.ts';
import { pictureOf, publicName, userRecordOf } from '../answers/people.ts';
import { partsOf } from '../answers/persons.ts';
import { profileLink } from '../contract/account.ts';
import { auth, email as emailSchema, type UserRecord, username as usernameSchema } from '../contract/auth.ts';
import { campaignName } from '../contract/common.ts';
import { errorCatalogue } from '../contract/errors.ts';
import { rolesByCode } from '../contract/policy.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { demandGoodPassword } from '../goodPassword.ts';
import type { Call, Implement } from '../implement.ts';
import { createIntents } from '../intents.ts';
import { createKnownDevices } from '../knownDevices.ts';
import { ownPicture } from '../ownership.ts';
import { createLimits } from '../plugins/limits.ts';
import { countEmailChange, createProof } from '../proof.ts';
import { createSignIn } from '../signIn.ts';

const FIFTEEN_MINUTES = 15 * 60_000;
const HOUR = 3_600_000;
/** How much more than one account from one place: one account from everywhere, and all accounts from one place. */
const WIDE = 10;
const VERIFICATION_VALID_MS = 7 * 24 * HOUR;
const RESET_VALID_MS = HOUR;
/** Of one kind, to one address. */
const MAILS_PER_HOUR = 5;
const DEMO_STUDENT = 'estudiante@demo.mx';
const NO_REASON = 'sin motivo';
const usernameInvalid = () =>
  new ApiError('USERNAME_INVALID', {
    errors: [{ path: 'username', message: errorCatalogue.USERNAME_INVALID[1], code: 'USERNAME_INVALID' }],
  });

/** Of the list of people: the store's own cursor, and the last person shown of the page behind it. */
interface ListCursor {
  page: string | null;
  after: number;
}
const writeCursor = (cursor: ListCursor): string => Buffer.from(JSON.stringify([cursor.page, cursor.after])).toString('base64url');
function readCursor(text: string): ListCursor {
  try {
    const [page, after] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if ((page === null || typeof page === 'string') && typeof after === 'number') return { page, after };
  } catch {
    // Not one of ours.
  }
  throw new BadCursor();
}

/** `recheck` looks at a person's live connections again: called when sessions ended or a role changed. */
export function authRoutes(implement: Implement, deps: Deps, recheck: (userId: number) => void): void {
  const { accounts, accountSecrets, clock, commands, config, demo, files, mailbox, passkeys, passwords, reservations, sessionTokens } =
    deps;
  const limits = createLimits(deps.vault, config.sessionSecret, () => clock().getTime());
  const proof = createProof(passwords, limits, config.limits.logins);

  /** Per address, hour and form; administrators who add people are not counted. */
  const formLimit = async (form: string, call: Call) => {
    if (call.identity?.role !== 'administrator') await limits.count(form, call.ip, config.limits.forms, HOUR);
  };

  /** Whether one more mail goes to this address, whoever asks: nobody's mailbox is filled, and nobody learns whether there is an account. */
  const mayMail = (kind: string, address: string): Promise<boolean> =>
    limits.count(kind, normaliseAddress(address), MAILS_PER_HOUR, HOUR).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS') return false;
        throw error;
      },
    );

  const intents = createIntents(deps.vault);
  const restore = createRestore(commands, deps);
  const { start: startSession, findByEmail } = createSignIn(deps, recheck);

  const devices = createKnownDevices(config.sessionSecret);
  implement(auth.login, {
    async handle({ body }, call) {
      const person = await findByEmail(body.email);
      const account = normaliseAddress(body.email);
      const device = person && devices.known(call.device, person.userId);
      const { logins } = config.limits;
      // Whoever guesses elsewhere, or from the same place, keeps nobody out of a device that knows them.
      const guarded: readonly [kind: string, key: string, max: number][] =
        device !== null
          ? [['login-device', `${account} ${device}`, logins]]
          : [
              ['login', `${account} ${call.ip}`, logins],
              ['login-account', account, logins * WIDE],
              ['login-place', call.ip, logins * WIDE],
            ];
      const check = async () => {
        for (const [kind, key, max] of guarded) await limits.check(kind, key, max);
      };
      await check();
      const matches = await passwords.matches(person?.userId ?? null, body.password);
      if (!person || !matches) {
        for (const [kind, key, max] of guarded) await limits.count(kind, key, max, FIFTEEN_MINUTES);
        throw new ApiError(config.genericAuthErrors ? 'LOGIN_FAILED' : person ? 'WRONG_PASSWORD' : 'USER_NOT_FOUND');
      }
      if (person.status === 'inactive') throw new ApiError('ACCOUNT_INACTIVE');
      if (person.passwordHeld) throw new ApiError(config.genericAuthErrors ? 'LOGIN_FAILED' : 'PASSWORD_HELD');
      // Again: of many guesses at once, those beyond the limit learn nothing.
      await check();
      return startSession(person, 'password', call, SESSION_MS);
    },
  });

  /** Each visit of the demo finds it as it was loaded; not under the hands of somebody who is in it now, with whatever session. */
  const beginAgain = async (userId: number, call: Call) => {
    const mark = await deps.vault.get<{ end: string }>('meta', 'demo');
    const used = [...(await sessionTokens.lastUsed(userId)).values()];
    if (!mark || used.some((at) => call.now.getTime() - at < DEMO_SESSION_MS)) return;
    const context: CommandContext = {
      ...call.context('la demostración empieza de nuevo'),
      actor: { userId: null, role: 'system' },
    };
    call.wrote(await restore(await partsOf(userId, call.reads), mark.value.end, context));
  };

  implement(auth.demoLogin, {
    async handle(_, call) {
      const person = demo() ? await findByEmail(DEMO_STUDENT) : null;
      if (person?.status !== 'active') throw new ApiError('NOT_FOUND');
      await beginAgain(person.userId, call);
      return startSession(person, 'demo', call, DEMO_SESSION_MS);
    },
  });

  implement(auth.logout, {
    async handle(_, call) {
      if (!call.identity) throw new ApiError('AUTH_REQUIRED');
      const { userId, sessionId } = call.identity;
      await sessionTokens.end(userId, sessionId);
      recheck(userId);
      call.wrote((await commands.handle(sessions, userId, { type: 'end', sessionId, cause: 'logout' }, call.context())).position);
      call.setCookie(null);
      return { message: 'Sesión cerrada' };
    },
  });

  implement(auth.me, {
    async handle(_, call) {
      if (!call.identity) throw new ApiError('AUTH_REQUIRED');
      const { state } = await commands.load(user, call.identity.userId);
      return userRecordOf(state, state.version, 'self');
    },
  });

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
          termsVersion: body.terms ?? null,
          campaign: campaignName(body.campaign),
        },
        context,
        (id) => passwords.set(id, body.password),
      );
      call.wrote(position);
      if (!byAdministrator) {
        await intents.adopt(call.visit, userId, call.now);
        // By this the link of the mail finds out whether it is followed where the account was made.
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
      // Under the switch nothing is said that depends on whose address it is.
      const email = config.genericAuthErrors ? undefined : await free('email', query.email);
      return { ...(username !== undefined && { username }), ...(email !== undefined && { email }) };
    },
  });

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
      // A program that follows the link has no cookies to be known by.
      const elsewhere = call.byPage && call.identity?.userId !== userId && devices.known(call.device, userId) === null;
      const proves = change
        ? state.pendingEmail?.event === eventId && emailChangeStands(state.pendingEmail, call.now)
        : !state.verified && state.source === 'self';
      // In the vault first: whoever had the account before its address was proved has no session over a kill in between.
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
      // The link of this mail was the proof: who followed it sets the password without waiting for another.
      const mine = (change ? done.state.confirmedBy : done.state.verificationEvent) === eventId;
      const held = mine ? done.state.resets.find(({ proved }) => proved) : undefined;
      const link = held && call.now.getTime() - Date.parse(held.at) <= RESET_VALID_MS ? held : undefined;
      return {
        message: 'Email verificado correctamente',
        ...(link && { resetToken: mailToken(config.sessionSecret, 'reset-password', userId, link.event) }),
      };
    },
  });

  /** Written after the answer is on its way: neither how long it takes nor a position may tell whether the account exists. */
  const afterAnswer = (command: UserCommand, person: Pick<UserState, 'userId'>, call: Call) => {
    // Whoever asks, which need not be the person.
    const context = call.context();
    setImmediate(() => {
      commands
        .handle(user, person.userId, command, context)
        .catch((error: unknown) => deps.logger.error({ err: error, command: command.type }, 'a request for a mail could not be recorded'));
    });
  };

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

  implement(auth.forgotPassword, {
    async handle({ body }, call) {
      await formLimit('forgot', call);
      const more = await mayMail('forgot-to', body.email);
      const person = await findByEmail(body.email);
      if (more && person?.status === 'active') afterAnswer({ type: 'requestPasswordReset' }, person, call);
      return { message: 'Si el correo existe, recibirás un enlace para restablecer tu contraseña.' };
    },
  });

  implement(auth.resetPassword, {
    async handle({ body }, call) {
      await formLimit('reset', call);
      const token = readMailToken(config.sessionSecret, 'reset-password', body.token);
      if (!token) throw new ApiError('TOKEN_INVALID');
      const { state } = await commands.load(user, token.userId);
      const link = state.resets.find(({ event }) => event === token.eventId);
      if (state.status !== 'active' || !link) throw new ApiError('TOKEN_INVALID');
      if (call.now.getTime() - Date.parse(link.at) > RESET_VALID_MS) throw new ApiError('TOKEN_EXPIRED');
      await demandGoodPassword(commands, body.newPassword, state);
      // Of two that come with one token only the first may set a password.
      if (
        !(await deps.vault.insert(
          'used-tokens',
          token.eventId,
          { at: call.now.toISOString() },
          { expiresAt: call.now.getTime() + 2 * RESET_VALID_MS },
        ))
      )
        throw new ApiError('TOKEN_INVALID');
      const context = { ...call.context(), actor: { userId: token.userId, role: state.role } };
      const sessionsOpen = (await sessionTokens.lastUsed(token.userId)).size;
      // Whoever proves the address begins anew: nothing that somebody else may have left opens the account any more. First what opens it, then the record.
      await accountSecrets.endSessions(token.userId, null);
      await passkeys.removeAll(token.userId);
      await passwords.set(token.userId, body.newPassword);
      call.wrote((await commands.handle(user, token.userId, { type: 'passwordChanged', by: 'reset' }, context)).position);
      await endSessions(commands, accountSecrets, token.userId, null, 'passwordChanged', context);
      recheck(token.userId);
      return {
        message: 'Contraseña actualizada correctamente. Redirigiendo al inicio de sesión...',
        cerrado: { sesiones: sessionsOpen, llaves: state.passkeys.size },
        google: state.google,
      };
    },
  });

  implement(auth.listUsers, {
    async handle({ query }, call) {
      const role = query.user_role ? rolesByCode[query.user_role] : undefined;
      const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      const wanted = query.search ? plain(query.search) : null;
      const found: UserRecord[] = [];
      let end: ListCursor = { page: null, after: 0 };
      // A page ends where it is full, which may be in the middle of a page of the store: the cursor names both.
      const begin = query.cursor === undefined ? null : readCursor(query.cursor);
      let at = begin?.page ?? null;
      let after = begin?.after ?? null;
      for (;;) {
        const page = await call.reads.find(users, {
          ...(role && { where: { role } }),
          sort: ['-registeredAt'],
          limit: wanted === null ? query.limit : 500,
          ...(at !== null && { cursor: at }),
        });
        for (const { doc } of page.docs) {
          if (after !== null) {
            if (doc.userId === after) after = null;
            continue;
          }
          if (doc.erased) continue;
          // As in one's own record, for If-Match: the version of the stream, not of the document.
          const record = userRecordOf(doc, (await commands.load(user, doc.userId)).state.version, 'staff');
          if (wanted !== null && !plain(`${record.username ?? ''} ${record.name} ${record.email ?? ''}`).includes(wanted)) continue;
          if (found.length === query.limit) {
            call.header('x-next-cursor', writeCursor(end));
            return found;
          }
          found.push(record);
          end = { page: at, after: record.id };
        }
        if (page.next === null) return found;
        at = page.next;
        after = null;
      }
    },
  });

  implement(auth.instructors, {
    async handle(_, call) {
      const { docs } = await call.reads.find(users, { where: { role: 'instructor' }, sort: ['-registeredAt'], limit: 1_000 });
      const seesEmail = call.identity?.role === 'administrator';
      return {
        data: docs
          .filter(({ doc }) => doc.active)
          .map(({ doc }) => ({ id: doc.userId, fullName: publicName(doc, doc.userId), email: seesEmail ? doc.email : null })),
      };
    },
  });

  implement(auth.getUser, {
    async handle({ params }, call) {
      const found = await call.reads.get(users, String(params.id));
      if (!found || found.erased) throw new ApiError('USER_NOT_FOUND');
      const { state } = await commands.load(user, params.id);
      return userRecordOf(found, state.version, call.identity?.userId === params.id ? 'self' : 'staff');
    },
  });

  implement(auth.updateUser, {
    async handle({ params, body }, call) {
      const userId = params.id;
      const { state } = await commands.load(user, userId);
      if (state.status === 'none' || state.status === 'abandoned') throw new ApiError('USER_NOT_FOUND');
      if (state.status === 'erased') throw new ApiError('USER_ERASED');
      if (call.ifMatch !== null && call.ifMatch !== state.version) throw new ApiError('VERSION_CONFLICT');
      const administrator = call.identity?.role === 'administrator';
      const own = call.identity?.userId === userId;
      const context = call.context(administrator && !own ? (body.motivo ?? NO_REASON) : body.motivo);

      const role = body.user_role === undefined ? undefined : rolesByCode[body.user_role];
      const plan = body.tipo_usuario === undefined ? undefined : body.tipo_usuario === 2 ? ('premium' as const) : ('basic' as const);
      const governs =
        (role !== undefined && role !== state.role) ||
        (plan !== undefined && plan !== state.plan) ||
        (body.is_active !== undefined && body.is_active !== (state.status === 'active'));
      if (governs && !administrator) throw new ApiError('FORBIDDEN');
      if (own && ((role !== undefined && role !== state.role) || body.is_active === false)) throw new ApiError('SELF_CHANGE');

      const username = body.username === undefined ? undefined : usernameSchema.safeParse(body.username).data;
      if (body.username !== undefined && username === undefined && body.username !== state.username) throw usernameInvalid();
      // Their own, however it is written, is no other: it may be one that nobody could take any more.
      const typed = sameAddress(body.email, state.email) ? undefined : body.email;
      const address = typed === undefined ? undefined : emailSchema.safeParse(typed).data;
      if (typed !== undefined && address === undefined) throw new ApiError('INVALID_EMAIL');
      const another = address === undefined ? undefined : mailAddress(address);

      // Of what people tell about themselves, only they decide.
      const told = {
        city: body.city,
        state: body.state_province,
        postalCode: body.postal_code,
        bio: body.bio,
        website: body.website,
        github: body.github,
        linkedin: body.linkedin,
      };
      if (!own && Object.values(told).some((value) => value !== undefined)) throw new ApiError('FORBIDDEN');
      for (const field of ['website', 'github', 'linkedin'] as const) {
        const typed = told[field];
        if (typeof typed !== 'string') continue;
        const link = profileLink(field, typed);
        if (link === null)
          throw new ApiError('LINK_INVALID', { errors: [{ path: field, message: errorCatalogue.LINK_INVALID[1], code: 'LINK_INVALID' }] });
        told[field] = link;
      }

      // Taken away by an administrator too; put only by the person, from what they uploaded.
      const wanted = body.profile_picture === undefined || body.profile_picture === pictureOf(state) ? undefined : body.profile_picture;
      const picture = wanted ? await ownPicture(deps, userId, wanted) : null;

      // What can be refused is looked at before anything is written: a refused change leaves the rest of the request undone.
      const taken = async (kind: 'email' | 'username', value: string | undefined) =>
        value !== undefined && value !== state[kind] && (await reservations.taken(kind, value, userId, call.now));
      if (await taken('email', another)) throw new ApiError('EMAIL_TAKEN');
      if (await taken('username', username)) throw new ApiError('USERNAME_TAKEN');

      if (another !== undefined) {
        // What holds the password back ends the session first: nothing of it is in the state that was read above.
        if (own && call.identity && !(await sessionTokens.current(call.identity))) throw new ApiError('SESSION_ENDED');
        // Who changes it decides who gets in: the person proves to be there, an administrator answers with a reason on record.
        if (own) await proof.demand(call, body.contrasena);
        await countEmailChange(limits, userId, another);
      }

      // The version is checked once more with the first event, so that of two who hold the same version only one gets through.
      let first = true;
      const matching: HandleOptions<UserState> = {
        check: (now) => {
          if (first && call.ifMatch !== null && now.version !== call.ifMatch) throw new ApiError('VERSION_CONFLICT');
          if (own && another !== undefined && now.passwords !== state.passwords) throw new ApiError('CONFLICT');
        },
      };
      const wrote = (position: Position | null) => {
        first = false;
        call.wrote(position);
      };
      if (role !== undefined && role !== state.role) {
        wrote(await accounts.govern(userId, { type: 'changeRole', role }, derived(context, 'role'), matching));
        await accountSecrets.setSessionRole(userId, role);
      }
      if (body.is_active === false && state.status === 'active') {
        wrote(await accounts.govern(userId, { type: 'deactivate' }, derived(context, 'active'), matching));
        await endSessions(commands, accountSecrets, userId, null, 'deactivated', context);
      }
      if (body.is_active === true && state.status === 'inactive')
        wrote(await accounts.govern(userId, { type: 'activate' }, derived(context, 'active'), matching));
      recheck(userId);
      const change = async (command: UserCommand) =>
        wrote((await commands.handle(user, userId, command, derived(context, command.type), matching)).position);
      const changeField = async (field: keyof typeof told, value: string | null) =>
        wrote(
          (
            await commands.handle(
              user,
              userId,
              { type: 'changeProfileField', field, value: value?.trim() || null },
              derived(context, 'changeProfileField', field),
              matching,
            )
          ).position,
        );
      if (plan !== undefined && plan !== state.plan) await change({ type: 'changePlan', plan });
      if (body.first_name !== undefined || body.last_name !== undefined)
        await change({ type: 'changeName', firstName: body.first_name, lastName: body.last_name });
      if (picture) {
        await files.reference(picture, `user-${userId}`, derived(context, 'picture'));
        await change({ type: 'setAvatar', file: fileKey(picture) });
      } else if (wanted === null) await change({ type: 'removeAvatar' });
      if (body.country !== undefined) await change({ type: 'changeCountry', country: body.country });
      for (const [field, value] of Object.entries(told) as [keyof typeof told, string | null | undefined][])
        if (value !== undefined) await changeField(field, value);
      if (username !== undefined && username !== state.username)
        wrote(await accounts.changeUsername(userId, username, derived(context, 'username'), matching));
      if (another !== undefined) wrote(await accounts.requestEmailChange(userId, another, derived(context, 'email'), matching));

      const after = await commands.load(user, userId);
      call.wrote(after.position);
      return userRecordOf(after.state, after.state.version, own ? 'self' : 'staff');
    },
  });

  implement(auth.deleteUser, {
    async handle({ params, query }, call) {
      if (call.identity?.userId === params.id) throw new ApiError('SELF_CHANGE');
      const context = call.context(query.motivo ?? NO_REASON);
      call.wrote(await accounts.govern(params.id, { type: 'erase' }, context));
      await endSessions(commands, accountSecrets, params.id, null, 'erased', context);
      recheck(params.id);
      return { message: 'Usuario eliminado correctamente' };
    },
  });

  implement(auth.demoMailbox, {
    async handle() {
      if (!demo()) throw new ApiError('NOT_FOUND');
      return (await mailbox.newestFirst(200)).map((mail) => ({ ...mail, links: [...mail.links] }));
    },
  });
}
