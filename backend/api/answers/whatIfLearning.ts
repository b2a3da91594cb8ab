import { addDays, daysBetween, schoolDay } from '../../../events/calendar.ts';
import type { Envelope } from '../../../events/define.ts';
import { readable } from '../../../events/log.ts';
import type { CourseOutline } from '../../../events/outline.ts';
import type { UnlockRule } from '../../../events/types.ts';
import { openModules, REMINDER_PAUSE_MS } from '../../commands/learning/enrolment.ts';
import { planOf } from '../../commands/learning/learners.ts';
import { type CourseLearnerDoc, courseLearners } from '../../projections/courseLearners.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { pagesOf } from '../../projections/reading/reads.ts';
import { examine, MOST, MOST_MS, PAGE, type Trial, type Tried } from './whatIf.ts';

/** How rules of learning are tried on the past; see `whatIf.ts`. */

/** The rules by their number in the answer. */
const unlockRules: readonly UnlockRule[] = ['sequential', 'free'];
export const numberOf = (rule: UnlockRule): number => unlockRules.indexOf(rule);

/**
 * Learners of a course before whom another rule would open modules that are closed to them now; or who completed classes in the period that it would
 * have kept closed. A module that is open never locks again, so nothing is closed to them today.
 */
export function tryUnlock({ reads, from, before, after }: Trial, course: CourseOutline): Promise<Tried> {
  const plan = planOf(course);
  const [present, other] = [before, after].map((number) => ({ ...plan, unlockRule: unlockRules[number] ?? 'sequential' }));
  const moduleOf = new Map(plan.modules.flatMap(({ moduleId, classIds }) => classIds.map((classId) => [classId, moduleId] as const)));
  return examine(
    pagesOf(reads, enrolments, { where: { courseId: course.courseId, enrolled: true }, limit: PAGE }),
    ({ userId, courseId, completed, unlocked, activeAt }, changes) => {
      if (!present || !other || before === after) return;
      const about = { id_usuario: userId, courseId, title: null };
      const marks = Object.entries(completed)
        .map(([classId, at]) => ({ classId: Number(classId), at }))
        .sort((a, b) => a.at.localeCompare(b.at));
      if (other.unlockRule === 'free') {
        const done = new Set(marks.map(({ classId }) => classId));
        const opened = openModules(other, done, new Set()).length - openModules(present, done, new Set(unlocked)).length;
        if (opened > 0) changes.push({ ...about, clase: 'abriria', fecha: activeAt, valor: opened });
        return;
      }
      const done = new Set<number>();
      const early = marks.filter(({ classId, at }) => {
        const moduleId = moduleOf.get(classId);
        const closed = moduleId !== undefined && !openModules(other, done, new Set()).includes(moduleId);
        done.add(classId);
        return closed && at >= from;
      });
      const last = early.at(-1);
      if (last) changes.push({ ...about, clase: 'fueraDeOrden', fecha: last.at, valor: early.length });
    },
  );
}

/** What happened to one learner in one course on a day. */
interface Seen {
  day: string;
  /** Whether they were active, or enrolled. */
  active: boolean;
  /** The state in which this left them, which decides whether they are reminded; null: it did not change. */
  state: CourseLearnerDoc['state'] | null;
  /** Whether staff wrote to them. */
  written: boolean;
}

/** A document to which the projection applies an event, to find out from the result what the event means for a learner. */
const probe = {
  ...{ userId: 0, courseId: 0, state: 'learning', finished: false, day: '', remindedAt: null, firstDay: '', days: 0 },
  ...{ failed: {}, failingSince: null, riskFrom: '' },
} as const satisfies CourseLearnerDoc;
type Handlers = Record<string, { key(event: unknown): string; evolve(doc: CourseLearnerDoc, event: unknown): CourseLearnerDoc | null }>;
const handlers = courseLearners.on as unknown as Handlers;
function seenIn(event: Envelope): { key: string; seen: Seen } | null {
  const handler = handlers[event.type];
  // Every day is later than the probe's, so a changed day means activity.
  const after = handler?.evolve({ ...probe, day: BEFORE_ALL }, event);
  if (!handler || !after) return null;
  const active = after.day !== BEFORE_ALL;
  const state = after.state === 'learning' && event.type !== 'LearnerEnrolled' ? null : after.state;
  const written = after.remindedAt !== null;
  if (!active && state === null && !written) return null;
  return { key: handler.key(event), seen: { day: schoolDay(event.meta.occurredAt), active, state, written } };
}
const BEFORE_ALL = '1970-01-01';
const PAUSE_DAYS = REMINDER_PAUSE_MS / 86_400_000;

/** The days on which somebody would have been reminded who is reminded after so many days without activity, once for each time that they stay away. */
export function remindersOf(
  seen: readonly Seen[],
  { first, from, today, days }: { first: CourseLearnerDoc['state'] | null; from: string; today: string; days: number },
): { day: string; quiet: number }[] {
  const found: { day: string; quiet: number }[] = [];
  let state = first;
  let written: string | null = null;
  for (const [index, one] of seen.entries()) {
    state = one.state ?? state;
    if (one.written) written = one.day;
    if (!one.active) continue;
    const later = seen.slice(index + 1);
    const back = later.find(({ active }) => active)?.day ?? null;
    const due = addDays(one.day, days);
    if (due < from || due > today || (back !== null && back <= due)) continue;
    const until = later.filter(({ day }) => day <= due);
    if ((until.findLast((next) => next.state !== null)?.state ?? state) !== 'learning') continue;
    const last = until.findLast((next) => next.written)?.day ?? written;
    // Who was written to within the last days is left alone, whoever wrote.
    if (last !== null && daysBetween(last, due) < PAUSE_DAYS) continue;
    written = due;
    found.push({ day: due, quiet: daysBetween(one.day, back ?? today) });
  }
  return found;
}

/**
 * Whom a reminder after `after` days without activity would have reached in the period, and when. The log is read from its end, so that a part of it is the
 * newest part.
 */
export async function tryQuietDays({ reads, log, from, now, after }: Trial): Promise<Tried> {
  const until = performance.now() + MOST_MS;
  const [first, today] = [schoolDay(from), schoolDay(now.toISOString())];
  // A reminder on the first day is due to somebody who was active this many days before.
  const begin = addDays(first, -after);
  const bySubject = new Map<string, Seen[]>();
  let complete = true;
  let reached = begin;
  look: for await (const page of log.store.pages(null, { types: Object.keys(courseLearners.on), backwards: true, pageSize: PAGE })) {
    for (const event of await readable(log, page, true)) {
      const found = seenIn(event);
      if (!found) continue;
      if (found.seen.day < begin) break look;
      reached = found.seen.day;
      const known = bySubject.get(found.key);
      if (known) known.push(found.seen);
      else if (bySubject.size < MOST) bySubject.set(found.key, [found.seen]);
      else complete = false;
    }
    if (performance.now() > until) {
      complete = false;
      break;
    }
  }
  // Where time ran out, a reminder counts only if everything since the last activity was read.
  const since = complete || reached === begin ? first : addDays(reached, after) > first ? addDays(reached, after) : first;
  const changes: Tried['changes'] = [];
  const keys = [...bySubject.keys()];
  for (let at = 0; at < keys.length; at += PAGE) {
    const part = keys.slice(at, at + PAGE);
    const docs = await reads.getMany(courseLearners, part);
    for (const key of part) {
      const doc = docs.get(key);
      const seen = bySubject.get(key)?.reverse();
      // The learner is no longer enrolled: nobody is left to remind.
      if (!doc || !seen) continue;
      // Completed before the period, whatever happened later.
      if (doc.finished && !seen.some(({ state }) => state === 'completed')) continue;
      const changed = seen.find(({ state }) => state !== null);
      const before = changed ? (changed.state === 'learning' ? null : 'learning') : doc.state;
      for (const { day, quiet } of remindersOf(seen, { first: before, from: since, today, days: after }))
        changes.push({
          ...{ clase: 'recordaria', id_usuario: doc.userId, courseId: doc.courseId, title: null },
          ...{ fecha: `${day}T12:00:00.000Z`, valor: quiet },
        });
    }
  }
  return { examined: bySubject.size, complete, changes };
}
