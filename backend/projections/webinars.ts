import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { WebinarDetails } from '../../events/webinars.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = StreamEvent<'webinar'>;

export interface WebinarDoc extends WebinarDetails {
  webinarId: number;
  cancelled: boolean;
  /** Why, in the words of whoever cancelled it; null where it is not, or they were erased. */
  reason: string | null;
  cancelledBy: number | null;
  seats: number;
  waiting: number;
  attended: number;
  recording: string | null;
  /** The class as which attendance counts, and its course; both null: as none. */
  countsCourse: number | null;
  countsClass: number | null;
  /** How often what a calendar shows of it changed (RFC 5545, SEQUENCE). */
  sequence: number;
  /** When that was last. */
  changedAt: string;
  /** Events of its stream: the version that a write names. */
  version: number;
}

const key = ({ data }: { data: { webinarId: number } }) => String(data.webinarId);
const change = <T extends Event['type']>(fields: (doc: WebinarDoc, event: Recorded<EventOf<T>>) => Partial<WebinarDoc>) => ({
  key,
  evolve: (doc: WebinarDoc | null, event: Recorded<EventOf<T>>): WebinarDoc | null =>
    doc && { ...doc, ...fields(doc, event), version: event.version + 1 },
});
/** Also changes what calendars show. */
const shown = (doc: WebinarDoc, { meta }: { meta: { occurredAt: string } }) => ({ sequence: doc.sequence + 1, changedAt: meta.occurredAt });

/** Every webinar, with how many people have a seat, wait and came. Whether it is going on depends on the clock, so readers decide it. */
export const webinars: Projection<WebinarDoc, Event> = {
  name: 'webinars',
  version: 3,
  indexes: [['endsAt'], ['hostId', 'endsAt'], ['cancelled', 'endsAt'], ['hostId', 'cancelled', 'endsAt'], ['countsCourse']],
  on: {
    WebinarScheduled: {
      key,
      evolve: (_, { data, meta, version }) => ({
        ...data,
        ...{ cancelled: false, reason: null, cancelledBy: null, seats: 0, waiting: 0, attended: 0, recording: null },
        ...{ countsCourse: null, countsClass: null },
        ...{ sequence: 0, changedAt: meta.occurredAt, version: version + 1 },
      }),
    },
    WebinarEdited: change<'WebinarEdited'>((doc, event) => ({ ...event.data.after, ...shown(doc, event) })),
    WebinarCancelled: change<'WebinarCancelled'>((doc, event) => ({
      ...{ cancelled: true, reason: event.data.reason, cancelledBy: event.data.by },
      ...shown(doc, event),
    })),
    WebinarReinstated: change<'WebinarReinstated'>((doc, event) => ({
      ...{ cancelled: false, reason: null, cancelledBy: null },
      ...shown(doc, event),
    })),
    RegisteredForWebinar: change<'RegisteredForWebinar'>(({ seats }) => ({ seats: seats + 1 })),
    WaitlistJoined: change<'WaitlistJoined'>(({ waiting }) => ({ waiting: waiting + 1 })),
    PromotedFromWaitlist: change<'PromotedFromWaitlist'>(({ seats, waiting }) => ({ seats: seats + 1, waiting: waiting - 1 })),
    RegistrationCancelled: change<'RegistrationCancelled'>(({ seats, waiting }, { data }) =>
      data.seat ? { seats: seats - 1 } : { waiting: waiting - 1 },
    ),
    AttendanceMarked: change<'AttendanceMarked'>(({ attended }) => ({ attended: attended + 1 })),
    AttendanceUnmarked: change<'AttendanceUnmarked'>(({ attended }) => ({ attended: attended - 1 })),
    AttendanceRuleSet: change<'AttendanceRuleSet'>((_, { data: { courseId, classId } }) => ({
      countsCourse: courseId,
      countsClass: classId,
    })),
    RecordingPublished: change<'RecordingPublished'>((_, { data }) => ({ recording: data.url })),
    WebinarReminded: change<'WebinarReminded'>(() => ({})),
  },
  persons: ({ reason, cancelledBy }) => (reason === null || cancelledBy === null ? [] : [String(cancelledBy)]),
  redact: (doc) => ({ ...doc, reason: null }),
  topics: (id) => [{ topic: 'agenda', id }],
};

export interface WebinarSeatDoc {
  webinarId: number;
  userId: number;
  state: 'seat' | 'waiting' | 'left';
  /** Lower came earlier: of who waits the lowest is next. */
  turn: number;
  /** Since when it has its present state. */
  at: string;
  attended: boolean;
}

const ofSeat = ({ data }: { data: { webinarId: number; userId: number } }) => `${data.webinarId}_${data.userId}`;
const becomes = <T extends Event['type'] & ('RegisteredForWebinar' | 'WaitlistJoined' | 'PromotedFromWaitlist' | 'RegistrationCancelled')>(
  state: WebinarSeatDoc['state'],
) => ({
  key: ofSeat as (event: Recorded<EventOf<T>>) => string,
  evolve: (_: WebinarSeatDoc | null, event: Recorded<EventOf<T>>): WebinarSeatDoc => {
    const { data, meta, version } = event as Recorded<EventOf<'RegisteredForWebinar'>>;
    return { webinarId: data.webinarId, userId: data.userId, state, turn: version, at: meta.occurredAt, attended: false };
  },
});
const came = <T extends 'AttendanceMarked' | 'AttendanceUnmarked'>(attended: boolean) => ({
  key: ofSeat as (event: Recorded<EventOf<T>>) => string,
  evolve: (doc: WebinarSeatDoc | null): WebinarSeatDoc | null => doc && { ...doc, attended },
});

/** Who has a seat, waits for one, or left: ids alone, which stay as facts when their person is gone. */
export const webinarSeats: Projection<
  WebinarSeatDoc,
  Extract<
    Event,
    {
      type:
        | 'RegisteredForWebinar'
        | 'WaitlistJoined'
        | 'PromotedFromWaitlist'
        | 'RegistrationCancelled'
        | 'AttendanceMarked'
        | 'AttendanceUnmarked';
    }
  >
> = {
  name: 'webinar-seats',
  version: 1,
  indexes: [['userId', 'state'], ['webinarId', 'state', 'turn'], ['userId']],
  on: {
    RegisteredForWebinar: becomes<'RegisteredForWebinar'>('seat'),
    WaitlistJoined: becomes<'WaitlistJoined'>('waiting'),
    PromotedFromWaitlist: becomes<'PromotedFromWaitlist'>('seat'),
    RegistrationCancelled: becomes<'RegistrationCancelled'>('left'),
    AttendanceMarked: came<'AttendanceMarked'>(true),
    AttendanceUnmarked: came<'AttendanceUnmarked'>(false),
  },
  topics: (_, { userId, webinarId }) => [
    { topic: `agenda:${userId}`, id: String(webinarId) },
    { topic: 'agenda', id: `lugares-${webinarId}` },
  ],
};
