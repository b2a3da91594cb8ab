import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { SupportTopic } from '../../events/support.ts';
import type { Plan } from '../../events/types.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = StreamEvent<'support'>;

export interface SupportDoc {
  requestId: string;
  userId: number;
  topic: SupportTopic;
  courseId: number | null;
  /** In the words of the person. */
  subject: string;
  plan: Plan;
  status: 'waiting' | 'answered' | 'closed';
  askedAt: string;
  /** When something was said last, or it was closed. */
  changedAt: string;
  /** Since when an answer is owed, and when the last one was given. */
  waitingSince: string;
  answeredAt: string | null;
  riskAt: string | null;
  dueAt: string | null;
  /** The order of waiting requests: by when they are due; then those without a promise, the oldest first. */
  order: string;
  assigneeId: number | null;
  messages: number;
}

const key = ({ data }: { data: { requestId: string } }) => data.requestId;
const orderOf = (dueAt: string | null, since: string): string => (dueAt === null ? `z${since}` : dueAt);
const change = <T extends Event['type']>(fields: (event: Recorded<EventOf<T>>, doc: SupportDoc) => Partial<SupportDoc>) => ({
  key,
  evolve: (doc: SupportDoc | null, event: Recorded<EventOf<T>>): SupportDoc | null =>
    doc && { ...doc, changedAt: event.meta.occurredAt, ...fields(event, doc) },
});
/** The school owes an answer from here on. */
const owed = (
  { data, meta }: { data: { plan: Plan; riskAt: string | null; dueAt: string | null }; meta: { occurredAt: string } },
  doc: Pick<SupportDoc, 'waitingSince'> & { status: SupportDoc['status'] | null },
) => {
  const waitingSince = doc.status === 'waiting' ? doc.waitingSince : meta.occurredAt;
  const { plan, riskAt, dueAt } = data;
  return { status: 'waiting' as const, plan, riskAt, dueAt, waitingSince, order: orderOf(dueAt, waitingSince) };
};

/** Requests for help, with their clocks. Of who was erased there are none: nobody is left to answer. */
export const supportRequests: Projection<SupportDoc, Event> = {
  name: 'support-requests',
  version: 1,
  indexes: [
    ['status', 'order'],
    ['status', 'assigneeId', 'order'],
    ['status', '-changedAt'],
    ['status', 'assigneeId', '-changedAt'],
    ['userId', '-changedAt'],
  ],
  on: {
    SupportRequested: {
      key,
      evolve(_, event) {
        const { requestId, userId, topic, courseId, subject } = event.data;
        const at = event.meta.occurredAt;
        // The key is gone where the history is replayed after an erasure.
        if (subject === null) return null;
        return {
          ...{ requestId, userId, topic, courseId, subject, askedAt: at, changedAt: at, answeredAt: null, assigneeId: null, messages: 1 },
          ...owed(event, { status: null, waitingSince: at }),
        };
      },
    },
    SupportFollowedUp: change<'SupportFollowedUp'>((event, doc) => ({ ...owed(event, doc), messages: doc.messages + 1 })),
    SupportAnswered: change<'SupportAnswered'>(({ meta }, { messages }) => ({
      ...{ status: 'answered', answeredAt: meta.occurredAt, messages: messages + 1 },
    })),
    SupportAssigned: change<'SupportAssigned'>(({ data }, { changedAt }) => ({ assigneeId: data.assigneeId, changedAt })),
    SupportClosed: change<'SupportClosed'>(() => ({ status: 'closed' })),
    SupportReopened: change<'SupportReopened'>((event, doc) => owed(event, doc)),
    SupportWithdrawn: { key, evolve: () => null },
  },
  persons: ({ userId }) => [String(userId)],
  redact: () => null,
  topics: (id, { userId }) => [
    { topic: 'soporte', id },
    { topic: `soporte:${userId}`, id },
  ],
};

export interface SupportMessageDoc {
  requestId: string;
  userId: number;
  /** From 1. */
  message: number;
  saidAt: string;
  side: 'person' | 'school';
  /** Who of the school said it; null: nobody is named. */
  by: number | null;
  text: string;
}
const saidBy = <T extends 'SupportFollowedUp' | 'SupportAnswered'>(side: SupportMessageDoc['side']) => ({
  key: ({ data }: Recorded<EventOf<T>>) => `${data.requestId}_${data.message}`,
  evolve(_: SupportMessageDoc | null, { data, meta }: Recorded<EventOf<T>>): SupportMessageDoc | null {
    const { requestId, userId, message, text } = data;
    const by = side === 'school' ? meta.actor.userId : null;
    return text === null ? null : { requestId, userId, message, saidAt: meta.occurredAt, side, by, text };
  },
});

/** What was said about each request. */
export const supportMessages: Projection<
  SupportMessageDoc,
  EventOf<'SupportRequested' | 'SupportFollowedUp' | 'SupportAnswered' | 'SupportWithdrawn'>
> = {
  name: 'support-messages',
  version: 1,
  indexes: [['requestId', 'message']],
  on: {
    SupportRequested: {
      key: ({ data }) => `${data.requestId}_1`,
      evolve: (_, { data: { requestId, userId, text }, meta }) =>
        text === null ? null : { requestId, userId, message: 1, saidAt: meta.occurredAt, side: 'person', by: null, text },
    },
    SupportFollowedUp: saidBy<'SupportFollowedUp'>('person'),
    SupportAnswered: saidBy<'SupportAnswered'>('school'),
    SupportWithdrawn: {
      key: ({ data: { requestId, messages } }) => Array.from({ length: messages }, (_, index) => `${requestId}_${index + 1}`),
      evolve: () => null,
    },
  },
  persons: ({ userId }) => [String(userId)],
  redact: () => null,
  topics: (_, { requestId, userId }) => [
    { topic: 'soporte', id: requestId },
    { topic: `soporte:${userId}`, id: requestId },
  ],
};
