import type { z } from 'zod';
import type { SealedReason } from './privacy.ts';
import type { Sentence } from './sentences.ts';
import type { Position } from './store/port.ts';
import type { StreamName } from './streams.ts';

/** Roles as events name them; their numbers exist only in the API. `system`: no person acted (reactors, timer, loader). */
export const actorRoles = ['student', 'administrator', 'instructor', 'analyst', 'auditor', 'visitor', 'system'] as const;
export type ActorRole = (typeof actorRoles)[number];
export type Role = Exclude<ActorRole, 'visitor' | 'system'>;

export interface Actor {
  userId: number | null;
  role: ActorRole;
}

/** From where a command came; absent where the school itself acts, and in what older releases wrote. */
export interface Origin {
  /** Its client with the version, `web/1.4.0`; absent: it did not say. */
  client?: string;
  /** A mark of the address, made with a secret and the day: the same for what came from one place on one day, and nothing else can be told from it. */
  address: string;
  /** The key of an integration by which it came; absent: by a person's own session. */
  key?: string;
}

/** On every event. `occurredAt` (ISO UTC) is the clock of the command, and the only clock a projection may read. */
export interface EventMetadata {
  commandId: string;
  correlationId: string;
  causationId: string;
  actor: Actor;
  occurredAt: string;
  /** Read it with `reasonOf` of the log. It is plain text where no key seals it, or where an older release wrote it. */
  reason?: string | SealedReason;
  schemaVersion: number;
  /** What this undoes: the `correlationId` of the request that is undone. */
  undoes?: string;
  origin?: Origin;
}

/** As a command passes it: `reason` is still in clear and is sealed when it is stored. */
export type AppendMetadata = Omit<EventMetadata, 'schemaVersion' | 'reason'> & { reason?: string };

/** Which fields of `data` hold personal data, and which field names the person (its value is the key's owner). Declared by name, never as a property of a schema that a refinement could lose. */
export interface PersonalFields<Data> {
  of: keyof Data & string;
  fields: readonly (keyof Data & string)[];
}

export interface EventDefinition<T extends string = string, S extends z.ZodObject = z.ZodObject, C extends StreamName = StreamName> {
  type: T;
  /** Schema version written today; older ones are upcast on reading. */
  version: number;
  /** Category of the streams it lives in (`streams.ts`). */
  category: C;
  schema: S;
  personal?: PersonalFields<z.output<S>>;
  /** Fields that lead anybody to whom it is about, such as the code of a public page: not sealed, and masked wherever personal fields are. */
  leading?: readonly (keyof z.output<S> & string)[];
  /** One Spanish sentence for the event dictionary. */
  summary: string;
  /** What histories say of it. */
  sentence: Sentence;
}

/** The event of a definition. By its name: `EventOf` of `registry.ts`. */
export type DefinedEvent<D> = D extends EventDefinition<infer T, infer S> ? { type: T; data: z.output<S> } : never;

/**
 * Declares an event type. Personal fields must be nullable in the schema: after the person is erased they decode as null.
 * Throws when a personal field is not part of the schema or does not accept null.
 */
export function defineEvent<const T extends string, S extends z.ZodObject, const C extends StreamName>(
  type: T,
  options: Pick<EventDefinition<T, S, C>, 'category' | 'schema' | 'summary' | 'sentence' | 'personal' | 'leading'> & { version?: number },
): EventDefinition<T, S, C> {
  const { category, schema, summary, sentence, version = 1, personal, leading } = options;
  for (const field of personal?.fields ?? []) {
    const part = schema.shape[field] as z.ZodType | undefined;
    if (!part?.safeParse(null).success) throw new Error(`${type}.${field}: a personal field must exist and be nullable`);
  }
  return { type, category, schema, summary, sentence, version, ...(personal && { personal }), ...(leading && { leading }) };
}

/** The fields of a type that are masked for whoever looks at what is stored. */
export const maskedFields = ({ personal, leading = [] }: EventDefinition): readonly string[] => [...(personal?.fields ?? []), ...leading];

/** A decoded event as deciders, reactors and projections see it. */
export interface Envelope<E extends { type: string; data: unknown } = { type: string; data: unknown }> {
  id: string;
  stream: string;
  version: number;
  position: Position;
  type: E['type'];
  data: E['data'];
  meta: EventMetadata;
  /** The id of the person whose sealed words are in `data`; absent where there are none. */
  person?: string;
}
