import type { SubtopicKind } from '../../../events/catalogue.ts';
import type { EventLog } from '../../../events/log.ts';
import { type CourseEvent, emptyOutline, foldOutline, presentClasses, presentModules } from '../../../events/outline.ts';
import { streamOf } from '../../../events/streams.ts';
import type { LessonsSeen } from '../contract/payments.ts';

/** The version of a part: how many changes made it what it was, when the last of them came, and how many came since. */
type Version = Pick<LessonsSeen['modulos'][number]['clases'][number], 'version' | 'fecha' | 'cambios'>;

/** Only says that the events before it were one change. */
const MARK = 'CourseVersionRestored';
/** Beside the outline of its course: the text of a subtopic, and the published questions of a quiz, which are what learners are shown. */
const contentOf = (kind: SubtopicKind) =>
  kind === 'assessment' ? ({ category: 'quiz', type: 'QuizPublished' } as const) : ({ category: 'lesson', type: 'LessonTextSet' } as const);

/** The classes of a course and their subtopics as they were at a moment, each with its version. */
export async function lessonsSeen(log: EventLog, courseId: number, at: string): Promise<LessonsSeen> {
  let outline = emptyOutline();
  const versions = new Map<string, Version>();
  const count = (part: string, { meta: { occurredAt } }: { meta: { occurredAt: string } }) => {
    const before = versions.get(part) ?? { version: 0, fecha: occurredAt, cambios: 0 };
    const later = occurredAt > at;
    versions.set(part, later ? { ...before, cambios: before.cambios + 1 } : { ...before, version: before.version + 1, fecha: occurredAt });
  };
  const versionOf = (part: string): Version => versions.get(part) ?? { version: 0, fecha: at, cambios: 0 };

  for await (const event of log.readStream(streamOf('course', courseId))) {
    if (event.meta.occurredAt <= at) outline = foldOutline(outline, event as unknown as CourseEvent);
    const { classId, subtopicId } = event.data as { classId?: number | null; subtopicId?: number };
    if (classId != null && event.type !== MARK) count(subtopicId === undefined ? `class ${classId}` : `subtopic ${subtopicId}`, event);
  }
  const modules = presentModules(outline).map((module) => ({ ...module, classes: presentClasses(module) }));
  for (const { subtopicId, kind } of modules.flatMap(({ classes }) => classes.flatMap(({ subtopics }) => subtopics))) {
    const { category, type } = contentOf(kind);
    for await (const event of log.readStream(streamOf(category, subtopicId)))
      if (event.type === type) count(`subtopic ${subtopicId}`, event);
  }
  return {
    fecha: at,
    modulos: modules.map(({ moduleId, title: module, classes }) => ({
      ...{ id: moduleId, nombre: module },
      clases: classes.map(({ classId, title, subtopics }) => ({
        ...{ id: classId, titulo: title, ...versionOf(`class ${classId}`) },
        subtemas: subtopics.map((one) => ({ id: one.subtopicId, titulo: one.title, ...versionOf(`subtopic ${one.subtopicId}`) })),
      })),
    })),
  };
}
