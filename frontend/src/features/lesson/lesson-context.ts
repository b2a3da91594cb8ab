import { createContext, useContext } from 'react';
import type { Outline } from '../../../../backend/api/contract/records/courses.ts';
import type { LearnerCourse } from '../../../../backend/api/contract/records/learning.ts';
import type { Milestone, Mode, Pending, Place, Step } from './walk.ts';

export interface Lesson {
  outline: Outline;
  /** The lesson is a preview of unpublished content. */
  drafted: boolean;
  /** With the marks that are being sent applied; undefined while loading. */
  learner: LearnerCourse | undefined;
  mode: Mode;
  place: Place;
  steps: Step[];
  pending: Pending;
  /** The classes with marks that wait for a connection. */
  waiting: Pending;
  mark: (sessionId: number, done: boolean) => Promise<void>;
  isDone: (sessionId: number) => boolean;
  explain: () => void;
  go: (path: string) => void;
  /** Says that a module or the course is finished. */
  celebrate: (milestone: Milestone) => void;
}
const context = createContext<Lesson | null>(null);
export const LessonProvider = context.Provider;
export const useLesson = (): Lesson => {
  const lesson = useContext(context);
  if (!lesson) throw new Error('outside the course player');
  return lesson;
};
