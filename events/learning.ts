import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { type Sentence, said } from './sentences.ts';
import { day, id } from './types.ts';

const enrolment = { userId: id, courseId: id };
const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence, version = 1) =>
  defineEvent(type, { category: 'enrolment', version, schema, summary, sentence });

export const enrolmentSource = z.enum(['self', 'grant', 'purchase', 'plan']);
export type EnrolmentSource = z.output<typeof enrolmentSource>;
const BY_STRENGTH = ['purchase', 'grant', 'plan', 'self'] as const satisfies readonly EnrolmentSource[];
/** The entitlement that is shown where a person has several for one course: the one that lasts longest. null where there is none. */
export const strongestSource = (sources: Iterable<EnrolmentSource>): EnrolmentSource | null => {
  const held = new Set(sources);
  return BY_STRENGTH.find((source) => held.has(source)) ?? null;
};

/** The rights to a course, by where each comes from. A person has access while any of them stands; ending one leaves the others (C-05). */
const entitlement = {
  source: enrolmentSource,
  /** For a scholarship: the number of its code. */
  code: z.string().max(80).nullable(),
  /** For a purchase: its order. */
  order: z.string().max(80).nullable(),
  /** For a right given by hand: who gave it. */
  person: id.nullable(),
};
export interface Entitlement {
  source: EnrolmentSource;
  code: string | null;
  order: string | null;
  person: number | null;
}
export const LearnerEnrolled = define(
  'LearnerEnrolled',
  z.object({ ...enrolment, ...entitlement }),
  'Alguien se inscribió, o fue inscrito, en un curso.',
  said('registró la inscripción en el curso «{courseId}» ({source})', 'recorded the enrollment in the course “{courseId}” ({source})'),
  2,
);
export const EntitlementGranted = define(
  'EntitlementGranted',
  z.object({ ...enrolment, ...entitlement }),
  'Alguien que ya estaba inscrito recibió otro derecho al curso; el primero no lo quita al terminar.',
  said('dio otro acceso al curso «{courseId}» ({source})', 'gave another right to the course “{courseId}” ({source})'),
  2,
);
export const EntitlementEnded = define(
  'EntitlementEnded',
  z.object({ ...enrolment, ...entitlement }),
  'Terminó un derecho a un curso; los demás siguen.',
  said('retiró un acceso al curso «{courseId}» ({source})', 'ended a right to the course “{courseId}” ({source})'),
);
/** Leaving the course does not end a bought right to it. */
export const LearnerUnenrolled = define(
  'LearnerUnenrolled',
  z.object(enrolment),
  'Alguien dejó de estar inscrito en un curso.',
  said('terminó la inscripción en el curso «{courseId}»', 'ended the enrollment in the course “{courseId}”'),
);
export const ModuleUnlocked = define(
  'ModuleUnlocked',
  z.object({ ...enrolment, moduleId: id }),
  'Un módulo se abrió para un estudiante; ya no se cierra.',
  said('abrió el módulo «{moduleId}» de «{courseId}»', 'opened the module “{moduleId}” of “{courseId}”'),
);
/**
 * `madeAt`: when the mark was made, where it arrived later: it waits on the device while there is no connection, or follows from an event that the learner
 * was at.
 */
const mark = { moduleId: id, classId: id, madeAt: z.iso.datetime().optional() };
export const ClassCompleted = define(
  'ClassCompleted',
  z.object({ ...enrolment, ...mark }),
  'Un estudiante marcó una clase como completada.',
  said('completó la clase «{classId}» de «{courseId}»', 'completed the class “{classId}” of “{courseId}”'),
  2,
);
export const ClassUncompleted = define(
  'ClassUncompleted',
  z.object({
    ...enrolment,
    ...mark,
    /** When the mark that is removed was recorded: it is subtracted from that day's figures. */
    completedAt: z.iso.datetime().optional(),
  }),
  'Un estudiante quitó la marca de una clase.',
  said('quitó la marca de la clase «{classId}» de «{courseId}»', 'removed the mark of the class “{classId}” of “{courseId}”'),
  3,
);
export const VideoWatched = define(
  'VideoWatched',
  z.object({
    ...enrolment,
    /** As `VideoPositionSaved` names it. */
    video: z.string().max(2_000),
    /** Whether the video was watched, or its text was read instead. */
    by: growing(['watched', 'read'], 'watched'),
  }),
  'Un estudiante vio completo un video que su curso pide ver, o leyó su texto.',
  said('terminó un video del curso «{courseId}»', 'finished a video of the course “{courseId}”'),
);
export const CourseCompleted = define(
  'CourseCompleted',
  z.object({ ...enrolment, classes: z.number().int().min(1) }),
  'Un estudiante completó todas las clases de un curso.',
  said('completó el curso «{courseId}»', 'completed the course “{courseId}”'),
);
export const LessonViewed = define(
  'LessonViewed',
  z.object({
    ...enrolment,
    moduleId: id.nullable(),
    classId: id.nullable(),
    subtopicId: id.nullable(),
    viewMode: growing(['overview', 'module'], 'overview'),
  }),
  'Un estudiante abrió una parte de un curso (su última vista).',
  said('abrió el curso «{courseId}»', 'opened the course “{courseId}”'),
);

/** Staff wrote to a learner who had been inactive. */
export const LearnerReminded = defineEvent('LearnerReminded', {
  category: 'enrolment',
  schema: z.object({ ...enrolment, by: id, text: z.string().min(1).max(1_000).nullable() }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Quien enseña un curso, o un administrador, escribió a alguien que llevaba días sin avanzar en él.',
  sentence: said('escribió para animar a volver al curso «{courseId}»', 'wrote to encourage a return to the course “{courseId}”'),
});

export const StudyTimeRecorded = defineEvent('StudyTimeRecorded', {
  category: 'study',
  schema: z.object({
    userId: id,
    /** Day of the school's calendar. */
    date: day,
    courseId: id,
    /** Seconds that this event adds; time that overlaps with other tabs and courses is left out. */
    seconds: z.number().int().min(1).max(600),
    /** The open page that reported, and the total of seconds it has reported since it was opened. */
    tab: z.string().max(40),
    reported: z.number().int().min(0),
  }),
  summary: 'Se contó tiempo de estudio con la página visible; como mucho un evento por persona y minuto, y otro al cerrarse la página.',
  sentence: said('estudió el curso «{courseId}»', 'studied the course “{courseId}”'),
});

export const VideoPositionSaved = defineEvent('VideoPositionSaved', {
  category: 'watching',
  schema: z.object({
    ...enrolment,
    /** The video as its page identifies it: its id at the other site, else its address. */
    video: z.string().max(2_000),
    /** The second at which it was stopped; 0 once it was watched to its end, so that it starts over. */
    second: z.number().int().min(0).max(86_400),
  }),
  summary: 'Un estudiante dejó un video en un segundo, para seguir desde ahí en cualquier dispositivo.',
  sentence: said('dejó un video del curso «{courseId}» para seguir después', 'left a video of the course “{courseId}” to go on later'),
});

const bookmark = z.object({ userId: id, courseId: id, classId: id });
export const ClassBookmarked = defineEvent('ClassBookmarked', {
  category: 'bookmarks',
  schema: bookmark,
  summary: 'Alguien guardó una clase para después.',
  sentence: said('guardó para después la clase «{classId}»', 'saved the class “{classId}” for later'),
});
export const BookmarkRemoved = defineEvent('BookmarkRemoved', {
  category: 'bookmarks',
  schema: bookmark,
  summary: 'Alguien quitó una clase de las que había guardado.',
  sentence: said('quitó de sus guardadas la clase «{classId}»', 'removed the class “{classId}” from the saved ones'),
});

export const learningEvents = [
  LearnerEnrolled,
  EntitlementGranted,
  EntitlementEnded,
  LearnerUnenrolled,
  ModuleUnlocked,
  ClassCompleted,
  ClassUncompleted,
  VideoWatched,
  CourseCompleted,
  LessonViewed,
  LearnerReminded,
  StudyTimeRecorded,
  VideoPositionSaved,
  ClassBookmarked,
  BookmarkRemoved,
] as const;
