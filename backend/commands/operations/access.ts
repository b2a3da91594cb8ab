import type { ReadKind } from '../../../events/access.ts';
import { schoolDay } from '../../../events/calendar.ts';
import type { DataOf, EventOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { GrowingSet } from '../kernel/growing.ts';

export type AccessCommand =
  | { type: 'read'; userId: number; personId: number; what: ReadKind; day: string }
  | { type: 'note'; event: EventOf<'AccessRefused' | 'PersonalDataCounted' | 'PersonalValueRevealed' | 'AssistantAsked'> };

export interface AccessState {
  /** The day of the last reading, in the school's calendar. */
  day: string;
  /** What was read on that day: `<what> <personId>`. */
  read: GrowingSet<string>;
}
/** How many readings of one day are named one by one; further ones are counted. */
export const NAMED_A_DAY = 300;
const nameOf = ({ what, personId }: Pick<DataOf<'PersonalDataRead'>, 'what' | 'personId'>) => `${what} ${personId}`;

/** Whether a reading of that day is to be named, is named already, or exceeds the number. */
export const noveltyOf = ({ day, read }: AccessState, command: Extract<AccessCommand, { type: 'read' }>): 'new' | 'known' | 'beyond' => {
  if (day !== command.day) return 'new';
  if (read.has(nameOf(command))) return 'known';
  return read.size < NAMED_A_DAY ? 'new' : 'beyond';
};

/** Records what somebody was refused and read of others; stream `access-<userId>`. */
export const access: Decider<AccessState, AccessCommand, StreamEvent<'access'>> = {
  category: 'access',
  initial: () => ({ day: '', read: new GrowingSet() }),
  decide(command, state) {
    if (command.type === 'note') return [command.event];
    const { userId, personId, what } = command;
    return noveltyOf(state, command) === 'new' ? [{ type: 'PersonalDataRead', data: { userId, personId, what } }] : [];
  },
  evolve(state, { type, data, meta }) {
    if (type !== 'PersonalDataRead') return state;
    const day = schoolDay(meta.occurredAt);
    const before = state.day === day ? state.read : new GrowingSet<string>();
    return { day, read: before.with(nameOf(data)) };
  },
};
