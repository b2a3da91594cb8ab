import { hash as digestOf, randomBytes } from 'node:crypto';
import type { Role } from '../../../events/define.ts';
import { createKeptSessions, hash, type KeptSession, keyOf, type SessionRecord } from './keptSessions.ts';
import type { Vault } from './port.ts';

/** Masks a token with the one before it, so that only a holder of that one can read it; applied twice it gives the token again. */
const hidden = (token: Buffer, before: string): Buffer => {
  const pad = digestOf('sha256', `after ${before}`, 'buffer');
  return Buffer.from(token.map((byte, at) => byte ^ (pad[at] ?? 0)));
};

/** A session as one of its tokens opens it: with the proof that belongs to that token. */
export interface FoundSession extends KeptSession {
  by: 'cookie' | 'before' | 'program';
}

export type SessionTokens = ReturnType<typeof createSessionTokens>;

const TOUCH_MS = 5 * 60_000;
const IDLE_MS = 30 * 60_000;
/** How many milliseconds a cookie's token is used before it is replaced; a copied token is valid as long, unless the copy is noticed. */
const RENEW_MS = 60 * 60_000;
/** How many milliseconds calls that were on their way when the token changed are still answered. */
export const GRACE_MS = 5 * 60_000;
/** How many milliseconds a replaced token is remembered as one. */
const REMEMBERED_MS = 24 * 3_600_000;
/** How many sessions this process remembers as recently used. */
const REMEMBERED = 10_000;

/** Session tokens: 32 random bytes, of which only the hash is stored. A session has two: the cookie's, which rotates, and one for programs. */
export function createSessionTokens(vault: Vault) {
  const { get: kept, forAll, change, remove, look } = createKeptSessions(vault);
  /** By session id, in milliseconds since the process began; the least recently used first. */
  const seen = new Map<string, number>();
  const use = (sessionId: string) => {
    seen.delete(sessionId);
    seen.set(sessionId, performance.now());
    if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value ?? '');
  };
  const found = (session: KeptSession, given: string, now: number): FoundSession | null => {
    const { provenAt, ...rest } = session;
    if (given === session.tokenHash) return { ...session, by: 'cookie' };
    if (given === session.program?.tokenHash)
      return { ...rest, by: 'program', ...(session.program.provenAt !== undefined && { provenAt: session.program.provenAt }) };
    const until = given === session.before?.tokenHash ? (session.before.until ?? now) : Number.NEGATIVE_INFINITY;
    return now <= until ? { ...rest, by: 'before' } : null;
  };
  /** Gives the cookie another token, over this state of the session only; null where another call did meanwhile. */
  const replace = async (session: KeptSession, now: number, rest: (next: Buffer) => Pick<KeptSession, 'before' | 'provenAt'>) => {
    const random = randomBytes(32);
    const next = random.toString('base64url');
    const key = keyOf(session);
    // Recorded before it is valid: of two concurrent calls one decides, and the other learns which it is.
    await vault.put('sessions', hash(next), { of: key }, { expiresAt: session.expiresAt });
    const changed = await change(key, ({ provenAt: _, ...one }) =>
      one.tokenHash === session.tokenHash ? { ...one, tokenHash: hash(next), tokenSince: now, renewed: true, ...rest(random) } : null,
    );
    if (!changed) {
      await vault.remove('sessions', hash(next));
      return null;
    }
    await vault.put('sessions', session.tokenHash, { of: key }, { expiresAt: Math.min(session.expiresAt, now + REMEMBERED_MS) });
    return next;
  };
  return {
    async start(session: SessionRecord): Promise<{ cookie: string; token: string }> {
      use(session.sessionId);
      const cookie = randomBytes(32).toString('base64url');
      const token = randomBytes(32).toString('base64url');
      const expiry = { expiresAt: session.expiresAt };
      const begun: KeptSession = {
        ...session,
        tokenHash: hash(cookie),
        tokenSince: session.startedAt ?? Date.now(),
        program: { tokenHash: hash(token) },
      };
      await vault.put<KeptSession>('user-sessions', keyOf(session), begun, expiry);
      for (const one of [cookie, token]) await vault.put('sessions', hash(one), { of: keyOf(session) }, expiry);
      return { cookie, token };
    },
    async find(token: string, now: number = Date.now()): Promise<FoundSession | null> {
      const named = await look(token);
      return named?.session ? found(named.session, named.tokenHash, now) : null;
    },
    /** Detects a copied token: one that was replaced twice, longer ago than calls take. Returns its session. */
    async replayed(token: string, now: number): Promise<Pick<SessionRecord, 'userId' | 'sessionId'> | null> {
      const named = await look(token);
      if (!named?.session || found(named.session, named.tokenHash, now)) return null;
      // The previous token may come from a slow call, or from a browser that died before it stored the next.
      const { tokenSince, before } = named.session;
      return named.tokenHash !== before?.tokenHash && now - tokenSince > GRACE_MS ? named.session : null;
    },
    /** The present session; null once it has ended. */
    current: async (session: Pick<SessionRecord, 'userId' | 'sessionId'>): Promise<SessionRecord | null> =>
      (await kept(keyOf(session)))?.value ?? null,
    /**
     * After a use of a cookie's token: the previous one stays valid for a while longer. Returns the token that replaces it where
     * `turns` and this one is old, or was replaced by one that has not come back: concurrent calls get the same. Else null.
     */
    async renew(token: string, session: FoundSession, now: number, turns: boolean): Promise<string | null> {
      const { by, before } = session;
      if (by === 'program') return null;
      if (by === 'cookie' && before?.until === null)
        await change(keyOf(session), (one) =>
          one.tokenHash === session.tokenHash && one.before?.until === null
            ? { ...one, before: { ...one.before, until: now + GRACE_MS } }
            : null,
        );
      const unanswered = by === 'before' && before?.until === null;
      if (!turns || (by === 'before' && !unanswered)) return null;
      if (unanswered && before.next !== null) return hidden(Buffer.from(before.next, 'base64url'), token).toString('base64url');
      if (now - session.tokenSince < RENEW_MS && !(by === 'cookie' && session.renewed === false)) return null;
      const next = await replace(session, now, (random) => ({
        before: { tokenHash: hash(token), next: hidden(random, token).toString('base64url'), until: null },
      }));
      if (next !== null) return next;
      const again = await this.find(token, now);
      return again?.by === 'before' ? this.renew(token, again, now, true) : null;
    },
    /**
     * The session gets more rights (`proven`: the person proved again who they are), which holders of earlier tokens must not have. Returns
     * the cookie's new token (null for a program, whose token stays), or null where the session is over.
     */
    async raise(token: string, now: number, proven: boolean): Promise<{ token: string | null } | null> {
      for (;;) {
        const session = await this.find(token, now);
        if (!session) return null;
        if (session.by === 'program') {
          if (proven) await change(keyOf(session), (one) => ({ ...one, program: { tokenHash: hash(token), provenAt: now } }));
          return { token: null };
        }
        const provenAt = proven ? now : session.provenAt;
        const next = await replace(session, now, () => ({
          before: { tokenHash: session.tokenHash, next: null, until: null },
          ...(provenAt !== undefined && { provenAt }),
        }));
        if (next !== null) return { token: next };
      }
    },
    async end(userId: number, sessionId: string): Promise<void> {
      const found = await kept(keyOf({ userId, sessionId }));
      if (found) await remove(found);
    },
    /** Ends all of a person's sessions except those to be kept. */
    endAll: (userId: number, keep: (sessionId: string) => boolean): Promise<void> =>
      forAll(userId, async (found, sessionId) => {
        if (!keep(sessionId)) await remove(found);
      }),
    /** Ends those that began before (epoch milliseconds); returns which. */
    async endBefore(userId: number, at: number): Promise<string[]> {
      const ended: string[] = [];
      await forAll(userId, async (found, sessionId) => {
        if ((found.value.startedAt ?? 0) >= at) return;
        await remove(found);
        ended.push(sessionId);
      });
      return ended;
    },
    /**
     * Whether it was unused for half an hour: twice the browser's own limit, because a reader makes no calls. A jump of the clock makes no session
     * idle that this process saw in use a moment ago.
     */
    idle({ sessionId, usedAt, startedAt }: SessionRecord, now: number): boolean {
      const last = usedAt ?? startedAt;
      const quiet = performance.now() - (seen.get(sessionId) ?? Number.NEGATIVE_INFINITY);
      return last !== undefined && now - last > IDLE_MS && quiet > IDLE_MS;
    },
    /** Records that the session is in use at `now` (epoch milliseconds); written at most every few minutes. */
    async touch(session: SessionRecord, now: number): Promise<void> {
      use(session.sessionId);
      if (now - (session.usedAt ?? 0) < TOUCH_MS) return;
      await change(keyOf(session), (found) => ({ ...found, usedAt: now }));
    },
    /** When each session of a person was last used (epoch milliseconds), by session id. */
    async lastUsed(userId: number): Promise<Map<string, number>> {
      const used = new Map<string, number>();
      await forAll(userId, async ({ value }, sessionId) => {
        used.set(sessionId, value.usedAt ?? value.startedAt ?? 0);
      });
      return used;
    },
    /** The person as whom its browser views the school from now on. False where the session is over, or another such view began meanwhile. */
    startViewing: async (
      session: Pick<SessionRecord, 'userId' | 'sessionId'>,
      viewing: NonNullable<SessionRecord['viewing']>,
    ): Promise<boolean> => {
      const free = ({ viewing: seen }: KeptSession) => seen === undefined || seen.viewId === viewing.viewId;
      return (await change(keyOf(session), (one) => (free(one) ? { ...one, viewing } : null))) !== null;
    },
    /** Its browser views the school as itself again. */
    endViewing: async (session: Pick<SessionRecord, 'userId' | 'sessionId'>, viewId: string): Promise<void> => {
      await change(keyOf(session), ({ viewing, ...one }) => (viewing?.viewId === viewId ? one : null));
    },
    /** Their tokens are replaced with the next call. */
    setRole: (userId: number, role: Role): Promise<void> =>
      forAll(userId, async ({ key }) => void (await change(key, (found) => ({ ...found, role, renewed: false })))),
  };
}
