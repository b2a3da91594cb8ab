import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { PersonalKeyMissing, type PersonalKeys, PersonErased } from '../../../events/privacy.ts';
import type { Position } from '../../../events/store/port.ts';
import type { Vault } from './port.ts';

type Live = {
  wrapped: string /** The position of the erasure in the log: the key is still needed to end what the person began. */;
  erasing?: Position;
};
type StoredKey = Live | { erased: true };

const CACHE = 5_000;
/** In the vault's table `meta`: written anew at every step of an erasure, so that every process knows whether its cached keys are still valid. */
const STAMP = 'erasures';

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

export interface ManagedPersonalKeys extends Required<PersonalKeys> {
  /** Destroys the key for good and leaves a marker. Idempotent. */
  destroy(person: string): Promise<void>;
  /** Drops a cached key (another thread or node destroyed it). */
  forget(person: string): void;
}

export interface PersonalKeysOptions {
  /**
   * How long, in ms, cached keys are used before the vault is asked again. 0, for whoever answers people: every time. A loader of many events may take
   * longer: what it writes meanwhile about a person being erased comes after their erasure, and reads as erased.
   */
  standMs?: number;
  /** Its clock, in ms. */
  now?: () => number;
}

/**
 * Personal-data keys in the vault, one per person, with a bounded cache of unwrapped keys. From the moment an erasure is known, the person's key is
 * not cached, not given out for writing, and opens nothing that was written after the erasure; then it is destroyed.
 */
export function createPersonalKeys(
  vault: Vault,
  master: Uint8Array,
  { standMs = 0, now = () => performance.now() }: PersonalKeysOptions = {},
): ManagedPersonalKeys {
  const cache = new Map<string, Uint8Array>();
  /** People whose erasure has begun; deleted when the key is destroyed. */
  const ending = new Map<string, Position>();
  let stamp: string | null = null;
  let asked: Promise<void> = Promise.resolve();
  let askedAt = Number.NEGATIVE_INFINITY;

  const keep = (person: string, key: Uint8Array) => {
    if (cache.size >= CACHE)
      for (const oldest of cache.keys()) {
        cache.delete(oldest);
        break;
      }
    cache.set(person, key);
    return key;
  };
  const found = (person: string) => vault.get<StoredKey>('keys', person);
  const stamped = () => vault.put<{ stamp: string }>('meta', STAMP, { stamp: crypto.randomUUID() });
  const ask = async () => {
    const found = (await vault.get<{ stamp: string }>('meta', STAMP))?.value.stamp ?? null;
    if (found === stamp) return;
    cache.clear();
    stamp = found;
  };
  const forget = (person: string) => {
    cache.delete(person);
    ending.delete(person);
  };

  return {
    fresh() {
      const at = now();
      if (at - askedAt < standMs) return asked;
      askedAt = at;
      asked = ask();
      // Its waiters get the error, and the next caller asks again.
      asked.catch(() => {
        askedAt = Number.NEGATIVE_INFINITY;
      });
      return asked;
    },
    erasedAt: (person) => ending.get(person),
    async forWriting(person) {
      const cached = cache.get(person);
      if (cached) return cached;
      const fresh = randomBytes(32);
      let stored = await found(person);
      if (!stored) {
        if (await vault.insert<StoredKey>('keys', person, { wrapped: wrap(master, person, fresh) })) return keep(person, fresh);
        stored = await found(person);
      }
      if (!stored || 'erased' in stored.value || stored.value.erasing !== undefined) throw new PersonErased(person);
      return keep(person, unwrap(master, person, stored.value.wrapped));
    },
    async forReading(person) {
      const cached = cache.get(person);
      if (cached) return cached;
      const stored = await found(person);
      if (!stored) throw new PersonalKeyMissing(person);
      if ('erased' in stored.value) {
        ending.delete(person);
        return null;
      }
      const { wrapped, erasing } = stored.value;
      const key = unwrap(master, person, wrapped);
      if (erasing === undefined) return keep(person, key);
      ending.set(person, erasing);
      return key;
    },
    async isErased(person) {
      if (cache.has(person)) return false;
      const stored = await found(person);
      return stored !== null && ('erased' in stored.value || stored.value.erasing !== undefined);
    },
    async erasing(person, at) {
      for (;;) {
        const stored = await found(person);
        // Nothing was ever sealed for them: no key may be created any more.
        if (!stored) {
          if (await vault.insert<StoredKey>('keys', person, { erased: true })) break;
          continue;
        }
        if ('erased' in stored.value || stored.value.erasing !== undefined) {
          forget(person);
          return;
        }
        if (await vault.replace<StoredKey>('keys', person, stored.revision, { wrapped: stored.value.wrapped, erasing: at })) break;
      }
      await stamped();
      forget(person);
    },
    async destroy(person) {
      await vault.put<StoredKey>('keys', person, { erased: true });
      await stamped();
      forget(person);
    },
    forget,
  };
}

/** A stable fingerprint of the master key, to notice at start that the vault was sealed with another one. */
export const masterKeyFingerprint = (master: Uint8Array): string =>
  createHash('sha256').update('aulaviva personal data key').update(master).digest('base64url').slice(0, 22);
