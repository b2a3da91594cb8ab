import { PersonalKeyMissing } from '../../../events/privacy.ts';
import type { Position } from '../../../events/store/port.ts';
import { isFull, type SessionMethod, sessions } from '../../commands/identity/sessions.ts';
import { isUnreadable, type UserState, user } from '../../commands/identity/user.ts';
import { type CommandContext, derived } from '../../commands/kernel/handle.ts';
import { normaliseAddress } from '../../commands/kernel/values.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Identity } from '../plugins/identity.ts';
import { createKnownDevices } from './knownDevices.ts';

/** "Chrome en Linux": enough to recognise a device, not to track one. */
export const deviceOf = (agent: string): string | null => {
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0];
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(agent)?.[0];
  return browser ? `${browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser}${system ? ` en ${system}` : ''}` : null;
};

/** What starting a session needs of its request; an API call provides it, and so does the return from a redirect. */
export interface SignInCall {
  now: Date;
  userAgent: string;
  /** Where the request comes from, for limits (`placeOf`). */
  ip: string;
  /** The person signed in with this browser: the new session replaces theirs. */
  before: Pick<Identity, 'userId' | 'sessionId'> | null;
  /** The cookie that remembers who signed in with this browser before. */
  device: string | null;
  setDevice(device: string): void;
  context(): CommandContext;
  wrote(position: Position | null): void;
  setCookie(token: string, expires: Date): void;
}

export type SignIn = ReturnType<typeof createSignIn>;

const HOUR = 3_600_000;

/** `recheck` checks a person's live connections again. */
export function createSignIn(
  deps: Pick<Deps, 'commands' | 'config' | 'limits' | 'reservations' | 'sessionTokens'>,
  recheck: (userId: number) => void,
) {
  const { commands, config, reservations, sessionTokens, limits } = deps;
  const devices = createKnownDevices(config.sessionSecret);
  return {
    /**
     * Starts a session of this many milliseconds: token, cookie and event. `person`: their state when the password was checked; where the password has
     * changed since, the sign-in is refused. `stillOpens`: whether what said who this is may still open the account. Errors: ACCOUNT_INACTIVE, SIGN_IN_AGAIN, TOO_MANY_REQUESTS.
     */
    async start(
      { userId, role, passwords }: Pick<UserState, 'userId' | 'role' | 'passwords'>,
      method: SessionMethod,
      call: SignInCall,
      milliseconds: number,
      stillOpens: () => Promise<boolean> = async () => true,
    ): Promise<{ message: string; token: string; user: { id: number } }> {
      const context = call.context();
      const demo = method === 'demo';
      // Devices that know the account have a limit of their own: attempts from elsewhere do not lock them out.
      const device = demo ? null : devices.known(call.device, userId);
      await limits.count('sessions', demo ? `demo ${call.ip}` : `${userId} ${device ?? ''}`, config.limits.sessions, HOUR);
      const sessionId = crypto.randomUUID();
      const now = call.now.getTime();
      const expires = new Date(now + milliseconds);
      const { position, state: begun } = await commands.handle(
        sessions,
        userId,
        { type: 'start', userId, sessionId, method, device: deviceOf(call.userAgent) },
        { ...context, actor: { userId, role } },
      );
      const { cookie, token } = await sessionTokens.start({
        ...{ userId, sessionId, role, expiresAt: expires.getTime(), startedAt: now, usedAt: now },
        ...(demo && { demo: true }),
      });
      // A session was started above the limit: the oldest one was ended.
      if (isFull(begun, method)) await sessionTokens.endAll(userId, (id) => begun.open.has(id));
      // The person may have been deactivated, given another role or password, or what opened the account closed during the check: what ended their sessions may have run before this one existed.
      const { state } = await commands.load(user, userId);
      const { state: current } = await commands.load(sessions, userId);
      const refuse = async (code: 'ACCOUNT_INACTIVE' | 'SIGN_IN_AGAIN') => {
        await sessionTokens.end(userId, sessionId);
        await commands.handle(sessions, userId, { type: 'end', sessionId, cause: 'revoked' }, derived(context, 'end'));
        return new ApiError(code);
      };
      if (state.status !== 'active') throw await refuse('ACCOUNT_INACTIVE');
      if (state.passwords !== passwords || !current.open.has(sessionId) || !(await stillOpens())) throw await refuse('SIGN_IN_AGAIN');
      if (state.role !== role) await sessionTokens.setRole(userId, state.role);
      if (call.before) {
        const { userId: previous, sessionId: replaced } = call.before;
        await sessionTokens.end(previous, replaced);
        await commands.handle(sessions, previous, { type: 'end', sessionId: replaced, cause: 'logout' }, derived(context, 'replaced'));
        recheck(previous);
      }
      call.wrote(position);
      call.setCookie(cookie, expires);
      if (!demo) call.setDevice(devices.remember(call.device, userId));
      return { message: 'Inicio de sesión exitoso', token, user: { id: userId } };
    },

    /**
     * The owner of an address, whether active or not; null where it is nobody's. Where the key of who has reserved it is lost, nobody can say whether it is
     * theirs: PersonalKeyMissing, or, where a password will tell (`orReserved`), that person.
     */
    async findByEmail(address: string, { orReserved = false } = {}): Promise<UserState | null> {
      let reservedBy: UserState | null = null;
      for (const userId of await reservations.holders('email', address)) {
        const { state } = await commands.load(user, userId);
        // A reservation alone does not make an owner: it may be for a change that never came, or wait to be released.
        const owns = state.email !== null && normaliseAddress(state.email) === normaliseAddress(address);
        if (owns && (state.status === 'active' || state.status === 'inactive')) return state;
        if (isUnreadable(state, 'email')) reservedBy ??= state;
      }
      if (reservedBy && !orReserved) throw new PersonalKeyMissing(String(reservedBy.userId));
      return reservedBy;
    },
  };
}
