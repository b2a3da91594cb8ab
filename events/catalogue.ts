import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { named, type Sentence, said } from './sentences.ts';
import { difficulty, exerciseRule, id, money, tier, track, unlockRule, videoRule } from './types.ts';

const title = z.string().max(200);
const text = z.string().max(20_000);
const link = z.string().max(2_000).nullable();
const course = { courseId: id };
const module = { courseId: id, moduleId: id };
const klass = { courseId: id, moduleId: id, classId: id };
/** How a video can be followed without sound: captions in the video, or a transcript beside it. */
export const videoText = growing(['captions', 'transcript'], 'transcript');
export type VideoText = z.output<typeof videoText>;
export const subtopicKind = growing(['video', 'reading', 'assessment', 'exercise'], 'reading');
export const resourceKind = growing(['document', 'video', 'other'], 'other');
export type SubtopicKind = z.output<typeof subtopicKind>;
export type ResourceKind = z.output<typeof resourceKind>;

const subtopic = z.object({
  subtopicId: id,
  title,
  description: text,
  kind: subtopicKind,
  videoUrl: link,
  /** In minutes; null for assessments, which have none. */
  minutes: z.number().int().min(1).nullable(),
});
const resource = z.object({ resourceId: id, title, url: z.string().max(2_000), kind: resourceKind });

const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence) =>
  defineEvent(type, { category: 'course', schema, summary, sentence });

export const CourseCreated = define(
  'CourseCreated',
  z.object({
    ...course,
    title,
    description: text,
    category: z.string().max(80),
    tier,
    difficulty,
    track,
    duration: z.string().max(80).nullable(),
    instructorId: id.nullable(),
    imageUrl: link,
    price: money.nullable(),
    previousPrice: money.nullable(),
    providerPriceId: z.string().max(200).nullable(),
    unlockRule,
  }),
  'Se creó un curso, como borrador.',
  named('creó el curso', 'created the course'),
);
export const CourseRenamed = define(
  'CourseRenamed',
  z.object({ ...course, title }),
  'Cambió el título de un curso.',
  said('cambió el título del curso', 'changed the title of the course'),
);
export const CourseDescribed = define(
  'CourseDescribed',
  z.object({ ...course, description: text }),
  'Cambió la descripción de un curso.',
  said('cambió la descripción del curso', 'changed the description of the course'),
);
export const CourseCategorySet = define(
  'CourseCategorySet',
  z.object({ ...course, category: z.string().max(80) }),
  'Cambió la categoría de un curso.',
  said('cambió la categoría del curso', 'changed the category of the course'),
);
export const CourseTierSet = define(
  'CourseTierSet',
  z.object({ ...course, tier }),
  'Cambió el tipo de un curso (Básico o Premium).',
  said('cambió el plan que abre el curso', 'changed the plan that opens the course'),
);
export const CourseDifficultySet = define(
  'CourseDifficultySet',
  z.object({ ...course, difficulty }),
  'Cambió la dificultad de un curso.',
  said('cambió la dificultad del curso', 'changed the difficulty of the course'),
);
export const CourseTrackSet = define(
  'CourseTrackSet',
  z.object({ ...course, track }),
  'Cambió la ruta de un curso (con o sin código).',
  said('cambió la ruta del curso', 'changed the track of the course'),
);
export const CourseDurationSet = define(
  'CourseDurationSet',
  z.object({ ...course, duration: z.string().max(80).nullable() }),
  'Cambió la duración anunciada de un curso.',
  said('cambió la duración del curso', 'changed the duration of the course'),
);
export const CourseInstructorAssigned = define(
  'CourseInstructorAssigned',
  z.object({ ...course, instructorId: id.nullable() }),
  'Cambió quién imparte un curso.',
  said('cambió quién imparte el curso', 'changed who teaches the course'),
);
/** Who teaches it beside its instructor, with the same rights over it, save choosing who else does. */
export const CoInstructorAdded = define(
  'CoInstructorAdded',
  z.object({ ...course, userId: id }),
  'Alguien más empezó a impartir un curso junto a quien lo imparte.',
  said('sumó a alguien que imparte el curso', 'added somebody who teaches the course'),
);
export const CoInstructorRemoved = define(
  'CoInstructorRemoved',
  z.object({ ...course, userId: id }),
  'Alguien dejó de impartir un curso junto a quien lo imparte.',
  said('quitó a alguien que impartía el curso', 'removed somebody who taught the course'),
);
export const CourseImageSet = define(
  'CourseImageSet',
  z.object({ ...course, imageUrl: link }),
  'Cambió la imagen de un curso.',
  said('cambió la imagen del curso', 'changed the picture of the course'),
);
/** What the picture shows, for whoever cannot see it; null where nobody has said. */
export const CourseImageDescribed = define(
  'CourseImageDescribed',
  z.object({ ...course, imageAlt: z.string().max(200).nullable() }),
  'Cambió el texto que describe la imagen de un curso.',
  said('describió la imagen del curso', 'described the picture of the course'),
);
export const CoursePriced = define(
  'CoursePriced',
  z.object({ ...course, price: money.nullable() }),
  'Cambió el precio de un curso; sin precio no está a la venta.',
  said('cambió el precio del curso', 'changed the price of the course'),
);
export const CoursePreviousPriceSet = define(
  'CoursePreviousPriceSet',
  z.object({ ...course, previousPrice: money.nullable() }),
  'Cambió el precio anterior que se muestra tachado.',
  said('cambió el precio anterior del curso', 'changed the former price of the course'),
);
export const CourseProviderPriceSet = define(
  'CourseProviderPriceSet',
  z.object({ ...course, providerPriceId: z.string().max(200).nullable() }),
  'Cambió el identificador del precio en el proveedor de pagos.',
  said('cambió el identificador del precio', 'changed the identifier of the price'),
);
export const CourseUnlockRuleSet = define(
  'CourseUnlockRuleSet',
  z.object({ ...course, unlockRule }),
  'Cambió si los módulos se abren en orden o libremente.',
  said('cambió cómo se abren los módulos', 'changed how modules open'),
);
export const CourseVideoRuleSet = define(
  'CourseVideoRuleSet',
  z.object({ ...course, videoRule }),
  'Se decidió si las clases de un curso piden ver sus videos antes de completarse.',
  said('cambió si hay que ver los videos del curso', 'changed whether the videos of the course must be watched'),
);
export const CourseExerciseRuleSet = define(
  'CourseExerciseRuleSet',
  z.object({ ...course, exerciseRule }),
  'Se decidió si las clases de un curso piden resolver sus ejercicios antes de completarse.',
  said('cambió si hay que resolver los ejercicios del curso', 'changed whether the exercises of the course must be solved'),
);
export const CourseFeatured = define(
  'CourseFeatured',
  z.object({ ...course, featured: z.boolean() }),
  'Un curso pasó a destacado, o dejó de serlo.',
  said('{featured} los destacados', '{featured} the featured courses'),
);
export const CourseFeaturedPlaced = define(
  'CourseFeaturedPlaced',
  z.object({ ...course, place: z.number().int().min(1) }),
  'Se eligió el lugar de un curso entre los destacados.',
  said('cambió el lugar del curso en la portada', 'changed the place of the course on the landing page'),
);
export const CoursePublished = define(
  'CoursePublished',
  z.object({ ...course, classes: z.number().int().min(1) }),
  'Un curso se publicó.',
  said('publicó el curso', 'published the course'),
);
export const CourseUnpublished = define(
  'CourseUnpublished',
  z.object(course),
  'Un curso volvió a borrador; quien ya estaba inscrito lo conserva.',
  said('regresó el curso a borrador', 'took the course back to draft'),
);
export const CourseArchived = define(
  'CourseArchived',
  z.object({ ...course, from: growing(['draft', 'published'], 'draft') }),
  'Un curso se archivó.',
  said('archivó el curso', 'archived the course'),
);
export const CourseRestored = define(
  'CourseRestored',
  z.object(course),
  'Un curso archivado volvió, como borrador.',
  said('restauró el curso como borrador', 'restored the course as a draft'),
);

export const ModuleAdded = define(
  'ModuleAdded',
  z.object({ ...module, title, description: text, content: text, videoUrl: link }),
  'Se añadió un módulo al final de un curso.',
  named('agregó el módulo', 'added the module'),
);
export const ModuleRenamed = define(
  'ModuleRenamed',
  z.object({ ...module, title }),
  'Cambió el título de un módulo.',
  named('cambió el título del módulo', 'changed the title of the module'),
);
export const ModuleDescribed = define(
  'ModuleDescribed',
  z.object({ ...module, description: text }),
  'Cambió la descripción de un módulo.',
  named('cambió la descripción del módulo', 'changed the description of the module'),
);
export const ModuleContentSet = define(
  'ModuleContentSet',
  z.object({ ...module, content: text }),
  'Cambió el contenido de un módulo.',
  named('cambió el contenido del módulo', 'changed the content of the module'),
);
export const ModuleVideoSet = define(
  'ModuleVideoSet',
  z.object({ ...module, videoUrl: link }),
  'Cambió el video de un módulo.',
  named('cambió el video del módulo', 'changed the video of the module'),
);
export const ModulesReordered = define(
  'ModulesReordered',
  z.object({ ...course, order: z.array(id) }),
  'Cambió el orden de los módulos de un curso.',
  said('cambió el orden de los módulos', 'changed the order of the modules'),
);
export const ModuleRemoved = define(
  'ModuleRemoved',
  z.object(module),
  'Un módulo se archivó con sus clases.',
  named('archivó el módulo', 'archived the module'),
);
export const ModuleRestored = define(
  'ModuleRestored',
  z.object(module),
  'Un módulo archivado volvió con sus clases.',
  named('restauró el módulo', 'restored the module'),
);
export const ObjectivesSet = define(
  'ObjectivesSet',
  z.object({ ...module, objectives: z.array(z.object({ objectiveId: id, text: z.string().max(500) })) }),
  'Cambiaron los objetivos de un módulo.',
  named('cambió los objetivos del módulo', 'changed the objectives of the module'),
);

export const ClassAdded = define(
  'ClassAdded',
  z.object({ ...klass, title, description: text, videoUrl: link, subtopics: z.array(subtopic), resources: z.array(resource) }),
  'Se añadió una clase, con sus subtemas y recursos.',
  named('agregó la clase', 'added the class'),
);
export const ClassEdited = define(
  'ClassEdited',
  z.object({ ...klass, title, description: text, videoUrl: link }),
  'Cambió el título, la descripción o el video de una clase.',
  named('cambió la clase', 'changed the class'),
);
export const ClassContentSet = define(
  'ClassContentSet',
  z.object({ ...klass, content: text }),
  'Cambió el contenido de una clase.',
  named('cambió el contenido de la clase', 'changed the content of the class'),
);
export const ClassesReordered = define(
  'ClassesReordered',
  z.object({ ...module, order: z.array(id) }),
  'Cambió el orden de las clases de un módulo.',
  named('cambió el orden de las clases de', 'changed the order of the classes of'),
);
export const ClassRemoved = define(
  'ClassRemoved',
  z.object(klass),
  'Una clase se archivó.',
  named('archivó la clase', 'archived the class'),
);
export const ClassRestored = define(
  'ClassRestored',
  z.object(klass),
  'Una clase archivada volvió.',
  named('restauró la clase', 'restored the class'),
);
/** `from`: the module where it stood. `place`: among the classes of its new module, from 1. */
export const ClassMoved = define(
  'ClassMoved',
  z.object({ ...klass, from: id, place: z.number().int().min(1) }),
  'Una clase pasó a otro módulo de su curso, con todo lo que tiene.',
  said('pasó la clase «{que}» del módulo «{from}» a «{moduleId}»', 'moved the class “{que}” from the module “{from}” to “{moduleId}”'),
);
export const SubtopicAdded = define(
  'SubtopicAdded',
  z.object({ ...klass, ...subtopic.shape }),
  'Se añadió un subtema a una clase.',
  named('agregó el subtema', 'added the subtopic'),
);
export const SubtopicEdited = define(
  'SubtopicEdited',
  z.object({ ...klass, ...subtopic.shape }),
  'Cambió un subtema.',
  named('cambió el subtema', 'changed the subtopic'),
);
export const SubtopicsReordered = define(
  'SubtopicsReordered',
  z.object({ ...klass, order: z.array(id) }),
  'Cambió el orden de los subtemas de una clase.',
  named('cambió el orden de los subtemas de', 'changed the order of the subtopics of'),
);
export const SubtopicRemoved = define(
  'SubtopicRemoved',
  z.object({ ...klass, subtopicId: id }),
  'Un subtema se quitó de una clase.',
  named('quitó el subtema', 'removed the subtopic'),
);
export const ResourceAdded = define(
  'ResourceAdded',
  z.object({ ...klass, ...resource.shape }),
  'Se añadió un recurso a una clase.',
  named('agregó el recurso', 'added the resource'),
);
export const ResourceEdited = define(
  'ResourceEdited',
  z.object({ ...klass, ...resource.shape }),
  'Cambió un recurso.',
  named('cambió el recurso', 'changed the resource'),
);
export const ResourceRemoved = define(
  'ResourceRemoved',
  z.object({ ...klass, resourceId: id }),
  'Un recurso se quitó de una clase.',
  named('quitó el recurso', 'removed the resource'),
);
export const VideoTextDeclared = define(
  'VideoTextDeclared',
  z.object({ ...course, videoUrl: z.string().max(2_000), text: videoText.nullable() }),
  'Se dijo si un video de un curso tiene subtítulos, transcripción o ninguno.',
  said('dijo qué subtítulos tiene un video', 'said which captions a video has'),
);
/** The last event of a publication; all of its events are appended together by one command. `texts`: lessons whose texts are set in their own streams afterwards. */
export const CourseChangesPublished = define(
  'CourseChangesPublished',
  z.object({ ...course, changes: z.number().int().min(1), texts: z.array(z.object({ moduleId: id, classId: id, subtopicId: id })) }),
  'Se publicaron los cambios pendientes de un curso, todos a la vez.',
  said('publicó cambios del curso', 'published changes of the course'),
);
/** The last event of a restored version; all of its events are appended together by one command. `to`: the version restored, as the count of the course's events. */
export const CourseVersionRestored = define(
  'CourseVersionRestored',
  z.object({
    ...course,
    moduleId: id.nullable(),
    classId: id.nullable(),
    to: z.number().int().min(0),
    /** The one change that was undone; null where everything since then was. */
    undone: z.string().max(60).nullable(),
    texts: z.array(z.object({ moduleId: id, classId: id, subtopicId: id })),
  }),
  'Un curso, un módulo o una clase volvió a como estaba antes.',
  said('regresó a una versión anterior', 'went back to an earlier version'),
);

/** The last event of a copied or imported course: once it is there, the course is complete. */
export const CourseCopied = define(
  'CourseCopied',
  z.object({
    ...course,
    origin: growing(['course', 'package'], 'package'),
    /** null where it came from a package whose course this school does not have. */
    fromCourseId: id.nullable(),
  }),
  'Un curso quedó completo como copia de otro, o desde un paquete.',
  said('terminó de copiar el curso', 'finished copying the course'),
);

export const LessonTextSet = defineEvent('LessonTextSet', {
  category: 'lesson',
  schema: z.object({ ...klass, subtopicId: id, text: z.string().max(100_000) }),
  summary: 'Cambió el texto de una lectura o video.',
  sentence: named('cambió el texto de', 'changed the text of'),
});

export const catalogueEvents = [
  CourseCreated,
  CourseRenamed,
  CourseDescribed,
  CourseCategorySet,
  CourseTierSet,
  CourseDifficultySet,
  CourseTrackSet,
  CourseDurationSet,
  CourseInstructorAssigned,
  CoInstructorAdded,
  CoInstructorRemoved,
  CourseImageSet,
  CourseImageDescribed,
  CoursePriced,
  CoursePreviousPriceSet,
  CourseProviderPriceSet,
  CourseUnlockRuleSet,
  CourseVideoRuleSet,
  CourseExerciseRuleSet,
  CourseFeatured,
  CourseFeaturedPlaced,
  CoursePublished,
  CourseUnpublished,
  CourseArchived,
  CourseRestored,
  ModuleAdded,
  ModuleRenamed,
  ModuleDescribed,
  ModuleContentSet,
  ModuleVideoSet,
  ModulesReordered,
  ModuleRemoved,
  ModuleRestored,
  ObjectivesSet,
  ClassAdded,
  ClassEdited,
  ClassContentSet,
  ClassesReordered,
  ClassRemoved,
  ClassRestored,
  ClassMoved,
  SubtopicAdded,
  SubtopicEdited,
  SubtopicsReordered,
  SubtopicRemoved,
  ResourceAdded,
  ResourceEdited,
  ResourceRemoved,
  VideoTextDeclared,
  CourseChangesPublished,
  CourseVersionRestored,
  CourseCopied,
  LessonTextSet,
] as const;
