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
  /** Ends all of a person's sessions but `except`; answers the ids of those ended. */
  endAll(userId: number, except: string | null): Promise<string[]>;
  setRole(userId: number, role: Role): Promise<void>;
  /** Notes that the session is in use at `now` (epoch milliseconds); written at most every few minutes. */
  touch(token: string, session: SessionRecord, now: number): Promise<void>;
  /** When each session of a person was last used (epoch milliseconds), by session id. */
  lastUsed(userId: number): Promise<Map<string, number>>;
}

const TOUCH_MS = 5 * 60_000;

export function createSessionTokens(vault: Vault): SessionTokens {
  const ofUser = (userId: number) => vault.list<{ tokenHash: string }>('user-sessions', `${userId}:`, { limit: 1_000 });
  return {
    async start(session) {
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
    async endAll(userId, except) {
      const ended: string[] = [];
      for (const { key, value } of await ofUser(userId)) {
        const sessionId = key.slice(key.indexOf(':') + 1);
        if (sessionId === except) continue;
        await vault.remove('sessions', value.tokenHash);
        await vault.remove('user-sessions', key);
        ended.push(sessionId);
      }
      return ended;
    },
    async touch(token, session, now) {
      if (now - (session.usedAt ?? 0) < TOUCH_MS) return;
      const found = await vault.get<SessionRecord>('sessions', hash(token));
      // Over this revision only: a session that ended meanwhile must not come back.
      if (found)
        await vault.replace<SessionRecord>(
          'sessions',
          hash(token),
          found.revision,
          { ...found.value, usedAt: now },
          { expiresAt: found.value.expiresAt },
        );
    },
    async lastUsed(userId) {
      const used = new Map<string, number>();
      for (const { value } of await ofUser(userId)) {
        const found = await vault.get<SessionRecord>('sessions', value.tokenHash);
        if (found) used.set(found.value.sessionId, found.value.usedAt ?? found.value.startedAt ?? 0);
      }
      return used;
    },
    async setRole(userId, role) {
      for (const { value } of await ofUser(userId)) {
        const found = await vault.get<SessionRecord>('sessions', value.tokenHash);
        if (found)
          await vault.put<SessionRecord>('sessions', value.tokenHash, { ...found.value, role }, { expiresAt: found.value.expiresAt });
      }
    },
  };
}
