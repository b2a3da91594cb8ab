import type { StreamEvent } from '../../events/registry.ts';
import type { RightKind } from '../../events/rights.ts';
import type { Projection, Recorded } from './projection.ts';

export interface RightDoc {
  requestId: string;
  userId: number;
  kind: RightKind;
  /** In the words of the person, and of the school; null: none, or the person was erased. */
  text: string | null;
  exercisedAt: string;
  /** Day of the school's calendar. */
  dueOn: string;
  /** False once it is answered, or the person was erased. */
  open: boolean;
  answer: string | null;
  outcome: 'granted' | 'refused' | null;
  answeredAt: string | null;
}

const key = ({ data }: Recorded<StreamEvent<'rights'>>) => data.requestId;

/** Requests of people about their personal data, and the answers. */
export const rights: Projection<RightDoc, StreamEvent<'rights'>> = {
  name: 'rights',
  version: 2,
  indexes: [
    ['open', 'dueOn'],
    ['open', '-exercisedAt'],
    ['userId', '-exercisedAt'],
  ],
  on: {
    DataRightExercised: {
      key,
      evolve: (_, { data: { requestId, userId, kind, text, dueOn }, meta }) => ({
        ...{ requestId, userId, kind, text, dueOn, exercisedAt: meta.occurredAt },
        // A request of an erased person can no longer be answered.
        ...{ open: text !== null, answer: null, outcome: null, answeredAt: null },
      }),
    },
    DataRightAnswered: {
      key,
      evolve: (doc, { data: { outcome, text }, meta }) =>
        doc && { ...doc, open: false, answer: text, outcome, answeredAt: meta.occurredAt },
    },
  },
  persons: (doc) => (doc.text === null && doc.answer === null ? [] : [String(doc.userId)]),
  redact: (doc) => ({ ...doc, open: false, text: null, answer: null }),
  topics: (id, { userId }) => [
    { topic: 'derechos', id },
    { topic: `derechos:${userId}`, id },
  ],
};
