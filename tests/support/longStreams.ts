import { readdirSync } from 'node:fs';
import path from 'node:path';
import { MOST_QUESTIONS } from '../../backend/commands/catalogue/quiz.ts';
import type { Decided, Decider } from '../../backend/commands/kernel/decider.ts';
import { MOST_ITEMS } from '../../backend/commands/site/content.ts';
import type { EventDefinition } from '../../events/define.ts';
import { Own } from '../../events/own.ts';
import { registry } from '../../events/registry.ts';
import type { Json, JsonObject } from '../../events/store/port.ts';
import { samples } from '../golden/record.ts';
import { LONG } from './scale.ts';

/** Long streams of every decider, for who measures how they are folded. */

type AnyDecider = Decider<unknown, never, { type: string; data: object }>;
const isDecider = (value: unknown): value is AnyDecider =>
  typeof value === 'object' && value !== null && 'category' in value && 'evolve' in value && 'decide' in value;

/** Every decider that a module of the write side exports, by itself or in an object. */
export async function everyDecider(): Promise<Map<string, AnyDecider>> {
  const root = path.resolve(import.meta.dirname, '../../backend/commands');
  const found = new Map<string, AnyDecider>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const exported = Object.entries((await import(path.join(root, file))) as Record<string, unknown>);
    for (const [name, value] of exported) {
      if (isDecider(value)) found.set(name, value);
      else if (typeof value === 'object' && value !== null)
        for (const [part, inner] of Object.entries(value)) if (isDecider(inner)) found.set(`${name}.${part}`, inner);
    }
  }
  return found;
}

/** How many events each stream has. */
export const EVENTS = LONG ? 50_000 : 10_000;
/** How many items the deciders' rules allow in some streams. */
const most: Readonly<Record<string, number>> = { site: MOST_ITEMS, quiz: MOST_QUESTIONS };

/** A field that names something gets another value each time. */
const varied = (data: JsonObject, index: number): JsonObject => {
  const vary = (key: string, value: Json): Json =>
    typeof value === 'number' && /Id$|^number$|^term$/.test(key)
      ? index + 1
      : typeof value === 'string' && /Id$|^(tab|video|videoUrl|referrer|value|hash)$/.test(key)
        ? `${value} ${index}`
        : value;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, vary(key, value)]));
};

const eventOf = (type: string, data: JsonObject, index: number): Decided<{ type: string; data: object }> => {
  const at = new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString();
  const commandId = `command ${index}`;
  const meta = { commandId, correlationId: commandId, causationId: commandId, actor: { userId: 1, role: 'student' as const } };
  return { id: `event ${index}`, type, data, meta: { ...meta, occurredAt: at, schemaVersion: 1 } };
};

/** A stream of 50,000 events in which one collection grows: the types `first` once, then `others` in turn, each time with another value of `field`. */
export function growingStream(
  first: readonly string[],
  others: readonly string[],
  field: string,
): Decided<{ type: string; data: object }>[] {
  const sampleOf = (type: string): JsonObject => {
    const definition = registry.get(type);
    return (definition && samples(definition)[0]) ?? {};
  };
  const begun = first.map((type) => ({ type, data: sampleOf(type) }));
  const templates = others.map((type) => ({ type, data: sampleOf(type) }));
  const more = Array.from({ length: 50_000 - begun.length }, (_, index) => {
    const { type, data } = templates[index % templates.length] as (typeof templates)[number];
    return { type, data: { ...data, [field]: varied(data, Math.floor(index / templates.length) + 1)[field] ?? null } };
  });
  return [...begun, ...more].map(({ type, data }, index) => eventOf(type, data, index));
}

/** A stream of so many events, of all types of the category in turn, about ever more things. */
function* history(definitions: readonly EventDefinition[], bound: number): Iterable<Decided<{ type: string; data: object }>> {
  const templates = definitions.flatMap((definition) => samples(definition).map((data) => ({ type: definition.type, data })));
  const others = templates.filter(({ type }) => !type.endsWith('Added'));
  for (let index = 0; index < EVENTS; index++) {
    const choices = index < bound ? templates : others;
    const template = choices[index % choices.length];
    if (!template) return;
    yield eventOf(template.type, varied(template.data, Math.floor((index % bound) / templates.length)), index);
  }
}

/** Whether events of the type are among those that the decider folds. */
function folds(decider: AnyDecider, definition: EventDefinition): boolean {
  const [event] = history([definition], EVENTS);
  return event !== undefined && decider.evolve(decider.initial(), event) !== undefined;
}

/** A stream of so many events of all the types that the decider folds. */
export function longStream(decider: AnyDecider): Decided<{ type: string; data: object }>[] {
  const { category } = decider;
  // Two deciders may share a category.
  const definitions = [...registry.values()].filter((definition) => definition.category === category && folds(decider, definition));
  return [...history(definitions, most[category] ?? EVENTS)];
}

/** The processor time that folding them takes, in milliseconds. */
export function foldingMs(decider: AnyDecider, events: readonly Decided<{ type: string; data: object }>[]): number {
  const begun = process.cpuUsage();
  let state = decider.initial();
  const own = new Own();
  for (const event of events) state = decider.evolve(state, event, own);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}
