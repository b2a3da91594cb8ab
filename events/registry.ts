import { accountEvents } from './account.ts';
import { catalogueEvents } from './catalogue.ts';
import { communityEvents } from './community.ts';
import type { EventDefinition } from './define.ts';
import { fileEvents } from './files.ts';
import { identityEvents } from './identity.ts';
import { leadEvents } from './leads.ts';
import { learningEvents } from './learning.ts';
import { operationsEvents } from './operations.ts';
import { resourceEvents } from './resources.ts';
import { reviewEvents } from './reviews.ts';
import { scholarshipEvents } from './scholarships.ts';
import { siteEvents } from './site.ts';

const all: readonly EventDefinition[] = [
  ...identityEvents,
  ...accountEvents,
  ...catalogueEvents,
  ...learningEvents,
  ...operationsEvents,
  ...siteEvents,
  ...leadEvents,
  ...scholarshipEvents,
  ...reviewEvents,
  ...fileEvents,
  ...resourceEvents,
  ...communityEvents,
] as unknown as readonly EventDefinition[];

/** Every event type that was ever written, by name. */
export const registry: ReadonlyMap<string, EventDefinition> = new Map(all.map((definition) => [definition.type, definition]));

if (registry.size !== all.length) throw new Error('two event types share a name');
