import { z } from 'zod';
import { videoChoices } from '../choices.ts';
import { facetValues } from '../facets.ts';
import { groupRecord } from './groups.ts';

/** Answers about courses and their parts. */

export const courseRecord = z.object({
  id: z.number(),
  id_curso: z.number(),
  /** The last part of its page's address, /cursos/<slug>. */
  slug: z.string(),
  nombre: z.string(),
  descripcion: z.string(),
  img_curso: z.string().nullable(),
  imagen: z.string().nullable(),
  /** What the picture shows, in words; null where nobody has said. */
  descripcion_imagen: z.string().nullable(),
  tipo: z.enum(facetValues.tipo),
  categoria: z.string(),
  dificultad: z.enum(facetValues.dificultad),
  level: z.enum(facetValues.ruta),
  /** What its author says of it in words; `minutos` is what there is. */
  duracion: z.string().nullable(),
  duration: z.string().nullable(),
  /** Counted from its classes. */
  minutos: z.number(),
  /** MXN with decimals; null = not for sale, 0 = free. */
  precio: z.number().nullable(),
  /** «Precio anterior», shown struck through; null where there is none. */
  price: z.number().nullable(),
  moneda: z.string(),
  /** What `precio` in dollars is in whole pesos, by the school's rate (decision 0222); absent where it is not in dollars, or there is no rate. */
  pesos: z.number().optional(),
  stripe_price_id: z.string().nullable(),
  id_maestro: z.number().nullable(),
  /** Public name of the instructor, never an e-mail. */
  instructor: z.string().nullable(),
  /** Who teaches it beside the instructor. */
  coinstructores: z.array(z.number()),
  /** 1 published, 0 draft. */
  estado: z.number(),
  archivado: z.boolean(),
  destacado: z.boolean(),
  /** Its place among the featured courses, from 1; null where nobody chose one: it comes after those with a place. */
  lugar_destacado: z.number().nullable(),
  desbloqueo: z.enum(['secuencial', 'libre']),
  /** Whether its classes can be completed only once their videos were watched. */
  ver_videos: z.enum(videoChoices),
  resolver_ejercicios: z.enum(videoChoices),
  /** Average of real reviews; null = 'Sin reseñas'. */
  rating: z.number().nullable(),
  reviews: z.number(),
  students: z.number(),
  totalModulos: z.number(),
  totalSesiones: z.number(),
  totalRecursos: z.number(),
  /** Each address once. */
  totalVideos: z.number(),
  /** Videos for which neither captions nor a transcript were declared. */
  videosSinTexto: z.number(),
  created_at: z.string(),
  createdDate: z.string(),
  actualizado: z.string(),
  version: z.number(),
});
export type CourseRecord = z.output<typeof courseRecord>;

/** How the video can be followed without sound; null where nothing was declared. */
export const videoText = z.enum(['subtitulos', 'transcripcion']).nullable();

/** How many courses each choice would leave, with the choices of the other facets applied. */
const choices = <const V extends readonly string[]>(values: V) =>
  z.object(Object.fromEntries(values.map((value) => [value, z.number()])) as Record<V[number], z.ZodNumber>);
export const foundCourses = z.object({
  cursos: z.array(courseRecord),
  /** The number of matches, on all pages. */
  total: z.number(),
  /** The count of published courses, whatever the query: 0 means an empty catalogue. */
  publicado: z.object({ cursos: z.number(), sesiones: z.number(), recursos: z.number() }),
  facetas: z.object({
    dificultad: choices(facetValues.dificultad),
    ruta: choices(facetValues.ruta),
    tipo: choices(facetValues.tipo),
    precio: choices(facetValues.precio),
  }),
  /** The words as they were understood, where those written have typing errors; else null. */
  entendido: z.string().nullable(),
  /** No course has all the words: these have some of them. */
  parcial: z.boolean(),
  /** Where nothing is found: approximate matches, or the first courses of the catalogue; at most three. */
  sugeridos: z.array(courseRecord),
  /** Cursor of the next page. */
  siguiente: z.string().nullable(),
});
export type FoundCourses = z.output<typeof foundCourses>;
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
  tipo: z.enum(['video', 'lectura', 'evaluacion', 'ejercicio']),
  tipo_subtema: z.enum(['video', 'lectura', 'evaluacion', 'ejercicio']),
  /** Markdown; null except in answers about one session. */
  contenido_texto: z.string().nullable(),
  duracion: z.number().nullable(),
});
export const classRecord = z.object({
  id_sesion: z.number(),
  id_modulo: z.number(),
  titulo: z.string(),
  descripcion: z.string(),
  /** Markdown; null in the outline of a whole course. */
  contenido: z.string().nullable(),
  link_video: z.string().nullable(),
  texto_video: videoText,
  orden: z.number(),
  /** In minutes, summed over its subtopics. */
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
  /** Derived for the caller; 0 without a session. */
  progreso: z.number(),
  completado: z.boolean(),
  totalSesiones: z.number(),
});
export type ModuleRecord = z.output<typeof moduleRecord>;
export type ClassRecord = z.output<typeof classRecord>;
export type SubtopicRecord = z.output<typeof subtopicRecord>;
export type ResourceRecord = z.output<typeof resourceRecord>;

/** A class with its subtopics, without their texts, and its resources. */
export const classWithParts = classRecord.extend({ subtemas: z.array(subtopicRecord), recursos: z.array(resourceRecord) });
export type ClassWithParts = z.output<typeof classWithParts>;

/** The whole outline of a course in one answer (modules → classes → subtopics without their texts → resources; classes without their contents). */
export const outline = z.object({
  curso: courseRecord,
  /** The groups that are to come or going on, the soonest first: as long as there is one, one comes in by a group alone. */
  grupos: z.array(groupRecord),
  modulos: z.array(
    moduleRecord.extend({
      objetivos: z.array(objectiveRecord),
      sesiones: z.array(classWithParts),
    }),
  ),
});
export type Outline = z.output<typeof outline>;
