import { momentOf, schoolZone } from '../../../events/calendar.ts';
import { presentClasses, presentModules } from '../../../events/outline.ts';
import { streamOf } from '../../../events/streams.ts';
import type { WebinarDetails } from '../../../events/webinars.ts';
import { course } from '../catalogue/course.ts';
import { user } from '../identity/user.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled, type HandleOptions } from '../kernel/handle.ts';
import { noParents, takeNumber } from '../kernel/numbers.ts';
import { type WebinarCommand, type WebinarState, webinar } from './webinar.ts';

/** The details of a webinar as typed: the time is that of the school's zone. */
export interface WebinarPlan extends Omit<WebinarDetails, 'startsAt' | 'endsAt' | 'zone'> {
  /** YYYY-MM-DD and HH:MM. */
  day: string;
  time: string;
  minutes: number;
}
type Options = HandleOptions<WebinarState>;
/** Each without the clock, which is the context's. */
type Asked = { [T in WebinarCommand['type']]: Omit<Extract<WebinarCommand, { type: T }>, 'now'> }[WebinarCommand['type']];

const MINUTE = 60_000;
/** Errors: WEBINAR_HOUR, where the clock is set forward over it. */
const momentsOf = ({ day, time, minutes }: Pick<WebinarPlan, 'day' | 'time' | 'minutes'>) => {
  const startsAt = momentOf(day, time) ?? refuse('WEBINAR_HOUR');
  return { startsAt, endsAt: new Date(Date.parse(startsAt) + minutes * MINUTE).toISOString(), zone: schoolZone() };
};

export function createWebinars(commands: Commands) {
  const send = (webinarId: number, command: Asked, context: CommandContext, options?: Options): Promise<Handled<WebinarState>> =>
    commands.handle(
      webinar,
      webinarId,
      { ...command, now: context.now.toISOString() } as WebinarCommand,
      derived(context, 'webinar', command.type, webinarId),
      options,
    );
  const demandHost = async (hostId: number): Promise<void> => {
    const { state } = await commands.load(user, hostId);
    if (state.status !== 'active' || state.role !== 'instructor') refuse('WEBINAR_HOST');
  };

  /** Premium seats are also open to the team: staff are no customers. */
  const hasPremium = async (userId: number): Promise<boolean> => {
    const { state } = await commands.load(user, userId);
    return state.plan === 'premium' || state.role !== 'student';
  };

  return {
    /** How it stands now. Errors: WEBINAR_NOT_FOUND. */
    async load(webinarId: number): Promise<WebinarState & { details: WebinarDetails }> {
      const { state } = await commands.load(webinar, webinarId);
      const { details } = state;
      return details === null ? refuse('WEBINAR_NOT_FOUND') : { ...state, details };
    },
    /** Errors: WEBINAR_HOST, WEBINAR_HOUR, WEBINAR_IN_PAST. */
    async schedule(
      { day, time, minutes, ...plan }: WebinarPlan,
      context: CommandContext,
    ): Promise<Handled<WebinarState> & { webinarId: number }> {
      await demandHost(plan.hostId);
      const moments = momentsOf({ day, time, minutes });
      if (moments.startsAt <= context.now.toISOString()) refuse('WEBINAR_IN_PAST');
      const webinarId = await takeNumber(commands.log, 'webinar', noParents, derived(context, 'number'));
      return { webinarId, ...(await send(webinarId, { type: 'schedule', webinarId, ...plan, ...moments }, context)) };
    },
    /**
     * Changes what differs; additional seats go to the waiting list. `notify`: tell those who are registered.
     * Errors: WEBINAR_NOT_FOUND, WEBINAR_HOST, WEBINAR_HOUR, WEBINAR_IN_PAST, WEBINAR_OVER, WEBINAR_CANCELLED, WEBINAR_CAPACITY.
     */
    async edit(
      webinarId: number,
      { day, time, minutes, ...plan }: WebinarPlan,
      notify: boolean,
      context: CommandContext,
      options?: Options,
    ): Promise<Handled<WebinarState>> {
      const { details } = (await commands.load(webinar, webinarId)).state;
      if (details !== null && details.hostId !== plan.hostId) await demandHost(plan.hostId);
      return send(webinarId, { type: 'edit', changes: { ...plan, ...momentsOf({ day, time, minutes }) }, notify }, context, options);
    },
    /** Puts fields back to what they said. Errors: those of `edit`. */
    change: (webinarId: number, changes: Partial<WebinarDetails>, notify: boolean, context: CommandContext) =>
      send(webinarId, { type: 'edit', changes, notify }, context),
    /** Errors: WEBINAR_NOT_FOUND, WEBINAR_OVER. */
    cancel: (webinarId: number, reason: string, context: CommandContext, options?: Options) =>
      send(webinarId, { type: 'cancel', by: context.actor.userId ?? refuse('AUTH_REQUIRED'), reason }, context, options),
    /** Errors: WEBINAR_NOT_FOUND, WEBINAR_STARTED. */
    reinstate: (webinarId: number, context: CommandContext, options?: Options) => send(webinarId, { type: 'reinstate' }, context, options),
    /**
     * Takes a seat; where none is left, a place in the waiting list if `waits`.
     * Errors: WEBINAR_NOT_FOUND, WEBINAR_CANCELLED, WEBINAR_STARTED, WEBINAR_PREMIUM, WEBINAR_FULL, WAITLIST_FULL.
     */
    register: async (webinarId: number, userId: number, waits: boolean, context: CommandContext) =>
      send(webinarId, { type: 'register', userId, waits, premium: await hasPremium(userId) }, context),
    /** Gives the seat, or the place in the waiting list, to whoever is next. Errors: WEBINAR_NOT_FOUND, WEBINAR_STARTED. */
    leave: (webinarId: number, userId: number, cause: 'self' | 'staff' | 'erased' | 'plan', context: CommandContext) =>
      send(webinarId, { type: 'leave', userId, cause }, derived(context, userId)),
    /** Errors: WEBINAR_NOT_FOUND, WEBINAR_NOT_REGISTERED, WEBINAR_NOT_OPEN, WEBINAR_CANCELLED; by the link also WEBINAR_OVER. */
    attend: (webinarId: number, userId: number, by: 'link' | 'host', context: CommandContext) =>
      send(webinarId, { type: 'attend', userId, by }, derived(context, userId)),
    unattend: (webinarId: number, userId: number, context: CommandContext) =>
      send(webinarId, { type: 'unattend', userId }, derived(context, userId)),
    /** Sets the class as which attendance counts; null: none. Errors: WEBINAR_NOT_FOUND, COURSE_NOT_FOUND, CLASS_NOT_FOUND. */
    async count(webinarId: number, as: WebinarState['counts'], context: CommandContext, options?: Options) {
      if (as) {
        const { state } = await commands.load(course, as.courseId);
        if (state.status === 'none') return refuse('COURSE_NOT_FOUND');
        if (!presentModules(state).some((module) => presentClasses(module).some(({ classId }) => classId === as.classId)))
          return refuse('CLASS_NOT_FOUND');
      }
      return send(webinarId, { type: 'count', as }, context, options);
    },
    /** Errors: WEBINAR_NOT_FOUND, WEBINAR_NOT_OPEN, WEBINAR_CANCELLED. */
    record: (webinarId: number, url: string | null, context: CommandContext, options?: Options) =>
      send(webinarId, { type: 'record', url }, context, options),
    /** Brings a person's part in webinars that are still to come back to how it stood at a time (ISO UTC). Repeating it does nothing more. */
    async restore(userId: number, webinarIds: readonly number[], at: string, context: CommandContext): Promise<void> {
      for (const webinarId of webinarIds) {
        let then = webinar.initial();
        for await (const event of commands.log.readStream(streamOf('webinar', webinarId))) {
          if (event.meta.occurredAt > at) break;
          then = webinar.evolve(then, event as never);
        }
        const { state: now } = await commands.load(webinar, webinarId);
        const had = (state: WebinarState) => state.seats.has(userId) || state.waiting.has(userId);
        if (had(then) === had(now)) continue;
        const next = derived(context, 'restore', webinarId);
        const command: Asked = had(then)
          ? { type: 'register', userId, waits: true, premium: await hasPremium(userId) }
          : { type: 'leave', userId, cause: 'staff' };
        await send(webinarId, command, next).catch((error: unknown) => {
          // The webinar began meanwhile, is full, or is for a plan that the person does not have: their part stays as it is.
          if (!(error instanceof DomainError)) throw error;
        });
      }
    },
    remind: (webinarId: number, hours: number, startsAt: string, context: CommandContext) =>
      send(webinarId, { type: 'remind', hours, startsAt }, derived(context, hours)),
  };
}

export type Webinars = ReturnType<typeof createWebinars>;
