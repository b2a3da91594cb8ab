import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';

/** Days of the week on which a learner wants to study; null: they set themselves no goal. */
export interface GoalState {
  days: number | null;
}
export interface GoalCommand {
  userId: number;
  /** 0: no goal any more. */
  days: number;
}

export const goal: Decider<GoalState, GoalCommand, StreamEvent<'goals'>> = {
  category: 'goals',
  initial: () => ({ days: null }),
  decide: (command, state) => (command.days === (state.days ?? 0) ? [] : [{ type: 'WeeklyGoalSet', data: command }]),
  evolve: (_, { data }) => ({ days: data.days === 0 ? null : data.days }),
};
