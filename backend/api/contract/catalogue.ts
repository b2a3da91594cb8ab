import { z } from 'zod';
import {
  blankable,
  clearableAddress,
  clearableContent,
  clearableLine,
  givenAddress,
  idNumber,
  idParam,
  line,
  messageAnswer,
  numeric,
  optionalLine,
  optionalText,
  pageQuery,
  priceInput,
} from './common.ts';
import { catalogueOrders, facetValues } from './facets.ts';
import { route } from './route.ts';

export const courseRecord = z.object({
  id: z.number(),
  id_curso: z.number(),
  /** Of its page, /cursos/<slug>. */
  slug: z.string(),
  nombre: z.string(),
  descripcion: z.string(),
  img_curso: z.string().nullable(),
  imagen: z.string().nullable(),
  /** Básico or Premium. */
  tipo: z.enum(['Básico', 'Premium']),
  categoria: z.string(),
  dificultad: z.enum(['principiante', 'intermedio', 'avanzado']),
  /** no-code or code. */
  level: z.enum(['no-code', 'code']),
  duracion: z.string().nullable(),
  duration: z.string().nullable(),
  /** MXN with decimals; null = not for sale, 0 = free. */
  precio: z.number().nullable(),
  /** 'precio anterior', shown struck through; null when there is none. */
  price: z.number().nullable(),
  moneda: z.string(),
  stripe_price_id: z.string().nullable(),
  id_maestro: z.number().nullable(),
  /** Public name of the instructor, never an e-mail. */
  instructor: z.string().nullable(),
  /** 1 published, 0 draft. */
  estado: z.number(),
  archivado: z.boolean(),
  destacado: z.boolean(),
  /** Among the featured courses, from 1; null where nobody chose one: those stand behind. */
  lugar_destacado: z.number().nullable(),
  desbloqueo: z.enum(['secuencial', 'libre']),
  /** Average of real reviews; null = 'Sin reseñas'. */
  rating: z.number().nullable(),
  reviews: z.number(),
  students: z.number(),
  totalModulos: z.number(),
  totalSesiones: z.number(),
  totalRecursos: z.number(),
  /** Each address once. */
  totalVideos: z.number(),
  /** Videos without captions and without a transcript, as far as their authors said. */
  videosSinTexto: z.number(),
  created_at: z.string(),
  createdDate: z.string(),
  actualizado: z.string(),
  version: z.number(),
});
export type CourseRecord = z.output<typeof courseRecord>;

/** What lets people follow a video without hearing it; null where there is nothing, or nobody said so. */
export const videoText = z.enum(['subtitulos', 'transcripcion']).nullable();

/** How many courses each choice would leave, with the choices of the other facets as they are. */
const choices = <const V extends readonly string[]>(values: V) =>
  z.object(Object.fromEntries(values.map((value) => [value, z.number()])) as Record<V[number], z.ZodNumber>);
export const foundCourses = z.object({
  cursos: z.array(courseRecord),
  /** How many match, on all pages. */
  total: z.number(),
  /** What the school has published, whatever is asked: no courses = an empty catalogue. */
  publicado: z.object({ cursos: z.number(), sesiones: z.number(), recursos: z.number() }),
  facetas: z.object({
    dificultad: choices(facetValues.dificultad),
    ruta: choices(facetValues.ruta),
    tipo: choices(facetValues.tipo),
    precio: choices(facetValues.precio),
  }),
  /** The words that were understood, where those written have slips; null otherwise. */
  entendido: z.string().nullable(),
  /** No course has all the words: those shown have some of them. */
  parcial: z.boolean(),
  /** Where nothing is found: courses that come near, or the first of the catalogue; at most three. */
  sugeridos: z.array(courseRecord),
  /** Cursor of the next page. */
  siguiente: z.string().nullable(),
});
export type FoundCourses = z.output<typeof foundCourses>;
/** Values with commas between them; what is not one is ignored, so that an old address still shows courses. */
const chosen = <const V extends readonly string[]>(values: V) =>
  z
    .string()
    .max(200)
    .optional()
    .transform((text) => values.filter((value): value is V[number] => (text ?? '').split(',').includes(value)));

export const objectiveRecord = z.object({ id: z.number(), id_objetivo: z.number(), descripcion: z.string() });
export const resourceRecord = z.object({
  id_recurso: z.number(),
  id_sesion: z.number(),
  titulo: z.string(),
  link_recurso: z.string(),
  tipo_recurso: z.number(),
});
export const subtopicRecord = z.object({
  id_subtema: z.number(),
  id_sesion: z.number(),
  titulo: z.string(),
  descripcion: z.string(),
  link_video: z.string().nullable(),
  texto_video: videoText,
  tipo: z.enum(['video', 'lectura', 'evaluacion']),
  tipo_subtema: z.enum(['video', 'lectura', 'evaluacion']),
  /** Markdown; null until it is asked for by session. */
  contenido_texto: z.string().nullable(),
  duracion: z.number().nullable(),
});
export const classRecord = z.object({
  id_sesion: z.number(),
  id_modulo: z.number(),
  titulo: z.string(),
  descripcion: z.string(),
  link_video: z.string().nullable(),
  texto_video: videoText,
  orden: z.number(),
  /** Minutes, from its subtopics. */
  duracion: z.number(),
  totalSubtemas: z.number(),
  totalRecursos: z.number(),
  fecha_creacion: z.string(),
  fecha_actualizacion: z.string(),
});
export const moduleRecord = z.object({
  id: z.number(),
  id_modulo: z.number(),
  id_curso: z.number(),
  nombre: z.string(),
  descripcion: z.string(),
  contenido: z.string(),
  content: z.string(),
  link_video: z.string().nullable(),
  texto_video: videoText,
  orden: z.number(),
  /** Derived, for the person who asks; 0 without a session. */
  progreso: z.number(),
  completado: z.boolean(),
  totalSesiones: z.number(),
});
export type ModuleRecord = z.output<typeof moduleRecord>;
export type ClassRecord = z.output<typeof classRecord>;
export type SubtopicRecord = z.output<typeof subtopicRecord>;
export type ResourceRecord = z.output<typeof resourceRecord>;

/** The whole outline of a course in one answer (modules → classes → subtopics without their texts → resources). */
export const outline = z.object({
  curso: courseRecord,
  modulos: z.array(
    moduleRecord.extend({
      objetivos: z.array(objectiveRecord),
      sesiones: z.array(classRecord.extend({ subtemas: z.array(subtopicRecord), recursos: z.array(resourceRecord) })),
    }),
  ),
});
export type Outline = z.output<typeof outline>;

const courseFields = {
  nombre: optionalLine(200),
  descripcion: optionalText(20_000),
  id_maestro: blankable(idNumber.nullable()),
  tipo: blankable(z.enum(['Básico', 'Premium'])),
  categoria: optionalLine(80),
  dificultad: blankable(z.enum(['principiante', 'intermedio', 'avanzado', 'Básico', 'Principiante', 'Intermedio', 'Avanzado'])),
  level: blankable(z.enum(['no-code', 'code'])),
  duration: clearableLine(80),
  img_curso: clearableAddress,
  imagen: clearableAddress,
  precio: priceInput,
  price: priceInput,
  stripe_price_id: clearableLine(200),
  desbloqueo: blankable(z.enum(['secuencial', 'libre'])),
  destacado: z.boolean().optional(),
  motivo: optionalText(500),
};
/** Sent by the documents' clients and without effect (C-23, C-35, C-85). */
const ignored = {
  id_curso: z.unknown().optional(),
  progreso: z.unknown().optional(),
  students: z.unknown().optional(),
  status: z.unknown().optional(),
  createdDate: z.unknown().optional(),
  instructor: z.unknown().optional(),
  modulos: z.unknown().optional(),
};

/** What the fields of the body said where this change began: refused when one of them says something else by now, and nothing is lost. */
const from = { desde: z.record(z.string().max(40), z.unknown()).optional() };

const courseParam = z.object({ courseId: idNumber });
const moduleParam = z.object({ moduleId: idNumber });
const sessionParam = z.object({ sessionId: idNumber });
const order = z.object({ orden: z.array(idNumber).max(500) });
const link = clearableAddress;
const subtopicKind = blankable(z.enum(['video', 'lectura', 'evaluacion', 'contenido', 'clase']));
const title = line(200);
const long = z.string().max(20_000);

const subtopicBody = {
  titulo: title,
  descripcion: clearableContent(20_000),
  link_video: link,
  tipo_subtema: subtopicKind,
  tipo: subtopicKind,
  contenido_texto: clearableContent(100_000),
  /** Minutes; 0 says that there is nothing to say, as null does. */
  duracion: blankable(
    numeric(z.number().int().min(0).max(10_000))
      .nullable()
      .transform((minutes) => minutes || null),
  ),
};
const resourceKind = blankable(numeric(z.number().int().min(1).max(3)));
const resourceBody = { titulo: title, link_recurso: givenAddress, tipo_recurso: resourceKind };
const classBody = { titulo: title, descripcion: clearableContent(20_000), link_video: link };
const moduleBody = {
  nombre: title,
  descripcion: long.nullish(),
  contenido: long.nullish(),
  link_video: link,
  progreso: z.unknown().optional(),
};

/** What a client that sends back what it read may send of each, beside the fields of the body. */
const namesOf = (record: z.ZodObject, ...more: string[]) => ({ read: [...Object.keys(record.shape), ...more] });
const courseNames = {
  ...namesOf(courseRecord, 'modules', 'maestro'),
  twins: [
    ['img_curso', 'imagen'],
    ['duration', 'duracion'],
  ],
} as const;
const moduleNames = { ...namesOf(moduleRecord, 'sessions', 'resources'), twins: [['contenido', 'content']] } as const;
const subtopicNames = { ...namesOf(subtopicRecord), twins: [['tipo_subtema', 'tipo']] } as const;
const edit = { tag: 'Catálogo', policy: 'courses.edit', versionOf: 'course' } as const;
const read = { tag: 'Catálogo', policy: 'courses.outline' as const };
const courseFieldErrors = {
  TITLE_EMPTY: 'nombre',
  DESCRIPTION_EMPTY: 'descripcion',
  INSTRUCTOR_REQUIRED: 'id_maestro',
  INVALID_PRICE: 'precio',
} as const;
const courseErrors = ['COURSE_NOT_FOUND', 'TITLE_EMPTY', 'DESCRIPTION_EMPTY', 'VERSION_CONFLICT', 'COURSE_ARCHIVED'] as const;
const outlineErrors = [
  'COURSE_NOT_FOUND',
  'MODULE_NOT_FOUND',
  'CLASS_NOT_FOUND',
  'PREMIUM_CONTENT',
  'NOT_ENROLLED',
  'MODULE_LOCKED',
] as const;

export const catalogue = {
  listCourses: route({
    id: 'listCourses',
    method: 'GET',
    path: '/api/cursos/cursos',
    tag: 'Catálogo',
    summary: 'Published courses (staff also see the drafts they may edit with `todos=1`)',
    policy: 'open',
    query: z.object({ search: optionalText(100), todos: z.enum(['0', '1']).optional() }),
    live: { follows: { cursos: true } },
    answer: z.array(courseRecord),
  }),
  searchCourses: route({
    id: 'searchCourses',
    method: 'GET',
    path: '/api/cursos/buscar',
    tag: 'Catálogo',
    summary: 'Published courses by words (accents and small slips forgiven), facets with counts, order and cursor',
    policy: 'open',
    query: pageQuery.extend({
      buscar: optionalText(100),
      orden: z.enum(catalogueOrders).catch('mejor').default('mejor'),
      dificultad: chosen(facetValues.dificultad),
      ruta: chosen(facetValues.ruta),
      tipo: chosen(facetValues.tipo),
      precio: chosen(facetValues.precio),
    }),
    live: { follows: { cursos: true } },
    answer: foundCourses,
  }),
  listCoursesByTier: route({
    id: 'listCoursesByTier',
    method: 'GET',
    path: '/api/cursos/cursos/tipo/:tipo',
    tag: 'Catálogo',
    summary: 'Published courses of one type',
    policy: 'open',
    params: z.object({ tipo: z.string().max(20) }),
    answer: z.array(courseRecord),
  }),
  getCourse: route({
    id: 'getCourse',
    method: 'GET',
    path: '/api/cursos/cursos/:id',
    tag: 'Catálogo',
    summary: 'One course',
    policy: 'open',
    params: idParam,
    live: { follows: { 'curso:{courseId}': 'arg.id' } },
    answer: courseRecord,
    errors: ['COURSE_NOT_FOUND'],
  }),
  getCourseWrapped: route({
    id: 'getCourseWrapped',
    method: 'GET',
    path: '/api/cursos/curso/:id',
    aliases: ['/api/cursos/:id'],
    tag: 'Catálogo',
    summary: 'One course, also under `curso`',
    policy: 'open',
    params: idParam,
    answer: courseRecord.extend({ curso: courseRecord }),
    errors: ['COURSE_NOT_FOUND'],
  }),
  getOutline: route({
    id: 'getOutline',
    method: 'GET',
    path: '/api/cursos/esquema/:id',
    tag: 'Catálogo',
    summary: 'A course with its whole outline; contents and links for who has access, texts of lessons by session',
    policy: 'open',
    params: idParam,
    live: { follows: { 'curso:{courseId}': { id: 'arg.id', but: ['estadisticas', 'texto-{subtopicId}'] } } },
    answer: outline,
    errors: ['COURSE_NOT_FOUND'],
  }),
  createCourse: route({
    id: 'createCourse',
    method: 'POST',
    path: '/api/cursos/create',
    tag: 'Catálogo',
    summary: 'Create a draft; ids sent by the client are ignored',
    policy: 'courses.create',
    names: courseNames,
    body: z.object({ ...courseFields, ...ignored, nombre: title, descripcion: long }),
    answer: courseRecord,
    status: 201,
    errors: ['TITLE_EMPTY', 'DESCRIPTION_EMPTY', 'INSTRUCTOR_REQUIRED', 'INVALID_PRICE', 'INVALID_ADDRESS', 'INVALID_TEXT'],
    fieldErrors: courseFieldErrors,
  }),
  updateCourse: route({
    id: 'updateCourse',
    method: 'PUT',
    path: '/api/cursos/cursos/:id',
    aliases: ['/api/cursos/update/:id'],
    ...edit,
    summary: 'Change fields of a course; one event per field that changed',
    params: idParam,
    names: courseNames,
    body: z.object({ ...courseFields, ...ignored, ...from, nombre: title.optional(), descripcion: long.optional() }),
    answer: courseRecord,
    errors: ['FIELD_CONFLICT', ...courseErrors, 'INSTRUCTOR_REQUIRED', 'INVALID_PRICE', 'INVALID_ADDRESS', 'INVALID_TEXT'],
    fieldErrors: courseFieldErrors,
  }),
  orderFeatured: route({
    id: 'orderFeatured',
    method: 'PUT',
    path: '/api/cursos/destacados',
    tag: 'Catálogo',
    policy: 'courses.feature',
    summary: 'Set the order of the featured courses; the landing shows the first six',
    body: z.object({ orden: z.array(idNumber).min(1).max(100) }),
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND', 'COURSE_ARCHIVED', 'ORDER_MISMATCH', 'CONFLICT'],
  }),
  setCourseStatus: route({
    id: 'setCourseStatus',
    method: 'PATCH',
    path: '/api/cursos/cursos/:id/estado',
    ...edit,
    summary: 'Publish (1) or unpublish (0); with videos that have neither captions nor a transcript, for a reason',
    params: idParam,
    body: z.object({ estado: z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]), motivo: optionalText(500) }),
    answer: z.object({
      estado: z.number(),
      message: z.string(),
      /** What it was published without, as an error would name it; nothing of it prevents (C-80). */
      avisos: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
    }),
    errors: ['COURSE_NOT_FOUND', 'COURSE_WITHOUT_CLASSES', 'COURSE_ARCHIVED', 'VERSION_CONFLICT'],
  }),
  archiveCourse: route({
    id: 'archiveCourse',
    method: 'DELETE',
    path: '/api/cursos/cursos/:id',
    ...edit,
    summary: 'Archive a course (it can be restored)',
    params: idParam,
    query: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  restoreCourse: route({
    id: 'restoreCourse',
    method: 'POST',
    path: '/api/cursos/cursos/:id/restaurar',
    ...edit,
    summary: 'Bring an archived course back as a draft',
    params: idParam,
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND', 'VERSION_CONFLICT'],
  }),

  listModules: route({
    id: 'listModules',
    method: 'GET',
    path: '/api/modulos/modulos/curso/:courseId',
    tag: 'Catálogo',
    policy: 'signedIn',
    summary: 'Modules of a course; their contents for who has access',
    params: courseParam,
    answer: z.array(moduleRecord),
    errors: ['COURSE_NOT_FOUND'],
  }),
  listModulesWrapped: route({
    id: 'listModulesWrapped',
    method: 'GET',
    path: '/api/modulos/curso/:courseId',
    tag: 'Catálogo',
    policy: 'signedIn',
    summary: 'Modules of a course, under `modulos`; their contents for who has access',
    params: courseParam,
    answer: z.object({ modulos: z.array(moduleRecord) }),
    errors: ['COURSE_NOT_FOUND'],
  }),
  createModule: route({
    id: 'createModule',
    method: 'POST',
    path: '/api/modulos/create',
    ...edit,
    summary: 'Add a module at the end',
    names: moduleNames,
    body: z.object({ ...moduleBody, id_curso: idNumber }),
    answer: moduleRecord,
    status: 201,
    errors: [...courseErrors, 'TOO_MANY_MODULES', 'INVALID_ADDRESS', 'INVALID_TEXT'],
  }),
  updateModule: route({
    id: 'updateModule',
    method: 'PUT',
    path: '/api/modulos/modulos/:id',
    ...edit,
    summary: 'Change fields of a module',
    params: idParam,
    names: moduleNames,
    body: z.object({ ...moduleBody, ...from, nombre: title.optional(), id_curso: z.unknown().optional() }),
    answer: moduleRecord,
    errors: ['FIELD_CONFLICT', ...courseErrors, 'MODULE_NOT_FOUND', 'CONTENT_EMPTY', 'INVALID_ADDRESS', 'INVALID_TEXT'],
  }),
  removeModule: route({
    id: 'removeModule',
    method: 'DELETE',
    path: '/api/modulos/modulos/:id',
    ...edit,
    summary: 'Archive a module with its classes',
    params: idParam,
    answer: messageAnswer,
    errors: ['MODULE_NOT_FOUND', 'COURSE_ARCHIVED', 'VERSION_CONFLICT'],
  }),
  restoreModule: route({
    id: 'restoreModule',
    method: 'POST',
    path: '/api/modulos/modulos/:id/restaurar',
    ...edit,
    summary: 'Bring an archived module back',
    params: idParam,
    answer: messageAnswer,
    errors: ['MODULE_NOT_FOUND', 'COURSE_ARCHIVED', 'VERSION_CONFLICT'],
  }),
  reorderModules: route({
    id: 'reorderModules',
    method: 'PUT',
    path: '/api/modulos/orden/:courseId',
    ...edit,
    summary: 'Set the order of a course’s modules',
    params: courseParam,
    body: order,
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND', 'ORDER_MISMATCH', 'VERSION_CONFLICT', 'COURSE_ARCHIVED'],
  }),

  listObjectives: route({
    id: 'listObjectives',
    method: 'GET',
    path: '/api/objetivos/modulo/:moduleId',
    tag: 'Catálogo',
    policy: 'signedIn',
    summary: 'Objectives of a module',
    params: moduleParam,
    answer: z.array(objectiveRecord),
    errors: ['MODULE_NOT_FOUND'],
  }),
  setObjectives: route({
    id: 'setObjectives',
    method: 'PUT',
    path: '/api/objetivos/modulo/:moduleId',
    ...edit,
    summary: 'Set the objectives of a module',
    params: moduleParam,
    body: z.object({ objetivos: z.array(line(500).min(1)).max(20) }),
    answer: z.array(objectiveRecord),
    errors: ['MODULE_NOT_FOUND', 'COURSE_ARCHIVED', 'VERSION_CONFLICT'],
  }),

  listClasses: route({
    id: 'listClasses',
    method: 'GET',
    path: '/api/sesiones/modulo/:moduleId',
    ...read,
    summary: 'Classes (sessions) of a module',
    params: moduleParam,
    answer: z.array(classRecord),
    errors: [...outlineErrors],
  }),
  createClass: route({
    id: 'createClass',
    method: 'POST',
    path: '/api/sesiones/createSesion',
    ...edit,
    summary: 'Add a class, with its subtopics and resources, as one change',
    names: { ...namesOf(classRecord), parts: { subtemas: subtopicNames, recursos: namesOf(resourceRecord) } },
    body: z.object({
      ...classBody,
      id_modulo: idNumber,
      subtemas: z.array(z.object(subtopicBody)).max(50).optional(),
      recursos: z.array(z.object(resourceBody)).max(50).optional(),
    }),
    answer: classRecord,
    status: 201,
    errors: ['MODULE_NOT_FOUND', 'TITLE_EMPTY', 'COURSE_ARCHIVED', 'VERSION_CONFLICT', 'INVALID_ADDRESS', 'INVALID_TEXT'],
  }),
  updateClass: route({
    id: 'updateClass',
    method: 'PUT',
    path: '/api/sesiones/updateSesion/:id',
    ...edit,
    summary: 'Change a class',
    params: idParam,
    names: namesOf(classRecord, 'contenido', 'subtemas', 'recursos'),
    body: z.object({ ...classBody, ...from, titulo: title.optional() }),
    answer: classRecord,
    errors: ['FIELD_CONFLICT', 'CLASS_NOT_FOUND', 'TITLE_EMPTY', 'COURSE_ARCHIVED', 'VERSION_CONFLICT', 'INVALID_ADDRESS', 'INVALID_TEXT'],
  }),
  removeClass: route({
    id: 'removeClass',
    method: 'DELETE',
    path: '/api/sesiones/deleteSesion/:id',
    ...edit,
    summary: 'Archive a class',
    params: idParam,
    answer: messageAnswer,
    errors: ['CLASS_NOT_FOUND', 'COURSE_ARCHIVED', 'VERSION_CONFLICT'],
  }),
  restoreClass: route({
    id: 'restoreClass',
    method: 'POST',
    path: '/api/sesiones/:id/restaurar',
    ...edit,
    summary: 'Bring an archived class back',
    params: idParam,
    answer: messageAnswer,
    errors: ['CLASS_NOT_FOUND', 'COURSE_ARCHIVED', 'VERSION_CONFLICT'],
  }),
  reorderClasses: route({
    id: 'reorderClasses',
    method: 'PUT',
    path: '/api/sesiones/orden/:moduleId',
    ...edit,
    summary: 'Set the order of a module’s classes',
    params: moduleParam,
    body: order,
    answer: messageAnswer,
    errors: ['MODULE_NOT_FOUND', 'ORDER_MISMATCH', 'VERSION_CONFLICT', 'COURSE_ARCHIVED'],
  }),

  listSubtopics: route({
    id: 'listSubtopics',
    method: 'GET',
    path: '/api/subtema/bySesion/:sessionId',
    ...read,
    summary: 'Subtopics of a class, with their texts',
    params: sessionParam,
    live: { follows: { 'curso:{courseId}': { id: 'answer.id_curso', but: ['estadisticas'] } } },
    answer: z.object({ success: z.literal(true), id_curso: z.number(), data: z.array(subtopicRecord) }),
    errors: [...outlineErrors],
  }),
  createSubtopic: route({
    id: 'createSubtopic',
    method: 'POST',
    path: '/api/subtema/crearSubtema',
    aliases: ['/api/subtema'],
    ...edit,
    summary: 'Add a subtopic; without a type it is a lectura',
    names: subtopicNames,
    body: z.object({ ...subtopicBody, id_sesion: idNumber }),
    answer: z.object({ success: z.literal(true), data: subtopicRecord }),
    status: 201,
    errors: ['CLASS_NOT_FOUND', 'TITLE_EMPTY', 'COURSE_ARCHIVED', 'VERSION_CONFLICT', 'INVALID_ADDRESS', 'INVALID_TEXT'],
  }),
  updateSubtopic: route({
    id: 'updateSubtopic',
    method: 'PUT',
    path: '/api/subtema/:id',
    ...edit,
    summary: 'Change a subtopic',
    params: idParam,
    names: subtopicNames,
    body: z.object({ ...subtopicBody, ...from, titulo: title.optional() }),
    answer: z.object({ success: z.literal(true), data: subtopicRecord }),
    errors: [
      'FIELD_CONFLICT',
      'SUBTOPIC_NOT_FOUND',
      'TITLE_EMPTY',
      'COURSE_ARCHIVED',
      'VERSION_CONFLICT',
      'INVALID_ADDRESS',
      'INVALID_TEXT',
    ],
  }),
  removeSubtopic: route({
    id: 'removeSubtopic',
    method: 'DELETE',
    path: '/api/subtema/:id',
    ...edit,
    summary: 'Take a subtopic out of its class',
    params: idParam,
    answer: messageAnswer,
    errors: ['SUBTOPIC_NOT_FOUND', 'COURSE_ARCHIVED', 'VERSION_CONFLICT'],
  }),
  reorderSubtopics: route({
    id: 'reorderSubtopics',
    method: 'PUT',
    path: '/api/subtema/orden/:sessionId',
    ...edit,
    summary: 'Set the order of a class’s subtopics',
    params: sessionParam,
    body: order,
    answer: messageAnswer,
    errors: ['CLASS_NOT_FOUND', 'ORDER_MISMATCH', 'VERSION_CONFLICT', 'COURSE_ARCHIVED'],
  }),

  listResources: route({
    id: 'listResources',
    method: 'GET',
    path: '/api/recursos/bySesion/:sessionId',
    ...read,
    summary: 'Resources of a class',
    params: sessionParam,
    answer: z.object({ success: z.literal(true), data: z.array(resourceRecord) }),
    errors: [...outlineErrors],
  }),
  createResource: route({
    id: 'createResource',
    method: 'POST',
    path: '/api/recursos/crearRecurso',
    aliases: ['/api/recursos'],
    ...edit,
    summary: 'Add a resource',
    names: namesOf(resourceRecord),
    body: z.object({ ...resourceBody, id_sesion: idNumber }),
    answer: z.object({ success: z.literal(true), data: resourceRecord }),
    status: 201,
    errors: ['CLASS_NOT_FOUND', 'TITLE_EMPTY', 'COURSE_ARCHIVED', 'VERSION_CONFLICT', 'INVALID_ADDRESS', 'INVALID_TEXT'],
  }),
  updateResource: route({
    id: 'updateResource',
    method: 'PUT',
    path: '/api/recursos/:id',
    ...edit,
    summary: 'Change a resource',
    params: idParam,
    names: namesOf(resourceRecord),
    body: z.object({
      titulo: title.optional(),
      link_recurso: givenAddress.optional(),
      tipo_recurso: resourceKind,
      ...from,
    }),
    answer: z.object({ success: z.literal(true), data: resourceRecord }),
    errors: [
      'FIELD_CONFLICT',
      'RESOURCE_NOT_FOUND',
      'TITLE_EMPTY',
      'COURSE_ARCHIVED',
      'VERSION_CONFLICT',
      'INVALID_ADDRESS',
      'INVALID_TEXT',
    ],
  }),
  removeResource: route({
    id: 'removeResource',
    method: 'DELETE',
    path: '/api/recursos/:id',
    ...edit,
    summary: 'Take a resource out of its class',
    params: idParam,
    answer: messageAnswer,
    errors: ['RESOURCE_NOT_FOUND', 'COURSE_ARCHIVED', 'VERSION_CONFLICT'],
  }),
} as const;
