import { lastDays } from '../../events/calendar.ts';
import { forgivingStreak } from '../../events/habit.ts';
import type { StreamEvent } from '../../events/registry.ts';
import type { Projection } from './projection.ts';

export interface StudyTimeDoc {
  userId: number;
  /** Seconds in all. */
  total: number;
  /** courseId → seconds. */
  courses: Record<string, number>;
  /** Day of the school's calendar → seconds. */
  days: Record<string, number>;
}

export const PANEL_DAYS = 14;
/** Whole minutes. */
export const minutes = (seconds: number): number => Math.floor(seconds / 60);

/** What the panel shows of study time on that day. */
export const studiedBy = (study: StudyTimeDoc | null, today: string) => ({
  tiempoEstudiado: minutes(study?.total ?? 0),
  racha: forgivingStreak((day) => (study?.days[day] ?? 0) > 0, today).days,
  dias: lastDays(today, PANEL_DAYS).map((fecha) => ({ fecha, minutos: minutes(study?.days[fecha] ?? 0) })),
});

/** Only the last day studied: the panel of another day reads again. */
const pushed = (doc: StudyTimeDoc) => ({
  ...studiedBy(doc, Object.keys(doc.days).sort().at(-1) ?? ''),
  cursos: Object.fromEntries(Object.entries(doc.courses).map(([courseId, seconds]) => [courseId, minutes(seconds)])),
});

/** Study time per learner, by course and by day. */
export const studyTime: Projection<StudyTimeDoc, StreamEvent<'study'>> = {
  name: 'study-time',
  version: 1,
  on: {
    StudyTimeRecorded: {
      key: (event) => String(event.data.userId),
      inPlace: true,
      evolve(doc, { data: { userId, courseId, date, seconds } }) {
        const study = doc ?? { userId, total: 0, courses: {}, days: {} };
        study.total += seconds;
        study.courses[courseId] = (study.courses[courseId] ?? 0) + seconds;
        study.days[date] = (study.days[date] ?? 0) + seconds;
        return study;
      },
    },
  },
  topics: (id) => [{ topic: `progreso:${id}`, id: 'estudio', view: pushed }],
};
