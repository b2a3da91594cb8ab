import type { StreamEvent } from '../../events/registry.ts';
import { withEntry } from './entries.ts';
import type { Projection } from './projection.ts';

export interface ChannelUseDoc {
  /** By channel, `principal` for the main server: openings of its invitation, distinct people, and the last opening. */
  channels: Record<string, { opened: number; people: number; lastAt: string }>;
}

/** The key of the only document. */
export const CHANNEL_USE = 'uso';
export const MAIN_SERVER = 'principal';

/** How often the invitations of the community are opened. It names nobody: the event says whether it is a person's first opening. */
export const channelUse: Projection<ChannelUseDoc, StreamEvent<'community'>> = {
  name: 'channel-use',
  version: 1,
  on: {
    CommunityChannelOpened: {
      key: () => CHANNEL_USE,
      evolve(doc, { data, meta }) {
        const key = data.channelId === null ? MAIN_SERVER : String(data.channelId);
        const before = doc?.channels[key];
        const use = {
          opened: (before?.opened ?? 0) + 1,
          people: (before?.people ?? 0) + (data.first ? 1 : 0),
          lastAt: meta.occurredAt,
        };
        return { channels: withEntry(doc?.channels, key, use) };
      },
    },
  },
  topics: (id) => [{ topic: 'comunidad', id }],
};
