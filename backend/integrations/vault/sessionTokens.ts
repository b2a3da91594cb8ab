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
}

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
    async setRole(userId, role) {
      for (const { value } of await ofUser(userId)) {
        const found = await vault.get<SessionRecord>('sessions', value.tokenHash);
        if (found)
          await vault.put<SessionRecord>('sessions', value.tokenHash, { ...found.value, role }, { expiresAt: found.value.expiresAt });
      }
    },
  };
}
