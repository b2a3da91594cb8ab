import { addDays, schoolDay } from '../../events/calendar.ts';
import { registry } from '../../events/registry.ts';
import type { Handler, Projection } from './projection.ts';

export interface EventTypeDoc {
  type: string;
  count: number;
  first: string;
  last: string;
  /** By day of the school's calendar, the count of events; the 30 days up to the last event. */
  days: Record<string, number>;
  /** By the schema version in which they are stored. */
  versions: Record<string, Stored>;
  /** By the role of who acted, the count of events. */
  roles: Record<string, number>;
}
interface Stored {
  count: number;
  first: string;
  last: string;
}

type AnyEvent = { type: string; data: unknown };
const KEPT_DAYS = 30;

function forgetOld(days: EventTypeDoc['days'], last: string): void {
  const oldest = addDays(schoolDay(last), 1 - KEPT_DAYS);
  for (const day in days) if (day < oldest) delete days[day];
}

function count(stored: Stored, at: string): void {
  stored.count++;
  if (at < stored.first) stored.first = at;
  if (at > stored.last) stored.last = at;
}

const handler: Handler<EventTypeDoc, AnyEvent> = {
  key: (event) => event.type,
  inPlace: true,
  evolve(doc, { type, meta }) {
    const at = meta.occurredAt;
    const day = schoolDay(at);
    const stored = String(meta.schemaVersion);
    const { role } = meta.actor;
    const stats = doc ?? { type, count: 0, first: at, last: at, days: {}, versions: {}, roles: {} };
    count(stats, at);
    const version = stats.versions[stored] ?? { count: 0, first: at, last: at };
    count(version, at);
    stats.versions[stored] = version;
    stats.roles[role] = (stats.roles[role] ?? 0) + 1;
    const another = stats.days[day] === undefined;
    stats.days[day] = (stats.days[day] ?? 0) + 1;
    if (another) forgetOld(stats.days, stats.last);
    return stats;
  },
};

/** Volumes of every event type, for the dictionary. */
export const eventTypes: Projection<EventTypeDoc, AnyEvent> = {
  name: 'event-types',
  version: 2,
  on: Object.fromEntries([...registry.keys()].map((type) => [type, handler])),
  topics: (type) => [{ topic: 'eventos', id: type, view: (doc) => ({ id: type, cantidad: doc.count, ultimo: doc.last }) }],
};
