import type { Role } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import { sessions } from '../../commands/identity/sessions.ts';
import { user } from '../../commands/identity/user.ts';
import type { SessionRecord } from '../../integrations/vault/sessionTokens.ts';
import { auth } from '../contract/auth.ts';
import { viewing } from '../contract/viewing.ts';
import type { Deps } from '../deps.ts';

/** The administrator who sees the school as somebody else. */
export interface Viewer {
  userId: number;
  role: Role;
  viewId: string;
  /** Epoch milliseconds. */
  until: number;
}
/** A session as what it stands for now: itself, or the person as whom its administrator sees the school. */
export type SeenSession = SessionRecord & { viewer?: Viewer };

/** What may be written while one sees the school as somebody else: to be oneself again, or nobody. */
const WRITES: ReadonlySet<string> = new Set([viewing.endViewing, auth.logout].map(({ method, path }) => `${method} ${path}`));
export const writesWhileViewing = (method: string, address: string): boolean => WRITES.has(`${method} ${address.split('?')[0]}`);

type Ending = Pick<Deps, 'commands' | 'sessionTokens' | 'clock'>;

/** Ends it, on record, once: whoever sees first that it is over. */
export async function endViewing(
  { commands, sessionTokens, clock }: Ending,
  session: SessionRecord,
  cause: 'ended' | 'expired' | 'refused',
) {
  const seen = session.viewing;
  if (!seen) return null;
  await sessionTokens.endViewing(session, seen.viewId);
  const commandId = uuid5('end of viewing', seen.viewId);
  const context = { commandId, correlationId: seen.viewId, causationId: commandId, now: clock() };
  return commands.handle(
    sessions,
    seen.userId,
    { type: 'endViewing', userId: seen.userId, viewId: seen.viewId, cause },
    { ...context, actor: cause === 'ended' ? { userId: session.userId, role: session.role } : { userId: null, role: 'system' } },
  );
}

/**
 * Whom a session's cookie stands for. Looked at with every call: it is over with its time, with the administrator's role, and where the person is inactive,
 * erased or an administrator by now.
 */
export async function seenAs(deps: Ending, session: SessionRecord): Promise<SeenSession> {
  const { viewing: seen, provenAt: _, ...own } = session;
  if (!seen) return session;
  const { state } = await deps.commands.load(user, seen.userId);
  const may = session.role === 'administrator' && state.status === 'active' && state.role !== 'administrator';
  if (!may || seen.until <= deps.clock().getTime()) {
    await endViewing(deps, session, may ? 'expired' : 'refused');
    const { viewing: over, ...rest } = session;
    return rest;
  }
  const { viewId, until } = seen;
  return { ...own, userId: seen.userId, role: state.role, viewer: { userId: session.userId, role: session.role, viewId, until } };
}

/** Whose session it is, whomever it is seen as. */
export const ownerOf = <S extends SeenSession>(session: S): number => session.viewer?.userId ?? session.userId;
