import { addDays, weekdayOf } from '../../../events/calendar.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { RightKind } from '../../../events/rights.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'rights'>;
interface Request {
  kind: RightKind;
  answered: boolean;
}
export type RightsCommand = { userId: number; requestId: string; text: string } & (
  | { type: 'exercise'; kind: RightKind; today: string }
  | { type: 'answer'; outcome: 'granted' | 'refused' }
);

/** Working days that the law allows for an answer. Holidays count as working days: the deadline is never later than the law's. */
export const ANSWER_DAYS = 20;
export function dueOn(today: string): string {
  let day = today;
  for (let left = ANSWER_DAYS; left > 0; ) {
    day = addDays(day, 1);
    // Monday to Friday.
    if (weekdayOf(day) <= 5) left--;
  }
  return day;
}

/** One person's requests about their data; stream `rights-<userId>`. Errors: REQUEST_OPEN, REQUEST_NOT_FOUND, REQUEST_ANSWERED. */
export const rights: Decider<GrowingMap<string, Request>, RightsCommand, Event> = {
  category: 'rights',
  wordless: true,
  initial: () => new GrowingMap(),
  decide(command, state) {
    const { userId, requestId, text } = command;
    const before = state.get(requestId);
    if (command.type === 'exercise') {
      if (before) return [];
      const { kind, today } = command;
      if ([...state].some(([, one]) => one.kind === kind && !one.answered)) return refuse('REQUEST_OPEN');
      return [{ type: 'DataRightExercised', data: { userId, requestId, kind, text, dueOn: dueOn(today) } }];
    }
    if (!before) return refuse('REQUEST_NOT_FOUND');
    if (before.answered) return refuse('REQUEST_ANSWERED');
    return [{ type: 'DataRightAnswered', data: { userId, requestId, outcome: command.outcome, text } }];
  },
  evolve(state, event) {
    const { requestId } = event.data;
    const before = state.get(requestId);
    if (event.type === 'DataRightExercised') return state.with(requestId, { kind: event.data.kind, answered: false });
    return before ? state.with(requestId, { ...before, answered: true }) : state;
  },
};
