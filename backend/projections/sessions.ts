import type { StreamEvent } from '../../events/registry.ts';
import type { Projection } from './projection.ts';

/** An open session: where and when it began. Its last use is kept with its token, in the vault. */
export interface SessionDoc {
  userId: number;
  sessionId: string;
  method: 'password' | 'google' | 'demo' | 'passkey' | 'mail' | 'company';
  device: string | null;
  startedAt: string;
}

type Event = StreamEvent<'sessions'>;

const key = ({ data }: { data: { userId: number; sessionId: string } }) => `${data.userId}:${data.sessionId}`;

export const sessions: Projection<SessionDoc, Event> = {
  name: 'sessions',
  version: 2,
  indexes: [['userId', '-startedAt']],
  on: {
    SessionStarted: {
      key,
      evolve: (_, { data, meta }) => ({
        userId: data.userId,
        sessionId: data.sessionId,
        method: data.method,
        device: data.device,
        startedAt: meta.occurredAt,
      }),
    },
    SessionEnded: { key, evolve: () => null },
  },
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (_, doc) => [{ topic: `sesiones:${doc.userId}`, id: doc.sessionId }],
};
