import { createHmac } from 'node:crypto';
import { keysOf } from '../../commands/identity/user.ts';

/** What a text is. `gone`: the person was erased, so it is left out. `words`: any text that is none of the others. */
export type Kind = 'mail' | 'username' | 'phone' | 'first' | 'last' | 'whole' | 'gone' | 'kept' | 'words';

const SYLLABLES =
  'ba be bo ca ce co da de di do fa fe ga go la le li lo lu ma me mi mo mu na ne ni no pa pe po ra re ri ro sa se si so ta te ti to va ve vi'.split(
    ' ',
  );

/** An endless sequence of bytes from a seed. */
function* bytesOf(secret: Uint8Array, seed: string): Generator<number, never, undefined> {
  for (let block = 0; ; block++) yield* createHmac('sha256', secret).update(`${block}\u0000${seed}`).digest();
}
type Bytes = Generator<number, never, undefined>;
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const syllable = (bytes: Bytes): string => SYLLABLES[bytes.next().value % SYLLABLES.length] ?? 'ba';
const invented = (bytes: Bytes, syllables: number): string => Array.from({ length: syllables }, () => syllable(bytes)).join('');

/** A word of the same length, and as much in capitals. */
function word(original: string, bytes: Bytes): string {
  let made = '';
  while (made.length < original.length) made += syllable(bytes);
  made = made.slice(0, original.length);
  return original === original.toUpperCase() && original.length > 1
    ? made.toUpperCase()
    : original.charAt(0) === original.charAt(0).toLowerCase()
      ? made
      : capital(made);
}

/** Of a telephone as somebody wrote it: with or without the country's number. */
export const lastDigits = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10);

/** Invented values in place of real ones: always the same one for the same original. `secret` is made for each copy, and forgotten. */
export function createInvented(secret: Uint8Array) {
  const from = (kind: string, value: string) => bytesOf(secret, `${kind}\u0000${value}`);
  const opaque = (value: string): string => createHmac('sha256', secret).update(value).digest('hex').slice(0, 40);
  /** Reserved values stay unique: two names stay two, and spellings of one name stay one (`keysOf`). */
  const given = new Map<string, string>();
  const taken = new Set<string>();
  const own = (kind: 'email' | 'username', name: string, make: (bytes: Bytes) => string): string => {
    const key = `${kind} ${keysOf[kind](name.trim())[0]}`;
    const before = given.get(key);
    if (before !== undefined) return before;
    const bytes = from(kind, key);
    let made = make(bytes);
    while (taken.has(made)) made = make(bytes);
    taken.add(made);
    given.set(key, made);
    return made;
  };
  const mail = (address: string): string => own('email', address, (bytes) => `${invented(bytes, 3)}.${invented(bytes, 3)}@copia.invalid`);
  const username = (name: string): string => own('username', name, (bytes) => `${invented(bytes, 3)}_${invented(bytes, 2)}`);
  /** In E.164 form, of a range that no network has. */
  const phone = (number: string): string => {
    const bytes = from('phone', lastDigits(number));
    return `+52550${Array.from({ length: 7 }, () => bytes.next().value % 10).join('')}`;
  };
  const first = (name: string, of: string): string => capital(invented(from(`first ${of}`, name), 3));
  const last = (name: string, of: string): string => capital(invented(from(`last ${of}`, name), 4));
  const whole = (name: string): string => `${first(name, '')} ${last(name, '')}`;
  const words = (text: string): string => {
    const bytes = from('words', text);
    if (/^https?:\/\/\S+$/i.test(text)) return `https://copia.invalid/${invented(bytes, 4)}`;
    // `<@12>` names a person by their id (backend/commands/discussion/text.ts).
    return text.replace(/<@\d+>|\p{L}+|\d/gu, (part) =>
      part.startsWith('<@') ? part : /\d/.test(part) ? String(bytes.next().value % 10) : word(part, bytes),
    );
  };
  const coupon = (code: string): string => invented(from('coupon', code), 5).toUpperCase();
  /** In the form of a code: four groups of five. */
  const certificate = (code: string): string => {
    const bytes = from('certificate', code);
    return code.replace(/[^-]/g, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(bytes.next().value % 32));
  };

  /** null: left out. `person`: whose it is, so that the same name of two people becomes two. */
  const of = (kind: Kind, value: string, person: string): string | null => {
    switch (kind) {
      case 'mail':
        return mail(value);
      case 'username':
        return username(value);
      case 'phone':
        return phone(value);
      case 'first':
        return first(value, person);
      case 'last':
        return last(value, person);
      case 'whole':
        return whole(value);
      case 'kept':
        return value;
      case 'gone':
        return null;
      case 'words':
        return words(value);
    }
  };

  return { opaque, mail, username, phone, first, last, words, coupon, certificate, of };
}
export type Invented = ReturnType<typeof createInvented>;
