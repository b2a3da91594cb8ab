import type { VideoText } from '../../../events/catalogue.ts';
import {
  type CourseOutline,
  type Klass,
  type Module,
  presentClasses,
  presentModules,
  type Resource,
  type Subtopic,
  videoTextOf,
} from '../../../events/outline.ts';
import type { Money } from '../../../events/types.ts';
import type { CourseStatsDoc } from '../../projections/courseStats.ts';
import { type CourseSummary, summaryOf } from '../../projections/courseSummary.ts';
import type { CourseDoc } from '../../projections/courses.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import { type ReviewStatsDoc, ratingOf } from '../../projections/reviews.ts';
import { siteContent } from '../../projections/siteContent.ts';
import type { UserDoc } from '../../projections/users.ts';
import type {
  ClassRecord,
  ClassWithParts,
  CourseRecord,
  ModuleRecord,
  Outline,
  ResourceRecord,
  SubtopicRecord,
} from '../contract/records/courses.ts';
import { courseSlug } from '../contract/slug.ts';
import { publicName } from './people.ts';

/** The catalogue's documents as the API answers them: with Spanish names, duplicated where S0 and S1 differ (C-85). */

export const difficulties = { beginner: 'principiante', intermediate: 'intermedio', advanced: 'avanzado' } as const;
export const tiers = { basic: 'Básico', premium: 'Premium' } as const;
export const unlockRules = { sequential: 'secuencial', free: 'libre' } as const;
export const videoRules = { optional: 'opcional', watched: 'obligatorio' } as const;
export const exerciseRules = { optional: 'opcional', solved: 'obligatorio' } as const;
export const subtopicKinds = { video: 'video', reading: 'lectura', assessment: 'evaluacion', exercise: 'ejercicio' } as const;
export const videoTexts = { captions: 'subtitulos', transcript: 'transcripcion' } as const satisfies Record<VideoText, string>;
export const resourceKinds = { document: 1, video: 2, other: 3 } as const;

type Known = Pick<CourseOutline, 'videoTexts'>;
const videoOf = (doc: Known, url: string | null) => {
  const text = videoTextOf(doc, url);
  return { link_video: url, texto_video: text === null ? null : videoTexts[text] };
};

const amount = (money: Money | null): number | null => (money ? money.amount / 100 : null);

const minutesOf = (klass: Klass): number => klass.subtopics.reduce((sum, subtopic) => sum + (subtopic.minutes ?? 0), 0);
export const classMinutes = minutesOf;

export const courseRecordOf = (
  doc: CourseDoc,
  stats: CourseStatsDoc | null,
  instructor: UserDoc | null,
  reviews: ReviewStatsDoc | null,
): CourseRecord => summaryRecordOf(summaryOf(doc), stats, instructor, reviews);

export function summaryRecordOf(
  doc: CourseSummary,
  stats: CourseStatsDoc | null,
  instructor: UserDoc | null,
  reviews: ReviewStatsDoc | null,
): CourseRecord {
  const rating = ratingOf(reviews);
  return {
    id: doc.courseId,
    id_curso: doc.courseId,
    slug: courseSlug({ id: doc.courseId, nombre: doc.title }),
    nombre: doc.title,
    descripcion: doc.description,
    img_curso: doc.imageUrl,
    imagen: doc.imageUrl,
    descripcion_imagen: doc.imageAlt,
    tipo: tiers[doc.tier],
    categoria: doc.category,
    dificultad: difficulties[doc.difficulty],
    level: doc.track,
    duracion: doc.duration,
    duration: doc.duration,
    minutos: doc.counts.minutes,
    precio: amount(doc.price),
    price: amount(doc.previousPrice),
    moneda: (doc.price ?? doc.previousPrice)?.currency ?? 'MXN',
    stripe_price_id: doc.providerPriceId,
    id_maestro: doc.instructorId,
    instructor: doc.instructorId === null ? null : publicName(instructor, doc.instructorId),
    coinstructores: [...doc.coInstructors],
    estado: doc.status === 'published' ? 1 : 0,
    archivado: doc.status === 'archived',
    destacado: doc.featured,
    lugar_destacado: doc.place,
    desbloqueo: unlockRules[doc.unlockRule],
    ver_videos: videoRules[doc.videoRule],
    resolver_ejercicios: exerciseRules[doc.exerciseRule],
    rating: rating.average,
    reviews: rating.count,
    students: stats?.students ?? 0,
    totalModulos: doc.counts.modules,
    totalSesiones: doc.counts.classes,
    totalRecursos: doc.counts.resources,
    totalVideos: doc.counts.videos,
    videosSinTexto: doc.counts.videosWithoutText,
    created_at: doc.createdAt,
    createdDate: doc.createdAt,
    actualizado: doc.changedAt,
    version: doc.version,
  };
}

/** Says beside a price in dollars how much it is in pesos, by the school's rate (decision 0222). */
export const pesosBy = async (reads: Pick<ReadSession, 'get'>): Promise<(record: CourseRecord) => CourseRecord> => {
  const rate = (await reads.get(siteContent, 'prices'))?.prices?.exchange;
  return (record) =>
    rate && record.precio && record.moneda === 'USD' ? { ...record, pesos: Math.round((record.precio * rate.value) / 10_000) } : record;
};

/** `open`: with its texts and videos, for readers who have access (B10). */
export function moduleRecordOf(
  doc: Known & Pick<CourseOutline, 'courseId'>,
  module: Module,
  order: number,
  completed: ReadonlySet<number>,
  open: boolean,
): ModuleRecord {
  const classes = presentClasses(module);
  const done = classes.filter((klass) => completed.has(klass.classId)).length;
  return {
    id: module.moduleId,
    id_modulo: module.moduleId,
    id_curso: doc.courseId,
    nombre: module.title,
    descripcion: module.description,
    contenido: open ? module.content : '',
    content: open ? module.content : '',
    ...videoOf(doc, open ? module.videoUrl : null),
    orden: order,
    progreso: classes.length === 0 ? 0 : Math.floor((done * 100) / classes.length),
    completado: classes.length > 0 && done === classes.length,
    totalSesiones: classes.length,
  };
}

export function classRecordOf(doc: Known & Pick<CourseDoc, 'classTimes'>, moduleId: number, klass: Klass, order: number): ClassRecord {
  const times = doc.classTimes[String(klass.classId)];
  return {
    id_sesion: klass.classId,
    id_modulo: moduleId,
    titulo: klass.title,
    descripcion: klass.description,
    contenido: klass.content,
    ...videoOf(doc, klass.videoUrl),
    orden: order,
    duracion: minutesOf(klass),
    totalSubtemas: klass.subtopics.length,
    totalRecursos: klass.resources.length,
    fecha_creacion: times?.added ?? '',
    fecha_actualizacion: times?.changed ?? '',
  };
}

export const subtopicRecordOf = (doc: Known, classId: number, subtopic: Subtopic, text: string | null): SubtopicRecord => ({
  id_subtema: subtopic.subtopicId,
  id_sesion: classId,
  titulo: subtopic.title,
  descripcion: subtopic.description,
  ...videoOf(doc, subtopic.videoUrl),
  tipo: subtopicKinds[subtopic.kind],
  tipo_subtema: subtopicKinds[subtopic.kind],
  contenido_texto: text,
  duracion: subtopic.minutes,
});

export const resourceRecordOf = (classId: number, resource: Resource): ResourceRecord => ({
  id_recurso: resource.resourceId,
  id_sesion: classId,
  titulo: resource.title,
  link_recurso: resource.url,
  tipo_recurso: resourceKinds[resource.kind],
});

/** A class that is not `open` to the caller: its parts by name, without their content. */
export const classWithPartsOf = (
  doc: Known & Pick<CourseDoc, 'classTimes'>,
  moduleId: number,
  klass: Klass,
  order: number,
  open: boolean,
): ClassWithParts => ({
  ...classRecordOf(doc, moduleId, open ? klass : { ...klass, videoUrl: null, content: '' }, order),
  subtemas: klass.subtopics.map((subtopic) =>
    subtopicRecordOf(doc, klass.classId, open ? subtopic : { ...subtopic, videoUrl: null }, null),
  ),
  recursos: klass.resources.map((resource) => resourceRecordOf(klass.classId, open ? resource : { ...resource, url: '' })),
});

/** A part that is not open to the caller: what it consists of, without the content. */
export const outlineOf = (
  doc: CourseDoc,
  record: CourseRecord,
  completed: ReadonlySet<number>,
  opens: (module: Module) => boolean,
): Omit<Outline, 'grupos'> => ({
  curso: record,
  modulos: presentModules(doc).map((module, index) => {
    const open = opens(module);
    return {
      ...moduleRecordOf(doc, module, index + 1, completed, open),
      objetivos: module.objectives.map(({ objectiveId, text }) => ({ id: objectiveId, id_objetivo: objectiveId, descripcion: text })),
      sesiones: presentClasses(module).map((klass, at) => ({
        ...classWithPartsOf(doc, module.moduleId, klass, at + 1, open),
        contenido: null,
      })),
    };
  }),
});

export const findModule = (outline: CourseOutline, moduleId: number): { module: Module; order: number } | null => {
  const modules = presentModules(outline);
  const index = modules.findIndex((module) => module.moduleId === moduleId);
  const module = modules[index];
  return module ? { module, order: index + 1 } : null;
};
export const findClass = (outline: CourseOutline, classId: number): { module: Module; klass: Klass; order: number } | null => {
  for (const module of presentModules(outline)) {
    const classes = presentClasses(module);
    const index = classes.findIndex((klass) => klass.classId === classId);
    const klass = classes[index];
    if (klass) return { module, klass, order: index + 1 };
  }
  return null;
};
