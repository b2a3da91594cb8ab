import { daysBetween } from '../../../events/calendar.ts';
import { type CourseLearnerDoc, isOffRhythm, rhythmOf, TRIES } from '../../projections/courseLearners.ts';
import type { LearnersAtRisk } from '../contract/teaching.ts';

type Reason = LearnersAtRisk['personas'][number]['razones'][number];

/** Somebody who enrolled this many days ago and has completed no class has not begun. */
const BEGIN_DAYS = 7;
/** Progress is compared with the average of the course from this many days after the enrolment on, where the average is at least this. */
const PACE_DAYS = 14;
const LEAST_AVERAGE = 20;

interface Situation {
  /** The percentages of the person and of the course; null where there is no average. */
  progress: number;
  average: number | null;
  /** The classes that the person has completed. */
  done: number;
  titleOf(subtopicId: number): string | null;
}

/** Why somebody may be giving up a course, as sentences say it: each rule that holds, and nothing else (docs/decisions/0135). */
export function reasonsOf(doc: CourseLearnerDoc, today: string, { progress, average, done, titleOf }: Situation): Reason[] {
  const reasons: Reason[] = [];
  const add = (clase: Reason['clase'], valor: number, normal: number | null = null, que: string | null = null) =>
    reasons.push({ clase, valor, normal, que });
  const quiet = daysBetween(doc.day, today);
  const since = daysBetween(doc.firstDay, today);
  const rhythm = rhythmOf(doc);
  if (rhythm !== null && isOffRhythm(doc, today)) add('ritmo', quiet, Math.max(1, Math.round(rhythm)));
  else if (quiet >= BEGIN_DAYS) add('inactividad', quiet);
  if (done === 0 && since >= BEGIN_DAYS) add('sinEmpezar', since);
  for (const [quiz, times] of Object.entries(doc.failed)) {
    // null: the quiz is no longer in the course.
    if (times >= TRIES) add('evaluacion', times, null, titleOf(Number(quiz)));
  }
  if (done > 0 && since >= PACE_DAYS && average !== null && average >= LEAST_AVERAGE && progress * 2 <= average)
    add('avance', progress, average);
  return reasons;
}
