import type { LearnerCourse } from '../../../../backend/api/contract/records/learning.ts';
import type { Class, Module, Step } from './walk.ts';

/** What completing a class leads to: the next class, and whether its module or the course is completed with it. */
export interface Onward {
  /** The next class; after the last one, the first that is not completed. Null: none is left. */
  next: Step | null;
  endsModule: boolean;
  endsCourse: boolean;
}

export const onwardFrom = (
  steps: readonly Step[],
  { module, session }: { module: Module; session: Class },
  learner: LearnerCourse | undefined,
): Onward => {
  const done = new Set(learner?.completadas.map(({ id_sesion }) => id_sesion));
  const missing = (other: Class) => other.id_sesion !== session.id_sesion && !done.has(other.id_sesion);
  const at = steps.findLastIndex((step) => step.session.id_sesion === session.id_sesion);
  const others = steps.filter((step) => missing(step.session));
  return {
    next: steps[at + 1] ?? others[0] ?? null,
    endsModule: !module.sesiones.some(missing),
    endsCourse: others.length === 0,
  };
};
