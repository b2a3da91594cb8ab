import { z } from 'zod';
import { defineEvent, type EventOf } from './define.ts';
import { growing } from './growing.ts';
import { day, id } from './types.ts';

const enrolment = { userId: id, courseId: id };
const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, version = 1) =>
  defineEvent(type, { category: 'enrolment', version, schema, summary });

export const enrolmentSource = z.enum(['self', 'grant', 'purchase', 'plan']);
export type EnrolmentSource = z.output<typeof enrolmentSource>;
const BY_STRENGTH = ['purchase', 'grant', 'plan', 'self'] as const satisfies readonly EnrolmentSource[];
/** Of several reasons to be in a course the one that lasts longest: what a person is shown. null where there is none. */
export const strongestSource = (sources: Iterable<EnrolmentSource>): EnrolmentSource | null => {
  const held = new Set(sources);
  return BY_STRENGTH.find((source) => held.has(source)) ?? null;
};

/** What gives the right to a course, and where that comes from. Access is the union of them, and one that ends takes no other along (C-05). */
const entitlement = {
  source: enrolmentSource,
  /** Of a scholarship: the number of its code. */
  code: z.string().max(80).nullable(),
  /** Of a purchase: its order. */
  order: z.string().max(80).nullable(),
  /** Whoever gave it by hand. */
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
  2,
);
export const EntitlementGranted = define(
  'EntitlementGranted',
  z.object({ ...enrolment, ...entitlement }),
  'Alguien que ya estaba inscrito recibió otro derecho al curso; el primero no lo quita al terminar.',
  2,
);
export const EntitlementEnded = define(
  'EntitlementEnded',
  z.object({ ...enrolment, ...entitlement }),
  'Terminó un derecho a un curso; los demás siguen.',
);
/** Who has bought the course keeps the right to it. */
export const LearnerUnenrolled = define('LearnerUnenrolled', z.object(enrolment), 'Alguien dejó de estar inscrito en un curso.');
export const ModuleUnlocked = define(
  'ModuleUnlocked',
  z.object({ ...enrolment, moduleId: id }),
  'Un módulo se abrió para un estudiante; ya no se cierra.',
);
/** `madeAt`: when a mark was made, where that was before it arrived (without a connection it waits on the device). */
const mark = { moduleId: id, classId: id, madeAt: z.iso.datetime().optional() };
export const ClassCompleted = define(
  'ClassCompleted',
  z.object({ ...enrolment, ...mark }),
  'Un estudiante marcó una clase como completada.',
  2,
);
export const ClassUncompleted = define(
  'ClassUncompleted',
  z.object({
    ...enrolment,
    ...mark,
    /** When the mark that goes was recorded: the day that counted it counts it no more. */
    completedAt: z.iso.datetime().optional(),
  }),
  'Un estudiante quitó la marca de una clase.',
  3,
);
export const CourseCompleted = define(
  'CourseCompleted',
  z.object({ ...enrolment, classes: z.number().int().min(1) }),
  'Un estudiante completó todas las clases de un curso.',
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
);

/** Somebody of the school wrote to a learner who had gone quiet. */
export const LearnerReminded = defineEvent('LearnerReminded', {
  category: 'enrolment',
  schema: z.object({ ...enrolment, by: id, text: z.string().min(1).max(1_000).nullable() }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Quien enseña un curso, o un administrador, escribió a alguien que llevaba días sin avanzar en él.',
});

export const StudyTimeRecorded = defineEvent('StudyTimeRecorded', {
  category: 'study',
  schema: z.object({
    userId: id,
    /** Day of the school's calendar. */
    date: day,
    courseId: id,
    /** Seconds that count from this event on top of the earlier ones: tabs and courses that overlap are cut. */
    seconds: z.number().int().min(1).max(600),
    /** The open page that reported, and all the seconds it has reported since it was opened. */
    tab: z.string().max(40),
    reported: z.number().int().min(0),
  }),
  summary: 'Se contó tiempo de estudio con la página visible; como mucho un evento por persona y minuto, y otro al cerrarse la página.',
});

export const VideoPositionSaved = defineEvent('VideoPositionSaved', {
  category: 'watching',
  schema: z.object({
    ...enrolment,
    /** The video as its page knows it: of another house its id there, else the address. */
    video: z.string().max(300),
    /** Where it was stopped; 0: at the end, it begins anew. */
    second: z.number().int().min(0).max(86_400),
  }),
  summary: 'Un estudiante dejó un video en un segundo, para seguir desde ahí en cualquier dispositivo.',
});

const bookmark = z.object({ userId: id, courseId: id, classId: id });
export const ClassBookmarked = defineEvent('ClassBookmarked', {
  category: 'bookmarks',
  schema: bookmark,
  summary: 'Alguien guardó una clase para después.',
});
export const BookmarkRemoved = defineEvent('BookmarkRemoved', {
  category: 'bookmarks',
  schema: bookmark,
  summary: 'Alguien quitó una clase de las que había guardado.',
});

export const learningEvents = [
  LearnerEnrolled,
  EntitlementGranted,
  EntitlementEnded,
  LearnerUnenrolled,
  ModuleUnlocked,
  ClassCompleted,
  ClassUncompleted,
  CourseCompleted,
  LessonViewed,
  LearnerReminded,
  StudyTimeRecorded,
  VideoPositionSaved,
  ClassBookmarked,
  BookmarkRemoved,
] as const;
export type LearningEvent = EventOf<(typeof learningEvents)[number]>;
