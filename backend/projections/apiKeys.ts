import type { StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface ApiKeyDoc {
  keyId: string;
  name: string;
  scopes: readonly string[];
  perSecond: number;
  /** ISO UTC; null: it does not end by itself. */
  expiresAt: string | null;
  ownerId: number;
  madeAt: string;
  /** When it got its present secret, and until when the one before is good. */
  rotatedAt: string | null;
  previousUntil: string | null;
  open: boolean;
  revokedAt: string | null;
}

const key = ({ data }: Recorded<StreamEvent<'apikeys'>>) => data.keyId;

/** The keys by which other programs call the school. */
export const apiKeys: Projection<ApiKeyDoc, StreamEvent<'apikeys'>> = {
  name: 'apiKeys',
  version: 1,
  indexes: [
    ['open', 'name'],
    ['open', '-revokedAt'],
  ],
  on: {
    ApiKeyMade: {
      key,
      evolve: (_, { data: { secretId: _secret, ...data }, meta }) => ({
        ...data,
        ...{ madeAt: meta.occurredAt, rotatedAt: null, previousUntil: null, open: true, revokedAt: null },
      }),
    },
    ApiKeyChanged: { key, evolve: (doc, { data }) => doc && { ...doc, ...data } },
    ApiKeyRotated: {
      key,
      evolve: (doc, { data: { previousUntil, ownerId }, meta }) => doc && { ...doc, ownerId, previousUntil, rotatedAt: meta.occurredAt },
    },
    ApiKeyRevoked: { key, evolve: (doc, { meta }) => doc && { ...doc, open: false, revokedAt: meta.occurredAt } },
  },
  topics: (id) => [{ topic: 'claves', id }],
};
