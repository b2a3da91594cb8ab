import type { Batches } from '../../commands/learning/batches.ts';
import { enrolment } from '../../commands/learning/enrolment.ts';
import { courses } from '../../projections/courses.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { users } from '../../projections/users.ts';
import { recordsOf } from '../answers/learning.ts';
import { userRecordOf } from '../answers/people.ts';
import type { Implement } from '../calls/implement.ts';
import { assignments, type RightSource } from '../contract/assignments.ts';
import { NO_REASON } from '../contract/common.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const acts = { agregar: 'give', quitar: 'take' } as const;
const actNames = { give: 'agregar', take: 'quitar' } as const;
export const resultNames = { done: 'hecho', same: 'igual', refused: 'rechazado' } as const;

/** Which courses people have, by which entitlement, and giving and removing them in batches. */
export function assignmentRoutes(implement: Implement, deps: Deps, batches: Batches): void {
  entitlementRoutes(implement, deps);
  batchRoutes(implement, batches);
}

function entitlementRoutes(implement: Implement, { commands }: Deps): void {
  /** The read model has the kind of each entitlement; whether it came by a scholarship is known from its code, in the stream. */
  const sourcesOf = async (userId: number, courseId: number): Promise<RightSource[]> => {
    const { entitlements } = (await commands.load(enrolment, `${userId}_${courseId}`)).state;
    const names = [...entitlements].map(([, { source, code }]): RightSource => {
      if (source === 'purchase') return 'compra';
      if (source === 'grant') return code === null ? 'asignado' : 'beca';
      return source === 'plan' ? 'plan' : 'propia';
    });
    return [...new Set(names)];
  };
  implement(assignments.personCourses, {
    async handle({ params: { userId } }, call) {
      const person = await call.reads.get(users, String(userId));
      if (!person || person.erased) throw new ApiError('USER_NOT_FOUND');
      const { docs } = await call.reads.find(enrolments, { where: { userId, enrolled: true }, sort: ['-activeAt'] });
      const records = await recordsOf(
        userId,
        docs.map(({ doc }) => doc),
        null,
        call.reads,
      );
      return Promise.all(
        records.map(async ({ id_curso, inscrito, progreso, curso }) => ({
          ...{ id_curso, inscrito, progreso, titulo: curso.nombre, tipo: curso.tipo },
          fuentes: await sourcesOf(userId, id_curso),
        })),
      );
    },
  });
  implement(assignments.courseMembers, {
    async handle({ params: { courseId }, query }, call) {
      if (!(await call.reads.get(courses, String(courseId)))) throw new ApiError('COURSE_NOT_FOUND');
      const where = { courseId, enrolled: true };
      const { docs, next } = await call.reads.find(enrolments, {
        where,
        limit: query.limit,
        ...(query.cursor !== undefined && { cursor: query.cursor }),
      });
      const people = await call.reads.getMany(
        users,
        docs.map(({ doc }) => String(doc.userId)),
      );
      return {
        personas: await Promise.all(
          docs.map(async ({ doc: { userId, enrolledAt } }) => {
            const person = people.get(String(userId));
            const { name, email } = person ? userRecordOf(person, 0, 'staff') : { name: `#${userId}`, email: null };
            return { id_usuario: userId, nombre: name, email, inscrito: enrolledAt, fuentes: await sourcesOf(userId, courseId) };
          }),
        ),
        total: await call.reads.count(enrolments, where),
        siguiente: next,
      };
    },
  });
}

function batchRoutes(implement: Implement, batches: Batches): void {
  implement(assignments.assignBatch, {
    async handle({ body }, call) {
      const items = body.pasos.map(({ id_usuario, id_curso, accion }) => ({ userId: id_usuario, courseId: id_curso, act: acts[accion] }));
      const { batchId, results, position } = await batches.run(items, call.context(body.motivo ?? NO_REASON), {
        paid: body.pagados ?? false,
      });
      call.wrote(position);
      const count = (act: 'give' | 'take') => results.filter((one) => one.act === act && one.result === 'done').length;
      return {
        lote: batchId,
        resultados: results.map(({ userId, courseId, act, result, code }) => ({
          ...{ id_usuario: userId, id_curso: courseId, accion: actNames[act] },
          ...{ resultado: resultNames[result], codigo: code },
        })),
        agregados: count('give'),
        quitados: count('take'),
      };
    },
  });
  implement(assignments.undoBatch, {
    async handle({ params, body }, call) {
      const context = call.context(body.motivo ?? NO_REASON);
      const { undone, refused, next, position } = await batches.undo(params.lote, context, body.desde);
      call.wrote(position);
      return { deshechos: undone, rechazados: refused, siguiente: next };
    },
  });
}
