import type { CommunityEvent } from '../../../events/community.ts';
import type { Decider } from '../kernel/decider.ts';

export interface OpenInvitation {
  userId: number;
  /** null: the main server. */
  channelId: number | null;
  /** The command's clock, epoch milliseconds. */
  at: number;
}
/** When each invitation was last opened and counted, epoch milliseconds. */
export type InvitationsState = ReadonlyMap<number | null, number>;

/** A second press, or the same one sent again, is the same opening. */
const SAME_MS = 60_000;

/** What one person opened of the community; stream `community-<userId>`. */
export const invitations: Decider<InvitationsState, OpenInvitation, CommunityEvent> = {
  category: 'community',
  initial: () => new Map(),
  decide({ at, ...ids }, state) {
    const before = state.get(ids.channelId);
    // Also where the clock was set back meanwhile.
    if (before !== undefined && Math.abs(at - before) < SAME_MS) return [];
    return [{ type: 'CommunityChannelOpened', data: { ...ids, first: before === undefined } }];
  },
  evolve: (state, { data, meta }) => new Map(state).set(data.channelId, Date.parse(meta.occurredAt)),
};
