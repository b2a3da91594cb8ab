import { hash as digestOf, randomBytes } from 'node:crypto';
import type { Role } from '../../../events/define.ts';
import type { Vault } from './port.ts';

/** What a token stands for. The role is kept here so that a call costs one look-up; a change of role rewrites it. */
export interface SessionRecord {
  userId: number;
  sessionId: string;
  role: Role;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Epoch milliseconds; absent from sessions of an older release. */
  startedAt?: number;
  /** When the person last showed once more who they are (epoch milliseconds). */
  provenAt?: number;
  /** When it was last used, to within a few minutes. */
  usedAt?: number;
  /** Begun without a password, on the account that all visitors of the demo share. */
  demo?: true;
}

const hash = (token: string): string => digestOf('sha256', token, 'base64url');

/** Session tokens: 32 random bytes, only their hash is kept. */
export interface SessionTokens {
  start(session: SessionRecord): Promise<string>;
  find(token: string): Promise<SessionRecord | null>;
  end(userId: number, sessionId: string): Promise<void>;
  /** Ends all of a person's sessions but those to be kept. */
  endAll(userId: number, keep: (sessionId: string) => boolean): Promise<void>;
  /** Ends those that began before (epoch milliseconds); answers which. */
  endBefore(userId: number, at: number): Promise<string[]>;
  setRole(userId: number, role: Role): Promise<void>;
  /**
   * Whether nobody used it for half an hour: twice what a browser waits, for who reads asks nothing. A clock that jumps makes none idle that
   * this process saw in use a moment ago.
   */
  idle(session: SessionRecord, now: number): boolean;
  /** Notes that the session is in use at `now` (epoch milliseconds); written at most every few minutes. */
  touch(token: string, session: SessionRecord, now: number): Promise<void>;
  /** Notes that the person showed once more who they are. */
  prove(token: string, now: number): Promise<void>;
  /** When each session of a person was last used (epoch milliseconds), by session id. */
  lastUsed(userId: number): Promise<Map<string, number>>;
}

const TOUCH_MS = 5 * 60_000;
const IDLE_MS = 30 * 60_000;
/** So many sessions this process remembers to have seen in use. */
const REMEMBERED = 10_000;
/** Sessions read at once. */
const PAGE = 200;

export function createSessionTokens(vault: Vault): SessionTokens {
  /** By session id, in milliseconds since the process began; the longest unused first. */
  const seen = new Map<string, number>();
  const use = (sessionId: string) => {
    seen.delete(sessionId);
    seen.set(sessionId, performance.now());
    if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value ?? '');
  };
  /** Does this for all there are, a page at a time. */
  const forAll = async (userId: number, work: (found: { key: string; sessionId: string; tokenHash: string }) => Promise<void>) => {
    const prefix = `${userId}:`;
    for (let after: string | undefined; ; ) {
      const more = after === undefined ? {} : { after };
      const page = await vault.list<{ tokenHash: string }>('user-sessions', prefix, { limit: PAGE, ...more });
      await Promise.all(page.map(({ key, value }) => work({ key, sessionId: key.slice(prefix.length), tokenHash: value.tokenHash })));
      if (page.length < PAGE) return;
      after = page.at(-1)?.key;
    }
  };
  const change = async (tokenHash: string, next: (session: SessionRecord) => SessionRecord) => {
    for (;;) {
      const found = await vault.get<SessionRecord>('sessions', tokenHash);
      // Over this revision only: a session that ended meanwhile must not come back.
      if (!found) return;
      const { value, revision } = found;
      if (await vault.replace<SessionRecord>('sessions', tokenHash, revision, next(value), { expiresAt: value.expiresAt })) return;
    }
  };
  return {
    async start(session) {
      use(session.sessionId);
      const token = randomBytes(32).toString('base64url');
      const expiry = { expiresAt: session.expiresAt };
      await vault.put('user-sessions', `${session.userId}:${session.sessionId}`, { tokenHash: hash(token) }, expiry);
      await vault.put<SessionRecord>('sessions', hash(token), session, expiry);
      return token;
    },
    async find(token) {
      return (await vault.get<SessionRecord>('sessions', hash(token)))?.value ?? null;
    },
    async end(userId, sessionId) {
      const key = `${userId}:${sessionId}`;
      const found = await vault.get<{ tokenHash: string }>('user-sessions', key);
      if (!found) return;
      await vault.remove('sessions', found.value.tokenHash);
      await vault.remove('user-sessions', key);
    },
    endAll: (userId, keep) =>
      forAll(userId, async ({ key, sessionId, tokenHash }) => {
        if (keep(sessionId)) return;
        await vault.remove('sessions', tokenHash);
        await vault.remove('user-sessions', key);
      }),
    async endBefore(userId, at) {
      const ended: string[] = [];
      await forAll(userId, async ({ key, sessionId, tokenHash }) => {
        const found = await vault.get<SessionRecord>('sessions', tokenHash);
        // What is not there yet is just beginning, and looks itself at what happened meanwhile before it stands (`signIn.start`).
        if (!found || (found.value.startedAt ?? 0) >= at) return;
        await vault.remove('sessions', tokenHash);
        await vault.remove('user-sessions', key);
        ended.push(sessionId);
      });
      return ended;
    },
    idle({ sessionId, usedAt, startedAt }, now) {
      const last = usedAt ?? startedAt;
      const quiet = performance.now() - (seen.get(sessionId) ?? Number.NEGATIVE_INFINITY);
      if (last !== undefined && now - last > IDLE_MS && quiet > IDLE_MS) return true;
      use(sessionId);
      return false;
    },
    async touch(token, session, now) {
      if (now - (session.usedAt ?? 0) < TOUCH_MS) return;
      await change(hash(token), (found) => ({ ...found, usedAt: now }));
    },
    prove: (token, now) => change(hash(token), (found) => ({ ...found, provenAt: now })),
    async lastUsed(userId) {
      const used = new Map<string, number>();
      await forAll(userId, async ({ tokenHash }) => {
        const found = await vault.get<SessionRecord>('sessions', tokenHash);
        if (found) used.set(found.value.sessionId, found.value.usedAt ?? found.value.startedAt ?? 0);
      });
      return used;
    },
    setRole: (userId, role) => forAll(userId, ({ tokenHash }) => change(tokenHash, (session) => ({ ...session, role }))),
  };
}
