import { isDeepStrictEqual } from 'node:util';
import type { StreamEvent } from '../../../events/registry.ts';
import type { WebinarDetails } from '../../../events/webinars.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap, GrowingSet } from '../kernel/growing.ts';

type Event = StreamEvent<'webinar'>;

/** The most seats of one webinar, and the most people who may wait for one. */
export const MOST_SEATS = 5_000;
export const MOST_WAITING = 2_000;
/** How long before the start the link opens, in milliseconds. */
export const DOORS_MS = 15 * 60_000;
/** Hours before the start at which those registered are reminded. */
export const REMINDERS = [24, 1] as const;

export interface WebinarState {
  status: 'none' | 'scheduled' | 'cancelled';
  webinarId: number;
  /** null before it was scheduled. */
  details: WebinarDetails | null;
  seats: GrowingSet<number>;
  /** Who waits, each with a number: the lowest is next. */
  waiting: GrowingMap<number, number>;
  turns: number;
  /** Who was there, and since when that is known (ISO). */
  attended: GrowingMap<number, string>;
  recording: string | null;
  /** The class, of a course, that counts as completed for whoever was there; null: none. */
  counts: { courseId: number; classId: number } | null;
  /** Reminders that went out, by hours and the start that they spoke of. */
  reminded: GrowingSet<string>;
}

/** `now`: ISO UTC, the command's clock. */
export type WebinarCommand = { now: string } & (
  | ({ type: 'schedule'; webinarId: number } & WebinarDetails)
  | { type: 'edit'; changes: Partial<WebinarDetails>; notify: boolean }
  | { type: 'cancel'; by: number; reason: string }
  | { type: 'reinstate' }
  /** `waits`: join the waiting list where no seat is left. `premium`: whether the person may take a Premium seat. */
  | { type: 'register'; userId: number; waits: boolean; premium: boolean }
  | { type: 'leave'; userId: number; cause: 'self' | 'staff' | 'erased' | 'plan' }
  /** `in`: the person came in by the link; otherwise the host says that they were there. */
  | { type: 'attend'; userId: number; by: 'link' | 'host' }
  | { type: 'unattend'; userId: number }
  | { type: 'count'; as: WebinarState['counts'] }
  | { type: 'record'; url: string | null }
  | { type: 'remind'; hours: number; startsAt: string }
);

const reminder = (hours: number, startsAt: string): string => `${hours} ${startsAt}`;

function checkTimes({ startsAt, endsAt }: WebinarDetails, now: string): void {
  if (startsAt <= now) refuse('WEBINAR_IN_PAST');
  if (endsAt <= startsAt) refuse('WEBINAR_END');
}

/** Gives free seats to those who have waited longest. */
function promoted({ webinarId, waiting }: WebinarState, free: number): Event[] {
  if (free <= 0 || waiting.size === 0) return [];
  return [...waiting]
    .sort(([, one], [, other]) => one - other)
    .slice(0, free)
    .map(([userId]) => ({ type: 'PromotedFromWaitlist', data: { webinarId, userId } }));
}

function edited(state: WebinarState, before: WebinarDetails, command: Extract<WebinarCommand, { type: 'edit' }>): Event[] {
  const { now, changes, notify } = command;
  const names = (Object.keys(changes) as (keyof WebinarDetails)[]).filter((name) => !isDeepStrictEqual(changes[name], before[name]));
  if (names.length === 0) return [];
  const after = { ...before, ...changes };
  // After the end the facts stay as they were; only the description may still be improved.
  if (before.endsAt <= now && names.some((name) => name !== 'title' && name !== 'description')) return refuse('WEBINAR_OVER');
  if (after.startsAt !== before.startsAt) checkTimes(after, now);
  else if (after.endsAt <= after.startsAt) return refuse('WEBINAR_END');
  if (after.capacity < state.seats.size) return refuse('WEBINAR_CAPACITY');
  const part = (of: WebinarDetails) => Object.fromEntries(names.map((name) => [name, of[name]])) as Partial<WebinarDetails>;
  return [
    { type: 'WebinarEdited', data: { webinarId: state.webinarId, before: part(before), after: part(after), notify } },
    ...(after.startsAt > now ? promoted(state, after.capacity - state.seats.size) : []),
  ];
}

/** A live meeting: stream `webinar-<id>`. All seats of it stand in one stream, so that none is given twice. Whether it is on follows from the clock. */
export const webinar: Decider<WebinarState, WebinarCommand, Event> = {
  category: 'webinar',
  wordless: true,
  initial: () => ({
    status: 'none',
    webinarId: 0,
    details: null,
    seats: new GrowingSet(),
    waiting: new GrowingMap(),
    turns: 0,
    attended: new GrowingMap(),
    recording: null,
    counts: null,
    reminded: new GrowingSet(),
  }),
  decide(command, state) {
    const { now } = command;
    if (command.type === 'schedule') {
      const { type: _, now: __, ...data } = command;
      if (state.status !== 'none') return [];
      checkTimes(data, now);
      return [{ type: 'WebinarScheduled', data }];
    }
    const { webinarId, details, seats, waiting, attended } = state;
    if (details === null) return refuse('WEBINAR_NOT_FOUND');
    const started = details.startsAt <= now;
    const over = details.endsAt <= now;
    const cancelled = state.status === 'cancelled';
    switch (command.type) {
      case 'edit':
        return cancelled ? refuse('WEBINAR_CANCELLED') : edited(state, details, command);
      case 'cancel':
        if (cancelled) return [];
        if (over) return refuse('WEBINAR_OVER');
        return [{ type: 'WebinarCancelled', data: { webinarId, by: command.by, reason: command.reason } }];
      case 'reinstate':
        if (!cancelled) return [];
        if (started) return refuse('WEBINAR_STARTED');
        // Seats that became free while it was cancelled go to the waiting list, before anybody new.
        return [{ type: 'WebinarReinstated', data: { webinarId } }, ...promoted(state, details.capacity - seats.size)];
      case 'register': {
        const { userId, waits, premium } = command;
        if (seats.has(userId)) return [];
        if (cancelled) return refuse('WEBINAR_CANCELLED');
        if (started) return refuse('WEBINAR_STARTED');
        if (details.premium && !premium && !waiting.has(userId)) return refuse('WEBINAR_PREMIUM');
        if (seats.size < details.capacity) return [{ type: 'RegisteredForWebinar', data: { webinarId, userId } }];
        if (waiting.has(userId)) return [];
        if (!waits) return refuse('WEBINAR_FULL');
        return waiting.size >= MOST_WAITING ? refuse('WAITLIST_FULL') : [{ type: 'WaitlistJoined', data: { webinarId, userId } }];
      }
      case 'leave': {
        const { userId, cause } = command;
        const seat = seats.has(userId);
        if (!seat && !waiting.has(userId)) return [];
        // A seat that came with the plan ends with it, unless the webinar has begun; a seat that is open to all is kept.
        if (cause === 'plan' && (started || !details.premium)) return [];
        if (cause !== 'erased' && started) return refuse('WEBINAR_STARTED');
        const next = seat && !started && !cancelled ? promoted(state, details.capacity - seats.size + 1) : [];
        return [{ type: 'RegistrationCancelled', data: { webinarId, userId, seat, cause } }, ...next];
      }
      case 'attend': {
        const { userId, by } = command;
        if (!seats.has(userId)) return refuse('WEBINAR_NOT_REGISTERED');
        if (cancelled) return refuse('WEBINAR_CANCELLED');
        if (Date.parse(details.startsAt) - DOORS_MS > Date.parse(now)) return refuse('WEBINAR_NOT_OPEN');
        if (by === 'link' && over) return refuse('WEBINAR_OVER');
        return attended.has(userId) ? [] : [{ type: 'AttendanceMarked', data: { webinarId, userId, by } }];
      }
      case 'unattend':
        return attended.has(command.userId) ? [{ type: 'AttendanceUnmarked', data: { webinarId, userId: command.userId } }] : [];
      case 'count': {
        const { as } = command;
        if (isDeepStrictEqual(as, state.counts)) return [];
        return [{ type: 'AttendanceRuleSet', data: { webinarId, courseId: as?.courseId ?? null, classId: as?.classId ?? null } }];
      }
      case 'record':
        if (command.url === state.recording) return [];
        if (cancelled) return refuse('WEBINAR_CANCELLED');
        if (!started) return refuse('WEBINAR_NOT_OPEN');
        return [{ type: 'RecordingPublished', data: { webinarId, url: command.url, previous: state.recording } }];
      case 'remind': {
        const { hours, startsAt } = command;
        if (cancelled || started || startsAt !== details.startsAt || state.reminded.has(reminder(hours, startsAt))) return [];
        return [{ type: 'WebinarReminded', data: { webinarId, hours, startsAt, people: seats.size } }];
      }
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'WebinarScheduled': {
        const { webinarId, ...details } = event.data;
        return { ...state, status: 'scheduled', webinarId, details };
      }
      case 'WebinarEdited':
        return state.details === null ? state : { ...state, details: { ...state.details, ...event.data.after } };
      case 'WebinarCancelled':
        return { ...state, status: 'cancelled' };
      case 'WebinarReinstated':
        return { ...state, status: 'scheduled' };
      case 'RegisteredForWebinar':
      case 'PromotedFromWaitlist': {
        const { userId } = event.data;
        return { ...state, seats: state.seats.with(userId), waiting: state.waiting.without(userId) };
      }
      case 'WaitlistJoined':
        return { ...state, waiting: state.waiting.with(event.data.userId, state.turns), turns: state.turns + 1 };
      case 'RegistrationCancelled': {
        const { userId } = event.data;
        return {
          ...state,
          seats: state.seats.without(userId),
          waiting: state.waiting.without(userId),
          attended: state.attended.without(userId),
        };
      }
      case 'AttendanceMarked':
        return { ...state, attended: state.attended.with(event.data.userId, event.meta.occurredAt) };
      case 'AttendanceUnmarked':
        return { ...state, attended: state.attended.without(event.data.userId) };
      case 'AttendanceRuleSet': {
        const { courseId, classId } = event.data;
        return { ...state, counts: courseId === null || classId === null ? null : { courseId, classId } };
      }
      case 'RecordingPublished':
        return { ...state, recording: event.data.url };
      case 'WebinarReminded':
        return { ...state, reminded: state.reminded.with(reminder(event.data.hours, event.data.startsAt)) };
    }
  },
};
