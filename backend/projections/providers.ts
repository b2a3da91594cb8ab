import type { DataOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = StreamEvent<'providers'>;

export interface ProviderDoc extends Omit<DataOf<'IdentityProviderRegistered'>, 'secretId'> {
  registeredAt: string;
  /** null: people enter with it. */
  pausedAt: string | null;
}

const key = ({ data }: Recorded<Event>) => data.providerId;

/** Companies whose people sign in with their own identity provider. */
export const providers: Projection<ProviderDoc, Event> = {
  name: 'providers',
  version: 1,
  indexes: [['name']],
  on: {
    IdentityProviderRegistered: {
      key,
      evolve: (_, { data: { secretId: _secret, ...data }, meta }) => ({ ...data, registeredAt: meta.occurredAt, pausedAt: null }),
    },
    IdentityProviderChanged: { key, evolve: (doc, { data: { secretId: _secret, ...data } }) => doc && { ...doc, ...data } },
    IdentityProviderPaused: { key, evolve: (doc, { meta }) => doc && { ...doc, pausedAt: meta.occurredAt } },
    IdentityProviderResumed: { key, evolve: (doc) => doc && { ...doc, pausedAt: null } },
    IdentityProviderRemoved: { key, evolve: () => null },
  },
  topics: (id) => [{ topic: 'empresas', id }],
};
