import { registry } from '../../../../events/registry.ts';

/**
 * What happened, as a sentence in the language of who reads: one for each type of event, with who did it and the name of what it is about. A type that has
 * none yet is told by its line of the dictionary of events.
 */
export type Tongue = 'es' | 'en';
type Sentence = readonly [es: string, en: string];

const ofPart = (es: string, en: string): Sentence => [`{quien} ${es} «{que}»`, `{quien} ${en} “{que}”`];
const ofCourse = (es: string, en: string): Sentence => [`{quien} ${es}`, `{quien} ${en}`];

const sentences: Readonly<Record<string, Sentence>> = {
  CourseCreated: ofPart('creó el curso', 'created the course'),
  CourseRenamed: ofCourse('cambió el título del curso', 'changed the title of the course'),
  CourseDescribed: ofCourse('cambió la descripción del curso', 'changed the description of the course'),
  CourseCategorySet: ofCourse('cambió la categoría del curso', 'changed the category of the course'),
  CourseTierSet: ofCourse('cambió el plan que abre el curso', 'changed the plan that opens the course'),
  CourseDifficultySet: ofCourse('cambió la dificultad del curso', 'changed the difficulty of the course'),
  CourseTrackSet: ofCourse('cambió la ruta del curso', 'changed the track of the course'),
  CourseDurationSet: ofCourse('cambió la duración del curso', 'changed the duration of the course'),
  CourseInstructorAssigned: ofCourse('cambió quién imparte el curso', 'changed who teaches the course'),
  CourseImageSet: ofCourse('cambió la imagen del curso', 'changed the picture of the course'),
  CoursePriced: ofCourse('cambió el precio del curso', 'changed the price of the course'),
  CoursePreviousPriceSet: ofCourse('cambió el precio anterior del curso', 'changed the former price of the course'),
  CourseProviderPriceSet: ofCourse('cambió el identificador del precio', 'changed the identifier of the price'),
  CourseUnlockRuleSet: ofCourse('cambió cómo se abren los módulos', 'changed how modules open'),
  CourseFeatured: ofCourse('cambió si el curso es destacado', 'changed whether the course is featured'),
  CourseFeaturedPlaced: ofCourse('cambió el lugar del curso en la portada', 'changed the place of the course on the landing page'),
  CoursePublished: ofCourse('publicó el curso', 'published the course'),
  CourseUnpublished: ofCourse('regresó el curso a borrador', 'took the course back to draft'),
  CourseArchived: ofCourse('archivó el curso', 'archived the course'),
  CourseRestored: ofCourse('restauró el curso como borrador', 'restored the course as a draft'),
  CourseChangesPublished: ofCourse('publicó cambios del curso', 'published changes of the course'),
  CourseVersionRestored: ofCourse('regresó a una versión anterior', 'went back to an earlier version'),
  CourseCopied: ofCourse('terminó de copiar el curso', 'finished copying the course'),
  ModuleAdded: ofPart('agregó el módulo', 'added the module'),
  ModuleRenamed: ofPart('cambió el título del módulo', 'changed the title of the module'),
  ModuleDescribed: ofPart('cambió la descripción del módulo', 'changed the description of the module'),
  ModuleContentSet: ofPart('cambió el contenido del módulo', 'changed the content of the module'),
  ModuleVideoSet: ofPart('cambió el video del módulo', 'changed the video of the module'),
  ModulesReordered: ofCourse('cambió el orden de los módulos', 'changed the order of the modules'),
  ModuleRemoved: ofPart('archivó el módulo', 'archived the module'),
  ModuleRestored: ofPart('restauró el módulo', 'restored the module'),
  ObjectivesSet: ofPart('cambió los objetivos del módulo', 'changed the objectives of the module'),
  ClassAdded: ofPart('agregó la clase', 'added the class'),
  ClassEdited: ofPart('cambió la clase', 'changed the class'),
  ClassesReordered: ofPart('cambió el orden de las clases de', 'changed the order of the classes of'),
  ClassRemoved: ofPart('archivó la clase', 'archived the class'),
  ClassRestored: ofPart('restauró la clase', 'restored the class'),
  SubtopicAdded: ofPart('agregó el subtema', 'added the subtopic'),
  SubtopicEdited: ofPart('cambió el subtema', 'changed the subtopic'),
  SubtopicsReordered: ofPart('cambió el orden de los subtemas de', 'changed the order of the subtopics of'),
  SubtopicRemoved: ofPart('quitó el subtema', 'removed the subtopic'),
  ResourceAdded: ofPart('agregó el recurso', 'added the resource'),
  ResourceEdited: ofPart('cambió el recurso', 'changed the resource'),
  ResourceRemoved: ofPart('quitó el recurso', 'removed the resource'),
  VideoTextDeclared: ofCourse('dijo qué subtítulos tiene un video', 'said which captions a video has'),
  LessonTextSet: ofPart('cambió el texto de', 'changed the text of'),
};
/** Of a class: which of its fields changed says more than that it did. */
const classSentences: Readonly<Record<string, Sentence>> = {
  title: ofPart('cambió el título de la clase', 'changed the title of the class'),
  description: ofPart('cambió la descripción de la clase', 'changed the description of the class'),
  videoUrl: ofPart('cambió el video de la clase', 'changed the video of the class'),
};

export interface Said {
  type: string;
  who: string;
  what: string;
  /** The one field that changed, where it was one. */
  field?: string | undefined;
}

export function sentenceOf({ type, who, what, field }: Said, tongue: Tongue): string {
  const found = (type === 'ClassEdited' && field !== undefined && classSentences[field]) || sentences[type];
  if (!found) return `${who}: ${registry.get(type)?.summary ?? type}`;
  return found[tongue === 'es' ? 0 : 1].replace('{quien}', () => who).replace('{que}', () => what);
}
/** Every type of a category that has no sentence of its own. */
export const withoutSentence = (types: Iterable<string>): string[] => [...types].filter((type) => !Object.hasOwn(sentences, type));
