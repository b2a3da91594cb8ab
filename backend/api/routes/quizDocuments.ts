import type { Klass } from '../../../events/outline.ts';
import type { QuizIds } from '../../../events/quiz.ts';
import { course } from '../../commands/catalogue/course.ts';
import type { QuizState } from '../../commands/catalogue/quiz.ts';
import type { Handled } from '../../commands/kernel/handle.ts';
import { presentQuizzes } from '../../commands/learning/quizIds.ts';
import { questionRecordOf } from '../answers/quizzes.ts';
import { type Call, type Implement, matching } from '../calls/implement.ts';
import { quizzes as contract } from '../contract/quizzes.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { CourseAccess } from './courseAccess.ts';

import { courseOfQuestion, type Places } from './quizPlaces.ts';

export const recordIn = (subtopicId: number, { questions }: QuizState, questionId: number) => {
  const place = questions.findIndex((one) => one.questionId === questionId);
  const question = questions[place];
  if (!question) throw new ApiError('QUESTION_NOT_FOUND');
  return questionRecordOf(subtopicId, question, place, true);
};
const optionIn = (subtopicId: number, state: QuizState, optionId: number) => {
  for (const { questionId, options } of state.questions)
    if (options.some((one) => one.optionId === optionId)) {
      const found = recordIn(subtopicId, state, questionId).options.find(({ id }) => id === optionId);
      if (found) return found;
    }
  throw new ApiError('OPTION_NOT_FOUND');
};

export const wrote = <T extends Handled<QuizState>>(call: Call, done: T): T => {
  call.wrote(done.position);
  return done;
};

export const now = (call: Call) => ({ atOnce: true, ...matching<QuizState>(call) });

/** The calls of the original documents: they write directly. */
export function quizDocumentRoutes(implement: Implement, deps: Deps, access: CourseAccess, places: Places): void {
  questionReadRoutes(implement, deps, access, places);
  questionRoutes(implement, deps, places);
  optionRoutes(implement, deps, places);
}

function questionReadRoutes(
  implement: Implement,
  { quizzes, learning, commands }: Deps,
  { demandOpen, visible }: CourseAccess,
  places: Places,
): void {
  /** The questions that whoever asks may read. */
  const readable = async ({ courseId, subtopicId }: QuizIds, call: Call) => {
    const userId = call.identity?.userId ?? 0;
    const state = await quizzes.load(subtopicId);
    const { access } = await learning.access(userId, courseId);
    if (access === 'staff') return { questions: state.questions, key: true };
    const doc = await visible(courseId, call);
    const { state: outline } = await commands.load(course, courseId);
    // The module in which its class is now, which may have been moved since the quiz was made.
    const holds = ({ subtopics }: Klass) => subtopics.some((one) => one.subtopicId === subtopicId);
    const module = outline.modules.find(({ classes }) => classes.some(holds));
    if (!module || !presentQuizzes(outline).some((one) => one.subtopicId === subtopicId)) throw new ApiError('SUBTOPIC_NOT_FOUND');
    await demandOpen(doc, module, call);
    const { published } = state;
    // Whoever could read the questions before beginning would have no limit of time.
    const begun = published?.settings.minutes === null || (await quizzes.attempts(userId, subtopicId)).begun > 0;
    return { questions: begun ? (published?.questions ?? []) : [], key: false };
  };
  implement(contract.listQuestions, {
    course: places.courseOf,
    async handle({ params }, call) {
      const ids = await places.of(params.subtemaId);
      const { questions, key } = await readable(ids, call);
      return questions.map((question, place) => questionRecordOf(ids.subtopicId, question, place, key));
    },
  });
  implement(contract.getQuestion, {
    course: courseOfQuestion(places),
    async handle({ params }, call) {
      const ids = await places.question(params.id);
      const { questions, key } = await readable(ids, call);
      const place = questions.findIndex(({ questionId }) => questionId === params.id);
      const question = questions[place];
      if (!question) throw new ApiError('QUESTION_NOT_FOUND');
      return questionRecordOf(ids.subtopicId, question, place, key);
    },
  });
}

function questionRoutes(implement: Implement, { quizzes }: Deps, places: Places): void {
  implement(contract.createQuestion, {
    course: async ({ body }) => (await places.of(body.id_subtema)).courseId,
    async handle({ body }, call) {
      const ids = await places.editable(body.id_subtema);
      const given = { text: body.question, instruction: body.instruction ?? '', points: body.points, options: [] };
      const done = wrote(call, await quizzes.add(ids, given, call.context(), now(call)));
      return recordIn(ids.subtopicId, done.state, done.questionId);
    },
  });
  implement(contract.updateQuestion, {
    course: courseOfQuestion(places),
    async handle({ params, body }, call) {
      const ids = await places.question(params.id);
      const given = {
        ...(body.question !== undefined && { text: body.question }),
        ...(body.points !== undefined && { points: body.points }),
        ...(body.instruction !== undefined && { instruction: body.instruction ?? '' }),
      };
      const done = wrote(call, await quizzes.revise(ids, params.id, given, call.context(), now(call)));
      return recordIn(ids.subtopicId, done.state, params.id);
    },
  });
  implement(contract.removeQuestion, {
    course: courseOfQuestion(places),
    async handle({ params }, call) {
      const ids = await places.question(params.id);
      wrote(call, await quizzes.edit(ids, { type: 'remove', questionId: params.id }, call.context(), now(call)));
      return { message: 'Pregunta eliminada correctamente' };
    },
  });
}

function optionRoutes(implement: Implement, { quizzes }: Deps, places: Places): void {
  implement(contract.createOption, {
    course: async ({ body }) => (await places.question(body.question_id)).courseId,
    async handle({ body }, call) {
      const ids = await places.question(body.question_id);
      const option = { text: body.text, correct: body.is_correct, explanation: body.explanation ?? '' };
      const done = wrote(call, await quizzes.addOption(ids, body.question_id, option, call.context(), now(call)));
      return optionIn(ids.subtopicId, done.state, done.optionId);
    },
  });
  const courseOfOption = async ({ params }: { params: { id: number } }) => (await places.option(params.id)).courseId;
  implement(contract.updateOption, {
    course: courseOfOption,
    async handle({ params, body }, call) {
      const ids = await places.option(params.id);
      const change = {
        ...(body.text !== undefined && { text: body.text }),
        ...(body.is_correct !== undefined && { correct: body.is_correct }),
        ...(body.explanation !== undefined && { explanation: body.explanation ?? '' }),
      };
      const done = wrote(
        call,
        await quizzes.edit(ids, { type: 'reviseOption', optionId: params.id, ...change }, call.context(), now(call)),
      );
      return optionIn(ids.subtopicId, done.state, params.id);
    },
  });
  implement(contract.removeOption, {
    course: courseOfOption,
    async handle({ params }, call) {
      const ids = await places.option(params.id);
      wrote(call, await quizzes.edit(ids, { type: 'removeOption', optionId: params.id }, call.context(), now(call)));
      return { message: 'Opción eliminada correctamente' };
    },
  });
}
