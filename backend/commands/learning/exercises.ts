import type { Verdict } from '../../../events/exercises.ts';
import { type CourseOutline, presentClasses, presentModules } from '../../../events/outline.ts';
import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'exercises'>;
interface Place {
  userId: number;
  courseId: number;
  moduleId: number;
  classId: number;
  subtopicId: number;
}
interface Submission {
  place: Place;
  /** Whether it passed all its checks; what has none is right once it is handed in. */
  right: boolean;
  verdict: Verdict | null;
  withdrawn: boolean;
}
/** By exercise, what was handed in, in order. */
export type ExercisesState = GrowingMap<number, readonly Submission[]>;
export type ExerciseCommand =
  | ({ type: 'submit'; text: string } & Place & Pick<DataOf<'ExerciseSubmitted'>, 'checks' | 'failed'>)
  | { type: 'review'; subtopicId: number; submission: number; verdict: Verdict; note: string }
  | { type: 'withdraw'; subtopicId: number; submission: number };

/** Of one learner at one exercise, those that were withdrawn too. */
export const MOST_SUBMISSIONS = 100;

/** Solved: something of it was accepted, or passed every check and was not returned. */
export const isSolved = (state: ExercisesState, subtopicId: number): boolean =>
  (state.get(subtopicId) ?? []).some(({ right, verdict, withdrawn }) => !withdrawn && (verdict === null ? right : verdict === 'accepted'));

/** What one learner handed in for the exercises of one course. Errors: SUBMISSION_EMPTY, TOO_MANY_SUBMISSIONS, SUBMISSION_NOT_FOUND, RETURN_WITHOUT_NOTE. */
export const exercises: Decider<ExercisesState, ExerciseCommand, Event> = {
  category: 'exercises',
  wordless: true,
  initial: () => new GrowingMap(),
  decide(command, state) {
    const before = state.get(command.subtopicId) ?? [];
    if (command.type === 'submit') {
      const { type: _, ...data } = command;
      if (data.text.trim() === '') return refuse('SUBMISSION_EMPTY');
      if (before.length >= MOST_SUBMISSIONS) return refuse('TOO_MANY_SUBMISSIONS');
      return [{ type: 'ExerciseSubmitted', data: { ...data, submission: before.length + 1 } }];
    }
    const { submission } = command;
    const found = before[submission - 1];
    if (!found) return refuse('SUBMISSION_NOT_FOUND');
    const data = { ...found.place, submission };
    if (command.type === 'withdraw') return found.withdrawn ? [] : [{ type: 'SubmissionWithdrawn', data }];
    if (found.withdrawn) return refuse('SUBMISSION_NOT_FOUND');
    const { verdict, note } = command;
    if (verdict === 'returned' && note === '') return refuse('RETURN_WITHOUT_NOTE');
    if (verdict === found.verdict && note === '') return [];
    return [{ type: 'SubmissionReviewed', data: { ...data, verdict, note: note || null } }];
  },
  evolve(state, { type, data }) {
    const before = state.get(data.subtopicId) ?? [];
    if (type === 'ExerciseSubmitted') {
      const { userId, courseId, moduleId, classId, subtopicId } = data;
      const place = { userId, courseId, moduleId, classId, subtopicId };
      return state.with(subtopicId, [...before, { place, right: data.failed.length === 0, verdict: null, withdrawn: false }]);
    }
    const after = type === 'SubmissionReviewed' ? { verdict: data.verdict } : { withdrawn: true };
    return state.with(
      data.subtopicId,
      before.map((one, at) => (at === data.submission - 1 ? { ...one, ...after } : one)),
    );
  },
};

/** The exercises of the present course, in order. */
export const presentExercises = (outline: CourseOutline) =>
  presentModules(outline).flatMap((module) =>
    presentClasses(module).flatMap(({ classId, subtopics }) =>
      subtopics.flatMap(({ subtopicId, kind, title }) =>
        kind === 'exercise' ? [{ courseId: outline.courseId, moduleId: module.moduleId, classId, subtopicId, title }] : [],
      ),
    ),
  );
