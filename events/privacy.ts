import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/**
 * Personal fields are encrypted with a key per person (AES-256-GCM, 12-byte nonce, 16-byte tag): `p1:` + base64(nonce + tag + ciphertext of the field's JSON).
 * The associated data binds a value to its event type, field and person.
 */
export interface PersonalKeys {
  /** The person's key, made and durable before it is answered where there was none. Throws PersonErased. */
  forWriting(person: string): Promise<Uint8Array>;
  /** The person's key; null when the person was erased (a marker says so). Throws PersonalKeyMissing where there is neither: a fault, not an erasure. */
  forReading(person: string): Promise<Uint8Array | null>;
}

export class PersonErased extends Error {
  constructor(person: string) {
    super(`person ${person} was erased`);
    this.name = 'PersonErased';
  }
}

export class PersonalKeyMissing extends Error {
  constructor(person: string) {
    super(`the key of person ${person} is missing and no erasure is on record`);
    this.name = 'PersonalKeyMissing';
  }
}

const PREFIX = 'p1:';

export const isSealed = (value: unknown): value is string => typeof value === 'string' && value.startsWith(PREFIX);

/** Made once for each key: a cipher made from bare bytes takes five times as long. */
const prepared = new WeakMap<Uint8Array, KeyObject>();
function prepare(key: Uint8Array): KeyObject {
  const found = prepared.get(key) ?? createSecretKey(key);
  prepared.set(key, found);
  return found;
}

export function seal(key: Uint8Array, context: string, value: unknown): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', prepare(key), nonce);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** Throws when the key or the context is not the one it was sealed with. */
export function unseal(key: Uint8Array, context: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', prepare(key), bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'));
}
