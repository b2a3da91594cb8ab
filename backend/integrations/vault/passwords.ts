import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Vault } from './port.ts';

const argon2 = promisify(argon2Callback);

/** The cost of hashing a password: memory in KiB, and passes. */
export interface PasswordCost {
  memory: number;
  passes: number;
  parallelism: number;
}
/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane. */
const OWASP: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;

interface StoredPassword extends PasswordCost {
  algorithm: 'argon2id';
  nonce: string;
  tag: string;
}

const derive = async (password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> =>
  (await argon2('argon2id', {
    message: password.normalize('NFC'),
    nonce,
    tagLength: TAG_LENGTH,
    memory: cost.memory,
    passes: cost.passes,
    parallelism: cost.parallelism,
  })) as Buffer;

const stored = async (password: string, cost: PasswordCost): Promise<StoredPassword> => {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, cost);
  const { memory, passes, parallelism } = cost;
  return { algorithm: 'argon2id', nonce: nonce.toString('base64'), tag: tag.toString('base64'), memory, passes, parallelism };
};

export function createPasswords(vault: Vault, cost: PasswordCost = OWASP) {
  const nobody: StoredPassword = {
    algorithm: 'argon2id',
    nonce: randomBytes(16).toString('base64'),
    tag: randomBytes(TAG_LENGTH).toString('base64'),
    ...cost,
  };
  return {
    set: async (userId: number, password: string): Promise<void> =>
      vault.put<StoredPassword>('passwords', String(userId), await stored(password, cost)),
    /** An identifier of the person's present password; null where there is none. For `replace`. */
    revision: async (userId: number): Promise<number | null> => (await vault.get('passwords', String(userId)))?.revision ?? null,
    /** Sets another password only over that one: of two concurrent changes, or after a reset, only the first succeeds. Returns whether it did. */
    async replace(userId: number, revision: number | null, password: string): Promise<boolean> {
      const next = await stored(password, cost);
      return revision === null
        ? vault.insert<StoredPassword>('passwords', String(userId), next)
        : vault.replace<StoredPassword>('passwords', String(userId), revision, next);
    },
    /** Takes as long for a person without a password (or for nobody: null) as for anyone. */
    async matches(userId: number | null, password: string): Promise<boolean> {
      const found = userId === null ? null : await vault.get<StoredPassword>('passwords', String(userId));
      const against = found?.value ?? nobody;
      const tag = await derive(password, Buffer.from(against.nonce, 'base64'), against);
      return timingSafeEqual(tag, Buffer.from(against.tag, 'base64')) && found !== null;
    },
    /** Whether the person has one; people who sign in elsewhere may have none. */
    has: async (userId: number): Promise<boolean> => (await vault.get('passwords', String(userId))) !== null,
    remove: (userId: number): Promise<void> => vault.remove('passwords', String(userId)),
  };
}
