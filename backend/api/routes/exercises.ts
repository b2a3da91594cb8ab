import { lesson } from '../../commands/catalogue/lesson.ts';
import { exercises as decider, isSolved, presentExercises } from '../../commands/learning/exercises.ts';
import { exercises as docs, type SubmissionDoc } from '../../projections/exercises.ts';
import { users } from '../../projections/users.ts';
import { createRunner, type Runner } from '../answers/exercises/runner.ts';
import { shownName } from '../answers/people.ts';
import type { Implement } from '../calls/implement.ts';
import { exerciseIn } from '../contract/exercise-text.ts';
import { exercises as contract, type SubmissionRecord } from '../contract/exercises.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { CourseAccess } from './courseAccess.ts';
import { previews } from './learning.ts';

/** How often an hour one person may hand something in. */
const MOST = 60;
const HOUR = 3_600_000;

const verdicts = { aceptada: 'accepted', devuelta: 'returned' } as const;
const verdictNames = { accepted: 'aceptada', returned: 'devuelta' } as const;

const recordOf = ({ submission, text, at, checks, failed, verdict, note, reviewedAt }: SubmissionDoc): SubmissionRecord => ({
  ...{ entrega: submission, texto: text, fecha: at, pruebas: checks, pasadas: checks - failed.length },
  ...{ revision: verdict && verdictNames[verdict], nota: note, revisada: reviewedAt },
});

/** Exercises and assignments. The returned function ends the thread in which they run. */
export function exerciseRoutes(implement: Implement, deps: Deps, access: CourseAccess): { close(): Promise<void> } {
  const runner = createRunner();
  learnerRoutes(implement, deps, access, runner);
  teacherRoutes(implement, deps, access);
  return runner;
}

function learnerRoutes(
  implement: Implement,
  { commands, learning, quizzes, limits }: Deps,
  { visible, ownerOf }: CourseAccess,
  runner: Runner,
): void {
  implement(contract.learnerExercise, {
    async handle({ params: { userId, subtemaId } }, call) {
      const { courseId } = await ownerOf.subtopic(subtemaId);
      await visible(courseId, call);
      const doc = await call.reads.get(docs, `${userId}_${subtemaId}`);
      const { state } = await commands.load(decider, `${userId}_${courseId}`);
      return { id_curso: courseId, resuelto: isSolved(state, subtemaId), entregas: (doc?.submissions ?? []).map(recordOf).reverse() };
    },
  });
  implement(contract.submitExercise, {
    async handle({ params: { userId, subtemaId }, body: { texto: text } }, call) {
      const { courseId } = await ownerOf.subtopic(subtemaId);
      const { enrolled, outline, open } = await learning.reading(userId, courseId, call.now);
      if (previews(call.identity?.role ?? '', enrolled !== null)) throw new ApiError('PREVIEW_ONLY');
      await quizzes.demandRight(userId, courseId, call.now);
      const place = presentExercises(outline).find(({ subtopicId }) => subtopicId === subtemaId);
      if (!place) throw new ApiError('SUBTOPIC_NOT_FOUND');
      if (!open.has(place.moduleId)) throw new ApiError('MODULE_LOCKED');
      if (text.trim() === '') throw new ApiError('SUBMISSION_EMPTY');
      await limits.count('exercise', String(userId), MOST, HOUR);
      const { checks } = exerciseIn((await commands.load(lesson, subtemaId)).state.text);
      const { results, printed, error } = checks.length > 0 ? await runner.run(text, checks) : { results: [], printed: '', error: null };
      const { title: _, ...ids } = place;
      const failed = results.flatMap(({ passed }, at) => (passed ? [] : [at]));
      const command = { type: 'submit', userId, ...ids, text, checks: checks.length, failed } as const;
      const done = await commands.handle(decider, `${userId}_${courseId}`, command, call.context());
      call.wrote(done.position);
      return {
        message: 'Entrega recibida',
        entrega: done.state.get(subtemaId)?.length ?? 0,
        resuelto: isSolved(done.state, subtemaId),
        pruebas: results.map(({ passed, got, error: failure }) => ({ pasa: passed, obtuvo: got, error: failure })),
        ...{ impreso: printed, error },
      };
    },
  });
  implement(contract.withdrawSubmission, {
    async handle({ params: { userId, subtemaId: subtopicId, entrega: submission } }, call) {
      const { courseId } = await ownerOf.subtopic(subtopicId);
      const command = { type: 'withdraw', subtopicId, submission } as const;
      call.wrote((await commands.handle(decider, `${userId}_${courseId}`, command, call.context())).position);
      return { message: 'Entrega retirada' };
    },
  });
}

function teacherRoutes(implement: Implement, { commands }: Deps, { ownerOf }: CourseAccess): void {
  const course = async ({ params }: { params: { subtemaId: number } }) => (await ownerOf.subtopic(params.subtemaId)).courseId;
  implement(contract.exerciseSubmissions, {
    course,
    async handle({ params: { subtemaId: subtopicId }, query: { limit, cursor } }, call) {
      const { courseId } = await ownerOf.subtopic(subtopicId);
      const found = await call.reads.find(docs, {
        where: { courseId, subtopicId },
        sort: ['-waitingSince', '-lastAt'],
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      const people = await call.reads.getMany(
        users,
        found.docs.map(({ doc }) => String(doc.userId)),
      );
      // The read model has the last submissions alone.
      const states = await Promise.all(found.docs.map(({ doc }) => commands.load(decider, `${doc.userId}_${courseId}`)));
      return {
        id_curso: courseId,
        alumnos: found.docs.map(({ doc }, at) => {
          const person = people.get(String(doc.userId));
          const state = states[at]?.state;
          return {
            ...{ id_usuario: doc.userId, nombre: (person && shownName(person, 'staff')) ?? '' },
            ...{ resuelto: state !== undefined && isSolved(state, subtopicId), espera: doc.waitingSince !== '' },
            entregas: doc.submissions.map(recordOf).reverse(),
          };
        }),
        siguiente: found.next,
      };
    },
  });
  implement(contract.reviewSubmission, {
    course,
    async handle({ params: { userId, subtemaId: subtopicId, entrega: submission }, body: { revision, nota: note } }, call) {
      const { courseId } = await ownerOf.subtopic(subtopicId);
      const command = { type: 'review', subtopicId, submission, verdict: verdicts[revision], note } as const;
      call.wrote((await commands.handle(decider, `${userId}_${courseId}`, command, call.context())).position);
      return { message: revision === 'aceptada' ? 'Entrega aceptada' : 'Entrega devuelta' };
    },
  });
}
