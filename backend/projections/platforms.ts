import type { DataOf, EventOf } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = EventOf<'PlatformRegistered' | 'PlatformChanged' | 'PlatformPaused' | 'PlatformResumed' | 'PlatformRemoved'>;

export interface PlatformDoc extends DataOf<'PlatformRegistered'> {
  registeredAt: string;
  pausedAt: string | null;
}

const key = ({ data }: Recorded<Event>) => data.platformId;

/** Learning platforms that open courses of the school. */
export const platforms: Projection<PlatformDoc, Event> = {
  name: 'platforms',
  version: 2,
  indexes: [['name']],
  on: {
    PlatformRegistered: { key, evolve: (_, { data, meta }) => ({ ...data, registeredAt: meta.occurredAt, pausedAt: null }) },
    PlatformChanged: { key, evolve: (doc, { data }) => doc && { ...doc, ...data } },
    PlatformPaused: { key, evolve: (doc, { meta }) => doc && { ...doc, pausedAt: meta.occurredAt } },
    PlatformResumed: { key, evolve: (doc) => doc && { ...doc, pausedAt: null } },
    PlatformRemoved: { key, evolve: () => null },
  },
  topics: (id) => [{ topic: 'plataformas', id }],
};
