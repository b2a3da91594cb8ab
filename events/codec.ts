import { z } from 'zod';
import type { ActorRole, AppendMetadata, Envelope, EventDefinition, EventMetadata } from './define.ts';
import { growing } from './growing.ts';
import { forgottenIn, isSealed, type PersonalKeys, seal, sealReason, unseal, unsealReason } from './privacy.ts';
import type { JsonObject, NewEvent, Position, Recorded } from './store/port.ts';
import { type Upcaster, upcasters } from './upcasters.ts';

/** The only door to stored JSON: validate → encrypt on the way in, upcast → decrypt → validate on the way out. */

/** Of a role that is not known: the one that may do least. */
const actorRole = growing(['student', 'administrator', 'instructor', 'analyst', 'visitor', 'system'], 'visitor');
const metadataSchema = z.object({
  commandId: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  actor: z.object({ userId: z.number().int().nullable(), role: actorRole }),
  occurredAt: z.iso.datetime(),
  reason: z.union([z.string(), z.strictObject({ by: z.array(z.string()).min(1), sealed: z.string() })]).optional(),
  schemaVersion: z.number().int().min(1),
  undoes: z.string().optional(),
});

const DATE_TIME = z.regexes.datetime({});
const ROLES: ReadonlySet<unknown> = new Set(actorRole.out.options);

/** What metadataSchema would answer, several times as fast: it is asked for every event of a replay. null: ask the schema. */
function plainMetadata(stored: JsonObject): EventMetadata | null {
  const { commandId, correlationId, causationId, actor, occurredAt, reason, schemaVersion, undoes } = stored;
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
  constructor(type: string, where: string, cause: unknown) {
    super(
      `${where} ${type} does not fit its schema: ${cause instanceof z.ZodError ? cause.issues.map((i) => `${i.path.join('.')} ${i.code}`).join(', ') : String(cause)}`,
    );
    this.name = 'InvalidEvent';
  }
}

export type Codec = ReturnType<typeof createCodec>;

/** Fields that name whom an event is about, where it has no personal fields of its own. */
const ABOUT = ['userId', 'ownerId', 'leadId'] as const;

/** Whose keys seal a reason: who gave it, and whom it is about. */
function personsOfReason({ personal }: EventDefinition, data: JsonObject, { userId }: EventMetadata['actor']): string[] {
  const about = personal ? data[personal.of] : ABOUT.map((field) => data[field]).find((value) => value !== undefined);
  const persons = [userId, about].flatMap((person) => (person === null || person === undefined ? [] : String(person)));
  return [...new Set(persons)];
}

const context = (type: string, field: string, person: string) => `${type}.${field}.${person}`;

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

  const upcast = (type: string, from: number, to: number, data: JsonObject): JsonObject => {
    // Read as the version we know, it would be misread without anybody noticing.
    if (from > to) throw new InvalidEvent(type, 'stored', `version ${from} is of a newer release, this one knows ${to}`);
    let current = data;
    for (let version = from; version < to; version++) {
      const step = steps.get(`${type}@${version}`);
      if (!step) throw new InvalidEvent(type, 'stored', `no upcaster from version ${version}`);
      current = step(current);
    }
    return current;
  };

  const checkedMetadata = (record: Recorded): EventMetadata => {
    const meta = metadataSchema.safeParse(record.metadata);
    if (!meta.success) throw new InvalidEvent(record.type, 'stored', meta.error);
    return meta.data as EventMetadata;
  };

  const checked = (def: EventDefinition, given: unknown): object => {
    // Written are only values that this release knows; read are also those of a newer one.
    const parsed = z.safeEncode(def.schema, given as never);
    if (!parsed.success) throw new InvalidEvent(def.type, 'new', parsed.error);
    return parsed.data as object;
  };

  return {
    /** What is written, and the data as `decode` will answer them. Throws UnknownEventType, InvalidEvent. */
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

    /** Why it was done, in words of its author; null: nobody said, or who said it, or whom it is about, was erased. */
    async reasonOf({ reason }: Pick<EventMetadata, 'reason'>): Promise<string | null> {
      if (reason === undefined || typeof reason === 'string') return reason ?? null;
      await keys.fresh?.();
      return unsealReason(keys, reason);
    },

    /** Whether one of them is erased, or being erased, by now. */
    async anyErased(persons: Iterable<string>): Promise<boolean> {
      await keys.fresh?.();
      for (const person of persons) if (await keys.isErased?.(person)) return true;
      return false;
    },

    /** The events have been appended at this position: whom they erase is being erased from now on. */
    async appended(events: readonly { type: string; data: object }[], position: Position): Promise<void> {
      for (const event of events) {
        const person = forgottenIn(event);
        if (person !== null) await keys.erasing?.(person, position);
      }
    },

    /**
     * Whole batches, so that each person's key is looked up once. What was written of a person after their erasure reads as erased, also while their key is
     * still there. Throws UnknownEventType, InvalidEvent, PersonalKeyMissing.
     */
    async decode(recorded: readonly Recorded[]): Promise<Envelope[]> {
      // First of all: what stands behind an erasure is no longer read, whoever comes upon it first.
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
        if (meta.schemaVersion !== def.version) data = upcast(def.type, meta.schemaVersion, def.version, data);
        if (def.personal) {
          const person = String(data[def.personal.of]);
          let copy: JsonObject | undefined;
          for (const field of def.personal.fields) {
            const value = data[field];
            if (value === null || value === undefined) continue;
            if (!isSealed(value)) {
              // An older version had it in clear, and the log keeps it so: it is shown as long as the person is there.
              if (!ended.has(person)) {
                if (ended.size === 0) await keys.fresh?.();
                ended.set(person, (await keys.isErased?.(person)) ?? false);
              }
              if (ended.get(person)) copy = { ...(copy ?? data), [field]: null };
              else of = person;
              continue;
            }
            if (!found.has(person)) {
              if (found.size === 0) await keys.fresh?.();
              found.set(person, await keys.forReading(person));
            }
            const erasedAt = keys.erasedAt?.(person);
            const key = erasedAt !== undefined && record.position > erasedAt ? null : (found.get(person) ?? null);
            copy ??= { ...data };
            if (key !== null) of = person;
            copy[field] = key === null ? null : (unseal(key, context(def.type, field, person), value) as JsonObject[string]);
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
