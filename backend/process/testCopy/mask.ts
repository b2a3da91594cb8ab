import type { EventDefinition, EventMetadata } from '../../../events/define.ts';
import { registry } from '../../../events/registry.ts';
import { categoryOf, type Json, type JsonObject } from '../../../events/store/port.ts';
import type { StreamName } from '../../../events/streams.ts';
import { createInvented, type Kind } from './invented.ts';
import { createKnownPeople } from './knownPeople.ts';

/**
 * What a test copy holds in the place of people: names, addresses, telephones and words that nobody wrote, the same ones for the same original. A text
 * is masked unless it is named here as kept, so that the fields of an event that comes later are masked from its first day.
 */

/** Personal fields that are something else than words. */
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
/** Exceptions to the kept texts: they are about people, or lead to where the school really meets them. */
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

const firstWord = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** `secret` is made for each copy, and forgotten. */
export function createMask(secret: Uint8Array) {
  const invented = createInvented(secret);
  const people = createKnownPeople(invented);
  const { words, coupon, certificate, opaque } = invented;

  /** Personal fields are masked, whatever they hold. */
  const personal = (kind: Kind, value: Json | undefined, of: string): Json => {
    if (value === undefined || value === null) return null;
    if (typeof value === 'string') return invented.of(kind, value, of);
    if (Array.isArray(value)) return value.map((one) => personal(kind, one, of));
    if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, personal(kind, one, of)]));
    return value;
  };

  /** One text that is not sealed. */
  const open = (event: EventDefinition, at: string, value: string): string => {
    const place = `${event.type}.${at}`;
    const grouped = place.replace(/^(Testimonial|Claim|Channel)(Added|Edited)\./, '$1.');
    const named = NOT_THE_SCHOOLS.get(grouped);
    if (named) return value === '' ? value : (invented.of(named, value, '') ?? '');
    if (event.category === 'coupon' || at === 'coupon' || place === 'CouponApplied.code')
      return at === 'code' || at === 'coupon' ? coupon(value) : value;
    if (place === 'CertificateIssued.code') return certificate(value);
    if (event.category === 'enrolment' || NAMES_A_THING.test(at)) return value;
    if (at.endsWith('link') && value.startsWith('/')) return value;
    if (at === 'title' && (event.category === 'purchases' || event.category === 'receipts')) return people.cleared(value);
    return SAID_BY_THE_SCHOOL.has(event.category) ? people.cleared(value) : words(value);
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
    ...{ mail: invented.mail, username: invented.username, opaque },
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
        if (kind === 'phone') people.learnPhone(value, invented.phone(value));
        else if (kind === 'last' || kind === 'username' || kind === 'whole') names.push([value, invented.of(kind, value, of) ?? '']);
      }
      const { firstName, lastName } = data;
      if (typeof firstName === 'string' && typeof lastName === 'string')
        // By all their names, by all and the first surname, by the first of each.
        for (const [given, surname] of [
          [firstName, lastName],
          [firstName, firstWord(lastName)],
          [firstWord(firstName), firstWord(lastName)],
        ])
          names.push([`${given} ${surname}`, `${invented.first(firstName, of)} ${invented.last(lastName, of)}`]);
      for (const [original, replacement] of names) people.learnName(original, replacement);
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
    /** The origin of a command, with another mark of the address. */
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
