import type { Verdict } from '../../events/exercises.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface SubmissionDoc {
  submission: number;
  text: string;
  checks: number;
  failed: number[];
  at: string;
  verdict: Verdict | null;
  note: string | null;
  reviewedAt: string | null;
}
export interface ExerciseDoc {
  userId: number;
  courseId: number;
  subtopicId: number;
  /** The last ones, in order. */
  submissions: SubmissionDoc[];
  /** How many there ever were. */
  count: number;
  /** The last one waits for somebody who teaches to look at it, before those that passed all their checks; `''`: none does. */
  waitingSince: string;
  lastAt: string;
}

type Event = StreamEvent<'exercises'>;
/** So many are kept with their words; the log has all of them. */
const KEPT = 10;

const key = ({ data: { userId, subtopicId } }: Recorded<Event>) => `${userId}_${subtopicId}`;
const waiting = (submissions: readonly SubmissionDoc[]): string => {
  const last = submissions.at(-1);
  return last && last.verdict === null && (last.checks === 0 || last.failed.length > 0) ? last.at : '';
};
const changed = <E extends EventOf<'SubmissionReviewed' | 'SubmissionWithdrawn'>>(
  change: (event: Recorded<E>, one: SubmissionDoc) => SubmissionDoc[],
) => ({
  key,
  evolve(doc: ExerciseDoc | null, event: Recorded<E>): ExerciseDoc | null {
    if (!doc) return null;
    const submissions = doc.submissions.flatMap((one) => (one.submission === event.data.submission ? change(event, one) : [one]));
    return { ...doc, submissions, waitingSince: waiting(submissions) };
  },
});

/** What learners handed in for each exercise, and what was said of it. */
export const exercises: Projection<ExerciseDoc, Event> = {
  name: 'exercises',
  version: 1,
  indexes: [
    ['userId', 'courseId'],
    ['courseId', 'subtopicId', '-waitingSince', '-lastAt'],
  ],
  on: {
    ExerciseSubmitted: {
      key,
      evolve(doc, { data: { userId, courseId, subtopicId, submission, text, checks, failed }, meta: { occurredAt: at } }) {
        const made: SubmissionDoc = {
          ...{ submission, text: text ?? '', checks, failed: [...failed], at },
          ...{ verdict: null, note: null, reviewedAt: null },
        };
        const submissions = [...(doc?.submissions ?? []), made].slice(-KEPT);
        return { userId, courseId, subtopicId, submissions, count: submission, waitingSince: waiting(submissions), lastAt: at };
      },
    },
    SubmissionReviewed: changed<EventOf<'SubmissionReviewed'>>(({ data, meta }, one) => [
      { ...one, verdict: data.verdict, note: data.note ?? one.note, reviewedAt: meta.occurredAt },
    ]),
    SubmissionWithdrawn: changed<EventOf<'SubmissionWithdrawn'>>(() => []),
  },
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (_, { userId, courseId, subtopicId }) => [
    { topic: `ejercicios:${userId}`, id: String(subtopicId) },
    { topic: `entregas:${courseId}`, id: String(subtopicId) },
  ],
};
