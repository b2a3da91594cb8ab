import { type EnrolmentSource, strongestSource } from '../../events/learning.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface EnrolmentDoc {
  userId: number;
  courseId: number;
  enrolled: boolean;
  /** Of the entitlements to the course, the one that lasts longest. */
  source: EnrolmentSource;
  /** By entitlement, where it comes from. */
  sources: EnrolmentSource[];
  enrolledAt: string;
  /** By classId, when it was marked. Classes removed from the course stay here and are not counted. */
  completed: Record<string, string>;
  unlocked: number[];
  /** Videos that were watched where the course asks for it. */
  watched: string[];
  completedAt: string | null;
  /** How many classes the course had when it was completed. */
  classesAtCompletion: number | null;
  lastView: {
    moduleId: number | null;
    classId: number | null;
    subtopicId: number | null;
    viewMode: 'overview' | 'module';
    at: string;
  } | null;
  activeAt: string;
  /** The count of events other than views. Two answers with the same number differ at most in the last view. */
  changes: number;
}

/** The last view, as the routes answer it. */
export const lastViewOf = (doc: EnrolmentDoc | null) => {
  const view = doc?.lastView;
  return doc && view
    ? {
        courseId: doc.courseId,
        moduleId: view.moduleId,
        sessionId: view.classId,
        subtemaId: view.subtopicId,
        viewMode: view.viewMode,
        at: view.at,
      }
    : null;
};

type Event = StreamEvent<'enrolment'>;

const key = (event: Recorded<Event>) => `${event.data.userId}_${event.data.courseId}`;
/** An event by which something other than the last view changes. */
const change = <T extends Event['type']>(alter: (doc: EnrolmentDoc, event: Recorded<EventOf<T>>) => void) => ({
  key,
  inPlace: true as const,
  evolve(doc: EnrolmentDoc | null, event: Recorded<EventOf<T>>): EnrolmentDoc | null {
    if (!doc) return null;
    doc.changes++;
    doc.activeAt = event.meta.occurredAt;
    alter(doc, event);
    return doc;
  },
});

const holding = (sources: EnrolmentSource[], otherwise: EnrolmentSource) => ({ sources, source: strongestSource(sources) ?? otherwise });
const hold = (doc: EnrolmentDoc, sources: EnrolmentSource[]) => void Object.assign(doc, holding(sources, doc.source));

/** Who is enrolled in which course, and what they completed. Percentages are computed with the course on reading. */
export const enrolments: Projection<EnrolmentDoc, Event> = {
  name: 'enrolments',
  version: 5,
  indexes: [
    ['userId', 'enrolled', '-activeAt'],
    ['courseId', 'enrolled'],
  ],
  on: {
    LearnerEnrolled: {
      key,
      evolve: (doc, { data, meta }) => ({
        userId: data.userId,
        courseId: data.courseId,
        enrolled: true,
        ...holding([...(doc?.sources ?? []).filter((source) => source !== data.source), data.source], data.source),
        enrolledAt: meta.occurredAt,
        completed: doc?.completed ?? {},
        unlocked: doc?.unlocked ?? [],
        watched: doc?.watched ?? [],
        completedAt: doc?.completedAt ?? null,
        classesAtCompletion: doc?.classesAtCompletion ?? null,
        lastView: doc?.lastView ?? null,
        activeAt: meta.occurredAt,
        changes: (doc?.changes ?? 0) + 1,
      }),
    },
    EntitlementGranted: change<'EntitlementGranted'>((doc, { data }) => hold(doc, [...doc.sources, data.source])),
    EntitlementEnded: change<'EntitlementEnded'>((doc, { data }) => {
      const ended = doc.sources.indexOf(data.source);
      hold(
        doc,
        doc.sources.filter((_, index) => index !== ended),
      );
    }),
    LearnerUnenrolled: change<'LearnerUnenrolled'>((doc) => {
      doc.enrolled = false;
      doc.sources = doc.sources.filter((source) => source === 'purchase');
    }),
    ModuleUnlocked: change<'ModuleUnlocked'>((doc, { data }) => {
      if (!doc.unlocked.includes(data.moduleId)) doc.unlocked.push(data.moduleId);
    }),
    ClassCompleted: change<'ClassCompleted'>((doc, { data, meta }) => {
      doc.completed[data.classId] = meta.occurredAt;
    }),
    ClassUncompleted: change<'ClassUncompleted'>((doc, { data }) => {
      delete doc.completed[data.classId];
    }),
    VideoWatched: change<'VideoWatched'>((doc, { data }) => void doc.watched.push(data.video)),
    CourseCompleted: change<'CourseCompleted'>((doc, { data, meta }) => {
      doc.completedAt = meta.occurredAt;
      doc.classesAtCompletion = data.classes;
    }),
    LessonViewed: {
      key,
      inPlace: true,
      evolve(doc, { data, meta }) {
        if (!doc) return null;
        const { moduleId, classId, subtopicId, viewMode } = data;
        doc.lastView = { moduleId, classId, subtopicId, viewMode, at: meta.occurredAt };
        doc.activeAt = meta.occurredAt;
        return doc;
      },
    },
  },
  topics: (_, doc) => [
    {
      topic: `usuariocurso:${doc.userId}`,
      id: String(doc.courseId),
      about: `${doc.enrolled} ${doc.enrolledAt} ${doc.sources}`,
    },
    // A reader that holds the same number of changes lacks only the last view; any other reads again.
    {
      topic: `progreso:${doc.userId}`,
      id: `${doc.courseId}` as const,
      view: () => ({ cambios: doc.changes, ultimaVista: lastViewOf(doc) }),
    },
  ],
};
