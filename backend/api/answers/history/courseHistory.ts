import type { Envelope } from '../../../../events/define.ts';
import type { EventLog } from '../../../../events/log.ts';
import { type CourseOutline, emptyOutline, foldOutline, type Klass, type Module } from '../../../../events/outline.ts';
import { Own } from '../../../../events/own.ts';
import type { Position } from '../../../../events/store/port.ts';
import { type Draft, draftOf, emptyDraft, flatten, type PartKind, partKey, type Texts } from '../../../commands/catalogue/draft.ts';
import { type Act, actsOf, breathe, eventsOf, inOrder } from './acts.ts';

/** The whole course, or one of its modules or classes. */
export interface Scope {
  kind: Extract<PartKind, 'course' | 'module' | 'class'>;
  id: number;
}
/** A course after a number of its events, with the texts of its lessons at that moment. */
export interface CourseState {
  outline: CourseOutline;
  texts: Texts;
}
export interface CourseAct extends Act {
  before: CourseState;
  after: CourseState;
  /** The version: the count of the course's events up to and including it. */
  version: number;
}

export type Fold = Parameters<typeof foldOutline>[1];
/** The modules, and the class, that an event of a course is about. Moving a class is about both of its modules. */
export const placesOf = ({ type, data }: Envelope): { modules: number[]; classId: number | null } => {
  const { moduleId, classId, from } = data as { moduleId?: number | null; classId?: number | null; from?: number };
  const modules = [moduleId, type === 'ClassMoved' ? from : null].filter((id) => id != null);
  return { modules, classId: classId ?? null };
};

const within = (scope: Scope, event: Envelope): boolean => {
  const { modules, classId } = placesOf(event);
  if (scope.kind === 'module') return modules.includes(scope.id);
  return scope.kind === 'course' || classId === scope.id;
};

/** Everything that was done to a course, or to one part of it, the oldest first; read from the log itself. */
export async function courseActs(log: EventLog, courseId: number, scope: Scope): Promise<CourseAct[]> {
  const own = await eventsOf(log, [`course-${courseId}`]);
  const lessons = new Set<number>();
  for (const event of own) {
    if (!within(scope, event)) continue;
    const data = event.data as { subtopicId?: number; subtopics?: { subtopicId: number }[] };
    if (data.subtopicId !== undefined) lessons.add(data.subtopicId);
    for (const { subtopicId } of data.subtopics ?? []) lessons.add(subtopicId);
  }
  const texts = await eventsOf(
    log,
    [...lessons].map((id) => `lesson-${id}`),
  );
  const events = [...own, ...texts].sort(inOrder);
  // States share their unchanged parts: each event derives a new one from the one before.
  const states = new Map<Envelope, { before: CourseState; after: CourseState }>();
  let state: CourseState = { outline: emptyOutline(), texts: new Map() };
  for (const [index, event] of events.entries()) {
    await breathe(index);
    const before = state;
    if (event.type === 'LessonTextSet') {
      const { subtopicId, text } = event.data as { subtopicId: number; text: string };
      state = { outline: before.outline, texts: new Map(before.texts).set(subtopicId, text) };
    } else state = { ...before, outline: foldOutline(before.outline, event as unknown as Fold) };
    states.set(event, { before, after: state });
  }
  return actsOf(events).flatMap((act) => {
    if (!act.events.some((event) => within(scope, event))) return [];
    const [first, last] = [act.events[0], act.events.at(-1)].map((event) => event && states.get(event));
    if (!first || !last) return [];
    return [{ ...act, before: first.before, after: last.after, version: last.after.outline.version }];
  });
}

/** A course after its first so many events; null where it never had that many. */
export async function courseAt(log: EventLog, courseId: number, version: number, lessons: readonly number[]): Promise<CourseState | null> {
  let outline = emptyOutline();
  const own = new Own();
  let until: Position | null = null;
  for await (const event of log.readStream(`course-${courseId}`, 0, undefined, 'where lost')) {
    if (event.version >= version) break;
    outline = foldOutline(outline, event as unknown as Fold, own);
    until = event.position;
  }
  if (until === null || outline.version < version) return null;
  const last = until;
  const texts = new Map<number, string>();
  const subtopics = new Set([...lessons, ...[...flatten(outline).values()].flatMap(({ kind, id }) => (kind === 'subtopic' ? [id] : []))]);
  // All events of one request belong to one version.
  const request = await requestOf(log, courseId, version - 1);
  for (const { data, position, meta } of await eventsOf(
    log,
    [...subtopics].map((id) => `lesson-${id}`),
  )) {
    const { subtopicId, text } = data as { subtopicId: number; text: string };
    if (position <= last || meta.correlationId === request) texts.set(subtopicId, text);
  }
  return { outline, texts };
}
async function requestOf(log: EventLog, courseId: number, version: number): Promise<string | null> {
  for await (const { meta } of log.readStream(`course-${courseId}`, version)) return meta.correlationId;
  return null;
}

/** The present course with one part as it was at a version; null where the part did not exist then. */
export function withPart(now: CourseState, then: CourseState, { kind, id }: Scope): CourseOutline | null {
  if (kind === 'course') return { ...then.outline, status: now.outline.status };
  const old = then.outline.modules.find(({ moduleId, classes }) =>
    kind === 'module' ? moduleId === id : classes.some(({ classId }) => classId === id),
  );
  if (!old) return null;
  return { ...now.outline, modules: kind === 'module' ? withModule(now, then, old) : withClass(now, old, id) };
}
/** A class as it was, in its former module if that still exists. */
function withClass({ outline: { modules } }: CourseState, old: Module, id: number): Module[] {
  const found = old.classes.find(({ classId }) => classId === id) as Klass;
  const here = ({ classes }: Module) => classes.some(({ classId }) => classId === id);
  const home = modules.find(({ moduleId, removed }) => moduleId === old.moduleId && !removed);
  const back = home !== undefined && !here(home);
  return modules.map((module) => {
    if (back && module === home) return { ...module, classes: module.classes.toSpliced(old.classes.indexOf(found), 0, found) };
    if (!here(module)) return module;
    const classes = back
      ? module.classes.filter(({ classId }) => classId !== id)
      : module.classes.map((one) => (one.classId === id ? found : one));
    return { ...module, classes };
  });
}
/** A module as it was: its classes come back from where they were moved, and those that were moved into it go back if they can. */
function withModule({ outline: { modules } }: CourseState, then: CourseState, old: Module): Module[] {
  const own = new Set(old.classes.map(({ classId }) => classId));
  const homeOf = (id: number) => then.outline.modules.find(({ classes }) => classes.some(({ classId }) => classId === id))?.moduleId;
  const strangers = (modules.find(({ moduleId }) => moduleId === old.moduleId)?.classes ?? []).flatMap((klass) => {
    const home = own.has(klass.classId) ? undefined : homeOf(klass.classId);
    return home === undefined ? [] : [{ klass, home: modules.some(({ moduleId }) => moduleId === home) ? home : old.moduleId }];
  });
  const sent = (moduleId: number) => strangers.flatMap(({ klass, home }) => (home === moduleId ? [klass] : []));
  return modules.map((module) => {
    const classes = module.moduleId === old.moduleId ? old.classes : module.classes.filter(({ classId }) => !own.has(classId));
    const base = module.moduleId === old.moduleId ? old : module;
    return { ...base, classes: [...classes, ...sent(module.moduleId)] };
  });
}

/** The difference between two states, as a draft over the first. */
export function wayBack(from: CourseState, to: CourseOutline, texts: Texts, at: string): Draft {
  const kept = new Map(
    [...flatten(to).values()].flatMap(({ kind, id }) => (kind === 'subtopic' && texts.has(id) ? [[id, texts.get(id) ?? '']] : [])),
  );
  return draftOf(from.outline, to, emptyDraft(), { by: null, at, texts: kept, publishedTexts: from.texts });
}

/** Whether a part belongs to the asked-for module or class. */
export const inScope = (scope: Scope, outline: CourseOutline, key: string): boolean => {
  if (scope.kind === 'course') return true;
  const part = flatten(outline).get(key);
  return key === partKey(scope.kind, scope.id) || (scope.kind === 'module' ? part?.moduleId === scope.id : part?.classId === scope.id);
};
