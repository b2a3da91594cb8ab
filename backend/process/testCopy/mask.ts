import { createHmac } from 'node:crypto';
import type { EventDefinition, EventMetadata } from '../../../events/define.ts';
import { registry } from '../../../events/registry.ts';
import type { Json, JsonObject } from '../../../events/store/port.ts';
import { categoryOf } from '../../../events/store/port.ts';
import type { StreamName } from '../../../events/streams.ts';
import { keysOf } from '../../commands/identity/user.ts';

/**
 * What a test copy holds in the place of people: names, addresses, telephones and words that nobody wrote, the same ones for the same original. A text
 * is masked unless it is named here as kept, so that the fields of an event that comes later are masked from its first day.
 */

type Kind = 'mail' | 'username' | 'phone' | 'first' | 'last' | 'whole' | 'gone' | 'kept' | 'words';

/** Personal fields that are something else than words. `gone`: left out, as where the person was erased. */
const personalKinds: Readonly<Record<string, Kind>> = {
  ...{ email: 'mail', username: 'username', phone: 'phone', firstName: 'first', lastName: 'last', buyer: 'whole', taxName: 'whole' },
  ...{ country: 'kept', taxRegime: 'kept', taxUse: 'kept' },
  ...{ file: 'gone', device: 'gone', endpoint: 'gone', p256dh: 'gone', auth: 'gone' },
  ...{ 'UsernameChanged.previous': 'username', 'EmailChanged.previous': 'mail', 'EmailChangeRequested.previous': 'mail' },
  ...{ 'AvatarSet.previous': 'gone', 'AvatarRemoved.previous': 'gone' },
  ...{ 'LeadCaptured.name': 'whole', 'CertificateIssued.name': 'whole', 'CertificateReissued.name': 'whole' },
  ...{ 'CertificateNameChosen.name': 'whole', 'NoticeGiven.name': 'whole' },
};

/** What the school itself says: kept, but for names, addresses and telephones of its people that stand in it. */
const SAID_BY_THE_SCHOOL: ReadonlySet<StreamName> = new Set([
  'course',
  'lesson',
  'quiz',
  'link',
  'videolinks',
  'site',
  'webinar',
  'groups',
  'campaign',
  'bundles',
]);
/** But for these, which are of people, or lead to where the school really meets them. */
const NOT_THE_SCHOOLS = new Map<string, Kind>([
  ...(['name', 'role', 'text'] as const).map((field) => [`Testimonial.item.${field}`, 'words'] as const),
  ...(['SchoolSettingsChanged.mission.author', 'Claim.item.owner', 'TransferInstructionsSet.text'] as const).map(
    (field) => [field, 'words'] as const,
  ),
  ...[['SchoolSettingsChanged.email', 'mail'] as const, ['SchoolSettingsChanged.phone', 'phone'] as const],
  ...(['SchoolSettingsChanged.messagingUrl', 'SchoolSettingsChanged.communityUrl', 'Channel.item.url'] as const).map(
    (field) => [field, 'words'] as const,
  ),
  ...(['WebinarScheduled', 'WebinarEdited.before', 'WebinarEdited.after'] as const).flatMap((at) => [
    [`${at}.link`, 'words'] as const,
    [`${at}.place`, 'words'] as const,
  ]),
  ...(['url', 'previous'] as const).map((field) => [`RecordingPublished.${field}`, 'words'] as const),
]);

/** Names of fields that hold an id, a code of this program, or the name of a thing of it: in any event. */
const NAMES_A_THING =
  /(^|\.)(\w*Id|stream|eventType|field|tab|order|hold|scopes|types|projection|position|hash|referrer|after|until|sha256|digest|currency|zone|act|call|tool|format|reactor|state|month|undone|request|person|people|video|consentVersion|termsVersion|submittedAt|category|file|referrer|cause|school|course)$/;

const SYLLABLES = [
  ...['ba', 'be', 'bo', 'ca', 'ce', 'co', 'da', 'de', 'di', 'do', 'fa', 'fe', 'ga', 'go', 'la', 'le', 'li', 'lo', 'lu', 'ma', 'me', 'mi'],
  ...[
    'mo',
    'mu',
    'na',
    'ne',
    'ni',
    'no',
    'pa',
    'pe',
    'po',
    'ra',
    're',
    'ri',
    'ro',
    'sa',
    'se',
    'si',
    'so',
    'ta',
    'te',
    'ti',
    'to',
    'va',
    've',
    'vi',
  ],
] as const;

/** Bytes without end, from a seed. */
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

const ADDRESS = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const NUMBER = /\+?\d(?:[\s().-]{0,2}\d){7,14}/g;
const WORD = /[\p{L}\p{N}_]+/gu;
/** Of a telephone as somebody wrote it: with or without the country's number. */
const lastDigits = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10);
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const firstWord = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
/** A name of fewer letters is a word of the language as well. */
const LEAST_NAME = 4;

/** A secret is made for each copy, and forgotten. */
export function createMask(secret: Uint8Array) {
  const from = (kind: string, value: string) => bytesOf(secret, `${kind}\u0000${value}`);
  /** Names of people as they may stand in what the school says: by their first word, each as its words, and what stands in its place. */
  const known = new Map<string, { words: readonly string[]; masked: string }[]>();
  const telephones = new Map<string, string>();

  const opaque = (value: string): string => createHmac('sha256', secret).update(value).digest('hex').slice(0, 40);
  /** What is reserved is one's own: two names stay two, however it is written one name stays one (`keysOf`). */
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

  /** What the school says, without the people it knows. */
  const cleared = (text: string): string => {
    const quiet = text
      .replace(ADDRESS, (address) => mail(address))
      .replace(NUMBER, (number) => telephones.get(lastDigits(number)) ?? number);
    if (known.size === 0) return quiet;
    const found = [...quiet.matchAll(WORD)].map((match) => ({
      at: match.index,
      end: match.index + match[0].length,
      word: plain(match[0]),
    }));
    let made = '';
    let upTo = 0;
    for (let index = 0; index < found.length; index++) {
      const begin = found[index];
      if (!begin) break;
      const name = known.get(begin.word)?.find(({ words }) => words.every((one, offset) => found[index + offset]?.word === one));
      const end = name && found[index + name.words.length - 1];
      if (!name || !end) continue;
      made += quiet.slice(upTo, begin.at) + name.masked;
      upTo = end.end;
      index += name.words.length - 1;
    }
    return made + quiet.slice(upTo);
  };

  const masked = (kind: Kind, value: string, of: string): string | null => {
    switch (kind) {
      case 'mail':
        return mail(value);
      case 'username':
        return username(value);
      case 'phone':
        return phone(value);
      case 'first':
        return first(value, of);
      case 'last':
        return last(value, of);
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

  /** Personal fields: whatever they hold. */
  const personal = (kind: Kind, value: Json | undefined, of: string): Json => {
    if (value === undefined || value === null) return null;
    if (typeof value === 'string') return masked(kind, value, of);
    if (Array.isArray(value)) return value.map((one) => personal(kind, one, of));
    if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, personal(kind, one, of)]));
    return value;
  };

  /** One text that is not sealed. */
  const open = (event: EventDefinition, at: string, value: string): string => {
    const place = `${event.type}.${at}`;
    const grouped = place.replace(/^(Testimonial|Claim|Channel)(Added|Edited)\./, '$1.');
    const named = NOT_THE_SCHOOLS.get(grouped);
    if (named) return value === '' ? value : (masked(named, value, '') ?? '');
    if (event.category === 'coupon' || at === 'coupon' || place === 'CouponApplied.code')
      return at === 'code' || at === 'coupon' ? coupon(value) : value;
    if (place === 'CertificateIssued.code') return certificate(value);
    if (event.category === 'enrolment' || NAMES_A_THING.test(at)) return value;
    if (at.endsWith('link') && value.startsWith('/')) return value;
    if (at === 'title' && (event.category === 'purchases' || event.category === 'receipts')) return cleared(value);
    return SAID_BY_THE_SCHOOL.has(event.category) ? cleared(value) : words(value);
  };
  const coupon = (code: string): string => invented(from('coupon', code), 5).toUpperCase();
  /** In the form of a code: four groups of five. */
  const certificate = (code: string): string => {
    const bytes = from('certificate', code);
    return code.replace(/[^-]/g, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(bytes.next().value % 32));
  };

  /** By the schema: choices, dates and numbers stay, texts are masked. */
  const byShape = (event: EventDefinition, schema: unknown, at: string, value: Json | undefined): Json | undefined => {
    if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean') return value;
    const { def } = schema as { def: Shape };
    switch (def.type) {
      case 'object': {
        const made: JsonObject = {};
        for (const [name, part] of Object.entries(def.shape ?? {})) {
          const one = byShape(event, part, at === '' ? name : `${at}.${name}`, (value as JsonObject)[name]);
          if (one !== undefined) made[name] = one;
        }
        return made;
      }
      case 'array':
        return (value as Json[]).map((one) => byShape(event, def.element, at, one) ?? null);
      case 'record':
        return Object.fromEntries(
          Object.entries(value as JsonObject).map(([name, one]) => [name, byShape(event, def.valueType, at, one) ?? null]),
        );
      case 'nullable':
      case 'optional':
      case 'default':
      case 'readonly':
        return byShape(event, def.innerType, at, value);
      case 'union': {
        const fits = (def.options ?? []).find(
          (option) => (option as { safeParse(given: unknown): { success: boolean } }).safeParse(value).success,
        );
        return fits === undefined ? null : byShape(event, fits, at, value);
      }
      case 'pipe':
        return byShape(event, def.out, at, value);
      case 'enum':
      case 'literal':
        return value;
      case 'string':
        return ['datetime', 'date', 'uuid'].includes(def.format ?? '') ? value : open(event, at, String(value));
      default:
        return typeof value === 'string' ? words(value) : null;
    }
  };

  return {
    ...{ mail, username, opaque },
    /** Learns from an event what the school's own words may say of its people. */
    learn(type: string, data: JsonObject): void {
      const definition = registry.get(type);
      if (!definition?.personal) return;
      const of = String(data[definition.personal.of]);
      const names: [original: string, masked: string][] = [];
      for (const field of definition.personal.fields) {
        const value = data[field];
        if (typeof value !== 'string') continue;
        const kind = personalKinds[`${type}.${field}`] ?? personalKinds[field] ?? 'words';
        if (kind === 'phone') telephones.set(lastDigits(value), phone(value));
        else if (kind === 'last' || kind === 'username' || kind === 'whole') names.push([value, masked(kind, value, of) ?? '']);
      }
      const { firstName, lastName } = data;
      if (typeof firstName === 'string' && typeof lastName === 'string')
        // By all their names, by all and the first surname, by the first of each.
        for (const [given, surname] of [
          [firstName, lastName],
          [firstName, firstWord(lastName)],
          [firstWord(firstName), firstWord(lastName)],
        ])
          names.push([`${given} ${surname}`, `${first(firstName, of)} ${last(lastName, of)}`]);
      for (const [original, replacement] of names) {
        const parts = [...plain(original).matchAll(WORD)].map(([part]) => part);
        const [begin] = parts;
        if (begin === undefined || original.length < LEAST_NAME) continue;
        const others = known.get(begin) ?? [];
        if (others.some(({ words }) => words.join(' ') === parts.join(' '))) continue;
        // The longest first: the whole name before a part of it.
        known.set(
          begin,
          [...others, { words: parts, masked: replacement }].sort((a, b) => b.words.length - a.words.length),
        );
      }
    },
    /** Data of a decoded event as the copy holds them. `isErased`: nothing is left of these people. */
    data(type: string, decoded: object, isErased: (person: string) => boolean): JsonObject {
      const event = registry.get(type);
      if (!event) throw new Error(`event type ${type} is not in the registry`);
      const fields: readonly string[] = event.personal?.fields ?? [];
      const data = decoded as JsonObject;
      const made = byShape(
        event,
        event.schema,
        '',
        Object.fromEntries(Object.entries(data).filter(([name]) => !fields.includes(name))),
      ) as JsonObject;
      const of = String(event.personal && data[event.personal.of]);
      for (const field of fields) {
        const kind = personalKinds[`${type}.${field}`] ?? personalKinds[field] ?? 'words';
        if (field in data) made[field] = isErased(of) ? null : personal(kind, data[field], of);
      }
      if (typeof made.code === 'string' && type === 'CertificateIssued') made.code = certificate(String(data.code));
      return made;
    },
    /** From where a command came: the mark of the address is another one. */
    metadata({ schemaVersion: _, reason: __, origin, ...meta }: EventMetadata, reason: string | null) {
      return {
        ...meta,
        ...(reason !== null && { reason: words(reason) }),
        ...(origin && { origin: { ...origin, address: opaque(origin.address).slice(0, origin.address.length) } }),
      };
    },
    /** The name of a stream, where it says something of a person or opens something. */
    stream(name: string, reserved: ReadonlyMap<string, string>): string {
      const category = categoryOf(name);
      const id = name.slice(category.length + 1);
      if (category === 'coupon') return `coupon-${coupon(id)}`;
      if (category === 'email' || category === 'username' || category === 'identity')
        return `${category}-${reserved.get(name) ?? opaque(id)}`;
      return name;
    },
  };
}
export type Mask = ReturnType<typeof createMask>;

/** What of a schema of zod is looked at. */
interface Shape {
  type: string;
  format?: string;
  shape?: Record<string, unknown>;
  element?: unknown;
  valueType?: unknown;
  innerType?: unknown;
  options?: readonly unknown[];
  out?: unknown;
}
