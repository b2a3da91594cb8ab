import type { GroupDetails } from '../../events/groups.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = StreamEvent<'groups'>;

export interface GroupDoc extends GroupDetails {
  courseId: number;
  groupId: number;
  cancelled: boolean;
  /** Why, in the words of whoever cancelled it; null where it is not, or they were erased. */
  reason: string | null;
  cancelledBy: number | null;
  /** People who have a seat, and seats held for people who are paying or enrolling. */
  taken: number;
  held: number;
  /** When it began; null: it has not. */
  beganAt: string | null;
  /** How often its dates were others before, and since when they are these. */
  moved: number;
  changedAt: string;
  /** The count of what was said of the group itself: the version that a write names. */
  version: number;
}

type OfGroup = { data: { courseId: number; groupId: number } };
const key = ({ data: { courseId, groupId } }: OfGroup) => `${courseId}_${groupId}`;
const change = <T extends Event['type']>(fields: (doc: GroupDoc, event: Recorded<EventOf<T>>) => Partial<GroupDoc>) => ({
  key: key as (event: Recorded<EventOf<T>>) => string,
  evolve: (doc: GroupDoc | null, event: Recorded<EventOf<T>>): GroupDoc | null => doc && { ...doc, ...fields(doc, event) },
});

/** Each group of each course, with its number of seats taken. Whether it is to come or over depends on the clock, so readers decide it. */
export const groups: Projection<GroupDoc, Event> = {
  name: 'groups',
  version: 2,
  indexes: [['courseId', 'startsAt'], ['cancelledBy']],
  on: {
    GroupPlanned: {
      key,
      evolve: (_, { data, meta }) => ({
        ...data,
        ...{ cancelled: false, reason: null, cancelledBy: null, taken: 0, held: 0, beganAt: null },
        ...{ moved: 0, changedAt: meta.occurredAt, version: 1 },
      }),
    },
    GroupEdited: change<'GroupEdited'>(({ version, moved }, { data, meta }) => ({
      ...data.after,
      version: version + 1,
      ...(data.after.startsAt !== undefined && { moved: moved + 1, changedAt: meta.occurredAt }),
    })),
    GroupCancelled: change<'GroupCancelled'>(({ version }, { data }) => ({
      ...{ cancelled: true, reason: data.reason, cancelledBy: data.by, version: version + 1 },
    })),
    GroupReinstated: change<'GroupReinstated'>(({ version }) => ({
      ...{ cancelled: false, reason: null, cancelledBy: null, version: version + 1 },
    })),
    GroupSeatHeld: change<'GroupSeatHeld'>(({ held }) => ({ held: held + 1 })),
    GroupSeatTaken: change<'GroupSeatTaken'>(({ held, taken }, { data }) => ({
      ...{ taken: taken + 1, held: data.hold === null ? held : held - 1 },
    })),
    GroupSeatFreed: change<'GroupSeatFreed'>(({ held, taken }, { data }) =>
      data.hold === null ? { taken: taken - 1 } : { held: held - 1 },
    ),
    GroupSeatMoved: {
      key: ({ data: { courseId, groupId, from } }) => [`${courseId}_${from}`, `${courseId}_${groupId}`],
      evolve: (doc, { data }) => doc && { ...doc, taken: doc.taken + (doc.groupId === data.from ? -1 : 1) },
    },
    GroupReminded: change<'GroupReminded'>(() => ({})),
    GroupBegan: change<'GroupBegan'>((_, { meta }) => ({ beganAt: meta.occurredAt })),
  },
  persons: ({ reason, cancelledBy }) => (reason === null || cancelledBy === null ? [] : [String(cancelledBy)]),
  redact: (doc) => ({ ...doc, reason: null }),
  topics: (_, { courseId, groupId, version, beganAt }) => [
    { topic: `grupos:${courseId}`, id: String(groupId), about: `${version} ${beganAt}` },
    { topic: `grupos:${courseId}`, id: `lugares-${groupId}` },
  ],
};

export interface GroupSeatDoc {
  courseId: number;
  userId: number;
  groupId: number;
  state: 'held' | 'taken' | 'left';
  /** Since when it has its present state. */
  at: string;
}
type SeatEvent = EventOf<'GroupSeatHeld' | 'GroupSeatTaken' | 'GroupSeatFreed' | 'GroupSeatMoved'>;
const becomes = <T extends SeatEvent['type']>(state: GroupSeatDoc['state']) => ({
  key: (({ data: { courseId, userId } }) => `${userId}_${courseId}`) as (event: Recorded<EventOf<T>>) => string,
  evolve: (_: GroupSeatDoc | null, { data, meta }: Recorded<EventOf<T>>): GroupSeatDoc => {
    const { courseId, userId, groupId } = data as SeatEvent['data'];
    return { courseId, userId, groupId, state, at: meta.occurredAt };
  },
});

/** The seat of each person in a course: theirs, held while they pay, or left. Ids alone, which stay as facts when their person is gone. */
export const groupSeats: Projection<GroupSeatDoc, SeatEvent> = {
  name: 'group-seats',
  version: 2,
  indexes: [['courseId', 'groupId', 'state', 'at'], ['userId', 'state'], ['userId']],
  on: {
    GroupSeatHeld: becomes<'GroupSeatHeld'>('held'),
    GroupSeatTaken: becomes<'GroupSeatTaken'>('taken'),
    GroupSeatFreed: becomes<'GroupSeatFreed'>('left'),
    GroupSeatMoved: becomes<'GroupSeatMoved'>('taken'),
  },
  topics: (_, { courseId, userId }) => [{ topic: `usuariocurso:${userId}`, id: String(courseId) }],
};
