import { hash as digestOf, randomBytes } from 'node:crypto';
import type { Vault } from './port.ts';

/** `av_<key id>_<secret>`: the beginning tells scanners of repositories what it is. */
const KEY = /^av_([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/;
/** Uses are noted at most this often. */
const NOTE_MS = 5 * 60_000;
/** A school has few keys: one page holds all their records. */
const PAGE = 1_000;

const recordOf = (keyId: string, secret: string) => `${keyId}:${digestOf('sha256', secret, 'base64url')}`;

/** The secrets of integrations' keys: 32 random bytes, of which only the hash is stored. */
export function createApiKeySecrets(vault: Vault) {
  /** When this process noted the use of a key, in epoch milliseconds. */
  const noted = new Map<string, number>();
  return {
    /** Whether the value sent is such a key, and not a session's token. */
    looksLike: (token: string): boolean => KEY.test(token),
    /** Makes a new secret, the only valid one under this id from now on; returns the whole key, which is stored nowhere. */
    async add(keyId: string, secretId: string): Promise<string> {
      for (const { key, value } of await vault.list<{ secretId: string }>('api-keys', `${keyId}:`, { limit: PAGE }))
        if (value.secretId === secretId) await vault.remove('api-keys', key);
      const secret = randomBytes(32).toString('base64url');
      await vault.put('api-keys', recordOf(keyId, secret), { secretId });
      return `av_${keyId}_${secret}`;
    },
    /** The key and which of its secrets the value sent is; null: it is none that exists. */
    async find(key: string): Promise<{ keyId: string; secretId: string } | null> {
      const [, keyId = '', secret = ''] = KEY.exec(key) ?? [];
      const kept = keyId === '' ? null : await vault.get<{ secretId: string }>('api-keys', recordOf(keyId, secret));
      return kept && { keyId, secretId: kept.value.secretId };
    },
    /** Forgets all secrets of a key but these. */
    async keep(keyId: string, secretIds: readonly string[]): Promise<void> {
      for (const { key, value } of await vault.list<{ secretId: string }>('api-keys', `${keyId}:`, { limit: PAGE }))
        if (!secretIds.includes(value.secretId)) await vault.remove('api-keys', key);
    },
    /** Notes a use at `now` (epoch milliseconds), to within a few minutes. */
    async use(keyId: string, now: number): Promise<void> {
      if (Math.abs(now - (noted.get(keyId) ?? 0)) < NOTE_MS) return;
      noted.set(keyId, now);
      await vault.put('api-keys', `used:${keyId}`, { at: now });
    },
    /** When each key was last used (epoch milliseconds), by its id. */
    async lastUsed(): Promise<Map<string, number>> {
      const used = await vault.list<{ at: number }>('api-keys', 'used:', { limit: PAGE });
      return new Map(used.map(({ key, value }) => [key.slice('used:'.length), value.at]));
    },
  };
}
