import { presentClasses, presentModules } from '../../../events/outline.ts';
import type { CourseDoc } from '../../projections/courses.ts';
import type { NoteDoc } from '../../projections/notes.ts';

const clock = (second: number): string =>
  `${second >= 3_600 ? `${Math.floor(second / 3_600)}:` : ''}${String(Math.floor(second / 60) % 60).padStart(second >= 3_600 ? 2 : 1, '0')}:${String(second % 60).padStart(2, '0')}`;
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
/** On one line, with nothing at its beginning that Markdown would read as markup. */
const heading = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Notes as one Markdown text: by course, in the order of its classes, each with its passage or second. `found`: the courses that may still be read. */
export function notesMarkdown(docs: readonly NoteDoc[], found: ReadonlyMap<string, CourseDoc>): string {
  const ids = [...new Set(docs.map(({ courseId }) => courseId))].sort((a, b) => a - b);
  const parts = ['# Mis notas'];
  for (const courseId of ids) {
    const course = found.get(String(courseId));
    const classes = course ? presentModules(course).flatMap(presentClasses) : [];
    const order = new Map(classes.map(({ classId }, index) => [classId, index]));
    const own = docs
      .filter((doc) => doc.courseId === courseId)
      .sort((a, b) => (order.get(a.classId) ?? 1e9) - (order.get(b.classId) ?? 1e9) || (a.at < b.at ? -1 : 1));
    parts.push(`## ${heading(course?.title ?? `Curso ${courseId}`)}`);
    let last: number | null = null;
    for (const { classId, text, quote, second } of own) {
      if (classId !== last)
        parts.push(`### ${heading(classes.find((klass) => klass.classId === classId)?.title ?? 'Una clase que ya no está')}`);
      last = classId;
      if (quote !== null) parts.push(quoted(quote));
      if (second !== null) parts.push(`**${clock(second)}**`);
      if (text !== '') parts.push(text);
    }
  }
  return `${parts.join('\n\n')}\n`;
}
