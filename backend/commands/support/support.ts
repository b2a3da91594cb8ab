import type { StreamEvent } from '../../../events/registry.ts';
import type { SupportTopic } from '../../../events/support.ts';
import type { Plan } from '../../../events/types.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'support'>;

/** The most open requests of one person. */
export const MOST_OPEN = 5;
/** The most messages of one request, from both sides. */
export const MOST_MESSAGES = 200;

/** The answer that is owed from now on, as the school promises it at this moment. ISO UTC; null: nothing is promised. */
export interface SupportClock {
  plan: Plan;
  riskAt: string | null;
  dueAt: string | null;
}
export interface SupportRequestState extends SupportClock {
  /** `waiting`: the school owes an answer; `answered`: the person may say more. */
  status: 'waiting' | 'answered' | 'closed';
  subject: string | null;
  messages: number;
  assigneeId: number | null;
}
/** By id; what was withdrawn is not there any more. */
export type SupportState = GrowingMap<string, SupportRequestState>;
interface Words {
  text: string;
  clock: SupportClock;
}
export type SupportCommand = { userId: number; requestId: string } & (
  | ({ type: 'ask'; topic: SupportTopic; courseId: number | null; subject: string } & Words)
  | ({ type: 'follow' } & Words)
  | { type: 'answer'; text: string; closes: boolean }
  | { type: 'assign'; assigneeId: number | null }
  | { type: 'close'; by: 'person' | 'school' }
  | { type: 'reopen'; clock: SupportClock }
  /** Withdrawn by the demo, which begins again. */
  | { type: 'withdraw' }
);

/** One person's requests for help; stream `support-<userId>`. Errors: SUPPORT_NOT_FOUND, SUPPORT_TOO_MANY, SUPPORT_FULL, SUPPORT_CLOSED. */
export const support: Decider<SupportState, SupportCommand, Event> = {
  category: 'support',
  wordless: 'where lost',
  initial: () => new GrowingMap(),
  decide(command, state) {
    const ids = { userId: command.userId, requestId: command.requestId };
    const found = state.get(command.requestId);
    const open = [...state].filter(([, { status }]) => status !== 'closed').length;
    if (command.type === 'ask') {
      if (found) return [];
      if (open >= MOST_OPEN) return refuse('SUPPORT_TOO_MANY');
      const { topic, courseId, subject, text, clock } = command;
      return [{ type: 'SupportRequested', data: { ...ids, topic, courseId, subject, text, ...clock } }];
    }
    if (!found) return refuse('SUPPORT_NOT_FOUND');
    const { status, messages, assigneeId, plan, riskAt, dueAt } = found;
    const closed = status === 'closed';
    switch (command.type) {
      case 'follow': {
        if (messages >= MOST_MESSAGES) return refuse('SUPPORT_FULL');
        if (closed && open >= MOST_OPEN) return refuse('SUPPORT_TOO_MANY');
        // A further question does not postpone the answer that is owed already.
        const clock = status === 'waiting' ? { plan, riskAt, dueAt } : command.clock;
        return [{ type: 'SupportFollowedUp', data: { ...ids, message: messages + 1, text: command.text, ...clock } }];
      }
      case 'answer': {
        if (closed) return refuse('SUPPORT_CLOSED');
        // Staff may write one message more than the person, so that the last one can be answered.
        if (messages > MOST_MESSAGES) return refuse('SUPPORT_FULL');
        const answered: Event = { type: 'SupportAnswered', data: { ...ids, message: messages + 1, text: command.text } };
        return command.closes ? [answered, { type: 'SupportClosed', data: { ...ids, by: 'school', withAnswer: true } }] : [answered];
      }
      case 'assign':
        return command.assigneeId === assigneeId ? [] : [{ type: 'SupportAssigned', data: { ...ids, assigneeId: command.assigneeId } }];
      case 'close':
        return closed ? [] : [{ type: 'SupportClosed', data: { ...ids, by: command.by, withAnswer: false } }];
      case 'reopen':
        return closed ? [{ type: 'SupportReopened', data: { ...ids, ...command.clock } }] : [];
      case 'withdraw':
        return [{ type: 'SupportWithdrawn', data: { ...ids, messages } }];
    }
  },
  evolve(state, event) {
    const { requestId } = event.data;
    if (event.type === 'SupportRequested') {
      const { plan, riskAt, dueAt, subject } = event.data;
      return state.with(requestId, { plan, riskAt, dueAt, subject, status: 'waiting', messages: 1, assigneeId: null });
    }
    const found = state.get(requestId);
    if (!found) return state;
    switch (event.type) {
      case 'SupportFollowedUp': {
        const { plan, riskAt, dueAt } = event.data;
        return state.with(requestId, { ...found, plan, riskAt, dueAt, status: 'waiting', messages: found.messages + 1 });
      }
      case 'SupportAnswered':
        return state.with(requestId, { ...found, status: 'answered', messages: found.messages + 1 });
      case 'SupportAssigned':
        return state.with(requestId, { ...found, assigneeId: event.data.assigneeId });
      case 'SupportClosed':
        return state.with(requestId, { ...found, status: 'closed' });
      case 'SupportReopened': {
        const { plan, riskAt, dueAt } = event.data;
        return state.with(requestId, { ...found, plan, riskAt, dueAt, status: 'waiting' });
      }
      case 'SupportWithdrawn':
        return state.without(requestId);
    }
  },
};
