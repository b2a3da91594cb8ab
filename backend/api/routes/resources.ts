import { presentResources, presentVideos, teaches } from '../../../events/outline.ts';
import { course } from '../../commands/catalogue/course.ts';
import { isResource, type LinkPlace } from '../../commands/catalogue/link.ts';
import { externalLinks, isExternal, resourceLinks } from '../../commands/catalogue/links.ts';
import { brokenLinks } from '../../projections/brokenLinks.ts';
import { courses } from '../../projections/courses.ts';
import { resourceUse } from '../../projections/resourceUse.ts';
import { resourceRecordOf } from '../answers/courses.ts';
import { brokenByCourse, goneVideos, knownOf } from '../answers/links.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { resources as contract, type LinkChecked } from '../contract/resources.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const HOUR = 3_600_000;

/** How the resources of classes are used, whether their links work, and what their authors see of that. */
export function resourceRoutes(implement: Implement, deps: Deps): void {
  const courseOf = coursesOfResources(deps);
  openingRoutes(implement, deps, courseOf);
  linkRoutes(implement, deps, courseOf);
}

const coursesOfResources = ({ owners }: Deps) => {
  const courseOf = async (resourceId: number): Promise<number> => {
    const found = await owners('resource', resourceId);
    if (found?.courseId == null) throw new ApiError('RESOURCE_NOT_FOUND');
    return found.courseId;
  };
  return courseOf;
};

type CourseOf = ReturnType<typeof coursesOfResources>;

function openingRoutes(implement: Implement, { learning, linkChecker }: Deps, courseOf: CourseOf): void {
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
      const broken = await call.reads.get(brokenLinks, String(courseId));
      return {
        id_curso: courseId,
        comprueba: linkChecker !== null,
        videos: goneVideos(broken, doc),
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
            roto: knownOf(broken, resource),
            externo: isExternal(resource.url),
          };
        }),
      };
    },
  });
}

function linkRoutes(implement: Implement, deps: Deps, courseOf: CourseOf): void {
  const { commands, config, linkChecker, links, limits } = deps;
  /** The result of checking a link now; undefined: it does not lead to another site. */
  const look = async (place: LinkPlace | undefined, call: Call): Promise<LinkChecked> => {
    if (!linkChecker) throw new ApiError('LINK_CHECKS_OFF');
    if (!place) throw new ApiError('LINK_NOT_EXTERNAL');
    await limits.count('link', String(call.identity?.userId), config.limits.forms, HOUR);
    const answer = await linkChecker.check(place.link);
    const motivo = answer.state === 'alive' ? null : answer.reason;
    // A name that cannot be resolved may be this machine's network: only a round, which tries other names, can tell.
    if (motivo === 'no-host') return { estado: 'por-confirmar' as const, motivo };
    const { state, position } = await links.observe(place, answer, call.now);
    call.wrote(position);
    if (state === 'gone') throw new ApiError('CONFLICT');
    return { estado: ({ alive: 'funciona', broken: 'roto', waiting: 'por-confirmar', unknown: 'sin-saber' } as const)[state], motivo };
  };
  implement(contract.brokenLinks, {
    async handle(_, call) {
      return brokenByCourse(call.reads, (course) => call.identity?.role !== 'instructor' || teaches(course, call.identity.userId));
    },
  });
  implement(contract.checkLink, {
    course: ({ params }) => courseOf(params.id),
    async handle({ params }, call) {
      const { state: outline } = await commands.load(course, await courseOf(params.id));
      if (!presentResources(outline).some(({ resource }) => resource.resourceId === params.id)) throw new ApiError('RESOURCE_NOT_FOUND');
      return look(
        resourceLinks(outline).find(({ resourceId }) => resourceId === params.id),
        call,
      );
    },
  });
  implement(contract.checkVideo, {
    course: async ({ params }) => params.courseId,
    async handle({ params, body }, call) {
      const { state: outline } = await commands.load(course, params.courseId);
      if (!presentVideos(outline).some(({ url }) => url === body.enlace)) throw new ApiError('VIDEO_NOT_FOUND');
      return look(
        externalLinks(outline).find((place) => !isResource(place) && place.link === body.enlace),
        call,
      );
    },
  });
}
