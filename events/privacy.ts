import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { JsonObject, Position } from './store/port.ts';

/**
 * Personal fields are encrypted with a key per person (AES-256-GCM, 12-byte nonce, 16-byte tag): `p1:` + base64(nonce + tag + ciphertext of the field's JSON).
 * The associated data binds a value to its event type, field and person.
 */
export interface PersonalKeys {
  /** Called before a batch: refreshes cached keys from the vault. Absent where nothing is cached. */
  fresh?(): Promise<void>;
  /** After `forReading`: the position of the person's erasure in the log, while their key still exists; later events about them count as erased. */
  erasedAt?(person: string): Position | undefined;
  /** Whether the person was erased, or is being erased. */
  isErased?(person: string): Promise<boolean>;
  /** The log says that the person was erased at this position: from now on their data are not decrypted and their key is not given out. Idempotent. */
  erasing?(person: string, at: Position): Promise<void>;
  /** The person's key; creates and stores one durably where there is none. Throws PersonErased, also while the erasure is under way. */
  forWriting(person: string): Promise<Uint8Array>;
  /** The person's key; null where a marker says that the person was erased. Throws PersonalKeyMissing where there is neither: that is a fault, not an erasure. */
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

  constructor(person: string, cause?: unknown) {
    super(`the key of person ${person} is missing and no erasure is on record`, { cause });
    this.name = 'PersonalKeyMissing';
    this.person = person;
  }
}

/** Whose data an event erases: a person's by their id, or a lead's by its own id, even where an older release sealed it with an account's key. null: nobody's. */
export function forgottenIn({ type, data }: { type: string; data: object }): string | null {
  if (type === 'UserErased') return String((data as JsonObject).userId);
  return type === 'LeadErased' ? String((data as JsonObject).leadId) : null;
}

const PREFIX = 'p1:';

export const isSealed = (value: unknown): value is string => typeof value === 'string' && value.startsWith(PREFIX);

/** Cached by key: making a cipher from raw bytes takes five times as long. */
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

/** Throws where the key or the associated data are not those it was sealed with. */
export function unseal(key: Uint8Array, context: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', prepare(key), bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'));
}

/** A personal value in clear. Throws PersonalKeyMissing where it was sealed with another key: one was made anew for who was written of after theirs was lost. */
export function unsealOf(person: string, key: Uint8Array, context: string, sealed: string): unknown {
  try {
    return unseal(key, context, sealed);
  } catch (error) {
    throw new PersonalKeyMissing(person, error);
  }
}

/**
 * A reason in its author's words, sealed with the keys of all people in `by`, one over the other: erasing any of them makes it unreadable.
 * In metadata of older releases it is plain text.
 */
export interface SealedReason {
  by: readonly string[];
  sealed: string;
}

/** null where one of them was erased: the reason is then not kept. */
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

/** null where it can no longer be read. */
export async function unsealReason(keys: PersonalKeys, { by, sealed }: SealedReason): Promise<string | null> {
  let reason = sealed;
  try {
    for (const person of by.toReversed()) {
      const key = await keys.forReading(person);
      if (key === null) return null;
      reason = String(unsealOf(person, key, reasonOf(person), reason));
    }
  } catch (error) {
    // A missing key is a fault, but must not prevent reading what happened.
    if (error instanceof PersonalKeyMissing) return null;
    throw error;
  }
  return reason;
}
const reasonOf = (person: string) => `reason.${person}`;
