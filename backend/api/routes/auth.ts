import { sessions } from '../../commands/identity/sessions.ts';
import { user } from '../../commands/identity/user.ts';
import type { CommandContext } from '../../commands/kernel/handle.ts';
import { normaliseAddress } from '../../commands/kernel/values.ts';
import { createRestore } from '../../commands/learning/restore.ts';
import { DEMO_SESSION_MS, SESSION_MS } from '../../commands/reactions/sessions.ts';
import { webinarSeats } from '../../projections/webinars.ts';
import { userRecordOf } from '../answers/people.ts';
import { partsOf } from '../answers/persons.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { createKnownDevices } from '../calls/knownDevices.ts';
import { createSignIn } from '../calls/signIn.ts';
import { auth } from '../contract/auth.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Guarded } from '../limits.ts';
import { endViewing, ownerOf } from '../plugins/viewing.ts';

const FIFTEEN_MINUTES = 15 * 60_000;
/** How many times the limit of one account from one place applies to one account from everywhere, and to all accounts from one place. */
const WIDE = 10;
const DEMO_STUDENT = 'estudiante@demo.mx';

/** Signing in and out, who is signed in, and the demo. `recheck` checks a person's live connections again: called when sessions ended. */
export function authRoutes(implement: Implement, deps: Deps, recheck: (userId: number) => void): void {
  const signIn = createSignIn(deps, recheck);
  loginRoutes(implement, deps, signIn);
  demoRoutes(implement, deps, signIn);
  sessionRoutes(implement, deps, recheck);
}

function loginRoutes(implement: Implement, deps: Deps, { start: startSession, findByEmail }: ReturnType<typeof createSignIn>): void {
  const { config, passwords, limits } = deps;
  const devices = createKnownDevices(config.sessionSecret);
  implement(auth.login, {
    async handle({ body }, call) {
      const person = await findByEmail(body.email, { orReserved: true });
      const account = normaliseAddress(body.email);
      const device = person && devices.known(call.device, person.userId);
      const { logins } = config.limits;
      // Guesses from elsewhere, or from the same place, do not lock out a device that knows the account.
      const guarded: readonly Guarded[] =
        device !== null
          ? [['login-device', `${account} ${device}`, logins]]
          : [
              ['login', `${account} ${call.ip}`, logins],
              ['login-account', account, logins * WIDE],
              ['login-place', call.ip, logins * WIDE],
            ];
      const matches = () => passwords.matches(person?.userId ?? null, body.password);
      const right = await limits.guess(guarded, FIFTEEN_MINUTES, async () => (await matches()) && person !== null);
      if (!right || !person) throw new ApiError(config.genericAuthErrors ? 'LOGIN_FAILED' : person ? 'WRONG_PASSWORD' : 'USER_NOT_FOUND');
      if (person.status === 'inactive') throw new ApiError('ACCOUNT_INACTIVE');
      if (person.passwordHeld) throw new ApiError(config.genericAuthErrors ? 'LOGIN_FAILED' : 'PASSWORD_HELD');
      return startSession(person, 'password', call, SESSION_MS);
    },
  });
}

function demoRoutes(implement: Implement, deps: Deps, { start: startSession, findByEmail }: ReturnType<typeof createSignIn>): void {
  const { commands, config, demo, mailbox, sessionTokens } = deps;
  const restore = createRestore(commands, deps);
  /** Each visit of the demo starts with its initial data, unless somebody is using it now, in any session. */
  const beginAgain = async (userId: number, call: Call) => {
    const mark = await deps.vault.get<{ end: string }>('meta', 'demo');
    const used = [...(await sessionTokens.lastUsed(userId)).values()];
    if (!mark || used.some((at) => call.now.getTime() - at < DEMO_SESSION_MS)) return;
    const context: CommandContext = {
      ...call.context('la demostración empieza de nuevo'),
      actor: { userId: null, role: 'system' },
    };
    call.wrote(await restore(await partsOf(userId, call.reads), mark.value.end, context));
    const seats = (await call.reads.find(webinarSeats, { where: { userId }, limit: 500 })).docs;
    await deps.webinars.restore(
      userId,
      seats.map(({ doc }) => doc.webinarId),
      mark.value.end,
      context,
    );
  };
  implement(auth.demoLogin, {
    async handle(_, call) {
      const person = demo() ? await findByEmail(DEMO_STUDENT) : null;
      if (person?.status !== 'active') throw new ApiError('NOT_FOUND');
      await beginAgain(person.userId, call);
      return startSession(person, 'demo', call, DEMO_SESSION_MS);
    },
  });
  implement(auth.demoMailbox, {
    async handle(_, call) {
      // Of a test copy, whoever runs it sees what it would have sent.
      if (!demo() && !(config.copy && call.identity?.role === 'administrator')) throw new ApiError('NOT_FOUND');
      return (await mailbox.newestFirst(200)).map((mail) => ({ ...mail, links: [...mail.links] }));
    },
  });
}

function sessionRoutes(implement: Implement, deps: Deps, recheck: (userId: number) => void): void {
  const { commands, sessionTokens } = deps;
  implement(auth.logout, {
    async handle(_, call) {
      if (call.identity) {
        const { sessionId, viewer } = call.identity;
        const userId = ownerOf(call.identity);
        const own = viewer && (await sessionTokens.current({ userId, sessionId }));
        if (own) await endViewing(deps, own, 'ended');
        await sessionTokens.end(userId, sessionId);
        recheck(userId);
        const context = { ...call.context(), ...(viewer && { actor: { userId, role: viewer.role } }) };
        call.wrote((await commands.handle(sessions, userId, { type: 'end', sessionId, cause: 'logout' }, context)).position);
      }
      // Not for a request without a cookie: a form on another site sends none, and would make the browser drop its own.
      if (call.identity || call.sessionOver) call.setCookie(null);
      return { message: 'Sesión cerrada' };
    },
  });
  implement(auth.me, {
    async handle(_, call) {
      if (!call.identity) throw new ApiError('AUTH_REQUIRED');
      const { state } = await commands.load(user, call.identity.userId);
      const record = userRecordOf(state, state.version, 'self');
      const { viewer } = call.identity;
      if (!viewer) return record;
      const { state: own } = await commands.load(user, viewer.userId);
      const { name } = userRecordOf(own, own.version, 'self');
      return { ...record, viewer: { id: viewer.userId, name, until: new Date(viewer.until).toISOString() } };
    },
  });
}
