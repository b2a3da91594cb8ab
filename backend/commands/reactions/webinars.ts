import type { Envelope } from '../../../events/define.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { WebinarDetails } from '../../../events/webinars.ts';
import type { Mailer } from '../../integrations/mail/port.ts';
import { user } from '../identity/user.ts';
import type { CommandContext, Commands } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';
import { REMINDERS, type WebinarState, webinar } from '../learning/webinar.ts';
import type { Webinars } from '../learning/webinars.ts';
import * as letters from '../mail/letters.ts';
import type { Letter } from '../mail/template.ts';
import { createPost, type MailOptions } from './mail.ts';

type Event = StreamEvent<'webinar'>;
type Data<T extends Event['type']> = Extract<Event, { type: T }>['data'];

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
 * Each once: mails carry the id of the event. Who is erased is taken out of what is to come; `partsOf`: the webinars in which a person has a part.
 */
export function webinarReactor(
  commands: Commands,
  webinars: Webinars,
  timer: Timer,
  mailer: Mailer,
  options: MailOptions,
  partsOf: (event: Envelope) => (userId: number) => Promise<number[] | null>,
  forgetCalendar: (userId: number) => Promise<void>,
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
  /** To their confirmed address: a page of the school tells the others. */
  const tell = async (
    event: Envelope,
    userId: number,
    purpose: 'webinar' | 'webinar-reminder' | 'webinar-cancelled' | 'webinar-seat',
    use: number,
    write: (person: letters.Reader, about: letters.School) => Letter,
  ): Promise<void> => {
    const { state } = await commands.load(user, userId);
    if (state.status !== 'active' || state.email === null || !state.verified) return;
    await post(event, purpose, state.email, (about) => write(state, about), { use, userId });
  };
  const tellSeats = async (
    event: Envelope,
    state: WebinarState,
    waiting: boolean,
    purpose: Parameters<typeof tell>[2],
    write: (details: WebinarDetails) => Parameters<typeof tell>[4],
  ): Promise<void> => {
    const { details } = state;
    if (details === null) return;
    const people = [...state.seats, ...(waiting ? state.waiting.keys() : [])];
    const use = Math.max(HOUR, Math.min(WEEK, Date.parse(details.endsAt) - Date.parse(event.meta.occurredAt)));
    for (const userId of people) await tell(event, userId, purpose, use, write(details));
  };

  return {
    name: 'webinars',
    on: {
      async WebinarScheduled(event, { now }) {
        const { webinarId, startsAt } = event.data as Data<'WebinarScheduled'>;
        await schedule(webinarId, startsAt, now);
      },
      async WebinarEdited(event, { now }) {
        const { webinarId, after, before, notify } = event.data as Data<'WebinarEdited'>;
        if (after.startsAt !== undefined) await schedule(webinarId, after.startsAt, now);
        if (!notify) return;
        await tellSeats(
          event,
          await stateOf(webinarId),
          true,
          'webinar',
          (details) => (reader, about) => letters.webinarChanged(reader, { webinarId, details, before, after }, about),
        );
      },
      async WebinarCancelled(event) {
        const { webinarId, reason } = event.data as Data<'WebinarCancelled'>;
        const state = await stateOf(webinarId);
        // It is on again already.
        if (state.status !== 'cancelled') return;
        await tellSeats(
          event,
          state,
          true,
          'webinar-cancelled',
          (details) => (reader, about) => letters.webinarCancelled(reader, { webinarId, details, reason }, about),
        );
      },
      async WebinarReinstated(event, { now }) {
        const { webinarId } = event.data as Data<'WebinarReinstated'>;
        const state = await stateOf(webinarId);
        if (state.status !== 'scheduled' || state.details === null) return;
        await schedule(webinarId, state.details.startsAt, now);
        await tellSeats(
          event,
          state,
          true,
          'webinar',
          (details) => (reader, about) => letters.webinarReinstated(reader, { webinarId, details }, about),
        );
      },
      async PromotedFromWaitlist(event) {
        const { webinarId, userId } = event.data as Data<'PromotedFromWaitlist'>;
        const { details, seats, status } = await stateOf(webinarId);
        if (details === null || status !== 'scheduled' || !seats.has(userId)) return;
        const use = Math.max(HOUR, Date.parse(details.startsAt) - Date.parse(event.meta.occurredAt));
        await tell(event, userId, 'webinar-seat', Math.min(WEEK, use), (reader, about) =>
          letters.webinarSeat(reader, { webinarId, details }, about),
        );
      },
      async WebinarReminded(event, { now }) {
        const { webinarId, hours, startsAt } = event.data as Data<'WebinarReminded'>;
        const state = await stateOf(webinarId);
        if (state.status !== 'scheduled' || state.details?.startsAt !== startsAt || startsAt <= now.toISOString()) return;
        await tellSeats(
          event,
          state,
          false,
          'webinar-reminder',
          (details) => (reader, about) => letters.webinarReminder(reader, { webinarId, details, hours }, about),
        );
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
