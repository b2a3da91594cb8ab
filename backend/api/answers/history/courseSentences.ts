import type { Envelope } from '../../../../events/define.ts';
import type { EventType } from '../../../../events/registry.ts';
import type { Tongue } from '../../../../events/sentences.ts';
import { flatten, partKey } from '../../../commands/catalogue/draft.ts';
import type { CourseAct, Scope } from './courseHistory.ts';
import { type NameIn, sentenceOf } from './sentences.ts';

/** What sums an act up, whatever else it did: many changes that came as one, or what became of the course. */
const HEADS = [
  ...(['CourseChangesPublished', 'CourseVersionRestored'] as const),
  ...(['CoursePublished', 'CourseUnpublished', 'CourseArchived', 'CourseRestored'] as const),
] satisfies EventType[] as string[];
/** What an act does beside the parts of a course. */
const BESIDE: ReadonlySet<string> = new Set([
  ...(['CourseFeatured', 'CoInstructorAdded', 'CoInstructorRemoved', 'VideoTextDeclared'] as const),
] satisfies EventType[]);

/** An act on a course as sentences: what it was, and what else it did that no change of a part shows. */
export function courseSentences(act: CourseAct, scope: Scope, who: string, tongue: Tongue): { frase: string; ademas: string[] } {
  const [head] = HEADS.flatMap((head) => act.events.filter(({ type }) => type === head));
  const event = head ?? act.events.find(({ type }) => type !== 'LessonTextSet') ?? act.events[0];
  if (!event) return { frase: '', ademas: [] };
  const beside = scope.kind === 'course' ? act.events.filter((one) => one !== event && BESIDE.has(one.type)) : [];
  const frase = sentence(act, event, who, tongue);
  const others = new Set(beside.map((one) => sentence(act, one, who, tongue)));
  others.delete(frase);
  return { frase, ademas: [...others] };
}

/** What an event of an act is about: the part that it refers to. */
function sentence(act: CourseAct, event: Envelope, who: string, tongue: Tongue): string {
  const { moduleId, classId, subtopicId, resourceId } = event.data as Record<string, number | undefined>;
  const outlines = [act.after.outline, act.before.outline].map(flatten);
  const key =
    subtopicId !== undefined
      ? partKey('subtopic', subtopicId)
      : resourceId !== undefined
        ? partKey('resource', resourceId)
        : classId !== undefined
          ? partKey('class', classId)
          : moduleId !== undefined
            ? partKey('module', moduleId)
            : partKey('course', act.after.outline.courseId);
  const [now, before] = outlines.map((parts) => parts.get(key));
  const changed = now && before ? Object.keys(now.fields).filter((name) => now.fields[name] !== before.fields[name]) : [];
  const what = String((now ?? before)?.fields['title'] ?? '');
  const titleOf = (id: number) =>
    outlines.map((parts) => parts.get(partKey('module', id))?.fields['title']).find((title) => title !== undefined);
  const nameIn: NameIn = (field, id) => (field === 'moduleId' ? String(titleOf(id) ?? `#${id}`) : null);
  return sentenceOf({ event, who, what, nameIn, ...(changed.length === 1 && { field: changed[0] }) }, tongue);
}
