import { isDeepStrictEqual } from 'node:util';
import type { Envelope, Role } from '../../../events/define.ts';
import type { LeadStatus } from '../../../events/leads.ts';
import type { EnrolmentSource, Entitlement } from '../../../events/learning.ts';
import type { DataOf, EventType } from '../../../events/registry.ts';
import type { Position } from '../../../events/store/port.ts';
import type { WebinarDetails } from '../../../events/webinars.ts';
import { course } from '../../commands/catalogue/course.ts';
import { user } from '../../commands/identity/user.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import type { CommandContext } from '../../commands/kernel/handle.ts';
import { derived } from '../../commands/kernel/handle.ts';
import { enrolment } from '../../commands/learning/enrolment.ts';
import { groups } from '../../commands/learning/group.ts';
import { groupClock } from '../../commands/learning/groups.ts';
import { review } from '../../commands/learning/review.ts';
import { webinar } from '../../commands/learning/webinar.ts';
import { lead } from '../../commands/site/lead.ts';
import type { UndoNote } from '../contract/history.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Governing } from './governing.ts';

/** The undo of one event: what it would change, whether the event's effect is still in place, and the command that does it. */
export interface Inverse {
  /** `meetingDetails`: `now` and `back` are what changes of a webinar's details, field by field. */
  field: 'role' | 'plan' | 'active' | 'status' | 'visible' | 'enrolled' | 'group' | 'meetingStands' | 'meetingDetails';
  now: unknown;
  back: unknown;
  stands: boolean;
  /** The title of the course, where it is about an enrolment. */
  of?: string;
  /** Why the command would be refused as things are, though nothing of it changed since: the code of the refusal; null: it would not. */
  refused?: string | null;
  /** What follows from it, and what stays. */
  also?: readonly UndoNote[];
  run(context: CommandContext): Promise<Position | null>;
}
type Sources = Pick<Deps, 'clock' | 'commands' | 'leads' | 'learning' | 'reviews' | 'sessionTokens' | 'webinars'> & {
  governing: Governing;
};
type Find = (event: Envelope, sources: Sources) => Promise<Inverse>;
type Data = { userId: number; courseId: number; leadId: string; from: never; to: never; reason: string | null };

/** The code of what a decision is refused by; null: it is not. */
const refusalOf = (decide: () => unknown): string | null => {
  try {
    decide();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
};

const active =
  (back: boolean): Find =>
  async ({ data }, { commands, governing, sessionTokens }) => {
    const { userId } = data as Data;
    const { state } = await commands.load(user, userId);
    const now = state.status === 'active';
    const stands = back ? state.status === 'inactive' : now;
    const open = back ? 0 : (await sessionTokens.lastUsed(userId)).size;
    const also: UndoNote[] = [
      ...(open > 0 ? [{ codigo: 'sesiones', cuenta: open } as const] : []),
      ...(back ? [] : [{ codigo: state.invited ? 'invitacion' : 'en-uso', cuenta: 1 } as const, { codigo: 'queda', cuenta: 1 } as const]),
    ];
    return {
      ...{ field: 'active', now, back, stands, also },
      run: (context) => (back ? governing.activate(userId, context) : governing.deactivate(userId, context)),
    };
  };
const titleOf = async (courseId: number, commands: Sources['commands']): Promise<string> =>
  (await commands.load(course, courseId)).state.title;
/** An entitlement given by hand can be undone; one that was bought, redeemed or taken by the learner is not another person's to undo. */
const given: Find = async ({ data }, { commands, learning }) => {
  const { userId, courseId } = data as Data;
  const { source, code, order, person } = data as Data & { source: EnrolmentSource } & Entitlement;
  const { state } = await commands.load(enrolment, `${userId}_${courseId}`);
  const held = [...state.entitlements].some(([, right]) => right.source === source && right.code === code && right.person === person);
  const others = [...state.entitlements].length > 1;
  return {
    ...{ field: 'enrolled', now: state.enrolled, back: others, stands: source === 'grant' && code === null && held },
    of: await titleOf(courseId, commands),
    run: async (context) => (await learning.revoke(userId, courseId, { source, code, order, person }, context)).position,
  };
};

/** The event types that can be undone. Others stay: a mail that was sent, an erasure, what people did themselves. */
const inverses: Partial<Record<EventType, Find>> = {
  RoleChanged: async ({ data }, { commands, governing }) => {
    const { userId, from, to } = data as Data;
    const { state } = await commands.load(user, userId);
    const stands = state.role === to && state.status !== 'erased';
    return {
      ...{ field: 'role', now: state.role, back: from as Role, stands },
      run: (context) => governing.changeRole(userId, from, context),
    };
  },
  PlanChanged: async ({ data }, { commands }) => {
    const { userId, from, to } = data as Data;
    const { state } = await commands.load(user, userId);
    return {
      ...{ field: 'plan', now: state.plan, back: from, stands: state.plan === to && state.status !== 'erased' },
      run: async (context) => (await commands.handle(user, userId, { type: 'changePlan', plan: from }, derived(context, 'plan'))).position,
    };
  },
  // Only an account that an administrator made: people who made their own close it, or leave it, themselves.
  UserRegistered: active(false),
  UserDeactivated: active(true),
  UserActivated: active(false),
  LeadStatusChanged: async ({ data }, { commands, leads }) => {
    const { leadId, from, to } = data as Data;
    const { state } = await commands.load(lead, leadId);
    return {
      ...{ field: 'status', now: state.status, back: from as LeadStatus, stands: state.status === to },
      run: (context) => leads.changeStatus(leadId, from, context),
    };
  },
  ReviewHidden: async ({ data }, { commands, reviews }) => {
    const { userId, courseId } = data as Data;
    const { state } = await commands.load(review, `${userId}_${courseId}`);
    return {
      ...{ field: 'visible', now: !state.hidden, back: true, stands: state.hidden },
      run: async (context) => (await reviews.restore(userId, courseId, context)).position,
    };
  },
  ReviewRestored: async ({ data }, { commands, reviews }) => {
    const { userId, courseId } = data as Data;
    const { state } = await commands.load(review, `${userId}_${courseId}`);
    return {
      ...{ field: 'visible', now: !state.hidden, back: false, stands: !state.hidden },
      run: async (context) => (await reviews.hide(userId, courseId, context.reason ?? '', context)).position,
    };
  },
  WebinarEdited: async ({ data }, { clock, commands, webinars }) => {
    const { webinarId, before, after, notify } = data as DataOf<'WebinarEdited'>;
    const { state } = await commands.load(webinar, webinarId);
    const names = Object.keys(after) as (keyof WebinarDetails)[];
    const now = Object.fromEntries(names.map((name) => [name, state.details?.[name]]));
    const edit = { type: 'edit', changes: before, notify, now: clock().toISOString() } as const;
    return {
      ...{ field: 'meetingDetails', now, back: before, refused: refusalOf(() => webinar.decide(edit, state)) },
      stands: names.every((name) => isDeepStrictEqual(state.details?.[name], after[name])),
      // People who were notified of the change are notified of its undoing.
      run: async (context) => (await webinars.change(webinarId, before, notify, context)).position,
    };
  },
  WebinarCancelled: async ({ data }, { clock, commands, webinars }) => {
    const { webinarId } = data as DataOf<'WebinarCancelled'>;
    const { state } = await commands.load(webinar, webinarId);
    return {
      ...{ field: 'meetingStands', now: state.status === 'scheduled', back: true, stands: state.status === 'cancelled' },
      refused: refusalOf(() => webinar.decide({ type: 'reinstate', now: clock().toISOString() }, state)),
      run: async (context) => (await webinars.reinstate(webinarId, context)).position,
    };
  },
  GroupSeatMoved: async ({ data }, { clock, learning }) => {
    const { courseId, groupId, from, userId } = data as DataOf<'GroupSeatMoved'>;
    const state = await learning.groups.load(courseId);
    const seat = state.seats.get(userId);
    const named = (id: number | undefined) => (id === undefined ? null : (state.groups.get(id)?.name ?? null));
    const move = { type: 'move', courseId, from: groupId, groupId: from, userId, ...groupClock(clock()) } as const;
    return {
      ...{ field: 'group', now: named(seat?.groupId), back: named(from), stands: seat?.groupId === groupId && seat.hold === null },
      refused: refusalOf(() => groups.decide(move, state)),
      async run(context) {
        try {
          return (await learning.groups.move(courseId, groupId, from, userId, context)).position;
        } catch (error) {
          // Somebody moved them, or they left, just now.
          if (error instanceof DomainError && error.code === 'NOT_ENROLLED') throw new ApiError('FIELD_CONFLICT');
          throw error;
        }
      },
    };
  },
  LearnerEnrolled: given,
  EntitlementGranted: given,
  LearnerUnenrolled: async ({ data, stream, meta }, { commands, learning }) => {
    const { userId, courseId } = data as Data;
    // The entitlements that they had just before the act.
    let before = enrolment.initial();
    for await (const event of commands.log.readStream(stream)) {
      if (event.meta.correlationId === meta.correlationId) break;
      before = enrolment.evolve(before, event as never);
    }
    const { state } = await commands.load(enrolment, `${userId}_${courseId}`);
    return {
      ...{ field: 'enrolled', now: state.enrolled, back: true, stands: !state.enrolled },
      of: await titleOf(courseId, commands),
      run: async (context) =>
        (
          await learning.restore(
            userId,
            courseId,
            [...before.entitlements].map(([, right]) => right),
            context,
          )
        ).position,
    };
  },
};

/** Those that can be undone, where nothing forbids it. */
export const undoneTypes: ReadonlySet<string> = new Set(Object.keys(inverses));

const invertible = ({ type, data, meta }: Envelope): boolean => {
  const { source, code, userId } = data as { source?: string; code?: string | null; userId?: number };
  if (!Object.hasOwn(inverses, type) || (userId !== undefined && userId === meta.actor.userId)) return false;
  if (type === 'UserRegistered') return source === 'administrator';
  return source === undefined || (source === 'grant' && code === null);
};
/** Whether an act may be undone at all; whether it still can be is checked on request. An erasure never can. */
export const reversible = (events: readonly Envelope[]): boolean =>
  events.some(invertible) && events.every(({ type }) => type !== 'UserErased' && type !== 'LeadErased');

/** The undo of each event of an act, the last event first. */
export async function inversesOf(events: readonly Envelope[], sources: Sources): Promise<Inverse[]> {
  const found: Inverse[] = [];
  if (!reversible(events)) return found;
  for (const event of events.filter(invertible).reverse()) {
    const find = inverses[event.type as EventType];
    if (find) found.push(await find(event, sources));
  }
  return found;
}

/** Undoes all of it, or nothing where something changed since; one that was `begun` goes on. Errors: NOTHING_TO_RESTORE, FIELD_CONFLICT. */
export async function goBack(ways: readonly Inverse[], context: CommandContext, begun: boolean): Promise<Position | null> {
  if (ways.length === 0) throw new ApiError('NOTHING_TO_RESTORE');
  if (!begun && ways.some(({ stands }) => !stands)) throw new ApiError('FIELD_CONFLICT');
  let position: Position | null = null;
  for (const [index, way] of ways.entries()) {
    const at = await way.run(derived(context, 'undo', index));
    if (at !== null && (position === null || at > position)) position = at;
  }
  return position;
}
