import { catalogueEvents } from './catalogue.ts';
import type { EventDefinition } from './define.ts';
import { identityEvents } from './identity.ts';
import { learningEvents } from './learning.ts';
import { operationsEvents } from './operations.ts';

const all: readonly EventDefinition[] = [
  ...identityEvents,
  ...catalogueEvents,
  ...learningEvents,
  ...operationsEvents,
] as unknown as readonly EventDefinition[];

/** Every event type that was ever written, by name. */
export const registry: ReadonlyMap<string, EventDefinition> = new Map(all.map((definition) => [definition.type, definition]));

if (registry.size !== all.length) throw new Error('two event types share a name');
