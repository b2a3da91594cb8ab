import type { Role } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import { sessions } from '../../commands/identity/sessions.ts';
import { user } from '../../commands/identity/user.ts';
import type { SessionRecord } from '../../integrations/vault/keptSessions.ts';
import { auth } from '../contract/auth.ts';
import { viewing } from '../contract/viewing.ts';
import type { Deps } from '../deps.ts';

/** The administrator who views the school as somebody else. */
export interface Viewer {
  userId: number;
  role: Role;
  viewId: string;
  /** Epoch milliseconds. */
  until: number;
}
/** The effective session: itself, or that of the person as whom its administrator views the school. */
export type SeenSession = SessionRecord & { viewer?: Viewer };

/** The only writes allowed while viewing as somebody else: to stop, or to log out. */
const WRITES: ReadonlySet<string> = new Set([viewing.endViewing, auth.logout].map(({ method, path }) => `${method} ${path}`));
export const writesWhileViewing = (method: string, address: string): boolean => WRITES.has(`${method} ${address.split('?')[0]}`);

type Ending = Pick<Deps, 'commands' | 'sessionTokens' | 'clock'>;

/** Ends the view, on record and once, by whichever request first finds it over. */
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
 * The person for whom a session's cookie stands. Checked with every call: viewing ends with its time, with the administrator's role, and where the person
 * is inactive, erased or an administrator by now.
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

/** The owner of the session, whomever it views the school as. */
export const ownerOf = <S extends SeenSession>(session: S): number => session.viewer?.userId ?? session.userId;
