import { z } from 'zod';
import { videoChoices } from './choices.ts';
import { amountNumber, clearableAddress, clearableLine, currency, givenAddress, idNumber, idParam, line, optionalText } from './common.ts';
import { facetValues } from './facets.ts';
import { packageLimits } from './packageLimits.ts';
import { quizFeedback } from './records/quizzes.ts';
import { route } from './route.ts';

/** Courses as packages: a ZIP file with `curso.json`, in the names of the API, and the files that the course refers to; and copying a course. */

const tag = 'Paquetes';
export const PACKAGE_FORMAT = 'aulaviva-curso';
export const PACKAGE_VERSION = 1;
export const PACKAGE_TEXT = 'curso.json';

const long = (max: number) => z.string().max(max).default('');
const address = clearableAddress.transform((value) => value ?? null);
const amount = amountNumber.nullable().default(null);
const titled = line(200).refine((text) => text !== '', 'TITLE_EMPTY');

const packedResource = z.object({ titulo: titled, link_recurso: givenAddress, tipo_recurso: z.number().int().min(1).max(3).default(1) });
/** Rules and questions of a quiz; with what is right, for a package is its authors'. */
const packedQuiz = z.object({
  reglas: z.object({
    aprobatoria: z.number().int().min(1).max(100).default(70),
    intentos: z.number().int().min(1).max(100).nullable().default(null),
    minutos: z.number().int().min(1).max(600).nullable().default(null),
    barajar: z.boolean().default(false),
    resultados: quizFeedback.default('todo'),
  }),
  preguntas: z
    .array(
      z.object({
        question: z.string().min(1).max(10_000),
        instruction: long(2_000),
        points: z.number().int().min(1).max(1_000).default(1),
        options: z
          .array(z.object({ text: z.string().min(1).max(2_000), is_correct: z.boolean().default(false), explanation: long(2_000) }))
          .max(20)
          .default([]),
      }),
    )
    .max(100),
});
export type PackedQuiz = z.output<typeof packedQuiz>;
const packedSubtopic = z.object({
  titulo: titled,
  descripcion: long(20_000),
  tipo: z.enum(['video', 'lectura', 'evaluacion', 'ejercicio']).default('lectura'),
  link_video: address,
  duracion: z.number().int().min(1).max(10_000).nullable().default(null),
  contenido_texto: long(100_000),
  evaluacion: packedQuiz.optional(),
});
const packedClass = z.object({
  titulo: titled,
  descripcion: long(20_000),
  /** Absent of packages of before. */
  contenido: long(20_000),
  link_video: address,
  subtemas: z.array(packedSubtopic).max(200).default([]),
  recursos: z.array(packedResource).max(200).default([]),
});
const packedModule = z.object({
  nombre: titled,
  descripcion: long(20_000),
  contenido: long(20_000),
  link_video: address,
  objetivos: z.array(line(500)).max(20).default([]),
  sesiones: z.array(packedClass).max(500).default([]),
});
/** `curso.json`. Fields that are absent have the defaults of a new course. */
export const coursePackage = z.object({
  formato: z.literal(PACKAGE_FORMAT),
  version: z.literal(PACKAGE_VERSION),
  curso: z.object({
    nombre: titled,
    descripcion: z
      .string()
      .max(20_000)
      .refine((text) => text.trim() !== '', 'DESCRIPTION_EMPTY'),
    categoria: line(80).default('General'),
    tipo: z.enum(facetValues.tipo).default('Básico'),
    dificultad: z.enum(facetValues.dificultad).default('principiante'),
    level: z.enum(facetValues.ruta).default('code'),
    duration: clearableLine(80).transform((value) => value ?? null),
    img_curso: address,
    /** Absent of packages of before. */
    descripcion_imagen: z.string().trim().max(200).nullable().default(null),
    /** With decimals; null: not for sale. */
    precio: amount,
    price: amount,
    moneda: currency.default('MXN'),
    stripe_price_id: clearableLine(200).transform((value) => value ?? null),
    desbloqueo: z.enum(['secuencial', 'libre']).default('secuencial'),
    /** Absent of packages of before. */
    ver_videos: z.enum(videoChoices).default('opcional'),
    resolver_ejercicios: z.enum(videoChoices).default('opcional'),
  }),
  modulos: z.array(packedModule).max(packageLimits.modules).default([]),
  /** Of the videos with captions or a transcript. */
  videos: z
    .array(z.object({ link: z.string().max(2_000), texto: z.enum(['subtitulos', 'transcripcion']) }))
    .max(packageLimits.parts)
    .default([]),
  /** The files in the package: the address by which the course refers to each, and its kind. */
  archivos: z
    .array(
      z.object({
        ruta: z.string().max(200),
        direccion: z.string().max(200),
        bytes: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(packageLimits.files)
    .default([]),
  /** Addresses of files that the course refers to but the package does not contain: they were missing, or are pictures of people. */
  ausentes: z.array(z.string().max(200)).max(packageLimits.files).default([]),
});
export type CoursePackage = z.output<typeof coursePackage>;

/** A problem of a package and its place: a path in `curso.json` (`modulos.2.sesiones.0.titulo`), or the name of one of its files. */
export const packageProblem = z.object({ donde: z.string(), codigo: z.string(), mensaje: z.string() });
export type PackageProblem = z.output<typeof packageProblem>;
export const packageReview = z.object({
  titulo: z.string(),
  modulos: z.number(),
  sesiones: z.number(),
  subtemas: z.number(),
  recursos: z.number(),
  archivos: z.number(),
  /** Of all files together. */
  bytes: z.number(),
  /** Empty: it can be imported. */
  problemas: z.array(packageProblem),
});
export type PackageReview = z.output<typeof packageReview>;

const madeCourse = z.object({ message: z.string(), id: z.number(), nombre: z.string() });
const upload = { fields: ['file', 'files'], maxFiles: 1 } as const;

export const packages = {
  duplicateCourse: route({
    id: 'duplicateCourse',
    method: 'POST',
    path: '/api/cursos/cursos/:id/duplicar',
    tag,
    summary: 'Make a draft of all that stands in a course as its authors see it, under numbers of its own; its files are shared',
    policy: 'courses.edit',
    params: idParam,
    body: z.object({ nombre: line(200).optional(), motivo: optionalText(500) }),
    status: 201,
    answer: madeCourse,
    errors: ['COURSE_NOT_FOUND', 'TITLE_EMPTY', 'TOO_MANY_MODULES'],
  }),
  exportCourse: route({
    id: 'exportCourse',
    method: 'GET',
    path: '/api/cursos/cursos/:id/paquete',
    tag,
    summary: 'A course as its authors see it, with all of its files, in one package that can be brought in again',
    policy: 'courses.edit',
    params: idParam,
    type: 'application/zip',
    live: { still: 'a file, made when it is asked for' },
    answer: z.any().meta({ documentedAs: z.string().describe('The bytes of a ZIP file') }),
    errors: ['COURSE_NOT_FOUND'],
  }),
  exportCourseText: route({
    id: 'exportCourseText',
    method: 'GET',
    path: '/api/cursos/cursos/:id/texto',
    tag,
    summary: 'A course as a file of text, to read',
    policy: 'courses.edit',
    params: idParam,
    type: 'text/plain',
    live: { still: 'a file, made when it is asked for' },
    answer: z.string(),
    errors: ['COURSE_NOT_FOUND'],
  }),
  reviewPackage: route({
    id: 'reviewPackage',
    method: 'POST',
    path: '/api/cursos/paquetes/revisar',
    tag,
    summary: 'What is in a package, and what is wrong with it; nothing is written',
    policy: 'courses.create',
    upload,
    body: z.object({}),
    answer: packageReview,
    errors: ['UPLOAD_FAILED', 'TOO_LARGE', 'UNSUPPORTED_TYPE'],
  }),
  importPackage: route({
    id: 'importPackage',
    method: 'POST',
    path: '/api/cursos/paquetes',
    tag,
    summary: 'Make a draft of a package, all of it or nothing. An instructor teaches what they bring in; an administrator says who does',
    policy: 'courses.create',
    upload,
    body: z.object({ id_maestro: idNumber.optional(), motivo: optionalText(500) }),
    status: 201,
    answer: madeCourse,
    errors: ['UPLOAD_FAILED', 'TOO_LARGE', 'UNSUPPORTED_TYPE', 'PACKAGE_REFUSED', 'INSTRUCTOR_REQUIRED'],
  }),
} as const;
