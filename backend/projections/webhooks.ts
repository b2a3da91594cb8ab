import type { DataOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = StreamEvent<'webhooks'>;
type Registered = DataOf<'WebhookRegistered'>;

export interface WebhookDoc extends Pick<Registered, 'webhookId' | 'name' | 'types' | 'host' | 'format'> {
  registeredAt: string;
  /** Until when the secret before signs too (ISO UTC); null: there was none. */
  previousUntil: string | null;
  paused: DataOf<'WebhookPaused'>['cause'] | null;
  pausedAt: string | null;
}

const key = ({ data }: Recorded<Event>) => data.webhookId;

/** Where the school tells other programs what happened. */
export const webhooks: Projection<WebhookDoc, Event> = {
  name: 'webhooks',
  version: 1,
  indexes: [['name'], ['paused']],
  on: {
    WebhookRegistered: {
      key,
      evolve: (_, { data: { webhookId, name, types, host, format }, meta }) => ({
        ...{ webhookId, name, types, host, format, registeredAt: meta.occurredAt },
        ...{ previousUntil: null, paused: null, pausedAt: null },
      }),
    },
    WebhookChanged: { key, evolve: (doc, { data: { name, types, host } }) => doc && { ...doc, name, types, host } },
    WebhookSecretRotated: { key, evolve: (doc, { data: { previousUntil } }) => doc && { ...doc, previousUntil } },
    WebhookPaused: { key, evolve: (doc, { data: { cause }, meta }) => doc && { ...doc, paused: cause, pausedAt: meta.occurredAt } },
    WebhookResumed: { key, evolve: (doc) => doc && { ...doc, paused: null, pausedAt: null } },
    WebhookRemoved: { key, evolve: () => null },
  },
  topics: (id) => [{ topic: 'webhooks', id }],
};
