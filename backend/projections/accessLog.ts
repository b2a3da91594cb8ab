import { addDays, schoolDay } from '../../events/calendar.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import { withEntry } from './entries.ts';
import type { Handler, Projection, Recorded } from './projection.ts';

/** What one person did in one day that whoever looks after the data of a school wants to know. */
export interface AccessDay {
  /** Calls that were refused. */
  refused: number;
  /** Times that data of another person was looked at: each person once a day, by kind. */
  read: number;
  revealed: number;
  /** «Ver como». */
  viewed: number;
  /** Files with data of people or of the log. */
  exported: number;
  /** Questions of an assistant that were answered. */
  asked: number;
}
export interface AccessDoc {
  userId: number;
  /** Of the last of all this; ISO UTC. */
  last: string;
  lastRefused: string | null;
  days: Readonly<Record<string, AccessDay>>;
  /** Sums that may still grow, by when they began, the newest last: as far as they are in `days`. */
  sums: Readonly<Record<string, number>>;
  /** Of the last sum of refusals: which calls. */
  calls: readonly { call: string; code: string; count: number }[];
}

type Event = StreamEvent<'access'> | EventOf<'ViewingStarted' | 'PeopleExported' | 'EventsExported'>;
const KEPT_DAYS = 92;
const OPEN_SUMS = 8;
const NOTHING: AccessDay = { refused: 0, read: 0, revealed: 0, viewed: 0, exported: 0, asked: 0 };

const own = ({ meta }: { meta: Recorded<Event>['meta'] }) => (meta.actor.userId === null ? null : String(meta.actor.userId));
function after(
  doc: AccessDoc | null,
  { meta: { actor, occurredAt: at } }: { meta: Recorded<Event>['meta'] },
  change: Partial<AccessDay>,
  more: Partial<AccessDoc> = {},
): AccessDoc {
  const day = schoolDay(at);
  const before = doc ?? { userId: actor.userId ?? 0, last: at, lastRefused: null, days: {}, sums: {}, calls: [] };
  const today = { ...(before.days[day] ?? NOTHING) };
  for (const [name, count] of Object.entries(change)) today[name as keyof AccessDay] += count;
  const days = withEntry(before.days, day, today);
  const oldest = addDays(day, 1 - KEPT_DAYS);
  const kept = day in before.days ? days : Object.fromEntries(Object.entries(days).filter(([one]) => one >= oldest));
  return { ...before, ...more, last: at > before.last ? at : before.last, days: kept };
}
const once = <T extends Event['type']>(change: Partial<AccessDay>): Handler<AccessDoc, EventOf<T>> => ({
  key: own,
  evolve: (doc, event) => after(doc, event, change),
});
/** A sum says how many there were since it began: what it said before is counted already. */
const summed = (doc: AccessDoc | null, name: string, count: number): { grown: number; sums: AccessDoc['sums'] } => {
  const { [name]: before = 0, ...others } = doc?.sums ?? {};
  return { grown: Math.max(0, count - before), sums: Object.fromEntries([...Object.entries(others).slice(1 - OPEN_SUMS), [name, count]]) };
};

/** Refusals and readings of personal data, by who they are of. */
export const accessLog: Projection<AccessDoc, Event> = {
  name: 'access-log',
  version: 2,
  indexes: [['-last']],
  on: {
    AccessRefused: {
      key: own,
      evolve(doc, event) {
        const { grown, sums } = summed(doc, `refused ${event.data.since}`, event.data.count);
        return after(doc, event, { refused: grown }, { sums, lastRefused: event.meta.occurredAt, calls: event.data.calls });
      },
    },
    PersonalDataRead: once<'PersonalDataRead'>({ read: 1 }),
    PersonalDataCounted: {
      key: own,
      evolve(doc, event) {
        const { grown, sums } = summed(doc, `read ${event.data.since}`, event.data.count);
        return after(doc, event, { read: grown }, { sums });
      },
    },
    AssistantAsked: {
      key: own,
      evolve: (doc, event) => after(doc, event, { asked: event.data.outcome === 'answered' ? 1 : 0 }),
    },
    PersonalValueRevealed: once<'PersonalValueRevealed'>({ revealed: 1 }),
    ViewingStarted: once<'ViewingStarted'>({ viewed: 1 }),
    PeopleExported: once<'PeopleExported'>({ exported: 1 }),
    EventsExported: once<'EventsExported'>({ exported: 1 }),
  },
  topics: (key) => [{ topic: 'seguridad', id: key }],
};
