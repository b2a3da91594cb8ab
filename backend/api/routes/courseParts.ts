import { type CourseOutline, presentClasses, presentModules } from '../../../events/outline.ts';
import type { CourseCommand } from '../../commands/catalogue/courseCommand.ts';
import type { CourseWrites } from '../../commands/catalogue/draftWrites.ts';
import { derived } from '../../commands/kernel/handle.ts';
import { courses } from '../../projections/courses.ts';
import { lessons } from '../../projections/lessons.ts';
import {
  classRecordOf,
  classWithPartsOf,
  findClass,
  findModule,
  moduleRecordOf,
  resourceRecordOf,
  subtopicRecordOf,
} from '../answers/courses.ts';
import { type Call, type Implement, matching, unchanged } from '../calls/implement.ts';
import { courseParts } from '../contract/courseParts.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { CourseAccess } from './courseAccess.ts';

const subtopicInputs = {
  video: 'video',
  clase: 'video',
  lectura: 'reading',
  contenido: 'reading',
  evaluacion: 'assessment',
  ejercicio: 'exercise',
} as const;
const resourceInputs = { 1: 'document', 2: 'video', 3: 'other' } as const;

/** The calls by which authors write; those of drafts have the same shape. */
export type PartWrites = Pick<
  typeof courseParts,
  | ('createModule' | 'updateModule' | 'removeModule' | 'restoreModule' | 'reorderModules' | 'setObjectives')
  | ('createClass' | 'updateClass' | 'removeClass' | 'restoreClass' | 'reorderClasses' | 'moveClass')
  | ('createSubtopic' | 'updateSubtopic' | 'removeSubtopic' | 'reorderSubtopics')
  | ('createResource' | 'updateResource' | 'removeResource')
>;
/** Where the writes go, and the present text of a lesson there. */
export interface PartTarget {
  calls: PartWrites;
  authoring: CourseWrites;
  access: CourseAccess;
  textOf(courseId: number, subtopicId: number, call: Call): Promise<string>;
}

/** Modules with their objectives, classes, subtopics and resources of a course. */
export function coursePartRoutes(implement: Implement, { authoring }: Deps, access: CourseAccess): void {
  partReadingRoutes(implement, access);
  const textOf = async (_: number, subtopicId: number, call: Call) => (await call.reads.get(lessons, String(subtopicId)))?.text ?? '';
  partWritingRoutes(implement, { calls: courseParts, authoring, access, textOf });
}
export function partWritingRoutes(implement: Implement, target: PartTarget): void {
  moduleRoutes(implement, target);
  classRoutes(implement, target);
  classPlaceRoutes(implement, target);
  subtopicRoutes(implement, target);
  subtopicPlaceRoutes(implement, target);
  resourceRoutes(implement, target);
}

/** Archiving or restoring a part: the call only says which. */
const mover =
  ({ ownerOf, change, by }: CourseAccess) =>
  (kind: keyof CourseAccess['ownerOf'], command: (id: number) => CourseCommand, message: string) => ({
    course: by(kind),
    async handle({ params }: { params: { id: number } }, call: Call) {
      const { courseId } = await ownerOf[kind](params.id);
      await change(courseId, command(params.id), call);
      return { message };
    },
  });

/** The number under which a part that was taken out comes back; another course's is refused. */
const returner =
  ({ ownerOf }: CourseAccess) =>
  async (kind: 'subtopic' | 'resource', id: number | undefined, courseId: number): Promise<number | undefined> => {
    if (id !== undefined && (await ownerOf[kind](id)).courseId !== courseId)
      throw new ApiError(kind === 'subtopic' ? 'SUBTOPIC_NOT_FOUND' : 'RESOURCE_NOT_FOUND');
    return id;
  };

/** A class that the caller may read: its module is open to them. */
const reader =
  ({ visible, ownerOf, demandOpen }: CourseAccess) =>
  async (classId: number, call: Call) => {
    const doc = await visible((await ownerOf.class(classId)).courseId, call);
    const found = findClass(doc, classId);
    if (!found) throw new ApiError('CLASS_NOT_FOUND');
    await demandOpen(doc, found.module, call);
    return { doc, klass: found.klass };
  };

const subtopicInput = (body: {
  tipo_subtema?: keyof typeof subtopicInputs | undefined;
  tipo?: keyof typeof subtopicInputs | undefined;
  link_video?: string | null | undefined;
  duracion?: number | null | undefined;
}) => {
  const named = body.tipo_subtema ?? body.tipo;
  return {
    kind: named === undefined ? undefined : named === 'contenido' && body.link_video ? ('video' as const) : subtopicInputs[named],
    videoUrl: body.link_video,
    minutes: body.duracion,
  };
};

/** What learners read of the parts of a course. */
function partReadingRoutes(implement: Implement, access: CourseAccess): void {
  const { visible, completedOf, opens, ownerOf } = access;
  const readable = reader(access);

  const moduleList = async (courseId: number, call: Call) => {
    const doc = await visible(courseId, call);
    const completed = await completedOf(courseId, call);
    const open = await opens(doc, call);
    return presentModules(doc).map((module, index) => moduleRecordOf(doc, module, index + 1, completed, open(module)));
  };
  implement(courseParts.listModules, { handle: ({ params }, call) => moduleList(params.courseId, call) });
  implement(courseParts.listModulesWrapped, { handle: async ({ params }, call) => ({ modulos: await moduleList(params.courseId, call) }) });

  implement(courseParts.listObjectives, {
    async handle({ params }, call) {
      const { courseId } = await ownerOf.module(params.moduleId);
      const found = findModule(await visible(courseId, call), params.moduleId);
      if (!found) throw new ApiError('MODULE_NOT_FOUND');
      return found.module.objectives.map(({ objectiveId, text }) => ({ id: objectiveId, id_objetivo: objectiveId, descripcion: text }));
    },
  });
  implement(courseParts.listClasses, {
    course: async ({ params }) => (await ownerOf.module(params.moduleId)).courseId,
    async handle({ params }, call) {
      const doc = await visible((await ownerOf.module(params.moduleId)).courseId, call);
      const found = findModule(doc, params.moduleId);
      if (!found) throw new ApiError('MODULE_NOT_FOUND');
      const open = (await opens(doc, call))(found.module);
      return presentClasses(found.module).map((klass, index) => classWithPartsOf(doc, params.moduleId, klass, index + 1, open));
    },
  });

  implement(courseParts.listSubtopics, {
    course: async ({ params }) => (await ownerOf.class(params.sessionId)).courseId,
    async handle({ params }, call) {
      const { doc, klass } = await readable(params.sessionId, call);
      const texts = await call.reads.getMany(
        lessons,
        klass.subtopics.map((subtopic) => String(subtopic.subtopicId)),
      );
      return {
        success: true as const,
        id_curso: doc.courseId,
        contenido: klass.content,
        data: klass.subtopics.map((subtopic) =>
          subtopicRecordOf(doc, params.sessionId, subtopic, texts.get(String(subtopic.subtopicId))?.text ?? ''),
        ),
      };
    },
  });
  implement(courseParts.listResources, {
    course: async ({ params }) => (await ownerOf.class(params.sessionId)).courseId,
    async handle({ params }, call) {
      const { klass } = await readable(params.sessionId, call);
      return { success: true as const, data: klass.resources.map((resource) => resourceRecordOf(params.sessionId, resource)) };
    },
  });
}

function moduleRoutes(implement: Implement, { calls, authoring, access }: PartTarget): void {
  const { change, ownerOf, by } = access;
  const moved = mover(access);

  const moduleWritten = (state: CourseOutline, moduleId: number) => {
    const found = findModule(state, moduleId);
    if (!found) throw new ApiError('MODULE_NOT_FOUND');
    return moduleRecordOf(state, found.module, found.order, new Set(), true);
  };
  implement(calls.createModule, {
    course: async ({ body }) => body.id_curso,
    async handle({ body }, call) {
      const module = {
        title: body.nombre,
        description: body.descripcion ?? '',
        content: body.contenido ?? '',
        videoUrl: body.link_video ?? null,
      };
      const done = await authoring.addModule(body.id_curso, module, call.context(), matching(call));
      call.wrote(done.position);
      return moduleWritten(done.state, done.moduleId);
    },
  });
  implement(calls.updateModule, {
    course: by('module'),
    async handle({ params, body }, call) {
      const { courseId } = await ownerOf.module(params.id);
      const command: CourseCommand = {
        type: 'changeModule',
        moduleId: params.id,
        ...(body.nombre !== undefined && { title: body.nombre }),
        ...(body.descripcion != null && { description: body.descripcion }),
        ...(body.contenido != null && { content: body.contenido }),
        ...(body.link_video !== undefined && { videoUrl: body.link_video }),
      };
      const options = unchanged<CourseOutline>(call, body, (state) => moduleWritten(state, params.id));
      return moduleWritten(await change(courseId, command, call, options), params.id);
    },
  });
  implement(
    calls.removeModule,
    moved(
      'module',
      (moduleId) => ({ type: 'removeModule', moduleId }),
      'El módulo se archivó con sus clases y recursos. Puedes restaurarlo desde el historial.',
    ),
  );
  implement(
    calls.restoreModule,
    moved('module', (moduleId) => ({ type: 'restoreModule', moduleId }), 'Módulo restaurado'),
  );
  implement(calls.reorderModules, {
    course: async ({ params }) => params.courseId,
    async handle({ params, body }, call) {
      await change(params.courseId, { type: 'reorderModules', order: body.orden }, call);
      return { message: 'Orden guardado' };
    },
  });

  implement(calls.setObjectives, {
    course: async ({ params }) => (await ownerOf.module(params.moduleId)).courseId,
    async handle({ params, body }, call) {
      const { courseId } = await ownerOf.module(params.moduleId);
      const done = await authoring.setObjectives(courseId, params.moduleId, body.objetivos, call.context(), matching(call));
      call.wrote(done.position);
      return (findModule(done.state, params.moduleId)?.module.objectives ?? []).map(({ objectiveId, text }) => ({
        id: objectiveId,
        id_objetivo: objectiveId,
        descripcion: text,
      }));
    },
  });
}

function classRoutes(implement: Implement, { calls, authoring, access }: PartTarget): void {
  const { change, ownerOf, by } = access;
  const classWritten = async (state: CourseOutline, classId: number, call: Call) => {
    const found = findClass(state, classId);
    if (!found) throw new ApiError('CLASS_NOT_FOUND');
    const at = call.now.toISOString();
    const before = await call.reads.get(courses, String(state.courseId));
    const classTimes = { [classId]: { added: before?.classTimes[String(classId)]?.added ?? at, changed: at } };
    return classRecordOf({ classTimes, videoTexts: state.videoTexts }, found.module.moduleId, found.klass, found.order);
  };
  implement(calls.createClass, {
    course: async ({ body }) => (await ownerOf.module(body.id_modulo)).courseId,
    async handle({ body }, call) {
      const { courseId } = await ownerOf.module(body.id_modulo);
      const klass = {
        title: body.titulo,
        description: body.descripcion ?? '',
        content: body.contenido ?? '',
        videoUrl: body.link_video ?? null,
        subtopics: (body.subtemas ?? []).map((part) => {
          const { kind = 'reading', videoUrl = null, minutes = null } = subtopicInput(part);
          return { title: part.titulo, description: part.descripcion ?? '', kind, videoUrl, minutes, text: part.contenido_texto ?? null };
        }),
        resources: (body.recursos ?? []).map((part) => ({
          title: part.titulo,
          url: part.link_recurso,
          kind: resourceInputs[(part.tipo_recurso ?? 1) as 1 | 2 | 3],
        })),
      };
      const done = await authoring.addClass(courseId, body.id_modulo, klass, call.context(), matching(call));
      call.wrote(done.position);
      return classWritten(done.state, done.classId, call);
    },
  });
  implement(calls.updateClass, {
    course: by('class'),
    async handle({ params, body }, call) {
      const ids = await ownerOf.class(params.id);
      const state = await change(
        ids.courseId,
        {
          type: 'changeClass',
          classId: params.id,
          ...(body.titulo !== undefined && { title: body.titulo }),
          ...(body.descripcion !== undefined && { description: body.descripcion ?? '' }),
          ...(body.contenido !== undefined && { content: body.contenido ?? '' }),
          ...(body.link_video !== undefined && { videoUrl: body.link_video }),
        },
        call,
        unchanged<CourseOutline>(call, body, (state) => {
          const found = findClass(state, params.id);
          return found ? classRecordOf({ classTimes: {}, videoTexts: [] }, found.module.moduleId, found.klass, found.order) : {};
        }),
      );
      return classWritten(state, params.id, call);
    },
  });
}

/** Where classes stand: archived, restored, in which order and module. */
function classPlaceRoutes(implement: Implement, { calls, access }: PartTarget): void {
  const { change, ownerOf, by } = access;
  const moved = mover(access);
  implement(
    calls.removeClass,
    moved('class', (classId) => ({ type: 'removeClass', classId }), 'Clase archivada'),
  );
  implement(
    calls.restoreClass,
    moved('class', (classId) => ({ type: 'restoreClass', classId }), 'Clase restaurada'),
  );
  implement(calls.reorderClasses, {
    course: async ({ params }) => (await ownerOf.module(params.moduleId)).courseId,
    async handle({ params, body }, call) {
      const { courseId } = await ownerOf.module(params.moduleId);
      await change(courseId, { type: 'reorderClasses', moduleId: params.moduleId, order: body.orden }, call);
      return { message: 'Orden guardado' };
    },
  });
  implement(calls.moveClass, {
    course: by('class'),
    async handle({ params, body }, call) {
      const { courseId } = await ownerOf.class(params.id);
      const { id_modulo: moduleId, lugar } = body;
      await change(courseId, { type: 'moveClass', classId: params.id, moduleId, ...(lugar !== undefined && { place: lugar }) }, call);
      return { message: 'Clase cambiada de módulo' };
    },
  });
}

function subtopicRoutes(implement: Implement, { calls, authoring, access, textOf }: PartTarget): void {
  const { change, ownerOf, by } = access;
  const returning = returner(access);
  const subtopicWritten = (state: CourseOutline, classId: number, subtopicId: number, text: string) => {
    const subtopic = findClass(state, classId)?.klass.subtopics.find((one) => one.subtopicId === subtopicId);
    if (!subtopic) throw new ApiError('SUBTOPIC_NOT_FOUND');
    return { success: true as const, data: subtopicRecordOf(state, classId, subtopic, text) };
  };
  implement(calls.createSubtopic, {
    course: async ({ body }) => (await ownerOf.class(body.id_sesion)).courseId,
    async handle({ body }, call) {
      const ids = await ownerOf.class(body.id_sesion);
      const { kind = 'reading', videoUrl = null, minutes = null } = subtopicInput(body);
      const text = body.contenido_texto ?? null;
      const done = await authoring.addSubtopic(
        ids.courseId,
        ids.moduleId,
        body.id_sesion,
        {
          ...{ title: body.titulo, description: body.descripcion ?? '', kind, videoUrl, minutes, text },
          subtopicId: await returning('subtopic', body.restaura, ids.courseId),
        },
        call.context(),
        matching(call),
      );
      call.wrote(done.position);
      const kept = text === null && body.restaura !== undefined ? await textOf(ids.courseId, done.subtopicId, call) : '';
      return subtopicWritten(done.state, body.id_sesion, done.subtopicId, text ?? kept);
    },
  });
  implement(calls.updateSubtopic, {
    course: by('subtopic'),
    async handle({ params, body }, call) {
      const ids = await ownerOf.subtopic(params.id);
      const { kind, videoUrl, minutes } = subtopicInput(body);
      const context = call.context();
      const given = body.contenido_texto === undefined ? undefined : (body.contenido_texto ?? '');
      const before = given === undefined ? null : await textOf(ids.courseId, params.id, call);
      const state = await change(
        ids.courseId,
        {
          type: 'changeSubtopic',
          subtopicId: params.id,
          ...(body.titulo !== undefined && { title: body.titulo }),
          ...(body.descripcion !== undefined && { description: body.descripcion ?? '' }),
          ...(kind !== undefined && { kind }),
          ...(videoUrl !== undefined && { videoUrl }),
          ...(minutes !== undefined && { minutes }),
        },
        call,
        unchanged<CourseOutline>(call, body, (state) => {
          const subtopic = findClass(state, ids.classId)?.klass.subtopics.find((one) => one.subtopicId === params.id);
          return subtopic ? subtopicRecordOf(state, ids.classId, subtopic, before) : {};
        }),
      );
      if (given !== undefined) {
        // Where its class stands now: it was made somewhere else, if that was moved.
        const moduleId = findClass(state, ids.classId)?.module.moduleId ?? ids.moduleId;
        call.wrote(await authoring.setLessonText({ ...ids, moduleId, subtopicId: params.id }, given, derived(context, 'lesson')));
      }
      const text = given ?? (await textOf(ids.courseId, params.id, call));
      return subtopicWritten(state, ids.classId, params.id, text);
    },
  });
}

function subtopicPlaceRoutes(implement: Implement, { calls, access }: PartTarget): void {
  const { change, ownerOf } = access;
  const moved = mover(access);
  implement(
    calls.removeSubtopic,
    moved('subtopic', (subtopicId) => ({ type: 'removeSubtopic', subtopicId }), 'Subtema eliminado'),
  );
  implement(calls.reorderSubtopics, {
    course: async ({ params }) => (await ownerOf.class(params.sessionId)).courseId,
    async handle({ params, body }, call) {
      const { courseId } = await ownerOf.class(params.sessionId);
      await change(courseId, { type: 'reorderSubtopics', classId: params.sessionId, order: body.orden }, call);
      return { message: 'Orden guardado' };
    },
  });
}

function resourceRoutes(implement: Implement, { calls, authoring, access }: PartTarget): void {
  const { change, ownerOf, by } = access;
  const moved = mover(access);
  const returning = returner(access);

  const resourceWritten = (state: CourseOutline, classId: number, resourceId: number) => {
    const resource = findClass(state, classId)?.klass.resources.find((one) => one.resourceId === resourceId);
    if (!resource) throw new ApiError('RESOURCE_NOT_FOUND');
    return { success: true as const, data: resourceRecordOf(classId, resource) };
  };
  implement(calls.createResource, {
    course: async ({ body }) => (await ownerOf.class(body.id_sesion)).courseId,
    async handle({ body }, call) {
      const ids = await ownerOf.class(body.id_sesion);
      const resource = {
        ...{ title: body.titulo, url: body.link_recurso, kind: resourceInputs[(body.tipo_recurso ?? 1) as 1 | 2 | 3] },
        resourceId: await returning('resource', body.restaura, ids.courseId),
      };
      const done = await authoring.addResource(ids.courseId, ids.moduleId, body.id_sesion, resource, call.context(), matching(call));
      call.wrote(done.position);
      return resourceWritten(done.state, body.id_sesion, done.resourceId);
    },
  });
  implement(calls.updateResource, {
    course: by('resource'),
    async handle({ params, body }, call) {
      const ids = await ownerOf.resource(params.id);
      const state = await change(
        ids.courseId,
        {
          type: 'changeResource',
          resourceId: params.id,
          ...(body.titulo !== undefined && { title: body.titulo }),
          ...(body.link_recurso !== undefined && { url: body.link_recurso }),
          ...(body.tipo_recurso !== undefined && { kind: resourceInputs[body.tipo_recurso as 1 | 2 | 3] }),
        },
        call,
        unchanged<CourseOutline>(call, body, (state) => {
          const resource = findClass(state, ids.classId)?.klass.resources.find((one) => one.resourceId === params.id);
          return resource ? resourceRecordOf(ids.classId, resource) : {};
        }),
      );
      return resourceWritten(state, ids.classId, params.id);
    },
  });
  implement(
    calls.removeResource,
    moved('resource', (resourceId) => ({ type: 'removeResource', resourceId }), 'Recurso eliminado'),
  );
}
