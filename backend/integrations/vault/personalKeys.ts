import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { PersonalKeyMissing, type PersonalKeys, PersonErased } from '../../../events/privacy.ts';
import type { Vault } from './port.ts';

type StoredKey = { wrapped: string } | { erased: true };

const CACHE = 5_000;
/** No process goes on with a key for longer than this without looking: another may have destroyed it right after this one was told to forget it. */
const LOOK_AGAIN_MS = 10_000;

/** Wraps with AES-256-GCM under the installation's PERSONAL_DATA_KEY (32 bytes); the person's id is the associated data. */
const wrap = (master: Uint8Array, person: string, key: Uint8Array): string => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', master, nonce).setAAD(Buffer.from(person));
  const body = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
};
const unwrap = (master: Uint8Array, person: string, wrapped: string): Uint8Array => {
  const bytes = Buffer.from(wrapped, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', master, bytes.subarray(0, 12)).setAAD(Buffer.from(person));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
};

export interface ManagedPersonalKeys extends PersonalKeys {
  /** Destroys the key for good and leaves a marker. Idempotent. */
  destroy(person: string): Promise<void>;
  /** Forgets a cached key (another thread or node destroyed it). */
  forget(person: string): void;
}

/** Personal-data keys in the vault, one per person, with a bounded cache of unwrapped keys. */
export function createPersonalKeys(vault: Vault, master: Uint8Array, elapsed: () => number = () => performance.now()): ManagedPersonalKeys {
  const cache = new Map<string, { key: Uint8Array; at: number }>();
  const keep = (person: string, key: Uint8Array) => {
    if (cache.size >= CACHE)
      for (const oldest of cache.keys()) {
        cache.delete(oldest);
        break;
      }
    cache.set(person, { key, at: elapsed() });
    return key;
  };
  const known = (person: string): Uint8Array | undefined => {
    const found = cache.get(person);
    if (!found) return undefined;
    if (elapsed() - found.at < LOOK_AGAIN_MS) return found.key;
    cache.delete(person);
    return undefined;
  };
  const stored = async (person: string) => (await vault.get<StoredKey>('keys', person))?.value;

  return {
    async forWriting(person) {
      const cached = known(person);
      if (cached) return cached;
      const fresh = randomBytes(32);
      const found =
        (await stored(person)) ??
        ((await vault.insert<StoredKey>('keys', person, { wrapped: wrap(master, person, fresh) })) ? null : await stored(person));
      if (found === null) return keep(person, fresh);
      if (!found || 'erased' in found) throw new PersonErased(person);
      return keep(person, unwrap(master, person, found.wrapped));
    },
    async forReading(person) {
      const cached = known(person);
      if (cached) return cached;
      const found = await stored(person);
      if (!found) throw new PersonalKeyMissing(person);
      return 'erased' in found ? null : keep(person, unwrap(master, person, found.wrapped));
    },
    async destroy(person) {
      await vault.put<StoredKey>('keys', person, { erased: true });
      cache.delete(person);
    },
    forget: (person) => void cache.delete(person),
  };
}

/** A stable fingerprint of the master key, to notice at start that the vault was sealed with another one. */
export const masterKeyFingerprint = (master: Uint8Array): string =>
  createHash('sha256').update('aulaviva personal data key').update(master).digest('base64url').slice(0, 22);
