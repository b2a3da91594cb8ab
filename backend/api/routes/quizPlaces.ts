import type { QuizIds } from '../../../events/quiz.ts';
import { presentQuizzes } from '../../commands/learning/quizIds.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { CourseAccess } from './courseAccess.ts';

export type Places = ReturnType<typeof quizPlaces>;
/** Where in its course a quiz, a question or an option stands. Each throws its own "not found". */
export function quizPlaces({ owners, drafts, quizzes }: Deps, { ownerOf }: CourseAccess) {
  const of = async (subtopicId: number): Promise<QuizIds> => ({ ...(await ownerOf.subtopic(subtopicId)), subtopicId });
  const within =
    (kind: 'question' | 'option', code: 'QUESTION_NOT_FOUND' | 'OPTION_NOT_FOUND') =>
    async (id: number): Promise<QuizIds> => {
      const found = await owners(kind, id);
      if (found?.courseId == null || found.subtopicId === undefined) throw new ApiError(code);
      return { courseId: found.courseId, moduleId: found.moduleId ?? 0, classId: found.classId ?? 0, subtopicId: found.subtopicId };
    };
  return {
    of,
    question: within('question', 'QUESTION_NOT_FOUND'),
    option: within('option', 'OPTION_NOT_FOUND'),
    /** A quiz that its authors may add to: it stands in the course as they want it. */
    async editable(subtopicId: number): Promise<QuizIds> {
      const ids = await of(subtopicId);
      const { target } = await drafts.read(ids.courseId);
      if (!presentQuizzes(target).some((one) => one.subtopicId === subtopicId)) throw new ApiError('NOT_A_QUIZ');
      return ids;
    },
    load: (subtopicId: number) => quizzes.load(subtopicId),
    courseOf: async ({ params }: { params: { subtemaId: number } }) => (await of(params.subtemaId)).courseId,
  };
}
export const courseOfQuestion =
  ({ question }: Places) =>
  async ({ params }: { params: { id: number } }) =>
    (await question(params.id)).courseId;
