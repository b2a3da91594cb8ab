import { presentResources } from '../../../events/outline.ts';
import { courses } from '../../projections/courses.ts';
import { resourceUse } from '../../projections/resourceUse.ts';
import { resources as contract } from '../contract/resources.ts';
import type { Deps } from '../deps.ts';
import type { Implement } from '../implement.ts';
import { ApiError } from '../plugins/errors.ts';
import { resourceRecordOf } from './courses.ts';

/** How the resources of classes are used, and what their authors see of it. */
export function resourceRoutes(implement: Implement, { learning, owners }: Deps): void {
  const courseOf = async (resourceId: number): Promise<number> => {
    const found = await owners('resource', resourceId);
    if (found?.courseId == null) throw new ApiError('RESOURCE_NOT_FOUND');
    return found.courseId;
  };

  implement(contract.openResource, {
    course: ({ params }) => courseOf(params.id),
    async handle({ params }, call) {
      const userId = call.identity?.userId ?? 0;
      call.wrote((await learning.openResource(userId, await courseOf(params.id), params.id, call.context())).position);
      return { message: 'Anotado' };
    },
  });

  implement(contract.courseResources, {
    course: async ({ params }) => params.courseId,
    async handle({ params: { courseId } }, call) {
      const doc = await call.reads.get(courses, String(courseId));
      if (!doc) throw new ApiError('COURSE_NOT_FOUND');
      const used = await call.reads.get(resourceUse, String(courseId));
      return {
        id_curso: courseId,
        recursos: presentResources(doc).map(({ module, klass, resource }) => {
          const use = used?.resources[resource.resourceId];
          return {
            ...resourceRecordOf(klass.classId, resource),
            id_modulo: module.moduleId,
            modulo: module.title,
            clase: klass.title,
            aperturas: use?.opened ?? 0,
            personas: use?.people ?? 0,
            ultimaApertura: use?.lastAt ?? null,
          };
        }),
      };
    },
  });
}
