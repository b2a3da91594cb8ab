import type { Envelope } from '../../../../events/define.ts';
import type { EventLog } from '../../../../events/log.ts';
import { type CourseOutline, emptyOutline, foldOutline } from '../../../../events/outline.ts';
import type { Position } from '../../../../events/store/port.ts';
import { type ActBrief, breathe, eventsOf, inOrder, undoneBy } from './acts.ts';
import { type CourseAct, type Fold, placesOf, type Scope } from './courseHistory.ts';

/** An act of a course without its events: where they stand, and what they name. */
export interface CourseActBrief extends ActBrief {
  /** How many events of the course there were before its first event, and after its last one (its version). */
  start: number;
  end: number;
  /** Events of the course itself that are its own, its texts of lessons and what was done to its quizzes, by their numbers. */
  own: number[];
  texts: { subtopicId: number; version: number }[];
  questions: { stream: string; version: number }[];
  moduleIds: number[];
  classIds: number[];
}

/** The outline of a course is kept every so many events: the state before an act is folded from the nearest one. */
const STRIDE = 64;
/** The bound for all courses together; the least recently used one is dropped first. */
const MOST_ACTS = 60_000;

interface Index {
  acts: CourseActBrief[];
  byId: Map<string, CourseActBrief>;
  /** After 0, STRIDE, 2 · STRIDE … events. Unchanged parts are shared. */
  outlines: CourseOutline[];
  now: CourseOutline;
  /** How many events of each stream of a lesson or quiz are in it. */
  beside: Map<string, number>;
  last: Position | null;
  /** Where the log ended before it was last read. */
  head: Position | null;
}
const empty = (): Index => ({
  acts: [],
  byId: new Map(),
  outlines: [emptyOutline()],
  now: emptyOutline(),
  beside: new Map(),
  last: null,
  head: null,
});

const note = <T>(list: T[], value: T | null | undefined): void => {
  if (value != null && !list.includes(value)) list.push(value);
};
/** The streams of the lessons and quizzes of a course that its event names. */
const besideOf = ({ data }: Envelope): string[] => {
  const { subtopicId, subtopics } = data as { subtopicId?: number; subtopics?: { subtopicId: number }[] };
  const ids = [...(subtopicId === undefined ? [] : [subtopicId]), ...(subtopics ?? []).map((one) => one.subtopicId)];
  return ids.flatMap((id) => [`lesson-${id}`, `quiz-${id}`]);
};

/**
 * The histories of courses, gone through once and then kept: a later page reads what came since, and the events of its own acts.
 * Holds ids and outlines, and neither texts of lessons nor reasons.
 */
export function createCourseIndex(log: EventLog) {
  const kept = new Map<number, Promise<Index>>();

  const add = (index: Index, event: Envelope): void => {
    const { correlationId: id, actor, occurredAt: at } = event.meta;
    const known = index.byId.get(id);
    const start = index.now.version;
    const isText = event.type === 'LessonTextSet';
    const act: CourseActBrief = known ?? {
      ...{ id, at, actor, position: event.position, restored: null, start, end: start },
      ...{ own: [], texts: [], questions: [], moduleIds: [], classIds: [] },
    };
    if (!known) {
      index.acts.push(act);
      index.byId.set(id, act);
    }
    const data = event.data as { subtopicId?: number };
    const { modules, classId } = placesOf(event);
    for (const moduleId of modules) note(act.moduleIds, moduleId);
    note(act.classIds, classId);
    act.restored ??= undoneBy(event);
    if (isText) act.texts.push({ subtopicId: data.subtopicId ?? 0, version: event.version });
    else if (event.stream.startsWith('quiz-')) act.questions.push({ stream: event.stream, version: event.version });
    else {
      act.own.push(event.version);
      index.now = foldOutline(index.now, event as unknown as Fold);
      if (index.now.version % STRIDE === 0) index.outlines.push(index.now);
    }
    act.end = index.now.version;
    index.last = event.position;
  };

  /** What came since, in the order of the log. */
  async function extend(courseId: number, index: Index): Promise<Index> {
    const head = await log.store.head();
    if (head !== null && head === index.head) return index;
    const own = await eventsOf(log, [{ stream: `course-${courseId}`, from: index.now.version }]);
    for (const event of own) for (const stream of besideOf(event)) if (!index.beside.has(stream)) index.beside.set(stream, 0);
    const beside = await eventsOf(
      log,
      [...index.beside].map(([stream, from]) => ({ stream, from })),
    );
    const events = [...own, ...beside].sort(inOrder);
    // Of two streams that are read one after the other, one may have had an event earlier than what is in it already.
    const [first] = events;
    if (first && index.last !== null && first.position < index.last) return extend(courseId, empty());
    for (const [at, event] of events.entries()) {
      await breathe(at);
      if (index.beside.has(event.stream)) index.beside.set(event.stream, event.version + 1);
      add(index, event);
    }
    index.head = head;
    return index;
  }

  /** Callers that ask for the same course take turns. */
  const indexOf = async (courseId: number): Promise<Index> => {
    const next = (kept.get(courseId) ?? Promise.resolve(empty())).then((index) => extend(courseId, index));
    kept.delete(courseId);
    kept.set(courseId, next);
    try {
      return await next;
    } catch (error) {
      kept.delete(courseId);
      throw error;
    } finally {
      let acts = 0;
      for (const [id, one] of [...kept].reverse()) {
        acts += (await one.catch(() => null))?.acts.length ?? 0;
        if (acts > MOST_ACTS && id !== courseId) kept.delete(id);
      }
    }
  };

  /** Acts of one course with their events, and the course before and after each. */
  async function open(courseId: number, { outlines }: Index, acts: readonly CourseActBrief[]): Promise<(CourseAct & CourseActBrief)[]> {
    const stream = `course-${courseId}`;
    let at = emptyOutline();
    const found: (CourseAct & CourseActBrief)[] = [];
    for (const act of acts) {
      const events: Envelope[] = [];
      let before = at.version === act.start ? at : null;
      if (act.end > act.start || !before) {
        // Folds on from where the previous act ended, unless an outline is kept between there and here.
        const nearest = outlines[Math.floor(act.start / STRIDE)] ?? emptyOutline();
        let outline = at.version <= act.start && at.version >= nearest.version ? at : nearest;
        if (outline.version === act.start) before = outline;
        const own = new Set(act.own);
        for await (const event of log.readStream(stream, outline.version, act.end - 1, 'where lost')) {
          if (own.has(event.version)) events.push(event);
          outline = foldOutline(outline, event as unknown as Fold);
          if (outline.version === act.start) before = outline;
        }
        at = outline;
      }
      const [was, is] = [new Map<number, string>(), new Map<number, string>()];
      for (const { subtopicId, version } of act.texts)
        for await (const event of log.readStream(`lesson-${subtopicId}`, Math.max(0, version - 1), version, 'where lost')) {
          const { text } = event.data as { text: string };
          if (event.version === version) events.push(event);
          else if (!is.has(subtopicId)) was.set(subtopicId, text);
          if (event.version === version) is.set(subtopicId, text);
        }
      for (const { stream: quiz, version } of act.questions)
        for await (const event of log.readStream(quiz, version, version, 'where lost')) events.push(event);
      events.sort(inOrder);
      found.push({
        ...act,
        events,
        before: { outline: before ?? emptyOutline(), texts: was },
        after: { outline: at, texts: is },
        version: act.end,
      });
    }
    return found;
  }

  /** What was done to a course, or to one part of it, oldest first; `open` brings the events of some of them, in this order. */
  return async (courseId: number, scope: Scope) => {
    const index = await indexOf(courseId);
    const list = scope.kind === 'module' ? 'moduleIds' : 'classIds';
    return {
      acts: scope.kind === 'course' ? index.acts.slice() : index.acts.filter((act) => act[list].includes(scope.id)),
      open: (acts: readonly CourseActBrief[]) => open(courseId, index, acts),
    };
  };
}
