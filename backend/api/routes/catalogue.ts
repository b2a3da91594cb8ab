import type { NumberKind } from '../../../events/operations.ts';
import { type CourseFields, type CourseOutline, type Module, presentClasses, presentModules } from '../../../events/outline.ts';
import type { Difficulty, Money } from '../../../events/types.ts';
import type { CourseCommand } from '../../commands/catalogue/course.ts';
import { user } from '../../commands/identity/user.ts';
import { derived } from '../../commands/kernel/handle.ts';
import { folded } from '../../projections/catalogueWords.ts';
import { courseStats } from '../../projections/courseStats.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { lessons } from '../../projections/lessons.ts';
import { reviewStats } from '../../projections/reviews.ts';
import { users } from '../../projections/users.ts';
import { type CourseRecord, catalogue } from '../contract/catalogue.ts';
import type { Deps } from '../deps.ts';
import { type Call, type Implement, matching } from '../implement.ts';
import { ApiError } from '../plugins/errors.ts';
import type { Identity } from '../plugins/identity.ts';
import {
  classRecordOf,
  courseRecordOf,
  findClass,
  findModule,
  moduleRecordOf,
  outlineOf,
  resourceRecordOf,
  subtopicRecordOf,
} from './courses.ts';
import type { searchRoutes } from './search.ts';

const difficultyInputs: Readonly<Record<string, Difficulty>> = {
  principiante: 'beginner',
  Principiante: 'beginner',
  Básico: 'beginner',
  intermedio: 'intermediate',
  Intermedio: 'intermediate',
  avanzado: 'advanced',
  Avanzado: 'advanced',
};
const subtopicInputs = { video: 'video', clase: 'video', lectura: 'reading', contenido: 'reading', evaluacion: 'assessment' } as const;
const resourceInputs = { 1: 'document', 2: 'video', 3: 'other' } as const;

/** Pesos with decimals to minor units; null is "no price" (C-04). */
const priceOf = (pesos: number | null | undefined): Money | null | undefined =>
  typeof pesos === 'number' ? { amount: Math.round(pesos * 100), currency: 'MXN' } : pesos;

interface CourseBody {
  nombre?: string | undefined;
  descripcion?: string | undefined;
  id_maestro?: number | null | undefined;
  tipo?: 'Básico' | 'Premium' | undefined;
  categoria?: string | undefined;
  dificultad?: string | undefined;
  level?: 'no-code' | 'code' | undefined;
  duration?: string | null | undefined;
  img_curso?: string | null | undefined;
  imagen?: string | null | undefined;
  precio?: number | null | undefined;
  price?: number | null | undefined;
  stripe_price_id?: string | null | undefined;
  desbloqueo?: 'secuencial' | 'libre' | undefined;
  destacado?: boolean | undefined;
}

/** Only what the body names. */
function fieldsOf(body: CourseBody): Partial<CourseFields> & { featured?: boolean } {
  const image = body.img_curso === undefined ? body.imagen : (body.img_curso ?? body.imagen ?? null);
  const named: { [K in keyof CourseFields]?: CourseFields[K] | undefined } & { featured?: boolean | undefined } = {
    title: body.nombre,
    description: body.descripcion,
    instructorId: body.id_maestro,
    tier: body.tipo === undefined ? undefined : body.tipo === 'Premium' ? 'premium' : 'basic',
    category: body.categoria,
    difficulty: body.dificultad === undefined ? undefined : difficultyInputs[body.dificultad],
    track: body.level,
    duration: body.duration,
    imageUrl: image,
    price: priceOf(body.precio),
    previousPrice: priceOf(body.price),
    providerPriceId: body.stripe_price_id,
    unlockRule: body.desbloqueo === undefined ? undefined : body.desbloqueo === 'libre' ? 'free' : 'sequential',
    featured: body.destacado,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as Partial<CourseFields> & {
    featured?: boolean;
  };
}

export function catalogueRoutes(implement: Implement, deps: Deps, searched: ReturnType<typeof searchRoutes>): void {
  const { authoring, commands, learning, owners } = deps;

  const record = async (doc: CourseDoc, call: Call): Promise<CourseRecord> =>
    courseRecordOf(
      doc,
      await call.reads.get(courseStats, String(doc.courseId)),
      doc.instructorId === null ? null : await call.reads.get(users, String(doc.instructorId)),
      await call.reads.get(reviewStats, String(doc.courseId)),
    );

  const records = async (docs: readonly CourseDoc[], call: Call): Promise<CourseRecord[]> => {
    const stats = await call.reads.getMany(
      courseStats,
      docs.map((doc) => String(doc.courseId)),
    );
    const people = await call.reads.getMany(
      users,
      docs.flatMap((doc) => (doc.instructorId === null ? [] : [String(doc.instructorId)])),
    );
    const rated = await call.reads.getMany(
      reviewStats,
      docs.map((doc) => String(doc.courseId)),
    );
    return docs.map((doc) => {
      const id = String(doc.courseId);
      return courseRecordOf(doc, stats.get(id) ?? null, people.get(String(doc.instructorId)) ?? null, rated.get(id) ?? null);
    });
  };

  /** The course just after a command, before the projection has it: the outline comes from the stream. */
  const written = async (courseId: number, outline: CourseOutline, call: Call): Promise<CourseRecord> => {
    const before = await call.reads.get(courses, String(courseId));
    const at = call.now.toISOString();
    return record(
      {
        ...outline,
        createdAt: before?.createdAt ?? at,
        changedAt: at,
        publishedAt: before?.publishedAt ?? null,
        classTimes: before?.classTimes ?? {},
      },
      call,
    );
  };

  const edits = (doc: CourseOutline, identity: Identity | null): boolean =>
    identity !== null && (identity.role === 'administrator' || (identity.role === 'instructor' && doc.instructorId === identity.userId));

  /** A course that the caller may see: published, or one's own to edit, or one is enrolled (it was unpublished since). */
  const visible = async (courseId: number, call: Call): Promise<CourseDoc> => {
    const doc = await call.reads.get(courses, String(courseId));
    if (!doc) throw new ApiError('COURSE_NOT_FOUND');
    if (doc.status === 'published' || edits(doc, call.identity)) return doc;
    const mine = call.identity && (await call.reads.get(enrolments, `${call.identity.userId}_${courseId}`));
    if (!mine?.enrolled) throw new ApiError('COURSE_NOT_FOUND');
    return doc;
  };
  const completedOf = async (courseId: number, call: Call): Promise<ReadonlySet<number>> => {
    const mine = call.identity && (await call.reads.get(enrolments, `${call.identity.userId}_${courseId}`));
    return new Set(mine ? Object.keys(mine.completed).map(Number) : []);
  };

  /** Of which modules the caller may read what they hold: what `courses.outline` says, without refusing who may not, and what is open to them (C-22). */
  const opens = async (doc: CourseDoc, { identity }: Call): Promise<(module: Module) => boolean> => {
    if (!identity) return () => false;
    if (edits(doc, identity)) return () => true;
    const { access, open } = await learning.access(identity.userId, doc.courseId);
    return access === null ? () => false : ({ moduleId }) => open.has(moduleId);
  };
  /** Whom `courses.outline` lets in: they still go through a course in its order. */
  const demandOpen = async (doc: CourseDoc, module: Module, call: Call): Promise<void> => {
    if (!(await opens(doc, call))(module)) throw new ApiError('MODULE_LOCKED');
  };

  const allOf = async (where: { status?: string; instructorId?: number }, call: Call): Promise<CourseDoc[]> => {
    const docs: CourseDoc[] = [];
    let cursor: string | undefined;
    do {
      const page = await call.reads.find(courses, { where, sort: ['courseId'], limit: 500, ...(cursor !== undefined && { cursor }) });
      docs.push(...page.docs.map(({ doc }) => doc));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return docs;
  };

  implement(catalogue.listCourses, {
    async handle({ query }, call) {
      const role = call.identity?.role;
      const staff = query.todos === '1' && (role === 'administrator' || role === 'instructor');
      const where = !staff ? { status: 'published' } : role === 'instructor' && call.identity ? { instructorId: call.identity.userId } : {};
      if (query.search && !staff) return searched(query.search, call);
      const found = await records(await allOf(where, call), call);
      if (!query.search) return found;
      const wanted = folded(query.search);
      return found.filter((one) => folded(`${one.nombre} ${one.descripcion} ${one.categoria} ${one.instructor ?? ''}`).includes(wanted));
    },
  });
  implement(catalogue.listCoursesByTier, {
    async handle({ params }, call) {
      const tier = folded(params.tipo) === 'premium' ? 'premium' : folded(params.tipo) === 'basico' ? 'basic' : null;
      return tier
        ? records(
            (await allOf({ status: 'published' }, call)).filter((doc) => doc.tier === tier),
            call,
          )
        : [];
    },
  });
  implement(catalogue.getCourse, { handle: async ({ params }, call) => record(await visible(params.id, call), call) });
  implement(catalogue.getCourseWrapped, {
    async handle({ params }, call) {
      const curso = await record(await visible(params.id, call), call);
      return { ...curso, curso };
    },
  });
  implement(catalogue.getOutline, {
    async handle({ params }, call) {
      const doc = await visible(params.id, call);
      return outlineOf(doc, await record(doc, call), await completedOf(doc.courseId, call), await opens(doc, call));
    },
  });

  implement(catalogue.createCourse, {
    async handle({ body }, call) {
      const given = fieldsOf(body);
      const own = call.identity?.role === 'instructor' ? call.identity.userId : null;
      const instructorId = own ?? given.instructorId ?? null;
      if (instructorId === null) throw new ApiError('INSTRUCTOR_REQUIRED');
      const { state } = await commands.load(user, instructorId);
      if (state.status !== 'active' || (state.role !== 'instructor' && instructorId !== own)) throw new ApiError('INSTRUCTOR_REQUIRED');
      const fields: CourseFields = {
        category: 'General',
        tier: 'basic',
        difficulty: 'beginner',
        track: 'code',
        duration: null,
        imageUrl: null,
        price: null,
        previousPrice: null,
        providerPriceId: null,
        unlockRule: 'sequential',
        ...given,
        title: body.nombre,
        description: body.descripcion,
        instructorId,
      };
      const done = await authoring.createCourse(fields, call.context(body.motivo));
      call.wrote(done.position);
      return written(done.courseId, done.state, call);
    },
  });

  const change = async (courseId: number, command: CourseCommand, call: Call, reason?: string) => {
    const done = await authoring.change(courseId, command, call.context(reason), matching(call));
    call.wrote(done.position);
    return done.state;
  };
  const ofCourse = async ({ params }: { params: { id: number } }) => params.id;

  implement(catalogue.updateCourse, {
    course: ofCourse,
    async handle({ params, body }, call) {
      const fields = fieldsOf(body);
      // Who teaches it, and what the landing shows first, is for the school to say.
      if (call.identity?.role === 'instructor') {
        delete fields.instructorId;
        delete fields.featured;
      }
      if (fields.instructorId != null) {
        const { state } = await commands.load(user, fields.instructorId);
        if (state.status !== 'active' || state.role !== 'instructor') throw new ApiError('INSTRUCTOR_REQUIRED');
      }
      return written(params.id, await change(params.id, { type: 'change', ...fields }, call, body.motivo), call);
    },
  });
  implement(catalogue.setCourseStatus, {
    course: ofCourse,
    async handle({ params, body }, call) {
      const publish = Number(body.estado) === 1;
      const state = await change(params.id, { type: publish ? 'publish' : 'unpublish' }, call, body.motivo);
      return { estado: state.status === 'published' ? 1 : 0, message: publish ? 'Curso publicado' : 'Curso en borrador' };
    },
  });
  implement(catalogue.archiveCourse, {
    course: ofCourse,
    async handle({ params, query }, call) {
      await change(params.id, { type: 'archive' }, call, query.motivo);
      return { message: 'Curso archivado. Puedes restaurarlo cuando quieras.' };
    },
  });
  implement(catalogue.restoreCourse, {
    course: ofCourse,
    async handle({ params }, call) {
      await change(params.id, { type: 'restore' }, call);
      return { message: 'Curso restaurado como borrador' };
    },
  });

  /** The course of a numbered part. Throws the part's own "not found". */
  const owner =
    (kind: NumberKind, code: 'MODULE_NOT_FOUND' | 'CLASS_NOT_FOUND' | 'SUBTOPIC_NOT_FOUND' | 'RESOURCE_NOT_FOUND') =>
    async (id: number) => {
      const found = await owners(kind, id);
      if (found?.courseId == null) throw new ApiError(code);
      return { courseId: found.courseId, moduleId: found.moduleId ?? 0, classId: found.classId ?? 0 };
    };
  const ownerOf = {
    module: owner('module', 'MODULE_NOT_FOUND'),
    class: owner('class', 'CLASS_NOT_FOUND'),
    subtopic: owner('subtopic', 'SUBTOPIC_NOT_FOUND'),
    resource: owner('resource', 'RESOURCE_NOT_FOUND'),
  };
  const by =
    (kind: keyof typeof ownerOf) =>
    async ({ params }: { params: { id: number } }) =>
      (await ownerOf[kind](params.id)).courseId;

  const moduleList = async (courseId: number, call: Call) => {
    const doc = await visible(courseId, call);
    const completed = await completedOf(courseId, call);
    const open = await opens(doc, call);
    return presentModules(doc).map((module, index) => moduleRecordOf(doc, module, index + 1, completed, open(module)));
  };
  implement(catalogue.listModules, { handle: ({ params }, call) => moduleList(params.courseId, call) });
  implement(catalogue.listModulesWrapped, { handle: async ({ params }, call) => ({ modulos: await moduleList(params.courseId, call) }) });

  const moduleWritten = (state: CourseOutline, moduleId: number) => {
    const found = findModule(state, moduleId);
    if (!found) throw new ApiError('MODULE_NOT_FOUND');
    return moduleRecordOf(state, found.module, found.order, new Set(), true);
  };
  implement(catalogue.createModule, {
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
  implement(catalogue.updateModule, {
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
      return moduleWritten(await change(courseId, command, call), params.id);
    },
  });
  implement(catalogue.removeModule, {
    course: by('module'),
    async handle({ params }, call) {
      const { courseId } = await ownerOf.module(params.id);
      await change(courseId, { type: 'removeModule', moduleId: params.id }, call);
      return { message: 'El módulo se archivó con sus clases y recursos. Puedes restaurarlo desde el historial.' };
    },
  });
  implement(catalogue.restoreModule, {
    course: by('module'),
    async handle({ params }, call) {
      const { courseId } = await ownerOf.module(params.id);
      await change(courseId, { type: 'restoreModule', moduleId: params.id }, call);
      return { message: 'Módulo restaurado' };
    },
  });
  implement(catalogue.reorderModules, {
    course: async ({ params }) => params.courseId,
    async handle({ params, body }, call) {
      await change(params.courseId, { type: 'reorderModules', order: body.orden }, call);
      return { message: 'Orden guardado' };
    },
  });

  implement(catalogue.listObjectives, {
    async handle({ params }, call) {
      const { courseId } = await ownerOf.module(params.moduleId);
      const found = findModule(await visible(courseId, call), params.moduleId);
      if (!found) throw new ApiError('MODULE_NOT_FOUND');
      return found.module.objectives.map(({ objectiveId, text }) => ({ id: objectiveId, id_objetivo: objectiveId, descripcion: text }));
    },
  });
  implement(catalogue.setObjectives, {
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

  implement(catalogue.listClasses, {
    course: async ({ params }) => (await ownerOf.module(params.moduleId)).courseId,
    async handle({ params }, call) {
      const doc = await visible((await ownerOf.module(params.moduleId)).courseId, call);
      const found = findModule(doc, params.moduleId);
      if (!found) throw new ApiError('MODULE_NOT_FOUND');
      const open = (await opens(doc, call))(found.module);
      return presentClasses(found.module).map((klass, index) =>
        classRecordOf(doc, params.moduleId, open ? klass : { ...klass, videoUrl: null }, index + 1),
      );
    },
  });

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
  const classWritten = async (state: CourseOutline, classId: number, call: Call) => {
    const found = findClass(state, classId);
    if (!found) throw new ApiError('CLASS_NOT_FOUND');
    const at = call.now.toISOString();
    const before = await call.reads.get(courses, String(state.courseId));
    const classTimes = { [classId]: { added: before?.classTimes[String(classId)]?.added ?? at, changed: at } };
    return classRecordOf({ classTimes, videoTexts: state.videoTexts }, found.module.moduleId, found.klass, found.order);
  };
  implement(catalogue.createClass, {
    course: async ({ body }) => (await ownerOf.module(body.id_modulo)).courseId,
    async handle({ body }, call) {
      const { courseId } = await ownerOf.module(body.id_modulo);
      const klass = {
        title: body.titulo,
        description: body.descripcion ?? '',
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
  implement(catalogue.updateClass, {
    course: by('class'),
    async handle({ params, body }, call) {
      const { courseId } = await ownerOf.class(params.id);
      const state = await change(
        courseId,
        {
          type: 'changeClass',
          classId: params.id,
          ...(body.titulo !== undefined && { title: body.titulo }),
          ...(body.descripcion !== undefined && { description: body.descripcion ?? '' }),
          ...(body.link_video !== undefined && { videoUrl: body.link_video }),
        },
        call,
      );
      return classWritten(state, params.id, call);
    },
  });
  implement(catalogue.removeClass, {
    course: by('class'),
    async handle({ params }, call) {
      const { courseId } = await ownerOf.class(params.id);
      await change(courseId, { type: 'removeClass', classId: params.id }, call);
      return { message: 'Clase archivada' };
    },
  });
  implement(catalogue.restoreClass, {
    course: by('class'),
    async handle({ params }, call) {
      const { courseId } = await ownerOf.class(params.id);
      await change(courseId, { type: 'restoreClass', classId: params.id }, call);
      return { message: 'Clase restaurada' };
    },
  });
  implement(catalogue.reorderClasses, {
    course: async ({ params }) => (await ownerOf.module(params.moduleId)).courseId,
    async handle({ params, body }, call) {
      const { courseId } = await ownerOf.module(params.moduleId);
      await change(courseId, { type: 'reorderClasses', moduleId: params.moduleId, order: body.orden }, call);
      return { message: 'Orden guardado' };
    },
  });

  implement(catalogue.listSubtopics, {
    course: async ({ params }) => (await ownerOf.class(params.sessionId)).courseId,
    async handle({ params }, call) {
      const doc = await visible((await ownerOf.class(params.sessionId)).courseId, call);
      const found = findClass(doc, params.sessionId);
      if (!found) throw new ApiError('CLASS_NOT_FOUND');
      await demandOpen(doc, found.module, call);
      const texts = await call.reads.getMany(
        lessons,
        found.klass.subtopics.map((subtopic) => String(subtopic.subtopicId)),
      );
      return {
        success: true as const,
        data: found.klass.subtopics.map((subtopic) =>
          subtopicRecordOf(doc, params.sessionId, subtopic, texts.get(String(subtopic.subtopicId))?.text ?? ''),
        ),
      };
    },
  });
  implement(catalogue.createSubtopic, {
    course: async ({ body }) => (await ownerOf.class(body.id_sesion)).courseId,
    async handle({ body }, call) {
      const ids = await ownerOf.class(body.id_sesion);
      const { kind = 'reading', videoUrl = null, minutes = null } = subtopicInput(body);
      const text = body.contenido_texto ?? null;
      const done = await authoring.addSubtopic(
        ids.courseId,
        ids.moduleId,
        body.id_sesion,
        { title: body.titulo, description: body.descripcion ?? '', kind, videoUrl, minutes, text },
        call.context(),
        matching(call),
      );
      call.wrote(done.position);
      const subtopic = findClass(done.state, body.id_sesion)?.klass.subtopics.find((one) => one.subtopicId === done.subtopicId);
      if (!subtopic) throw new ApiError('SUBTOPIC_NOT_FOUND');
      return { success: true as const, data: subtopicRecordOf(done.state, body.id_sesion, subtopic, text ?? '') };
    },
  });
  implement(catalogue.updateSubtopic, {
    course: by('subtopic'),
    async handle({ params, body }, call) {
      const ids = await ownerOf.subtopic(params.id);
      const { kind, videoUrl, minutes } = subtopicInput(body);
      const context = call.context();
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
      );
      const subtopic = findClass(state, ids.classId)?.klass.subtopics.find((one) => one.subtopicId === params.id);
      if (!subtopic) throw new ApiError('SUBTOPIC_NOT_FOUND');
      const given = body.contenido_texto === undefined ? undefined : (body.contenido_texto ?? '');
      if (given !== undefined)
        call.wrote(await authoring.setLessonText({ ...ids, subtopicId: params.id }, given, derived(context, 'lesson')));
      const text = given ?? (await call.reads.get(lessons, String(params.id)))?.text ?? '';
      return { success: true as const, data: subtopicRecordOf(state, ids.classId, subtopic, text) };
    },
  });
  implement(catalogue.removeSubtopic, {
    course: by('subtopic'),
    async handle({ params }, call) {
      const { courseId } = await ownerOf.subtopic(params.id);
      await change(courseId, { type: 'removeSubtopic', subtopicId: params.id }, call);
      return { message: 'Subtema eliminado' };
    },
  });
  implement(catalogue.reorderSubtopics, {
    course: async ({ params }) => (await ownerOf.class(params.sessionId)).courseId,
    async handle({ params, body }, call) {
      const { courseId } = await ownerOf.class(params.sessionId);
      await change(courseId, { type: 'reorderSubtopics', classId: params.sessionId, order: body.orden }, call);
      return { message: 'Orden guardado' };
    },
  });

  implement(catalogue.listResources, {
    course: async ({ params }) => (await ownerOf.class(params.sessionId)).courseId,
    async handle({ params }, call) {
      const doc = await visible((await ownerOf.class(params.sessionId)).courseId, call);
      const found = findClass(doc, params.sessionId);
      if (!found) throw new ApiError('CLASS_NOT_FOUND');
      await demandOpen(doc, found.module, call);
      return { success: true as const, data: found.klass.resources.map((resource) => resourceRecordOf(params.sessionId, resource)) };
    },
  });
  const resourceWritten = (state: CourseOutline, classId: number, resourceId: number) => {
    const resource = findClass(state, classId)?.klass.resources.find((one) => one.resourceId === resourceId);
    if (!resource) throw new ApiError('RESOURCE_NOT_FOUND');
    return { success: true as const, data: resourceRecordOf(classId, resource) };
  };
  implement(catalogue.createResource, {
    course: async ({ body }) => (await ownerOf.class(body.id_sesion)).courseId,
    async handle({ body }, call) {
      const ids = await ownerOf.class(body.id_sesion);
      const resource = { title: body.titulo, url: body.link_recurso, kind: resourceInputs[(body.tipo_recurso ?? 1) as 1 | 2 | 3] };
      const done = await authoring.addResource(ids.courseId, ids.moduleId, body.id_sesion, resource, call.context(), matching(call));
      call.wrote(done.position);
      return resourceWritten(done.state, body.id_sesion, done.resourceId);
    },
  });
  implement(catalogue.updateResource, {
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
      );
      return resourceWritten(state, ids.classId, params.id);
    },
  });
  implement(catalogue.removeResource, {
    course: by('resource'),
    async handle({ params }, call) {
      const { courseId } = await ownerOf.resource(params.id);
      await change(courseId, { type: 'removeResource', resourceId: params.id }, call);
      return { message: 'Recurso eliminado' };
    },
  });
}
