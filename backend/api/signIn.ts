import type { Role } from '../../events/define.ts';
import type { Position } from '../../events/store/port.ts';
import { type SessionMethod, sessions } from '../commands/identity/sessions.ts';
import { type UserState, user } from '../commands/identity/user.ts';
import { type CommandContext, derived } from '../commands/kernel/handle.ts';
import { normalise } from '../commands/kernel/values.ts';
import type { Deps } from './deps.ts';
import { ApiError } from './plugins/errors.ts';

/** "Chrome en Linux": enough to recognise a device, not to follow one. */
export const deviceOf = (agent: string): string | null => {
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0];
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(agent)?.[0];
  return browser ? `${browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser}${system ? ` en ${system}` : ''}` : null;
};

/** What starting a session needs of its call; an API call has it all, and so has the end of a redirect. */
export interface SignInCall {
  now: Date;
  userAgent: string;
  context(): CommandContext;
  wrote(position: Position | null): void;
  setCookie(token: string, expires: Date): void;
}

export interface SignIn {
  /** Starts a session of so many milliseconds: token, cookie and event. Errors: ACCOUNT_INACTIVE. */
  start(
    userId: number,
    role: Role,
    method: SessionMethod,
    call: SignInCall,
    milliseconds: number,
  ): Promise<{ message: string; token: string; user: { id: number } }>;
  /** Whose address it is; null when nobody's. Also of inactive accounts. */
  findByEmail(address: string): Promise<UserState | null>;
}

export function createSignIn({ commands, reservations, sessionTokens }: Pick<Deps, 'commands' | 'reservations' | 'sessionTokens'>): SignIn {
  return {
    async start(userId, role, method, call, milliseconds) {
      const context = call.context();
      const sessionId = crypto.randomUUID();
      const now = call.now.getTime();
      const expires = new Date(now + milliseconds);
      const { position } = await commands.handle(
        sessions,
        userId,
        { type: 'start', userId, sessionId, method, device: deviceOf(call.userAgent) },
        { ...context, actor: { userId, role } },
      );
      const token = await sessionTokens.start({
        ...{ userId, sessionId, role, expiresAt: expires.getTime(), startedAt: now, usedAt: now },
        ...(method === 'demo' && { demo: true }),
      });
      // Whoever was deactivated or given another role while the password was checked: what ended their sessions may have run before this one stood.
      const { state } = await commands.load(user, userId);
      if (state.status !== 'active') {
        await sessionTokens.end(userId, sessionId);
        await commands.handle(sessions, userId, { type: 'end', sessionId, cause: 'deactivated' }, derived(context, 'end'));
        throw new ApiError('ACCOUNT_INACTIVE');
      }
      if (state.role !== role) await sessionTokens.setRole(userId, state.role);
      call.wrote(position);
      call.setCookie(token, expires);
      return { message: 'Inicio de sesión exitoso', token, user: { id: userId } };
    },

    async findByEmail(address) {
      const userId = await reservations.holder('email', address);
      if (userId === null) return null;
      const { state } = await commands.load(user, userId);
      // A reservation alone makes nobody the owner of an address: it may be of a change that never came, or wait to be released.
      const owns = state.email !== null && normalise(state.email) === normalise(address);
      return owns && (state.status === 'active' || state.status === 'inactive') ? state : null;
    },
  };
}
