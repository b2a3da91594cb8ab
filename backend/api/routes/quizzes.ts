import type { QuizState } from '../../commands/catalogue/quiz.ts';
import { gradeOf } from '../../commands/learning/attempt.ts';
import { attempts } from '../../projections/attempts.ts';
import { quizAnswers } from '../../projections/quizAnswers.ts';
import { users } from '../../projections/users.ts';
import { shownName } from '../answers/people.ts';
import { analysisOf, attemptSummaryOf, feedbackOf, previewOf, quizEditedOf } from '../answers/quizzes.ts';
import { type Implement, matching } from '../calls/implement.ts';
import { quizzes as contract } from '../contract/quizzes.ts';
import type { QuizRules } from '../contract/records/quizzes.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { attemptsRoutes } from './attempts.ts';
import type { CourseAccess } from './courseAccess.ts';
import { quizDocumentRoutes, recordIn } from './quizDocuments.ts';
import { courseOfQuestion, type Places, quizPlaces } from './quizPlaces.ts';

/** Quizzes: their questions for authors, and attempts for learners. */
export function quizRoutes(implement: Implement, deps: Deps, access: CourseAccess): void {
  const places = quizPlaces(deps, access);
  quizDocumentRoutes(implement, deps, access, places);
  editorRoutes(implement, deps, places);
  publishingRoutes(implement, deps, places);
  attemptsRoutes(implement, deps, access, places);
}

interface GivenOption {
  id?: number | null | undefined;
  text: string;
  is_correct: boolean;
  explanation?: string | null | undefined;
}
const givenOf = (body: { question: string; instruction?: string | null | undefined; points: number; options: readonly GivenOption[] }) => ({
  ...{ text: body.question, instruction: body.instruction ?? '', points: body.points },
  options: body.options.map(({ id, text, is_correct, explanation }) => ({
    ...{ optionId: id ?? undefined, text, correct: is_correct, explanation: explanation ?? '' },
  })),
});
const settingsOf = ({ aprobatoria, intentos, minutos, barajar, resultados }: { [K in keyof QuizRules]?: QuizRules[K] | undefined }) => ({
  ...(aprobatoria !== undefined && { passMark: aprobatoria }),
  ...(intentos !== undefined && { attempts: intentos }),
  ...(minutos !== undefined && { minutes: minutos }),
  ...(barajar !== undefined && { shuffle: barajar }),
  ...(resultados !== undefined && { feedback: feedbackOf(resultados) }),
});

/** The calls of the editor: their changes wait for a publication. */
function editorRoutes(implement: Implement, { quizzes }: Deps, places: Places) {
  const { courseOf } = places;
  implement(contract.quizEdited, {
    course: courseOf,
    async handle({ params }) {
      const { courseId, subtopicId } = await places.of(params.subtemaId);
      return quizEditedOf(courseId, subtopicId, await quizzes.load(subtopicId));
    },
  });
  implement(contract.addQuestion, {
    course: courseOf,
    async handle({ params, body }, call) {
      const ids = await places.editable(params.subtemaId);
      const how = { finished: !body.borrador, ...matching<QuizState>(call) };
      const done = await quizzes.add(ids, givenOf(body), call.context(), how);
      call.wrote(done.position);
      return recordIn(ids.subtopicId, done.state, done.questionId);
    },
  });
  implement(contract.reviseQuestion, {
    course: courseOfQuestion(places),
    async handle({ params, body }, call) {
      const ids = await places.question(params.id);
      const how = { finished: !body.borrador, ...matching<QuizState>(call) };
      const done = await quizzes.revise(ids, params.id, givenOf(body), call.context(), how);
      call.wrote(done.position);
      return recordIn(ids.subtopicId, done.state, params.id);
    },
  });
  implement(contract.takeQuestionOut, {
    course: courseOfQuestion(places),
    async handle({ params }, call) {
      const ids = await places.question(params.id);
      call.wrote((await quizzes.edit(ids, { type: 'remove', questionId: params.id }, call.context(), matching(call))).position);
      return { message: 'Pregunta eliminada correctamente' };
    },
  });
  implement(contract.restoreQuestion, {
    course: courseOfQuestion(places),
    async handle({ params }, call) {
      const ids = await places.question(params.id);
      call.wrote((await quizzes.edit(ids, { type: 'restore', questionId: params.id }, call.context(), matching(call))).position);
      return { message: 'Pregunta restaurada' };
    },
  });
  implement(contract.reorderQuestions, {
    course: courseOf,
    async handle({ params, body }, call) {
      const ids = await places.of(params.subtemaId);
      call.wrote((await quizzes.edit(ids, { type: 'reorder', order: body.orden }, call.context(), matching(call))).position);
      return { message: 'Orden guardado' };
    },
  });
  implement(contract.setQuizRules, {
    course: courseOf,
    async handle({ params, body }, call) {
      const ids = await places.editable(params.subtemaId);
      const done = await quizzes.edit(ids, { type: 'set', settings: settingsOf(body) }, call.context(), matching(call));
      call.wrote(done.position);
      return quizEditedOf(ids.courseId, ids.subtopicId, done.state);
    },
  });
  implement(contract.copyQuiz, {
    course: courseOf,
    async handle({ params, body }, call) {
      const [ids, from] = [await places.editable(params.subtemaId), await places.of(body.de)];
      if (from.courseId !== ids.courseId) throw new ApiError('SUBTOPIC_NOT_FOUND');
      const whole = await quizzes.read(from.subtopicId);
      if (whole) call.wrote((await quizzes.bring(ids, whole, call.context())).position);
      return { message: 'Preguntas copiadas' };
    },
  });
}

/** From what authors see to what learners are asked; and what came of it. */
function publishingRoutes(implement: Implement, { quizzes, ofToday }: Deps, places: Places) {
  const { courseOf } = places;
  implement(contract.publishQuiz, {
    course: courseOf,
    async handle({ params }, call) {
      const ids = await places.of(params.subtemaId);
      const done = await quizzes.edit(ids, { type: 'publish' }, call.context());
      if (done.appended === 0 && !done.repeated) throw new ApiError('DRAFT_EMPTY');
      call.wrote(done.position);
      return { message: 'Evaluación publicada', revision: done.state.published?.revision ?? 0 };
    },
  });
  implement(contract.discardQuizChanges, {
    course: courseOf,
    async handle({ params }, call) {
      const ids = await places.of(params.subtemaId);
      call.wrote((await quizzes.edit(ids, { type: 'discard' }, call.context())).position);
      return { message: 'Cambios descartados' };
    },
  });
  implement(contract.previewQuiz, {
    course: courseOf,
    async handle({ params }, call) {
      const ids = await places.of(params.subtemaId);
      // In the school as it was, what learners saw then; nobody publishes there what was being written.
      return previewOf(ids, await quizzes.preview(ids.subtopicId, ofToday !== undefined), new Map(), null, call.now);
    },
  });
  implement(contract.tryQuiz, {
    course: courseOf,
    async handle({ params, body }, call) {
      const ids = await places.of(params.subtemaId);
      const asked = await quizzes.preview(ids.subtopicId);
      const answers = new Map(body.respuestas.map(({ pregunta, opciones }) => [pregunta, opciones] as const));
      return previewOf(ids, asked, answers, gradeOf(asked, answers, false), call.now);
    },
  });
  implement(contract.quizAttempts, {
    course: courseOf,
    async handle({ params, query: { limit, cursor } }, call) {
      const { courseId, subtopicId } = await places.of(params.subtemaId);
      const { docs, next } = await call.reads.find(attempts, {
        where: { courseId, subtopicId },
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      const people = await call.reads.getMany(
        users,
        docs.map(({ doc }) => String(doc.userId)),
      );
      return {
        id_curso: courseId,
        alumnos: docs.map(({ doc }) => {
          const person = people.get(String(doc.userId));
          return {
            ...{ id_usuario: doc.userId, nombre: (person && shownName(person, 'staff')) ?? '', aprobada: doc.passed },
            intentos: doc.attempts.map(attemptSummaryOf).reverse(),
          };
        }),
        siguiente: next,
      };
    },
  });
  implement(contract.quizAnalysis, {
    course: courseOf,
    async handle({ params }, call) {
      const { courseId, subtopicId } = await places.of(params.subtemaId);
      const doc = await call.reads.get(quizAnswers, String(subtopicId));
      return analysisOf(courseId, subtopicId, await quizzes.load(subtopicId), doc);
    },
  });
}
