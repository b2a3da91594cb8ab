import { teaches } from '../../../events/outline.ts';
import { course } from '../../commands/catalogue/course.ts';
import type { Batches } from '../../commands/learning/batches.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { courseBatches } from '../contract/courseBatches.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { resultNames } from './assignments.ts';

const acts = { publicar: 'publish', despublicar: 'unpublish', archivar: 'archive' } as const;

/** Several courses changed at once: by an instructor their own, by an administrator any. */
export function courseBatchRoutes(implement: Implement, { commands }: Deps, batches: Batches): void {
  const mayOf =
    ({ identity }: Call) =>
    async (courseId: number): Promise<string | null> => {
      const { state } = await commands.load(course, courseId);
      if (state.status === 'none') return 'COURSE_NOT_FOUND';
      return identity && (identity.role === 'administrator' || teaches(state, identity.userId)) ? null : 'FORBIDDEN';
    };
  implement(courseBatches.changeCourses, {
    async handle({ body }, call) {
      const { batchId, results, position } = await batches.runCourses(
        acts[body.accion],
        [...new Set(body.cursos)],
        mayOf(call),
        call.context(body.motivo),
      );
      call.wrote(position);
      return {
        lote: batchId,
        resultados: results.map(({ courseId, result, code }) => ({ id_curso: courseId, resultado: resultNames[result], codigo: code })),
        hechos: results.filter(({ result }) => result === 'done').length,
      };
    },
  });
  implement(courseBatches.undoCourses, {
    async handle({ params, body }, call) {
      const opened = await batches.openedBy(params.lote);
      const own = call.identity?.role === 'administrator' || opened?.userId === call.identity?.userId;
      // The existence of another person's batch is not revealed.
      if (opened?.kind !== 'statuses' || !own) throw new ApiError('BATCH_NOT_FOUND');
      const { undone, refused, next, position } = await batches.undo(params.lote, call.context(body.motivo), body.desde, mayOf(call));
      call.wrote(position);
      return { deshechos: undone, rechazados: refused, siguiente: next };
    },
  });
}
