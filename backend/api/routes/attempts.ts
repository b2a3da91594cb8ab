import type { QuizIds } from '../../../events/quiz.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { presentQuizzes } from '../../commands/learning/quizIds.ts';
import { attempts } from '../../projections/attempts.ts';
import { courses } from '../../projections/courses.ts';
import { examsSeen } from '../answers/examsSeen.ts';
import { attemptRecordOf, attemptSummaryOf, attemptsLeft, rulesOf, totalPoints } from '../answers/quizzes.ts';
import type { Implement } from '../calls/implement.ts';
import { quizzes as contract } from '../contract/quizzes.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { CourseAccess } from './courseAccess.ts';

import type { Places } from './quizPlaces.ts';

/** Attempts at quizzes: what a learner sees before, begins, answers and hands in. */
export function attemptsRoutes(implement: Implement, deps: Deps, access: CourseAccess, places: Places): void {
  learnerRoutes(implement, deps, access, places);
  attemptRoutes(implement, deps, places);
}

/** What a learner sees of quizzes before beginning one, and of those passed. */
function learnerRoutes(implement: Implement, { commands, quizzes }: Deps, { visible }: CourseAccess, places: Places): void {
  implement(contract.learnerQuiz, {
    async handle({ params: { userId, subtemaId } }, call) {
      const ids = await places.of(subtemaId);
      await visible(ids.courseId, call);
      const state = await quizzes.load(subtemaId);
      const tried = await quizzes.attempts(userId, subtemaId);
      const { published } = state;
      const settings = published?.settings ?? state.settings;
      const left = attemptsLeft(settings, tried);
      const refusal = await quizzes.askedOf(userId, ids, call.now).then(
        () => (left === 0 && tried.open === null ? 'ATTEMPTS_USED_UP' : null),
        (error: unknown) => {
          if (error instanceof DomainError) return error.code;
          throw error;
        },
      );
      if (refusal === 'SUBTOPIC_NOT_FOUND') throw new ApiError('SUBTOPIC_NOT_FOUND');
      const doc = await call.reads.get(attempts, `${userId}_${subtemaId}`);
      return {
        ...{ id_curso: ids.courseId, id_subtema: subtemaId, revision: published?.revision ?? 0 },
        ...{ preguntas: published?.questions.length ?? 0, puntos: totalPoints(published), reglas: rulesOf(settings) },
        ...{ aprobada: tried.passed.size > 0, mejor: doc?.best ?? null, abierto: tried.open, quedan: left, impide: refusal },
        intentos: (doc?.attempts ?? []).map(attemptSummaryOf).reverse(),
      };
    },
  });
  implement(contract.passedQuizzes, {
    async handle({ params: { courseId, userId } }, call) {
      const doc = await visible(courseId, call);
      const tried = await call.reads.find(attempts, { where: { userId, courseId }, limit: 1_000 });
      const byQuiz = new Map(tried.docs.map(({ doc: one }) => [one.subtopicId, one]));
      const found = [];
      for (const { subtopicId, title } of presentQuizzes(doc)) {
        const { published } = await quizzes.load(subtopicId);
        if (!published || published.questions.length === 0) continue;
        const own = byQuiz.get(subtopicId);
        const counted = own?.attempts.filter(({ voided }) => !voided).length ?? 0;
        found.push({ id_subtema: subtopicId, titulo: title, aprobada: own?.passed ?? false, mejor: own?.best ?? null, intentos: counted });
      }
      return found;
    },
  });
  implement(contract.examsSeen, {
    async handle({ params: { courseId, userId } }, call) {
      if ((await call.reads.get(courses, String(courseId))) === null) throw new ApiError('COURSE_NOT_FOUND');
      const tried = await call.reads.find(attempts, { where: { userId, courseId }, limit: 1_000 });
      return examsSeen(
        commands.log,
        courseId,
        tried.docs.map(({ doc }) => doc),
      );
    },
  });
}

/** Who takes a quiz. */
function attemptRoutes(implement: Implement, { quizzes }: Deps, places: Places): void {
  const recordOf = async (userId: number, ids: QuizIds, attempt: number, now: Date) => {
    const found = (await quizzes.attempts(userId, ids.subtopicId)).attempts.get(attempt);
    if (!found) throw new ApiError('ATTEMPT_NOT_FOUND');
    return attemptRecordOf(ids, await quizzes.askedIn(ids.subtopicId, found), found, now);
  };
  implement(contract.beginAttempt, {
    async handle({ params: { userId, subtemaId } }, call) {
      const ids = await places.of(subtemaId);
      const done = await quizzes.begin(userId, ids, call.context());
      call.wrote(done.position);
      return recordOf(userId, ids, done.state.open ?? done.state.begun, call.now);
    },
  });
  implement(contract.attempt, {
    async handle({ params: { userId, subtemaId, intento } }, call) {
      const ids = await places.of(subtemaId);
      const record = await recordOf(userId, ids, intento, call.now);
      // What is still asked is content of the course; what came of an attempt is one's own.
      if (record.estado === 'abierto') await quizzes.demandRight(userId, ids.courseId, call.now);
      return record;
    },
  });
  implement(contract.saveAnswer, {
    async handle({ params: { userId, subtemaId, intento, preguntaId }, body }, call) {
      const ids = await places.of(subtemaId);
      const answer = { attempt: intento, questionId: preguntaId, chosen: body.opciones };
      const done = await quizzes.answer(userId, ids, answer, call.context());
      call.wrote(done.position);
      return { message: 'Respuesta guardada', elegidas: [...(done.state.attempts.get(intento)?.answers.get(preguntaId) ?? [])] };
    },
  });
  implement(contract.submitAttempt, {
    async handle({ params: { userId, subtemaId, intento } }, call) {
      const ids = await places.of(subtemaId);
      call.wrote((await quizzes.submit(userId, ids, intento, call.context())).position);
      return recordOf(userId, ids, intento, call.now);
    },
  });
  implement(contract.voidAttempt, {
    course: places.courseOf,
    async handle({ params: { userId, subtemaId, intento }, body }, call) {
      if (body.motivo === undefined) throw new ApiError('REASON_REQUIRED');
      const ids = await places.of(subtemaId);
      call.wrote((await quizzes.void(userId, ids, intento, call.context(body.motivo))).position);
      return { message: 'Intento anulado' };
    },
  });
}
