import { addDays } from '../../../events/calendar.ts';
import type { GroupDetails } from '../../../events/groups.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'groups'>;

/** Groups of one course, in all its life, and seats of one group. */
export const MOST_GROUPS = 200;
export const MOST_GROUP_SEATS = 5_000;

export interface Group extends GroupDetails {
  groupId: number;
  cancelled: boolean;
  /** Seats that are taken or held. */
  seats: number;
  /** The start of which its members were reminded, and when it began; null: neither yet. */
  remindedOf: string | null;
  beganAt: string | null;
  /** The count of what was said of the group itself, for If-Match: seats do not count. */
  version: number;
}
/** `hold`: by which it is held while its person pays or enrols; null: it is theirs. */
export interface Seat {
  groupId: number;
  hold: string | null;
}
export interface GroupsState {
  groups: GrowingMap<number, Group>;
  /** By person: each has one seat in a course at most. */
  seats: GrowingMap<number, Seat>;
  /** By person who left the course, the group of the seat that they gave up with it. */
  left: GrowingMap<number, number>;
}
/** The moment of a command, and its day in the school's calendar. */
export interface GroupClock {
  now: string;
  today: string;
}

export const isOver = ({ endsOn }: Pick<Group, 'endsOn'>, { today }: Pick<GroupClock, 'today'>): boolean => endsOn < today;
/** Whether people may join it, as far as there is a seat. */
export const isOpen = ({ cancelled, startsAt }: Pick<Group, 'cancelled' | 'startsAt'>, { now }: Pick<GroupClock, 'now'>): boolean =>
  !cancelled && startsAt > now;
/** Whether people can enter the course only by a group: as long as one of them is to come, or going on. Otherwise the course is taken at one's own pace. */
export const isDated = ({ groups }: GroupsState, clock: GroupClock): boolean =>
  [...groups].some(([, group]) => !group.cancelled && !isOver(group, clock));
/**
 * When the course opens for this person (ISO UTC); null: it is open, or does not depend on a group. It opens by the event of its group's beginning, which the
 * timer records at its start, so that everybody who looks at the same facts finds the same modules open. Somebody who is given the course by hand while they
 * pay for a seat
 * need not wait: a held seat counts only for a person who is entering by it (`held`).
 */
export const opensOn = ({ groups, seats }: GroupsState, userId: number, { held = false } = {}): string | null => {
  const seat = seats.get(userId);
  const group = seat && (held || seat.hold === null) ? groups.get(seat.groupId) : undefined;
  return group && !group.cancelled && group.beganAt === null ? group.startsAt : null;
};

type OfCourse = { courseId: number };
export type GroupCommand = OfCourse &
  (
    | ({ type: 'plan'; details: GroupDetails } & GroupClock)
    | ({ type: 'edit'; groupId: number; details: GroupDetails } & GroupClock)
    | ({ type: 'cancel'; groupId: number; by: number; reason: string } & GroupClock)
    | ({ type: 'reinstate'; groupId: number } & GroupClock)
    /** Holds a seat while somebody pays or enrols; a seat that they hold already is freed for it. */
    | ({ type: 'hold'; groupId: number; userId: number; hold: string; until: string } & GroupClock)
    /** Gives the seat after payment or enrolment, also beyond the limit, because nobody must pay without getting a seat. Does nothing for whoever has one. */
    | { type: 'take'; groupId: number; userId: number }
    /** The learner changes to another group, or chooses their first one. */
    | ({ type: 'choose'; groupId: number; userId: number } & GroupClock)
    /** Staff move a member to another group, which may have begun. */
    | ({ type: 'move'; from: number; groupId: number; userId: number } & GroupClock)
    /** Frees a held seat that was not paid. */
    | { type: 'release'; userId: number; hold: string }
    /** The learner left the course. */
    | { type: 'leave'; userId: number }
    /** The learner gets the course back, with the seat that they had. */
    | { type: 'comeBack'; userId: number }
    | { type: 'remind'; groupId: number; startsAt: string; now: string }
    | { type: 'begin'; groupId: number; startsAt: string; now: string }
  );

function checkDates({ startsAt, endsOn }: GroupDetails, { now, today }: GroupClock): void {
  if (startsAt <= now) refuse('GROUP_IN_PAST');
  // The service compares the days of the school's calendar; in no zone is the first one earlier than the day before that of UTC.
  if (endsOn < today || endsOn < addDays(startsAt.slice(0, 10), -1)) refuse('GROUP_END');
}
const found = ({ groups }: GroupsState, groupId: number): Group => groups.get(groupId) ?? refuse('GROUP_NOT_FOUND');
/** Returns the group if people may still join it. Errors: GROUP_NOT_FOUND, GROUP_CANCELLED, GROUP_STARTED. */
export function demandOpen(state: GroupsState, groupId: number, { now }: Pick<GroupClock, 'now'>): Group {
  const group = found(state, groupId);
  if (group.cancelled) return refuse('GROUP_CANCELLED');
  return group.startsAt <= now ? refuse('GROUP_STARTED') : group;
}
/** The group to come that begins soonest and has a seat for this person. Errors: GROUP_STARTED, where none is to come; GROUP_FULL, where none has a seat. */
export const soonest = ({ groups, seats }: GroupsState, userId: number, clock: GroupClock): number => {
  const own = seats.get(userId)?.groupId;
  const open = [...groups].map(([, group]) => group).filter((group) => isOpen(group, clock));
  if (open.length === 0) return refuse('GROUP_STARTED');
  const free = open.filter((group) => group.groupId === own || group.seats < group.capacity);
  return free.sort((one, other) => (one.startsAt < other.startsAt ? -1 : 1))[0]?.groupId ?? refuse('GROUP_FULL');
};
/** Refuses where the group has no seat left. `had`: the person's present seat, which becomes free. Errors: those of `demandOpen`, GROUP_FULL. */
function demandSeat(state: GroupsState, groupId: number, clock: GroupClock, had: Seat | undefined): void {
  const group = demandOpen(state, groupId, clock);
  if (group.seats - (had?.groupId === groupId ? 1 : 0) >= group.capacity) refuse('GROUP_FULL');
}
/** Frees the seat that the person leaves for another one. */
const leaving = (courseId: number, userId: number, had: Seat | undefined): Event[] =>
  had ? [{ type: 'GroupSeatFreed', data: { courseId, userId, ...had, cause: 'changed' } }] : [];
function edited(courseId: number, group: Group, details: GroupDetails, clock: GroupClock): Event[] {
  const names = (Object.keys(details) as (keyof GroupDetails)[]).filter((name) => details[name] !== group[name]);
  if (names.length === 0) return [];
  if (group.cancelled) return refuse('GROUP_CANCELLED');
  if (isOver(group, clock)) return refuse('GROUP_OVER');
  // A group that has begun keeps its start.
  if (group.startsAt <= clock.now) {
    if (names.includes('startsAt')) return refuse('GROUP_STARTED');
    if (details.endsOn < clock.today) return refuse('GROUP_END');
  } else checkDates(details, clock);
  if (details.capacity < group.seats && names.includes('capacity')) return refuse('GROUP_CAPACITY');
  const part = (of: GroupDetails) => Object.fromEntries(names.map((name) => [name, of[name]])) as Partial<GroupDetails>;
  return [{ type: 'GroupEdited', data: { courseId, groupId: group.groupId, before: part(group), after: part(details) } }];
}

/** All groups of a course and their seats; stream `groups-<courseId>`. What is on follows from the clock. */
export const groups: Decider<GroupsState, GroupCommand, Event> = {
  category: 'groups',
  wordless: true,
  initial: () => ({ groups: new GrowingMap(), seats: new GrowingMap(), left: new GrowingMap() }),
  decide(command, state) {
    const { courseId } = command;
    if (command.type === 'plan') {
      checkDates(command.details, command);
      if (state.groups.size >= MOST_GROUPS) return refuse('TOO_MANY_ITEMS');
      return [{ type: 'GroupPlanned', data: { courseId, groupId: state.groups.size + 1, ...command.details } }];
    }
    if (command.type === 'release' || command.type === 'leave') {
      const { userId } = command;
      const had = state.seats.get(userId);
      // A held seat is given up by its order, a taken one only with the course.
      if (!had || had.hold !== (command.type === 'release' ? command.hold : null)) return [];
      return [{ type: 'GroupSeatFreed', data: { courseId, userId, ...had, cause: command.type === 'release' ? 'unpaid' : 'unenrolled' } }];
    }
    if (command.type === 'comeBack') {
      const { userId } = command;
      const groupId = state.left.get(userId);
      if (groupId === undefined || state.seats.has(userId)) return [];
      return [{ type: 'GroupSeatTaken', data: { courseId, groupId, userId, hold: null } }];
    }
    const { groupId } = command;
    const group = found(state, groupId);
    const ids = { courseId, groupId };
    switch (command.type) {
      case 'edit':
        return edited(courseId, group, command.details, command);
      case 'cancel':
        if (group.cancelled) return [];
        if (isOver(group, command)) return refuse('GROUP_OVER');
        return [{ type: 'GroupCancelled', data: { ...ids, by: command.by, reason: command.reason } }];
      case 'reinstate':
        if (!group.cancelled) return [];
        // Its members had the course open since, and others may have chosen another group.
        return group.startsAt <= command.now ? refuse('GROUP_STARTED') : [{ type: 'GroupReinstated', data: ids }];
      case 'hold': {
        const { userId, hold, until } = command;
        const had = state.seats.get(userId);
        if (had?.hold === null) return [];
        if (had?.hold === hold && had.groupId === groupId) return demandOpen(state, groupId, command) && [];
        demandSeat(state, groupId, command, had);
        return [...leaving(courseId, userId, had), { type: 'GroupSeatHeld', data: { ...ids, userId, hold, until } }];
      }
      case 'take': {
        const { userId } = command;
        const had = state.seats.get(userId);
        if (had?.hold === null) return [];
        // It is paid for this group, whatever group another page holds.
        const other = had && had.groupId !== groupId ? had : undefined;
        return [
          ...leaving(courseId, userId, other),
          { type: 'GroupSeatTaken', data: { ...ids, userId, hold: other ? null : (had?.hold ?? null) } },
        ];
      }
      case 'choose': {
        const { userId } = command;
        const had = state.seats.get(userId);
        if (had?.groupId === groupId && had.hold === null) return [];
        const from = had && state.groups.get(had.groupId);
        // The group has begun already: they are in it.
        if (from && had.hold === null && !from.cancelled && from.startsAt <= command.now) return refuse('GROUP_STARTED');
        demandSeat(state, groupId, command, had);
        return [...leaving(courseId, userId, had), { type: 'GroupSeatTaken', data: { ...ids, userId, hold: null } }];
      }
      case 'move': {
        const { userId, from } = command;
        const had = state.seats.get(userId);
        if (had?.hold !== null || had.groupId !== from) return refuse('NOT_ENROLLED');
        if (from === groupId) return [];
        if (group.cancelled) return refuse('GROUP_CANCELLED');
        if (isOver(group, command)) return refuse('GROUP_OVER');
        if (group.seats >= group.capacity) return refuse('GROUP_FULL');
        return [{ type: 'GroupSeatMoved', data: { ...ids, from, userId } }];
      }
      case 'remind':
      case 'begin': {
        const { startsAt, now } = command;
        if (group.cancelled || group.startsAt !== startsAt) return [];
        const people = [...state.seats].filter(([, seat]) => seat.groupId === groupId && seat.hold === null).length;
        if (command.type === 'remind')
          return startsAt <= now || group.remindedOf === startsAt ? [] : [{ type: 'GroupReminded', data: { ...ids, startsAt, people } }];
        return startsAt > now || group.beganAt !== null ? [] : [{ type: 'GroupBegan', data: { ...ids, startsAt, people } }];
      }
    }
  },
  evolve(state, event) {
    const { groupId } = event.data;
    if (event.type === 'GroupPlanned') {
      const { courseId: _, ...details } = event.data;
      const group = { ...details, cancelled: false, seats: 0, remindedOf: null, beganAt: null, version: 1 };
      return { ...state, groups: state.groups.with(groupId, group) };
    }
    const group = state.groups.get(groupId);
    if (!group) return state;
    const put = (change: Partial<Group>) => state.groups.with(groupId, { ...group, ...change });
    const planned = (change: Partial<Group>): GroupsState => ({ ...state, groups: put({ ...change, version: group.version + 1 }) });
    switch (event.type) {
      case 'GroupEdited':
        return planned(event.data.after);
      case 'GroupCancelled':
        return planned({ cancelled: true });
      case 'GroupReinstated':
        return planned({ cancelled: false });
      case 'GroupSeatHeld': {
        const { userId, hold } = event.data;
        return { ...state, groups: put({ seats: group.seats + 1 }), seats: state.seats.with(userId, { groupId, hold }) };
      }
      case 'GroupSeatTaken': {
        const { userId, hold } = event.data;
        const groups = hold === null ? put({ seats: group.seats + 1 }) : state.groups;
        return { groups, seats: state.seats.with(userId, { groupId, hold: null }), left: state.left.without(userId) };
      }
      case 'GroupSeatFreed': {
        const { userId, cause } = event.data;
        const left = cause === 'unenrolled' ? state.left.with(userId, groupId) : state.left;
        return { groups: put({ seats: group.seats - 1 }), seats: state.seats.without(userId), left };
      }
      case 'GroupSeatMoved': {
        const { userId, from } = event.data;
        const before = state.groups.get(from);
        const groups = put({ seats: group.seats + 1 });
        return {
          ...state,
          groups: before ? groups.with(from, { ...before, seats: before.seats - 1 }) : groups,
          seats: state.seats.with(userId, { groupId, hold: null }),
        };
      }
      case 'GroupReminded':
        return { ...state, groups: put({ remindedOf: event.data.startsAt }) };
      case 'GroupBegan':
        return { ...state, groups: put({ beganAt: event.data.startsAt }) };
    }
  },
};
