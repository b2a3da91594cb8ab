import type { Envelope } from '../../../events/define.ts';
import type { NoticeKindName } from '../../../events/notices.ts';
import { presentClass } from '../../../events/outline.ts';
import type { DataOf } from '../../../events/registry.ts';
import type { WebinarDetails } from '../../../events/webinars.ts';
import type { Mailer } from '../../integrations/mail/port.ts';
import { course } from '../catalogue/course.ts';
import { addressOf, user } from '../identity/user.ts';
import { eachOf } from '../kernel/eachOf.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';
import type { Learning } from '../learning/learning.ts';
import { REMINDERS, type WebinarState, webinar } from '../learning/webinar.ts';
import type { Webinars } from '../learning/webinars.ts';
import * as letters from '../mail/letters.ts';
import type { Letter } from '../mail/template.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { createPost, type MailOptions } from './mail.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
export const REMIND_WEBINAR = 'remindWebinar';

/** What the timer does some hours before a webinar: nothing where it was moved or cancelled, or where the next reminder is about to come. */
export const remindWebinarAction =
  (webinars: Pick<Webinars, 'remind'>): DeadlineAction =>
  async ({ data }, context) => {
    const [hours, startsAt] = [Number(data.hours), String(data.startsAt)];
    const next = REMINDERS.filter((one) => one < hours)[0] ?? 0;
    // After a long stop two of them may be due: the later one says it all.
    if (next > 0 && Date.parse(startsAt) - context.now.getTime() <= next * HOUR) return;
    await webinars.remind(Number(data.webinarId), hours, startsAt, context);
  };

/**
 * Deadlines of reminders, and what those who have a part in a webinar are told: a change, a cancellation, a seat that became free, that it is about to begin.
 * Whose Premium ends leaves what is for Premium alone and has not begun.
 * Each once: mails carry the id of the event. Who is erased is taken out of what is to come; `partsOf`: the webinars in which a person has a part. Who was
 * there has the class that it counts as; `countingIn`: the webinars that count in a course, as far as the read models know.
 */
export function webinarReactor(
  commands: Commands,
  webinars: Webinars,
  learning: Pick<Learning, 'setCompleted'>,
  timer: Timer,
  mailer: Mailer,
  notifications: Pick<Notifications, 'notify'>,
  options: MailOptions,
  partsOf: (event: Envelope) => (userId: number) => Promise<number[] | null>,
  forgetCalendar: (userId: number, before?: string) => Promise<void>,
  countingIn: (courseId: number) => Promise<number[]>,
): Reactor {
  const post = createPost(mailer, options);
  const schedule = async (webinarId: number, startsAt: string, now: Date): Promise<void> => {
    for (const hours of REMINDERS) {
      const due = new Date(Date.parse(startsAt) - hours * HOUR).toISOString();
      if (due <= now.toISOString()) continue;
      await timer.schedule({ thing: `webinar ${webinarId} ${hours}`, due, kind: REMIND_WEBINAR, data: { webinarId, startsAt, hours } });
    }
  };
  const stateOf = async (webinarId: number) => (await commands.load(webinar, webinarId)).state;
  /** What one person is told: a notice, and a mail to their address where it is confirmed. */
  interface Message {
    notice: NoticeKindName;
    purpose: 'webinar' | 'webinar-reminder' | 'webinar-cancelled' | 'webinar-seat';
    /** How many milliseconds the mail is of use. */
    use: number;
    write: (person: letters.Reader, about: letters.School) => Letter;
  }
  const notify = async (
    event: Envelope,
    context: CommandContext,
    userId: number,
    { title }: WebinarDetails,
    { notice, purpose, use, write }: Message,
  ): Promise<void> => {
    const { state } = await commands.load(user, userId);
    if (state.status !== 'active') return;
    const { webinarId } = event.data as { webinarId: number };
    await notifications.notify(userId, { kind: notice, name: title, link: `/events?evento=${webinarId}` }, context);
    const to = addressOf(state);
    if (to === null || !state.verified) return;
    await post(event, purpose, to, (about) => write(state, about), { use, userId });
  };
  /** Everybody who has a seat, and with `waiting` the waiting list too. */
  const notifySeats = async (
    event: Envelope,
    context: CommandContext,
    state: WebinarState,
    waiting: boolean,
    messageOf: (details: WebinarDetails) => Omit<Message, 'use'>,
  ): Promise<void> => {
    const { details } = state;
    if (details === null) return;
    const people = [...state.seats, ...(waiting ? state.waiting.keys() : [])];
    const use = Math.max(HOUR, Math.min(WEEK, Date.parse(details.endsAt) - Date.parse(event.meta.occurredAt)));
    await eachOf(people, (userId) => notify(event, context, userId, details, { ...messageOf(details), use }));
  };

  /**
   * Who was there has the class that it counts as. Who may not have it yet gets it when they may: they enrol, or its module opens. The mark is of when they
   * were there: what they did with it since then stays, also where they leave the course and come back.
   */
  const credit = async (userId: number, { webinarId, counts, attended }: WebinarState, context: CommandContext): Promise<void> => {
    const madeAt = attended.get(userId);
    if (counts === null || madeAt === undefined) return;
    const own = derived(context, 'attended', webinarId, userId);
    await learning.setCompleted(userId, counts.courseId, counts.classId, true, own, { madeAt }).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code === 'CONFLICT') throw error;
    });
  };
  /** What a person was at that counts in this course; with `moduleId`, as a class of that module. */
  const creditIn = async (event: Envelope, context: CommandContext, moduleId: number | null): Promise<void> => {
    const { userId, courseId } = event.data as { userId: number; courseId: number };
    for (const webinarId of await countingIn(courseId)) {
      const state = await stateOf(webinarId);
      if (state.counts?.courseId !== courseId || !state.attended.has(userId)) continue;
      const { classId } = state.counts;
      const { state: outline } = await commands.load(course, courseId);
      const module = presentClass(outline, classId)?.module;
      if (moduleId === null || module?.moduleId === moduleId) await credit(userId, state, context);
    }
  };

  return {
    name: 'webinars',
    on: {
      async AttendanceMarked(event, context) {
        const { webinarId, userId } = event.data as DataOf<'AttendanceMarked'>;
        await credit(userId, await stateOf(webinarId), context);
      },
      // Also people who were there before the class was chosen.
      async AttendanceRuleSet(event, context) {
        const { webinarId, classId } = event.data as DataOf<'AttendanceRuleSet'>;
        const state = await stateOf(webinarId);
        if (classId !== null && state.counts?.classId === classId)
          await eachOf(state.attended.keys(), (userId) => credit(userId, state, context));
      },
      LearnerEnrolled: (event, context) => creditIn(event, context, null),
      ModuleUnlocked: (event, context) => creditIn(event, context, (event.data as { moduleId: number }).moduleId),
      async WebinarScheduled(event, { now }) {
        const { webinarId, startsAt } = event.data as DataOf<'WebinarScheduled'>;
        await schedule(webinarId, startsAt, now);
      },
      async WebinarEdited(event, context) {
        const { webinarId, after, before, notify } = event.data as DataOf<'WebinarEdited'>;
        if (after.startsAt !== undefined) await schedule(webinarId, after.startsAt, context.now);
        if (!notify) return;
        await notifySeats(event, context, await stateOf(webinarId), true, (details) => ({
          ...{ notice: 'webinarChanged', purpose: 'webinar' },
          write: (reader, about) => letters.webinarChanged(reader, { webinarId, details, before, after }, about),
        }));
      },
      async WebinarCancelled(event, context) {
        const { webinarId, reason } = event.data as DataOf<'WebinarCancelled'>;
        const state = await stateOf(webinarId);
        // The webinar is on again already.
        if (state.status !== 'cancelled') return;
        await notifySeats(event, context, state, true, (details) => ({
          ...{ notice: 'webinarCancelled', purpose: 'webinar-cancelled' },
          write: (reader, about) => letters.webinarCancelled(reader, { webinarId, details, reason }, about),
        }));
      },
      async WebinarReinstated(event, context) {
        const { webinarId } = event.data as DataOf<'WebinarReinstated'>;
        const state = await stateOf(webinarId);
        if (state.status !== 'scheduled' || state.details === null) return;
        await schedule(webinarId, state.details.startsAt, context.now);
        await notifySeats(event, context, state, true, (details) => ({
          ...{ notice: 'webinarReinstated', purpose: 'webinar' },
          write: (reader, about) => letters.webinarReinstated(reader, { webinarId, details }, about),
        }));
      },
      async PromotedFromWaitlist(event, context) {
        const { webinarId, userId } = event.data as DataOf<'PromotedFromWaitlist'>;
        const { details, seats, status } = await stateOf(webinarId);
        if (details === null || status !== 'scheduled' || !seats.has(userId)) return;
        const use = Math.max(HOUR, Date.parse(details.startsAt) - Date.parse(event.meta.occurredAt));
        await notify(event, context, userId, details, {
          ...{ notice: 'webinarSeat', purpose: 'webinar-seat', use: Math.min(WEEK, use) },
          write: (reader, about) => letters.webinarSeat(reader, { webinarId, details }, about),
        });
      },
      async WebinarReminded(event, context) {
        const { webinarId, hours, startsAt } = event.data as DataOf<'WebinarReminded'>;
        const state = await stateOf(webinarId);
        if (state.status !== 'scheduled' || state.details?.startsAt !== startsAt || startsAt <= context.now.toISOString()) return;
        await notifySeats(event, context, state, false, (details) => ({
          ...{ notice: hours === 1 ? 'webinarSoon' : 'webinarTomorrow', purpose: 'webinar-reminder' },
          write: (reader, about) => letters.webinarReminder(reader, { webinarId, details, hours }, about),
        }));
      },
      async RegistrationCancelled(event, context) {
        const { webinarId, userId, cause } = event.data as DataOf<'RegistrationCancelled'>;
        if (cause !== 'plan') return;
        const { details, seats, waiting } = await stateOf(webinarId);
        // The person has a seat again, or waits for one.
        if (details === null || seats.has(userId) || waiting.has(userId)) return;
        await notifications.notify(userId, { kind: 'webinarPlanOver', name: details.title, link: `/events?evento=${webinarId}` }, context);
      },
      async PlanChanged(event, context: CommandContext) {
        const { userId } = event.data as { userId: number };
        const { state } = await commands.load(user, userId);
        if (state.plan === 'premium' || state.role !== 'student' || state.status !== 'active') return;
        const parts = await partsOf(event)(userId);
        if (parts === null) throw new Error('the seats of webinars stand still');
        for (const webinarId of parts) await webinars.leave(webinarId, userId, 'plan', context);
      },
      /** The owner of the address proved it: its maker follows their dates no more. */
      async PasswordHeld(event) {
        await forgetCalendar((event.data as { userId: number }).userId, event.meta.occurredAt);
      },
      async UserErased(event, context: CommandContext) {
        const { userId } = event.data as { userId: number };
        await forgetCalendar(userId);
        const parts = await partsOf(event)(userId);
        // Looked up once the read models are there; until then this is tried again.
        if (parts === null) throw new Error('the seats of webinars stand still');
        for (const webinarId of parts) await webinars.leave(webinarId, userId, 'erased', context);
      },
    },
  };
}
