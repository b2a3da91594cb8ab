import type { Server } from 'socket.io';
import type { Deps } from '../deps.ts';
import { placeOf } from '../limits.ts';
import { endedIdle } from '../plugins/identity.ts';
import { cookieName } from '../plugins/sessionCookie.ts';
import { type SeenSession, seenAs } from '../plugins/viewing.ts';
import { createCallerAddress } from './callerAddress.ts';

/** The identity of a socket once it was accepted. */
export interface Handshake {
  /** Whether it was authenticated by a browser's cookie. */
  byCookie: boolean;
  session: SeenSession | null;
  /** Its cookie belonged to a session that has ended. */
  stale: boolean;
  /** Where it comes from, for limits (`placeOf`). */
  from: string;
}

const cookieToken = (name: string, header: string | undefined): string | null =>
  header
    ?.split(/;\s*/)
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null;

/** Who opens a socket: a program by its token, a browser by its cookie, or nobody known. */
export function handshake(
  deps: Pick<Deps, 'clock' | 'commands' | 'sessionTokens'> & { config: Pick<Deps['config'], 'publicUrl' | 'trustProxy'> },
): Parameters<Server['use']>[0] {
  const { sessionTokens, config } = deps;
  const addressOf = createCallerAddress(config.trustProxy);
  return (socket, next) => {
    const from = placeOf(addressOf(socket.request));
    const { token } = socket.handshake.auth as { token?: unknown };
    const given = typeof token === 'string' && token !== '' ? token : null;
    const found = given ?? cookieToken(cookieName(config.publicUrl), socket.handshake.headers.cookie);
    const refuse = (code: string) => next(Object.assign(new Error(code), { data: { code } }));
    socket.data = { byCookie: false, session: null, stale: false, from } satisfies Handshake;
    if (!found) return next();
    sessionTokens.find(found, deps.clock().getTime()).then(
      async (held) => {
        const wrong = held && (given === null ? await endedIdle(deps, held) : held.by !== 'program');
        const session = wrong || !held ? null : given === null ? await seenAs(deps, held) : held;
        // A stale cookie makes the browser a visitor, and tells it so; a bad token, sent on purpose, is an error.
        if (!session && given) return refuse('SESSION_ENDED');
        socket.data = { byCookie: given === null, session, stale: !session, from } satisfies Handshake;
        return next();
      },
      () => refuse('STORE_UNAVAILABLE'),
    );
  };
}
