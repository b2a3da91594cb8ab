import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { JsonObject, Position } from './store/port.ts';

/**
 * Personal fields are encrypted with a key per person (AES-256-GCM, 12-byte nonce, 16-byte tag): `p1:` + base64(nonce + tag + ciphertext of the field's JSON).
 * The associated data binds a value to its event type, field and person.
 */
export interface PersonalKeys {
  /** Before a batch: what is remembered of keys stands as the vault has it now. Absent: nothing is remembered. */
  fresh?(): Promise<void>;
  /** After `forReading`: where the person's erasure stands in the log while their key is still there; what comes later is nobody's any more. */
  erasedAt?(person: string): Position | undefined;
  /** Whether the person is erased, or being erased. */
  isErased?(person: string): Promise<boolean>;
  /** The log says at this position that the person was erased: from there on nothing of theirs is read, and no key is given out for writing. Idempotent. */
  erasing?(person: string, at: Position): Promise<void>;
  /** The person's key, made and durable before it is answered where there was none. Throws PersonErased, also while they are being erased. */
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
  readonly person: string;

  constructor(person: string) {
    super(`the key of person ${person} is missing and no erasure is on record`);
    this.name = 'PersonalKeyMissing';
    this.person = person;
  }
}

/** Whom an event says to forget: a person by their id, or a lead by its own, also where its words are sealed with an account's key (of an older release): codes of scholarships name it. null: nobody. */
export function forgottenIn({ type, data }: { type: string; data: object }): string | null {
  if (type === 'UserErased') return String((data as JsonObject).userId);
  return type === 'LeadErased' ? String((data as JsonObject).leadId) : null;
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

/**
 * Why something was done, in its author's words: sealed with the key of each person of `by`, one over the other, so that the end of any of them ends it.
 * In metadata of older releases it stands as plain text.
 */
export interface SealedReason {
  by: readonly string[];
  sealed: string;
}

/** null: one of them was erased, and nothing is kept. */
export async function sealReason(keys: PersonalKeys, by: readonly string[], reason: string): Promise<SealedReason | null> {
  let sealed = reason;
  try {
    for (const person of by) sealed = seal(await keys.forWriting(person), reasonOf(person), sealed);
  } catch (error) {
    if (error instanceof PersonErased) return null;
    throw error;
  }
  return { by, sealed };
}

/** null: it can be read no more. */
export async function unsealReason(keys: PersonalKeys, { by, sealed }: SealedReason): Promise<string | null> {
  let reason = sealed;
  for (const person of by.toReversed()) {
    const key = await keys.forReading(person).catch((error: unknown) => {
      // A key that is missing is a fault, but not one that should keep back what was done.
      if (error instanceof PersonalKeyMissing) return null;
      throw error;
    });
    if (key === null) return null;
    reason = String(unseal(key, reasonOf(person), reason));
  }
  return reason;
}
const reasonOf = (person: string) => `reason.${person}`;
