import { daysBetween, schoolDay, weekStart } from '../../events/calendar.ts';
import type { Role } from '../../events/define.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Money } from '../../events/types.ts';
import type { Projection, Recorded } from './projection.ts';

/** What one person paid and was given back in one month of the school's calendar (YYYY-MM), in the minor unit. `payments`: how many. */
export interface PaidMonth {
  month: string;
  currency: Money['currency'];
  payments: number;
  taken: number;
  returned: number;
}
/** The milestones of one person, by days of the school's calendar. It names nobody, so that an erased person stays counted. */
export interface JourneyDoc {
  userId: number;
  role: Role;
  registered: string;
  /** The correlation of the act that made the account, or gave it back after that was undone. */
  made: string;
  /** That act was undone: the account is no registration any more. */
  takenBack: boolean;
  /** The days of the first enrolment, the first marked class and the first completed course; null: not reached. */
  enrolled: string | null;
  began: string | null;
  completed: string | null;
  /** The day of the first payment, whatever became of it; null: none. */
  paid: string | null;
  /** By month and currency, ascending; added up over everybody it is what the school took and gave back (`revenue`). */
  money: readonly PaidMonth[];
  /** Weeks with activity, counted from that of the registration (0), ascending. */
  weeks: readonly number[];
}

type Moved = EventOf<'PaymentSucceeded' | 'SubscriptionRenewed' | 'Refunded' | 'RefundBounced'>;
type Event = Moved | StreamEvent<'user' | 'enrolment' | 'study'>;

const key = ({ data }: Recorded<Event>) => String(data.userId);
/** Returns the same document where nothing is new, so that nothing is written and no follower is notified. */
const act = (first: 'began' | null) => ({
  key,
  evolve(doc: JourneyDoc | null, { meta }: Recorded<Event>): JourneyDoc | null {
    if (!doc) return null;
    const day = schoolDay(meta.occurredAt);
    const week = Math.max(0, daysBetween(weekStart(doc.registered), weekStart(day)) / 7);
    const known = doc.weeks.includes(week);
    if (known && (first === null || doc[first] !== null)) return doc;
    return {
      ...doc,
      ...(first !== null && doc[first] === null && { [first]: day }),
      ...(!known && { weeks: [...doc.weeks, week].sort((a, b) => a - b) }),
    };
  },
});
const reach = (step: 'enrolled' | 'completed') => ({
  key,
  evolve: (doc: JourneyDoc | null, { meta }: Recorded<Event>): JourneyDoc | null =>
    doc === null || doc[step] !== null ? doc : { ...doc, [step]: schoolDay(meta.occurredAt) },
});
/** Money came in on a day, or went back (negative: a refund came back). */
const move = <E extends Moved>(of: (event: Recorded<E>) => { day: string; taken: number; returned: number }) => ({
  key,
  evolve(doc: JourneyDoc | null, event: Recorded<E>): JourneyDoc | null {
    const { day, taken, returned } = of(event);
    if (doc === null || (taken === 0 && returned === 0)) return doc;
    const [month, { currency }] = [day.slice(0, 7), event.data.amount];
    const before = doc.money.find((one) => one.month === month && one.currency === currency);
    const after: PaidMonth = {
      ...{ month, currency, payments: (before?.payments ?? 0) + (taken > 0 ? 1 : 0) },
      ...{ taken: (before?.taken ?? 0) + taken, returned: (before?.returned ?? 0) + returned },
    };
    const money = [...doc.money.filter((one) => one !== before), after].sort((one, other) =>
      `${one.month} ${one.currency}`.localeCompare(`${other.month} ${other.currency}`),
    );
    // A late event may be older than those already known.
    const paid = taken > 0 && (doc.paid === null || day < doc.paid) ? day : doc.paid;
    return { ...doc, paid, money };
  },
});

/** The journey of each person through the school: registered, enrolled, learning, completed, what they paid, and in which weeks they came back. */
export const journeys: Projection<JourneyDoc, Event> = {
  name: 'journeys',
  version: 3,
  indexes: [['userId']],
  on: {
    UserRegistered: {
      key,
      evolve: (_, { data, meta }) => ({
        userId: data.userId,
        role: data.role,
        registered: schoolDay(meta.occurredAt),
        ...{ made: meta.correlationId, takenBack: false },
        ...{ enrolled: null, began: null, completed: null, paid: null, money: [], weeks: [] },
      }),
    },
    RoleChanged: { key, evolve: (doc, { data }) => doc && { ...doc, role: data.to } },
    UserDeactivated: { key, evolve: (doc, { meta }) => doc && (meta.undoes === doc.made ? { ...doc, takenBack: true } : doc) },
    UserActivated: {
      key,
      evolve: (doc, { meta }) => (doc?.takenBack ? { ...doc, made: meta.correlationId, takenBack: false } : doc),
    },
    LearnerEnrolled: reach('enrolled'),
    ClassCompleted: act('began'),
    CourseCompleted: reach('completed'),
    LessonViewed: act(null),
    StudyTimeRecorded: act(null),
    PaymentSucceeded: move<EventOf<'PaymentSucceeded'>>(({ data }) => ({
      ...{ day: schoolDay(data.paidAt), taken: data.amount.amount, returned: 0 },
    })),
    SubscriptionRenewed: move<EventOf<'SubscriptionRenewed'>>(({ data, meta }) => ({
      ...{ day: schoolDay(meta.occurredAt), taken: data.amount.amount, returned: 0 },
    })),
    Refunded: move<EventOf<'Refunded'>>(({ data, meta }) => ({
      ...{ day: schoolDay(meta.occurredAt), taken: 0, returned: data.amount.amount },
    })),
    RefundBounced: move<EventOf<'RefundBounced'>>(({ data, meta }) => ({
      ...{ day: schoolDay(meta.occurredAt), taken: 0, returned: -data.undone.amount },
    })),
  },
  topics: (id) => [{ topic: 'cifras', id: `persona-${id}` }],
};
