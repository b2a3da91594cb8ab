import type { SubtopicKind } from '../../../events/catalogue.ts';
import type { EventLog } from '../../../events/log.ts';
import { type CourseEvent, emptyOutline, foldOutline, presentClasses, presentModules } from '../../../events/outline.ts';
import { streamOf } from '../../../events/streams.ts';
import type { LessonsSeen } from '../contract/payments.ts';

/** The version of a part: by how many acts it had become what it was, when the last of them came, and how many came since. */
type Version = Pick<LessonsSeen['modulos'][number]['clases'][number], 'version' | 'fecha' | 'cambios'>;

/** Only says that the events before it were one change. */
const MARK = 'CourseVersionRestored';
/** What an event of a course is about; `subtopics`: those with which a class is made. */
interface Changed {
  classId?: number | null;
  subtopicId?: number;
  subtopics?: readonly { subtopicId: number }[];
}
/** Beside the outline of its course: the text of a subtopic, and the published questions of a quiz, which are what learners are shown. */
const contentOf = (kind: SubtopicKind) =>
  kind === 'assessment' ? ({ category: 'quiz', type: 'QuizPublished' } as const) : ({ category: 'lesson', type: 'LessonTextSet' } as const);

/** The classes of a course and their subtopics as they were at a moment, each with its version. */
export async function lessonsSeen(log: EventLog, courseId: number, at: string): Promise<LessonsSeen> {
  const [seen] = await lessonsSeenAt(log, courseId, [at]);
  return seen as LessonsSeen;
}

/** The same at each of some moments, which are in order. */
export async function lessonsSeenAt(log: EventLog, courseId: number, moments: readonly string[]): Promise<LessonsSeen[]> {
  const outlines = moments.map(() => emptyOutline());
  /** When each act changed the part: title and text that were published together are one change. */
  const acts = new Map<string, Map<string, string>>();
  const count = (part: string, { meta: { correlationId, occurredAt } }: { meta: { correlationId: string; occurredAt: string } }) => {
    const known = acts.get(part) ?? new Map<string, string>();
    acts.set(part, known.set(correlationId, occurredAt));
  };

  let outline = emptyOutline();
  let passed = 0;
  for await (const event of log.readStream(streamOf('course', courseId), 0, undefined, 'where lost')) {
    for (; passed < moments.length && event.meta.occurredAt > (moments[passed] as string); passed++) outlines[passed] = outline;
    if (passed < moments.length) outline = foldOutline(outline, event as unknown as CourseEvent);
    const { classId, subtopicId, subtopics = [] } = event.data as Changed;
    if (classId == null || event.type === MARK) continue;
    count(subtopicId === undefined ? `class ${classId}` : `subtopic ${subtopicId}`, event);
    for (const made of subtopics) count(`subtopic ${made.subtopicId}`, event);
  }
  outlines.fill(outline, passed);

  const modulesThen = outlines.map((then) => presentModules(then).map((module) => ({ ...module, classes: presentClasses(module) })));
  const kinds = modulesThen.flat().flatMap(({ classes }) => classes.flatMap(({ subtopics }) => subtopics));
  for (const [subtopicId, kind] of new Map(kinds.map((one) => [one.subtopicId, one.kind]))) {
    const { category, type } = contentOf(kind);
    for await (const event of log.readStream(streamOf(category, subtopicId), 0, undefined, 'where lost'))
      if (event.type === type) count(`subtopic ${subtopicId}`, event);
  }
  return modulesThen.map((modules, index) => {
    const at = moments[index] as string;
    const versionOf = (part: string): Version => {
      const all = [...(acts.get(part)?.values() ?? [])];
      const before = all.filter((time) => time <= at).sort();
      return { version: before.length, fecha: before.at(-1) ?? at, cambios: all.length - before.length };
    };
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
  });
}
