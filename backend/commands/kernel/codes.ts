import { createHmac, timingSafeEqual } from 'node:crypto';

/** Crockford's alphabet: no letter that looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const MARK = 10;

/**
 * Codes that people hand on: each consists of what it is for and a MAC of that under a secret, so that no code is stored and none can be guessed.
 * `kind` separates the codes: one of one kind is never valid as another.
 */
export function createCodes(secret: Uint8Array, kind: string) {
  const markOf = (id: string): string =>
    Array.from(createHmac('sha256', secret).update(`${kind} ${id}`).digest().subarray(0, MARK), (byte) => ALPHABET[byte % 32]).join('');
  return {
    codeOf: (id: string): string => `${id.toUpperCase()}-${markOf(id)}`,
    /** What a code is for; null: this school did not make it. */
    idOf(given: string): string | null {
      const code = given.trim().toUpperCase();
      const at = code.lastIndexOf('-');
      const id = code.slice(0, Math.max(at, 0)).toLowerCase();
      const mark = Buffer.from(code.slice(at + 1));
      const expected = Buffer.from(markOf(id));
      return mark.length === expected.length && timingSafeEqual(mark, expected) ? id : null;
    },
  };
}
