import type { QuizIds } from '../../events/quiz.ts';
import type { StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = StreamEvent<'quiz'>;
export interface QuizDoc extends QuizIds {
  /** Counts its events. */
  version: number;
  /** What learners are asked; 0: nothing yet. */
  revision: number;
  questions: number;
  points: number;
  publishedAt: string | null;
  changedAt: string;
  changedBy: number | null;
}

const key = ({ data }: Recorded<Event>) => String(data.subtopicId);
const changed = (doc: QuizDoc | null, { data, meta }: Recorded<Event>): QuizDoc => {
  const { courseId, moduleId, classId, subtopicId } = data;
  const before = doc ?? { revision: 0, questions: 0, points: 0, publishedAt: null, version: 0 };
  return {
    ...{ ...before, courseId, moduleId, classId, subtopicId },
    ...{ version: before.version + 1, changedAt: meta.occurredAt, changedBy: meta.actor.userId },
  };
};
const change = { key, evolve: changed };

/** Where each quiz stands: what learners are asked of it, and since when. What its questions say stands in the stream alone. */
export const quizzes: Projection<QuizDoc, Event> = {
  name: 'quizzes',
  version: 1,
  indexes: [['courseId']],
  on: {
    ...{ QuestionAdded: change, QuestionRevised: change, QuestionRemoved: change, QuestionRestored: change },
    ...{ QuestionsReordered: change, QuizSettingsChanged: change, QuizChangesDiscarded: change },
    QuizPublished: {
      key,
      evolve(doc, event) {
        const { revision, questions, points } = event.data;
        return { ...changed(doc, event), revision, questions, points, publishedAt: event.meta.occurredAt };
      },
    },
  },
  topics: (id, { courseId, revision }) => [
    { topic: `evaluaciones:${courseId}`, id },
    { topic: `curso:${courseId}`, id: `evaluacion-${id}`, about: String(revision) },
  ],
};
