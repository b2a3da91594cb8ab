import { z } from 'zod';
import { videoChoices } from './choices.ts';
import {
  blankable,
  clearableAddress,
  clearableLine,
  currency,
  idNumber,
  idParam,
  line,
  messageAnswer,
  optionalLine,
  optionalText,
  pageQuery,
  priceInput,
} from './common.ts';
import { catalogueOrders, facetValues } from './facets.ts';
import { courseRecord, foundCourses, outline } from './records/courses.ts';
import { route } from './route.ts';

/** Values separated by commas; unknown ones are ignored, so that an old address still shows courses. */
const chosen = <const V extends readonly string[]>(values: V) =>
  z
    .string()
    .max(200)
    .optional()
    .transform((text) => values.filter((value): value is V[number] => (text ?? '').split(',').includes(value)));

const courseSample = z.object({
  /** The first class, as it is read; null where it has no text. */
  clase: z
    .object({
      id_sesion: z.number(),
      titulo: z.string(),
      /** In minutes. */
      duracion: z.number(),
      contenido: z.string(),
      lecturas: z.array(z.object({ id_subtema: z.number(), titulo: z.string(), contenido_texto: z.string() })),
    })
    .nullable(),
  /** Who teaches it, by what this person shows to everybody. */
  maestro: z
    .object({
      nombre: z.string(),
      presentacion: z.string().nullable(),
      /** Other published courses of theirs. */
      cursos: z.array(z.object({ nombre: z.string(), slug: z.string() })),
    })
    .nullable(),
});
export type CourseSample = z.output<typeof courseSample>;

const difficultyNames = ['principiante', 'intermedio', 'avanzado', 'Básico', 'Principiante', 'Intermedio', 'Avanzado'] as const;
const courseFields = {
  nombre: optionalLine(200),
  descripcion: optionalText(20_000),
  id_maestro: blankable(idNumber.nullable()),
  tipo: blankable(z.enum(['Básico', 'Premium'])),
  categoria: optionalLine(80),
  dificultad: blankable(z.enum(difficultyNames)),
  /** A route; clients of the documents also send a difficulty here, which counts where the body has no `dificultad`. */
  level: blankable(z.enum([...facetValues.ruta, ...difficultyNames])),
  duration: clearableLine(80),
  img_curso: clearableAddress,
  imagen: clearableAddress,
  descripcion_imagen: clearableLine(200),
  precio: priceInput,
  price: priceInput,
  /** Of `precio` and `price` in the same body; absent: that which the course has. */
  moneda: blankable(currency),
  stripe_price_id: clearableLine(200),
  desbloqueo: blankable(z.enum(['secuencial', 'libre'])),
  ver_videos: blankable(z.enum(videoChoices)),
  resolver_ejercicios: blankable(z.enum(videoChoices)),
  destacado: z.boolean().optional(),
  motivo: optionalText(500),
};
/** Sent by the clients of the documents, and ignored (C-23, C-35, C-85). */
const ignored = {
  id_curso: z.unknown().optional(),
  progreso: z.unknown().optional(),
  students: z.unknown().optional(),
  status: z.unknown().optional(),
  createdDate: z.unknown().optional(),
  instructor: z.unknown().optional(),
  modulos: z.unknown().optional(),
};

/** The previous values of the fields in the body: where one of them has another value by now, the change is refused and nothing is lost. */
export const from = { desde: z.record(z.string().max(40), z.unknown()).optional() };
export const title = line(200);
export const long = z.string().max(20_000);

/** Read-only fields that a client may send back beside those of the body. */
export const namesOf = (record: z.ZodObject, ...more: string[]) => ({ read: [...Object.keys(record.shape), ...more] });
const courseNames = {
  ...namesOf(courseRecord, 'modules', 'maestro'),
  twins: [
    ['img_curso', 'imagen'],
    ['duration', 'duracion'],
  ],
} as const;
export const edit = { tag: 'Catálogo', policy: 'courses.edit', versionOf: 'course' } as const;
const courseFieldErrors = {
  TITLE_EMPTY: 'nombre',
  DESCRIPTION_EMPTY: 'descripcion',
  INSTRUCTOR_REQUIRED: 'id_maestro',
  INVALID_PRICE: 'precio',
  PRICE_TOO_LOW: 'precio',
} as const;
export const courseErrors = ['COURSE_NOT_FOUND', 'TITLE_EMPTY', 'DESCRIPTION_EMPTY', 'VERSION_CONFLICT', 'COURSE_ARCHIVED'] as const;

/** Whole courses: the published catalogue, search, and how a course is created, changed and archived. Its parts: courseParts.ts. */
export const catalogue = {
  listCourses: route({
    id: 'listCourses',
    method: 'GET',
    path: '/api/cursos/cursos',
    tag: 'Catálogo',
    summary: 'Published courses (staff also see the drafts they may edit with `todos=1`)',
    policy: 'open',
    query: z.object({ search: optionalText(100), todos: z.enum(['0', '1']).optional() }),
    live: { follows: { cursos: true, sitio: { only: ['prices'] } } },
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
    live: { follows: { cursos: true, sitio: { only: ['prices'] } } },
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
    live: {
      follows: {
        'curso:{courseId}': { id: 'arg.id', but: ['estadisticas', 'texto-{subtopicId}'] },
        'grupos:{courseId}': { id: 'arg.id', only: ['{groupId}'] },
        sitio: { only: ['prices'] },
      },
    },
    answer: outline,
    errors: ['COURSE_NOT_FOUND'],
  }),
  getSample: route({
    id: 'getSample',
    method: 'GET',
    path: '/api/cursos/muestra/:id',
    tag: 'Catálogo',
    summary: 'What a course shows before one begins: the readings of its first class, open to all, and its teacher',
    policy: 'open',
    params: idParam,
    live: { follows: { 'curso:{courseId}': { id: 'arg.id', but: ['estadisticas'] } } },
    answer: courseSample,
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
    errors: [
      'TITLE_EMPTY',
      'DESCRIPTION_EMPTY',
      'INSTRUCTOR_REQUIRED',
      'INVALID_PRICE',
      'PRICE_TOO_LOW',
      'INVALID_ADDRESS',
      'INVALID_TEXT',
    ],
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
    errors: ['FIELD_CONFLICT', ...courseErrors, 'INSTRUCTOR_REQUIRED', 'INVALID_PRICE', 'PRICE_TOO_LOW', 'INVALID_ADDRESS', 'INVALID_TEXT'],
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
    }),
    errors: ['COURSE_NOT_FOUND', 'COURSE_WITHOUT_CLASSES', 'COURSE_ARCHIVED', 'VERSION_CONFLICT', 'CAPTIONS_REQUIRED'],
    fieldErrors: { CAPTIONS_REQUIRED: 'motivo' },
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
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND', 'VERSION_CONFLICT'],
  }),
} as const;
