import type { ErrorCode } from '../contract/errors.ts';
import type { Deps } from '../deps.ts';
import { endedIdle } from '../plugins/identity.ts';
import { ownerOf, seenAs } from '../plugins/viewing.ts';
import type { Connection } from './connection.ts';

/** Reads a connection’s session again, and ends the connection where it has ended or shows another person; false where it did. */
export async function checkSession(deps: Pick<Deps, 'clock' | 'commands' | 'sessionTokens'>, connection: Connection): Promise<boolean> {
  const end = (code: ErrorCode): false => {
    connection.socket.emit('ended', { code });
    connection.socket.disconnect(true);
    return false;
  };
  const was = connection.session;
  const held = was && (await deps.sessionTokens.current({ userId: ownerOf(was), sessionId: was.sessionId }));
  // No call has used the session for too long; an open connection does not count as use. A program's session does not time out.
  const own = held && connection.byCookie && (await endedIdle(deps, held)) ? null : held;
  const session = own && connection.byCookie ? await seenAs(deps, own) : own;
  if (was && session && was.userId !== session.userId) return end('PERSON_CHANGED');
  if (connection.session && !session) return end('SESSION_ENDED');
  connection.session = session;
  return true;
}
