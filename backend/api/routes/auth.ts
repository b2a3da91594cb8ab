import type { Role } from '../../../events/define.ts';
import { type SessionMethod, sessions } from '../../commands/identity/sessions.ts';
import { readMailToken } from '../../commands/identity/tokens.ts';
import { user } from '../../commands/identity/user.ts';
import { derived } from '../../commands/kernel/handle.ts';
import { normalise } from '../../commands/kernel/reservations.ts';
import { endSessions } from '../../commands/reactions/accounts.ts';
import { SESSION_MS } from '../../commands/reactions/sessions.ts';
import { users } from '../../projections/users.ts';
import { auth, email as emailSchema, username as usernameSchema } from '../contract/auth.ts';
import type { Deps } from '../deps.ts';
import type { Call, Implement } from '../implement.ts';
import { ApiError } from '../plugins/errors.ts';
import { rolesByCode } from '../plugins/identity.ts';
import { createLimits } from '../plugins/limits.ts';
import { publicName, userRecordOf } from './people.ts';

const DEMO_MINUTES = 30;
const FIFTEEN_MINUTES = 15 * 60_000;
const HOUR = 3_600_000;
const VERIFICATION_VALID_MS = 7 * 24 * HOUR;
const RESET_VALID_MS = HOUR;
const DEMO_STUDENT = 'estudiante@demo.mx';
const NO_REASON = 'sin motivo';

/** "Chrome en Linux": enough to recognise a device, not to follow one. */
const deviceOf = (agent: string): string | null => {
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0];
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(agent)?.[0];
  return browser ? `${browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser}${system ? ` en ${system}` : ''}` : null;
};

export function authRoutes(implement: Implement, deps: Deps): void {
  const { accounts, accountSecrets, clock, commands, config, demo, mailbox, passwords, reservations, sessionTokens } = deps;
  const limits = createLimits(deps.vault, config.sessionSecret, () => clock().getTime());

  const formLimit = async (call: Call) => {
    await limits.check('form', call.ip, config.limits.forms);
    await limits.count('form', call.ip, HOUR);
  };

  const startSession = async (userId: number, role: Role, method: SessionMethod, call: Call, milliseconds: number) => {
    const context = call.context();
    const sessionId = crypto.randomUUID();
    const expires = new Date(call.now.getTime() + milliseconds);
    const { position } = await commands.handle(
      sessions,
      userId,
      { type: 'start', userId, sessionId, method, device: deviceOf(call.userAgent) },
      { ...context, actor: { userId, role } },
    );
    const token = await sessionTokens.start({ userId, sessionId, role, expiresAt: expires.getTime() });
    call.wrote(position);
    call.setCookie(token, expires);
    return { message: 'Inicio de sesión exitoso', token, user: { id: userId } };
  };

  const findByEmail = async (address: string) => {
    const userId = await reservations.holder('email', address);
    if (userId === null) return null;
    const { state } = await commands.load(user, userId);
    return state.status === 'active' || state.status === 'inactive' ? state : null;
  };

  implement(auth.login, {
    async handle({ body }, call) {
      const account = `${normalise(body.email)} ${call.ip}`;
      await limits.check('login', account, config.limits.logins);
      const person = await findByEmail(body.email);
      const matches = await passwords.matches(person?.userId ?? null, body.password);
      if (!person || !matches) {
        await limits.count('login', account, FIFTEEN_MINUTES);
        throw new ApiError(config.genericAuthErrors ? 'LOGIN_FAILED' : person ? 'WRONG_PASSWORD' : 'USER_NOT_FOUND');
      }
      if (person.status === 'inactive') throw new ApiError('ACCOUNT_INACTIVE');
      await limits.clear('login', account);
      return startSession(person.userId, person.role, 'password', call, SESSION_MS);
    },
  });

  implement(auth.demoLogin, {
    async handle(_, call) {
      const person = demo() ? await findByEmail(DEMO_STUDENT) : null;
      if (person?.status !== 'active') throw new ApiError('NOT_FOUND');
      return startSession(person.userId, person.role, 'demo', call, DEMO_MINUTES * 60_000);
    },
  });

  implement(auth.logout, {
    async handle(_, call) {
      if (!call.identity) throw new ApiError('AUTH_REQUIRED');
      const { userId, sessionId } = call.identity;
      await sessionTokens.end(userId, sessionId);
      call.wrote((await commands.handle(sessions, userId, { type: 'end', sessionId, cause: 'logout' }, call.context())).position);
      call.setCookie(null);
      return { message: 'Sesión cerrada' };
    },
  });

  implement(auth.me, {
    async handle(_, call) {
      if (!call.identity) throw new ApiError('AUTH_REQUIRED');
      const { state } = await commands.load(user, call.identity.userId);
      return userRecordOf(state, state.version);
    },
  });

  implement(auth.register, {
    async handle({ body }, call) {
      await formLimit(call);
      const byAdministrator = call.identity?.role === 'administrator';
      const role = (byAdministrator ? rolesByCode[body.user_role ?? 1] : undefined) ?? 'student';
      const context = call.context();
      const { userId, position } = await accounts.register(
        {
          username: body.username,
          email: body.email,
          firstName: body.first_name ?? null,
          lastName: body.last_name ?? null,
          role,
          plan: byAdministrator && body.tipo_usuario === 2 ? 'premium' : 'basic',
          source: byAdministrator ? 'administrator' : 'self',
          termsVersion: body.terms ?? null,
          campaign: body.campaign ?? null,
        },
        context,
        (id) => passwords.set(id, body.password),
      );
      call.wrote(position);
      return { message: byAdministrator ? 'Usuario creado correctamente' : 'Cuenta creada con éxito. Redirigiendo...', id: userId };
    },
  });

  implement(auth.available, {
    async handle({ query }, call) {
      await limits.check('available', call.ip, config.limits.forms * 10);
      await limits.count('available', call.ip, HOUR);
      const free = async (kind: 'email' | 'username', value: string | undefined) =>
        value === undefined ? undefined : (await reservations.holder(kind, value)) === null;
      const username = await free('username', query.username);
      const email = await free('email', query.email);
      return { ...(username !== undefined && { username }), ...(email !== undefined && { email }) };
    },
  });

  implement(auth.verifyEmail, {
    async handle({ query }, call) {
      if (!query.token) throw new ApiError('TOKEN_MISSING');
      const token = readMailToken(config.sessionSecret, 'verify-email', query.token);
      if (!token) throw new ApiError('TOKEN_INVALID');
      const { state } = await commands.load(user, token.userId);
      if (!state.verified && state.verificationEvent !== token.eventId) throw new ApiError('TOKEN_INVALID');
      if (!state.verified && state.verificationAt && call.now.getTime() - Date.parse(state.verificationAt) > VERIFICATION_VALID_MS)
        throw new ApiError('TOKEN_EXPIRED');
      const context = { ...call.context(), actor: { userId: token.userId, role: state.role } };
      const { position } = await commands.handle(user, token.userId, { type: 'verifyEmail', requestedBy: token.eventId }, context);
      if (position) call.header('x-position', position);
      return { message: 'Email verificado correctamente' };
    },
  });

  implement(auth.resendVerification, {
    async handle({ body }, call) {
      await formLimit(call);
      const person = await findByEmail(body.email);
      const own = person && call.identity?.userId === person.userId;
      if (person?.status === 'active' && !person.verified)
        call.wrote(
          (
            await commands.handle(
              user,
              person.userId,
              { type: 'requestVerification' },
              { ...call.context(), actor: { userId: person.userId, role: person.role } },
            )
          ).position,
        );
      if (own && person.verified) throw new ApiError('ALREADY_VERIFIED');
      return { message: own ? 'Correo de verificación reenviado' : 'Si el correo existe, te reenviamos el enlace de verificación' };
    },
  });

  implement(auth.forgotPassword, {
    async handle({ body }, call) {
      await formLimit(call);
      const person = await findByEmail(body.email);
      // Written after the answer is on its way: how long it takes must not tell whether the account exists.
      if (person?.status === 'active')
        setImmediate(() => {
          commands
            .handle(
              user,
              person.userId,
              { type: 'requestPasswordReset' },
              { ...call.context(), actor: { userId: person.userId, role: person.role } },
            )
            .catch((error: unknown) => deps.logger.error({ err: error }, 'a password reset could not be recorded'));
        });
      return { message: 'Si el correo existe, recibirás un enlace para restablecer tu contraseña.' };
    },
  });

  implement(auth.resetPassword, {
    async handle({ body }, call) {
      await formLimit(call);
      const token = readMailToken(config.sessionSecret, 'reset-password', body.token);
      if (!token) throw new ApiError('TOKEN_INVALID');
      const { state } = await commands.load(user, token.userId);
      if (state.status !== 'active' || state.resetEvent !== token.eventId || !state.resetAt) throw new ApiError('TOKEN_INVALID');
      if (call.now.getTime() - Date.parse(state.resetAt) > RESET_VALID_MS) throw new ApiError('TOKEN_EXPIRED');
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
      await passwords.set(token.userId, body.newPassword);
      call.wrote((await commands.handle(user, token.userId, { type: 'passwordChanged', by: 'reset' }, context)).position);
      await endSessions(commands, accountSecrets, token.userId, null, 'passwordChanged', context);
      return { message: 'Contraseña actualizada correctamente. Redirigiendo al inicio de sesión...' };
    },
  });

  implement(auth.listUsers, {
    async handle({ query }, call) {
      const role = query.user_role ? rolesByCode[query.user_role] : undefined;
      const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      const wanted = query.search ? plain(query.search) : null;
      const found = [];
      let cursor = query.cursor;
      let next: string | null = null;
      do {
        const page = await call.reads.find(users, {
          ...(role && { where: { role } }),
          sort: ['-registeredAt'],
          limit: wanted ? 500 : query.limit,
          ...(cursor !== undefined && { cursor }),
        });
        for (const person of page.docs) {
          if (person.doc.erased) continue;
          const record = userRecordOf(person.doc, person.version);
          if (wanted === null || plain(`${record.username ?? ''} ${record.name} ${record.email ?? ''}`).includes(wanted))
            found.push(record);
        }
        next = page.next;
        cursor = next ?? undefined;
      } while (next !== null && wanted !== null && found.length < query.limit);
      if (next !== null) call.header('x-next-cursor', next);
      return wanted === null ? found : found.slice(0, query.limit);
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
      return userRecordOf(found, state.version);
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

      // What can be refused comes first: a refused change leaves the rest of the request undone.
      if (body.username !== undefined && body.username !== state.username) {
        const parsed = usernameSchema.safeParse(body.username);
        if (!parsed.success) throw new ApiError('MALFORMED');
        call.wrote(await accounts.changeUsername(userId, parsed.data, derived(context, 'username')));
      }
      if (body.email !== undefined && body.email !== state.email) {
        const parsed = emailSchema.safeParse(body.email);
        if (!parsed.success) throw new ApiError('INVALID_EMAIL');
        call.wrote(await accounts.changeEmail(userId, parsed.data, derived(context, 'email')));
      }
      if (role !== undefined && role !== state.role) {
        call.wrote(await accounts.govern(userId, { type: 'changeRole', role }, derived(context, 'role')));
        await accountSecrets.setSessionRole(userId, role);
      }
      if (body.is_active === false && state.status === 'active') {
        call.wrote(await accounts.govern(userId, { type: 'deactivate' }, derived(context, 'active')));
        await endSessions(commands, accountSecrets, userId, null, 'deactivated', context);
      }
      if (body.is_active === true && state.status === 'inactive')
        call.wrote(await accounts.govern(userId, { type: 'activate' }, derived(context, 'active')));
      if (plan !== undefined)
        call.wrote((await commands.handle(user, userId, { type: 'changePlan', plan }, derived(context, 'plan'))).position);
      if (body.first_name !== undefined || body.last_name !== undefined)
        call.wrote(
          (
            await commands.handle(
              user,
              userId,
              { type: 'changeName', firstName: body.first_name, lastName: body.last_name },
              derived(context, 'name'),
            )
          ).position,
        );
      if (body.country !== undefined)
        call.wrote(
          (await commands.handle(user, userId, { type: 'changeCountry', country: body.country }, derived(context, 'country'))).position,
        );

      const after = await commands.load(user, userId);
      call.wrote(after.position);
      return userRecordOf(after.state, after.state.version);
    },
  });

  implement(auth.deleteUser, {
    async handle({ params, query }, call) {
      if (call.identity?.userId === params.id) throw new ApiError('SELF_CHANGE');
      const context = call.context(query.motivo ?? NO_REASON);
      call.wrote(await accounts.govern(params.id, { type: 'erase' }, context));
      await endSessions(commands, accountSecrets, params.id, null, 'erased', context);
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
