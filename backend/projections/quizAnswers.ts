import type { Grade } from '../../events/quizzes.ts';
import type { EventOf } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = EventOf<'AttemptGraded' | 'AttemptVoided'>;

/** What was answered to one question: sums, from which its figures follow. `rest`: points of the other questions of the same attempt. */
export interface AnswerSums {
  answered: number;
  right: number;
  rest: number;
  restSquared: number;
  /** Sums over the learners who had it right. */
  restOfRight: number;
  /** By option, how many chose it. */
  chosen: Readonly<Record<string, number>>;
}
export interface RevisionAnswers {
  revision: number;
  /** First attempts of learners under this revision: the only ones that are counted, for later ones know what was right. */
  people: number;
  passed: number;
  score: number;
  questions: Readonly<Record<string, AnswerSums>>;
}
export interface QuizAnswersDoc {
  courseId: number;
  subtopicId: number;
  /** The newest first. */
  revisions: RevisionAnswers[];
}

/** Older revisions are forgotten here; the log has them. */
const MOST_REVISIONS = 20;

const none: AnswerSums = { answered: 0, right: 0, rest: 0, restSquared: 0, restOfRight: 0, chosen: {} };
const counted = (before: RevisionAnswers, { points, score, passed, answers }: Grade, sign: 1 | -1): RevisionAnswers => {
  const questions = { ...before.questions };
  for (const one of answers) {
    const sums = questions[one.questionId] ?? none;
    const rest = points - one.points;
    const chosen = { ...sums.chosen };
    for (const optionId of one.chosen) chosen[optionId] = (chosen[optionId] ?? 0) + sign;
    questions[one.questionId] = {
      answered: sums.answered + sign,
      right: sums.right + (one.right ? sign : 0),
      rest: sums.rest + sign * rest,
      restSquared: sums.restSquared + sign * rest * rest,
      restOfRight: sums.restOfRight + (one.right ? sign * rest : 0),
      chosen,
    };
  }
  return {
    revision: before.revision,
    people: before.people + sign,
    passed: before.passed + (passed ? sign : 0),
    score: before.score + sign * score,
    questions,
  };
};

const key = ({ data }: Recorded<Event>) => String(data.subtopicId);
function after(doc: QuizAnswersDoc | null, { courseId, subtopicId }: Event['data'], grade: Grade, sign: 1 | -1): QuizAnswersDoc | null {
  if (!grade.first) return doc;
  const before = doc?.revisions ?? [];
  const own = before.find(({ revision }) => revision === grade.revision);
  if (!own && sign < 0) return doc;
  const next = counted(own ?? { revision: grade.revision, people: 0, passed: 0, score: 0, questions: {} }, grade, sign);
  const revisions = [...before.filter(({ revision }) => revision !== grade.revision), next].sort((a, b) => b.revision - a.revision);
  return { courseId, subtopicId, revisions: revisions.slice(0, MOST_REVISIONS) };
}

/** Statistics of learners' answers to the questions of each quiz, under each revision, without saying whose they are. */
export const quizAnswers: Projection<QuizAnswersDoc, Event> = {
  name: 'quizAnswers',
  version: 1,
  on: {
    AttemptGraded: { key, evolve: (doc, { data }) => after(doc, data, data, 1) },
    AttemptVoided: { key, evolve: (doc, { data }) => (data.graded ? after(doc, data, data.graded, -1) : doc) },
  },
  topics: (id, { courseId }) => [{ topic: `evaluaciones:${courseId}`, id: `analisis-${id}` }],
};
