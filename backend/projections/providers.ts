import type { DataOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = StreamEvent<'providers'>;

export interface ProviderDoc extends Omit<DataOf<'IdentityProviderRegistered'>, 'openid'> {
  openid: { clientId: string } | null;
  registeredAt: string;
  /** null: people enter with it. */
  pausedAt: string | null;
}

/** Nobody who reads it needs to know where the secret is. */
const shown = <T extends Pick<DataOf<'IdentityProviderChanged'>, 'openid'>>({ openid, ...data }: T) => ({
  ...data,
  openid: openid && { clientId: openid.clientId },
});
const key = ({ data }: Recorded<Event>) => data.providerId;

/** Companies whose people sign in with their own identity provider. */
export const providers: Projection<ProviderDoc, Event> = {
  name: 'providers',
  version: 2,
  indexes: [['name']],
  on: {
    IdentityProviderRegistered: {
      key,
      evolve: (_, { data, meta }) => ({ ...shown(data), registeredAt: meta.occurredAt, pausedAt: null }),
    },
    IdentityProviderChanged: { key, evolve: (doc, { data }) => doc && { ...doc, ...shown(data) } },
    IdentityProviderPaused: { key, evolve: (doc, { meta }) => doc && { ...doc, pausedAt: meta.occurredAt } },
    IdentityProviderResumed: { key, evolve: (doc) => doc && { ...doc, pausedAt: null } },
    IdentityProviderRemoved: { key, evolve: () => null },
  },
  topics: (id) => [{ topic: 'empresas', id }],
};
