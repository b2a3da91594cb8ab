import { z } from 'zod';
import { type ActorRole, type AppendMetadata, actorRoles, type Envelope, type EventDefinition, type EventMetadata } from './define.ts';
import { growing } from './growing.ts';
import { forgottenIn, isSealed, PersonalKeyMissing, type PersonalKeys, seal, sealReason, unsealOf, unsealReason } from './privacy.ts';
import type { JsonObject, NewEvent, Position, Recorded } from './store/port.ts';
import { type Upcaster, upcasters } from './upcasters.ts';

/** The only door to stored JSON: validate → encrypt on the way in, upcast → decrypt → validate on the way out. */

/** An unknown role is read as the one with the fewest rights. */
const actorRole = growing(actorRoles, 'visitor');
const metadataSchema = z.object({
  commandId: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  actor: z.object({ userId: z.number().int().nullable(), role: actorRole }),
  occurredAt: z.iso.datetime(),
  reason: z.union([z.string(), z.strictObject({ by: z.array(z.string()).min(1), sealed: z.string() })]).optional(),
  schemaVersion: z.number().int().min(1),
  undoes: z.string().optional(),
  origin: z.object({ client: z.string().optional(), address: z.string(), key: z.string().optional() }).optional(),
});

const DATE_TIME = z.regexes.datetime({});
const ROLES: ReadonlySet<unknown> = new Set(actorRole.out.options);

/** The same answer as `metadataSchema`, several times as fast: a replay asks it for every event. null: leave it to the schema. */
function plainMetadata(stored: JsonObject): EventMetadata | null {
  const { commandId, correlationId, causationId, actor, occurredAt, reason, schemaVersion, undoes, origin } = stored;
  if (typeof commandId !== 'string' || typeof correlationId !== 'string' || typeof causationId !== 'string') return null;
  if (typeof actor !== 'object' || actor === null || Array.isArray(actor)) return null;
  const { userId = Number.NaN, role } = actor;
  if ((userId !== null && !Number.isSafeInteger(userId)) || !ROLES.has(role)) return null;
  if (typeof occurredAt !== 'string' || !DATE_TIME.test(occurredAt)) return null;
  if (typeof schemaVersion !== 'number' || !Number.isSafeInteger(schemaVersion) || schemaVersion < 1) return null;
  const who = { userId: userId as number | null, role: role as ActorRole };
  const meta: EventMetadata = { commandId, correlationId, causationId, actor: who, occurredAt, schemaVersion };
  if (typeof reason === 'string') meta.reason = reason;
  else if (reason !== undefined) {
    const { by, sealed, ...more } = reason as JsonObject;
    if (typeof sealed !== 'string' || !Array.isArray(by) || by.length === 0 || Object.keys(more).length > 0) return null;
    if (!by.every((person) => typeof person === 'string')) return null;
    meta.reason = { by: by as string[], sealed };
  }
  if (typeof undoes === 'string') meta.undoes = undoes;
  else if (undoes !== undefined) return null;
  if (origin === undefined) return meta;
  if (typeof origin !== 'object' || origin === null || Array.isArray(origin)) return null;
  const { address, client, key } = origin;
  if (typeof address !== 'string' || (client !== undefined && typeof client !== 'string')) return null;
  if (key !== undefined && typeof key !== 'string') return null;
  meta.origin = { ...(client !== undefined && { client }), address, ...(key !== undefined && { key }) };
  return meta;
}

export class UnknownEventType extends Error {
  constructor(type: string) {
    super(`event type ${type} is not in the registry`);
    this.name = 'UnknownEventType';
  }
}

/** A stored or new event does not fit its schema. `cause` is the schema's error (its paths, never its values). */
export class InvalidEvent extends Error {
  readonly where: 'stored' | 'new';
  constructor(type: string, where: 'stored' | 'new', cause: unknown) {
    super(
      `${where} ${type} does not fit its schema: ${cause instanceof z.ZodError ? cause.issues.map((i) => `${i.path.join('.')} ${i.code}`).join(', ') : String(cause)}`,
    );
    this.name = 'InvalidEvent';
    this.where = where;
  }
}

/** Whether a stored event is one that this release cannot read: written by hand, or by a newer release. */
export const isUnreadable = (error: unknown): boolean =>
  (error instanceof InvalidEvent && error.where === 'stored') || error instanceof UnknownEventType;

export type Codec = ReturnType<typeof createCodec>;

/** Where a type has no personal fields: the fields of its data that name the person it is about. */
const ABOUT = ['personId', 'userId', 'ownerId', 'leadId'] as const;

/** The people whose keys seal a reason: its author, and whom the event is about. */
function personsOfReason({ personal }: EventDefinition, data: JsonObject, { userId }: EventMetadata['actor']): string[] {
  const about = personal ? data[personal.of] : ABOUT.map((field) => data[field]).find((value) => value !== undefined);
  const persons = [userId, about].flatMap((person) => (person === null || person === undefined ? [] : String(person)));
  return [...new Set(persons)];
}

const context = (type: string, field: string, person: string) => `${type}.${field}.${person}`;

export type Wordless = boolean | 'where lost';

/** Stored data of an older version as one of another version has them. Throws InvalidEvent where no steps lead there. */
export function upcast(
  type: string,
  [from, to]: readonly [written: number, wanted: number],
  data: JsonObject,
  author: number | null,
  steps: ReadonlyMap<string, Upcaster> = upcasters,
): JsonObject {
  // Reading a newer version as the one known here would misread it silently.
  if (from > to) throw new InvalidEvent(type, 'stored', `version ${from} is of a newer release, this one knows ${to}`);
  let current = data;
  for (let version = from; version < to; version++) {
    const step = steps.get(`${type}@${version}`);
    if (!step) throw new InvalidEvent(type, 'stored', `no upcaster from version ${version}`);
    current = step(current, author);
  }
  return current;
}

export function createCodec(
  registry: ReadonlyMap<string, EventDefinition>,
  keys: PersonalKeys,
  steps: ReadonlyMap<string, Upcaster> = upcasters,
) {
  const definition = (type: string): EventDefinition => {
    const found = registry.get(type);
    if (!found) throw new UnknownEventType(type);
    return found;
  };

  const checkedMetadata = (record: Recorded): EventMetadata => {
    const meta = metadataSchema.safeParse(record.metadata);
    if (!meta.success) throw new InvalidEvent(record.type, 'stored', meta.error);
    return meta.data as EventMetadata;
  };

  const checked = (def: EventDefinition, given: unknown): object => {
    // Only values known to this release are written, although values of a newer release can be read.
    const parsed = z.safeEncode(def.schema, given as never);
    if (!parsed.success) throw new InvalidEvent(def.type, 'new', parsed.error);
    return parsed.data as object;
  };

  return {
    /** The event as it is stored, and its data as `decode` will return them. Throws UnknownEventType, InvalidEvent. */
    async encode(
      id: string,
      event: { type: string; data: unknown },
      meta: AppendMetadata,
    ): Promise<{ written: NewEvent; data: object; person?: string; schemaVersion: number }> {
      const def = definition(event.type);
      const plain = checked(def, event.data);
      const data = { ...plain } as JsonObject;
      const { reason, ...rest } = meta;
      if (def.personal || reason !== undefined) await keys.fresh?.();
      let of: string | undefined;
      if (def.personal) {
        const person = String(data[def.personal.of]);
        let key: Uint8Array | undefined;
        for (const field of def.personal.fields) {
          const value = data[field];
          if (value === null || value === undefined) continue;
          key ??= await keys.forWriting(person);
          of = person;
          data[field] = seal(key, context(def.type, field, person), value);
        }
      }
      const by = reason === undefined ? [] : personsOfReason(def, data, meta.actor);
      const kept = reason === undefined || by.length === 0 ? reason : ((await sealReason(keys, by, reason)) ?? undefined);
      const metadata = { ...rest, ...(kept !== undefined && { reason: kept }), schemaVersion: def.version };
      const written = { id, type: def.type, data, metadata: metadata as unknown as JsonObject };
      return { written, data: plain, ...(of !== undefined && { person: of }), schemaVersion: def.version };
    },

    /** The author's reason in clear; null where none was given, or where the author or the person it is about was erased. */
    async reasonOf({ reason }: Pick<EventMetadata, 'reason'>): Promise<string | null> {
      if (reason === undefined || typeof reason === 'string') return reason ?? null;
      await keys.fresh?.();
      try {
        return await unsealReason(keys, reason);
      } catch (error) {
        if (error instanceof PersonalKeyMissing) return null;
        throw error;
      }
    },

    /** Whether any of these people has been erased, or is being erased. */
    async anyErased(persons: Iterable<string>): Promise<boolean> {
      await keys.fresh?.();
      for (const person of persons) if (await keys.isErased?.(person)) return true;
      return false;
    },

    /** These events were appended at this position: the people they erase count as being erased from now on. */
    async appended(events: readonly { type: string; data: object }[], position: Position): Promise<void> {
      for (const event of events) {
        const person = forgottenIn(event);
        if (person !== null) await keys.erasing?.(person, position);
      }
    },

    /**
     * Decodes whole batches, so that each person's key is looked up once. What was written about a person after their erasure reads as erased, even while
     * their key still exists. `wordless`: personal fields are read as null, whether there is a key
     * or not, or only `where lost`: the key is not there, though nobody was erased. Throws UnknownEventType, InvalidEvent, PersonalKeyMissing.
     */
    async decode(recorded: readonly Recorded[], wordless: Wordless = false): Promise<Envelope[]> {
      // Erasures first: whoever reads past one must no longer see the erased data, whichever reader arrives first.
      for (const record of recorded) {
        const person = forgottenIn(record);
        if (person !== null) await keys.erasing?.(person, record.position);
      }
      const found = new Map<string, Uint8Array | null>();
      const ended = new Map<string, boolean>();
      const out: Envelope[] = [];
      for (const record of recorded) {
        const def = definition(record.type);
        const meta = plainMetadata(record.metadata) ?? checkedMetadata(record);
        let data: JsonObject = record.data;
        let of: string | undefined;
        if (meta.schemaVersion !== def.version) data = upcast(def.type, [meta.schemaVersion, def.version], data, meta.actor.userId, steps);
        if (def.personal) {
          const person = String(data[def.personal.of]);
          let copy: JsonObject | undefined;
          for (const field of def.personal.fields) {
            const value = data[field];
            if (value === null || value === undefined) continue;
            if (wordless === true) {
              copy = { ...(copy ?? data), [field]: null };
              continue;
            }
            if (!isSealed(value)) {
              // An older version stored it in clear and the log cannot change: it is shown until the person is erased.
              if (!ended.has(person)) {
                if (ended.size === 0) await keys.fresh?.();
                ended.set(person, (await keys.isErased?.(person)) ?? false);
              }
              if (ended.get(person)) copy = { ...(copy ?? data), [field]: null };
              else of = person;
              continue;
            }
            copy ??= { ...data };
            try {
              if (!found.has(person)) {
                if (found.size === 0) await keys.fresh?.();
                found.set(person, await keys.forReading(person));
              }
              const erasedAt = keys.erasedAt?.(person);
              const key = erasedAt !== undefined && record.position > erasedAt ? null : (found.get(person) ?? null);
              if (key !== null) of = person;
              copy[field] = key === null ? null : (unsealOf(person, key, context(def.type, field, person), value) as JsonObject[string]);
            } catch (error) {
              if (wordless !== 'where lost' || !(error instanceof PersonalKeyMissing)) throw error;
              copy[field] = null;
            }
          }
          if (copy) data = copy;
        }
        const parsed = def.schema.safeParse(data);
        if (!parsed.success) throw new InvalidEvent(record.type, 'stored', parsed.error);
        out.push({
          id: record.id,
          stream: record.stream,
          version: record.version,
          position: record.position,
          type: def.type,
          data: parsed.data,
          meta,
          ...(of !== undefined && { person: of }),
        });
      }
      return out;
    },
  };
}
