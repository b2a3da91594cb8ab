import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'following'>;
export type FollowingCommand = { userId: number } & (
  | { type: 'allow' }
  | { type: 'withdraw' }
  /** `free`: following this person needs no permission. `reason`: of an administrator, who needs one where there is no permission. */
  | { type: 'follow'; by: number; free: boolean; administrator: boolean; reason: boolean; now: string }
);
export interface FollowingState {
  allowed: boolean;
  /** By who follows, when they last began, and whether a reason stands in place of the permission. */
  begun: GrowingMap<number, { at: string; bound: boolean }>;
}

/** After this many milliseconds one must begin again: a recorded reason does not last for ever. */
export const FOLLOW_MS = 12 * 3_600_000;

const isFresh = (at: string, now: string): boolean => Date.parse(now) - Date.parse(at) < FOLLOW_MS;
/** Whether somebody who began may see what comes next: as long as the permission stands, where they began by it. */
export function mayFollow({ allowed, begun }: FollowingState, by: number, now: string): boolean {
  const one = begun.get(by);
  return one !== undefined && isFresh(one.at, now) && (allowed || !one.bound);
}

/** One person's permission, and who followed them; stream `following-<userId>`. Errors: FOLLOW_NOT_ALLOWED, REASON_REQUIRED. */
export const following: Decider<FollowingState, FollowingCommand, Event> = {
  category: 'following',
  initial: () => ({ allowed: false, begun: new GrowingMap() }),
  decide(command, state) {
    const { userId } = command;
    if (command.type === 'allow') return state.allowed ? [] : [{ type: 'LiveFollowingAllowed', data: { userId } }];
    if (command.type === 'withdraw') return state.allowed ? [{ type: 'LiveFollowingWithdrawn', data: { userId } }] : [];
    const { by, free, administrator, reason, now } = command;
    if (mayFollow(state, by, now)) return [];
    if (!state.allowed && !free) {
      if (!administrator) return refuse('FOLLOW_NOT_ALLOWED');
      if (!reason) return refuse('REASON_REQUIRED');
    }
    return [{ type: 'LiveFollowingBegun', data: { userId, by, allowed: state.allowed } }];
  },
  evolve(state, { type, data, meta }) {
    if (type === 'LiveFollowingAllowed') return { ...state, allowed: true };
    if (type === 'LiveFollowingWithdrawn') return { ...state, allowed: false };
    const { by, allowed } = data;
    return { ...state, begun: state.begun.with(by, { at: meta.occurredAt, bound: allowed }) };
  },
};
