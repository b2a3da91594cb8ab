import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { GrowingMap } from '../kernel/growing.ts';
import { counted, type Openings } from '../kernel/openings.ts';

export interface OpenInvitation {
  userId: number;
  /** null: the main server. */
  channelId: number | null;
  /** The command's clock, epoch milliseconds. */
  at: number;
}
/** By channel; null: the main server. */
export type InvitationsState = Openings<number | null>;

/** What one person opened of the community; stream `community-<userId>`. */
export const invitations: Decider<InvitationsState, OpenInvitation, StreamEvent<'community'>> = {
  category: 'community',
  initial: () => new GrowingMap(),
  decide({ at, ...ids }, state) {
    const opening = counted(state, ids.channelId, at);
    return opening ? [{ type: 'CommunityChannelOpened', data: { ...ids, ...opening } }] : [];
  },
  evolve: (state, { data, meta }) => state.with(data.channelId, Date.parse(meta.occurredAt)),
};
