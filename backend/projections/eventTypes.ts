import { addDays, schoolDay } from '../../events/calendar.ts';
import { registry } from '../../events/registry.ts';
import { withEntry } from './entries.ts';
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

function recent(days: EventTypeDoc['days'], last: string): EventTypeDoc['days'] {
  const oldest = addDays(schoolDay(last), 1 - KEPT_DAYS);
  return Object.fromEntries(Object.entries(days).filter(([day]) => day >= oldest));
}

const handler: Handler<EventTypeDoc, AnyEvent> = {
  key: (event) => event.type,
  evolve(doc, { type, meta }) {
    const at = meta.occurredAt;
    const day = schoolDay(at);
    const stored = String(meta.schemaVersion);
    const { role } = meta.actor;
    if (!doc)
      return {
        ...{ type, count: 1, first: at, last: at, days: { [day]: 1 } },
        versions: { [stored]: { count: 1, first: at, last: at } },
        roles: { [role]: 1 },
      };
    const last = at > doc.last ? at : doc.last;
    const days = withEntry(doc.days, day, (doc.days[day] ?? 0) + 1);
    const before = doc.versions[stored];
    return {
      ...{ type, count: doc.count + 1, first: at < doc.first ? at : doc.first, last },
      days: day in doc.days ? days : recent(days, last),
      versions: withEntry(doc.versions, stored, {
        count: (before?.count ?? 0) + 1,
        first: before && before.first < at ? before.first : at,
        last: before && before.last > at ? before.last : at,
      }),
      roles: withEntry(doc.roles, role, (doc.roles[role] ?? 0) + 1),
    };
  },
};

/** Volumes of every event type, for the dictionary. */
export const eventTypes: Projection<EventTypeDoc, AnyEvent> = {
  name: 'event-types',
  version: 2,
  on: Object.fromEntries([...registry.keys()].map((type) => [type, handler])),
  topics: (type) => [{ topic: 'eventos', id: type, view: (doc) => ({ id: type, cantidad: doc.count, ultimo: doc.last }) }],
};
