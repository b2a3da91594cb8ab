import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { createCodec } from '../../events/codec.ts';
import type { EventDefinition } from '../../events/define.ts';
import type { PersonalKeys } from '../../events/privacy.ts';
import { registry } from '../../events/registry.ts';
import type { Json, JsonObject } from '../../events/store/port.ts';

/**
 * Golden records: what an event of each type and version looks like in the log, in a file for each category of streams. They are never changed
 * and never removed, for such events stand in somebody's log. `npm run golden` adds those that are missing, and only those.
 */
export interface Golden {
  /** As stored: personal fields sealed with the test key. */
  data: JsonObject;
  metadata: JsonObject;
  /** More data of the same type and version: each choice of an enum, and null wherever it is accepted. */
  variants: JsonObject[];
}

/** By `<type>.v<version>`. */
export type GoldenRecords = Readonly<Record<string, Golden>>;

export const fileOf = (category: string): URL => new URL(`./${category}.json`, import.meta.url);
/** Those of the events that stand in streams of one category. */
export const recordsOf = (category: string): GoldenRecords =>
  existsSync(fileOf(category)) ? (JSON.parse(readFileSync(fileOf(category), 'utf8')) as GoldenRecords) : {};

/** One key for all people of the golden files. */
export const GOLDEN_KEY = new Uint8Array(32).fill(0x5a);
export const goldenKeys: PersonalKeys = { forWriting: async () => GOLDEN_KEY, forReading: async () => GOLDEN_KEY };

const META = {
  commandId: '0b7e7a52-6a52-5d0c-9f3e-2f1f9d9a3b11',
  correlationId: '0b7e7a52-6a52-5d0c-9f3e-2f1f9d9a3b11',
  causationId: '3c4c1f0e-58b1-5f57-8d0a-6f6f1f6f1c22',
  actor: { userId: 12, role: 'administrator' },
  occurredAt: '2026-03-02T17:00:00.000Z',
  reason: 'para que quede constancia',
} as const;

/** The alternatives that a sample took: they show which samples add something. */
type Choices = Set<string>;

/** A value that the schema accepts. `turn` picks among choices; with `nulls` whatever may be null is null, and lists are empty. */
function sample(schema: z.ZodType, path: string, turn: number, nulls: boolean, choices: Choices): Json {
  const chosen = <T extends Json>(value: T): T => {
    choices.add(`${path}=${JSON.stringify(value)}`);
    return value;
  };
  if (schema instanceof z.ZodNullable) return nulls ? chosen(null) : sample(schema.unwrap() as z.ZodType, path, turn, nulls, choices);
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, part]) => {
        if (!(part instanceof z.ZodOptional)) return [[key, sample(part, `${path}.${key}`, turn, nulls, choices)]];
        choices.add(`${path}.${key}${nulls ? ' absent' : ''}`);
        return nulls ? [] : [[key, sample(part.unwrap() as z.ZodType, `${path}.${key}`, turn, nulls, choices)]];
      }),
    );
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType;
    return nulls ? chosen([]) : [0, 1].map((index) => sample(element, path, turn + index, nulls, choices));
  }
  if (schema instanceof z.ZodCodec) return sample(schema.out as z.ZodType, path, turn, nulls, choices);
  if (schema instanceof z.ZodEnum) return chosen(schema.options[turn % schema.options.length] as string);
  if (schema instanceof z.ZodBoolean) return chosen(turn % 2 === 0);
  if (schema instanceof z.ZodNumber) return Math.min(turn + 1, schema.maxValue ?? Number.MAX_SAFE_INTEGER);
  if (schema instanceof z.ZodISODate) return '2026-03-02';
  if (schema instanceof z.ZodISODateTime) return '2026-03-02T16:30:00.000Z';
  if (schema instanceof z.ZodString) return `${path.split('.').at(-1)} ñandú ${turn}`;
  throw new Error(`${path}: the recorder does not know how to fill a ${schema.constructor.name}`);
}

const MOST_CHOICES = 40;

/** Data of the type as they are today, before sealing: with each choice at least once, and with all that may be null as null. */
export function samples({ type, schema }: EventDefinition): JsonObject[] {
  const seen: Choices = new Set();
  const found: JsonObject[] = [];
  for (let turn = 0; turn <= MOST_CHOICES; turn++) {
    const choices: Choices = new Set();
    const data = sample(schema, type, turn, turn === MOST_CHOICES, choices) as JsonObject;
    if (found.length > 0 && [...choices].every((choice) => seen.has(choice))) continue;
    for (const choice of choices) seen.add(choice);
    found.push(data);
  }
  return found;
}

export async function record(definition: EventDefinition): Promise<Golden> {
  const codec = createCodec(registry, goldenKeys);
  const stored = await Promise.all(
    samples(definition).map(async (data) => (await codec.encode('', { type: definition.type, data }, META)).written),
  );
  const [first, ...more] = stored;
  if (!first) throw new Error(`${definition.type}: no sample`);
  return { data: first.data, metadata: first.metadata, variants: more.map(({ data }) => data) };
}

/** The recorded events of a type's present version. */
export const goldenOf = ({ category, type, version }: EventDefinition): Golden => {
  const found = recordsOf(category)[`${type}.v${version}`];
  if (!found) throw new Error(`${type}.v${version} is not recorded: run npm run golden`);
  return found;
};
