import { schoolDay } from '../../events/calendar.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Handler, Projection, Recorded } from './projection.ts';

export const figures = ['published', 'drafts', 'enrolments', 'classesCompleted', 'coursesCompleted', 'studySeconds'] as const;
export type Figure = (typeof figures)[number];

/** The document `total` holds present counts; that of a day, by how much the day changed them. */
export interface SchoolDoc {
  /** 'total' or a day of the school's calendar. */
  day: string;
  figures: Record<Figure, number>;
  at: string;
}

type Event = StreamEvent<'course' | 'enrolment' | 'study'>;

const zero = (): Record<Figure, number> => ({
  published: 0,
  drafts: 0,
  enrolments: 0,
  classesCompleted: 0,
  coursesCompleted: 0,
  studySeconds: 0,
});

const count = <T extends Event['type']>(
  by: (event: Recorded<EventOf<T>>) => Partial<Record<Figure, number>>,
  countedAt: (event: Recorded<EventOf<T>>) => string = (event) => event.meta.occurredAt,
): Handler<SchoolDoc, EventOf<T>> => ({
  key: (event) => ['total', schoolDay(countedAt(event))],
  inPlace: true,
  evolve(doc, event, day) {
    const counted = doc ?? { day, figures: zero(), at: '' };
    const amounts = by(event);
    for (const figure of figures) counted.figures[figure] += amounts[figure] ?? 0;
    counted.at = event.meta.occurredAt;
    return counted;
  },
});

/** A removed mark is subtracted from the day that counted it. Events of older releases do not name it: there it is subtracted from the day of removal. */
export const markedAt = ({ data, meta }: Recorded<EventOf<'ClassUncompleted'>>): string => data.completedAt ?? meta.occurredAt;

/** Never negative, not even on a day of an older release that only subtracted marks of earlier days. */
export const shownFigure = (figure: number): number => Math.max(0, figure);

/** The figures of the overview; study time in whole minutes. */
export const shownFigures = (figures: Record<Figure, number>) => ({
  cursosPublicados: shownFigure(figures.published),
  borradores: shownFigure(figures.drafts),
  inscripciones: shownFigure(figures.enrolments),
  sesionesCompletadas: shownFigure(figures.classesCompleted),
  cursosCompletados: shownFigure(figures.coursesCompleted),
  tiempoEstudiado: Math.floor(shownFigure(figures.studySeconds) / 60),
});
export const noFigures = zero;

/** Figures of courses and learning: present counts, and the change by day. What erased people did stays counted; accounts are counted in `accounts`. */
export const school: Projection<SchoolDoc, Event> = {
  name: 'school',
  version: 3,
  on: {
    CourseCreated: count<'CourseCreated'>(() => ({ drafts: 1 })),
    CoursePublished: count<'CoursePublished'>(() => ({ published: 1, drafts: -1 })),
    CourseUnpublished: count<'CourseUnpublished'>(() => ({ published: -1, drafts: 1 })),
    CourseArchived: count<'CourseArchived'>(({ data }) => (data.from === 'published' ? { published: -1 } : { drafts: -1 })),
    CourseRestored: count<'CourseRestored'>(() => ({ drafts: 1 })),
    LearnerEnrolled: count<'LearnerEnrolled'>(() => ({ enrolments: 1 })),
    LearnerUnenrolled: count<'LearnerUnenrolled'>(() => ({ enrolments: -1 })),
    ClassCompleted: count<'ClassCompleted'>(() => ({ classesCompleted: 1 })),
    ClassUncompleted: count<'ClassUncompleted'>(() => ({ classesCompleted: -1 }), markedAt),
    CourseCompleted: count<'CourseCompleted'>(() => ({ coursesCompleted: 1 })),
    StudyTimeRecorded: count<'StudyTimeRecorded'>(({ data }) => ({ studySeconds: data.seconds })),
  },
  topics: (id) => [{ topic: 'resumen', id, view: ({ figures, at }) => ({ cifras: shownFigures(figures), at }) }],
};
