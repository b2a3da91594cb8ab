import type { Grade } from '../../events/quizzes.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = StreamEvent<'attempt'>;
export interface AttemptDoc {
  attempt: number;
  revision: number;
  startedAt: string;
  dueAt: string | null;
  /** null: it is open. */
  closedAt: string | null;
  by: 'learner' | 'time' | null;
  grade: Pick<Grade, 'points' | 'of' | 'score' | 'passed'> | null;
  voided: boolean;
  /** How often an answer was saved in it: another device of the learner reads again when that moves. */
  saves: number;
}
export interface AttemptsDoc {
  userId: number;
  courseId: number;
  subtopicId: number;
  /** In order. */
  attempts: AttemptDoc[];
  /** One that counts was passed. */
  passed: boolean;
  /** When the first of those was graded. */
  passedAt: string | null;
  /** The best percentage of those that count; null: none was graded. */
  best: number | null;
}

const key = ({ data: { userId, subtopicId } }: Recorded<Event>) => `${userId}_${subtopicId}`;
const change = <E extends Event>(fields: (event: Recorded<E>, attempt: AttemptDoc) => Partial<AttemptDoc>) => ({
  key,
  evolve(doc: AttemptsDoc | null, event: Recorded<E>): AttemptsDoc | null {
    if (!doc) return null;
    const { attempt } = event.data;
    const attempts = doc.attempts.map((one) => (one.attempt === attempt ? { ...one, ...fields(event, one) } : one));
    const counted = attempts.filter(({ voided, grade }) => !voided && grade !== null);
    const passed = counted.filter(({ grade }) => grade?.passed);
    const best = counted.length === 0 ? null : Math.max(...counted.map(({ grade }) => grade?.score ?? 0));
    return { ...doc, attempts, passed: passed.length > 0, passedAt: passed[0]?.closedAt ?? null, best };
  },
});

/** What each learner made of each quiz: their attempts, and whether they passed it. Not what they answered. */
export const attempts: Projection<AttemptsDoc, Event> = {
  name: 'attempts',
  version: 1,
  indexes: [
    ['userId', 'courseId'],
    ['courseId', 'subtopicId'],
  ],
  on: {
    AttemptStarted: {
      key,
      evolve(doc, { data: { userId, courseId, subtopicId, attempt, revision, dueAt }, meta }) {
        const begun: AttemptDoc = {
          ...{ attempt, revision, startedAt: meta.occurredAt, dueAt },
          ...{ closedAt: null, by: null, grade: null, voided: false, saves: 0 },
        };
        const before = doc ?? { userId, courseId, subtopicId, attempts: [], passed: false, passedAt: null, best: null };
        return { ...before, attempts: [...before.attempts, begun] };
      },
    },
    AnswerSaved: change<EventOf<'AnswerSaved'>>((_, { saves }) => ({ saves: saves + 1 })),
    AttemptSubmitted: change<EventOf<'AttemptSubmitted'>>(({ data, meta }) => ({
      closedAt: meta.occurredAt,
      by: data.by,
    })),
    AttemptGraded: change<EventOf<'AttemptGraded'>>(({ data: { points, of, score, passed } }) => ({
      grade: { points, of, score, passed },
    })),
    AttemptVoided: change<EventOf<'AttemptVoided'>>(({ meta }, { closedAt }) => ({
      voided: true,
      closedAt: closedAt ?? meta.occurredAt,
    })),
  },
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (id, doc) => [{ topic: `intentos:${doc.userId}`, id }],
};
