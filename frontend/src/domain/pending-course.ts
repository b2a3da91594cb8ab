import type { AnswerOf } from '../lib/calls.ts';
import { call } from '../lib/http.ts';

/** The course that a visitor wanted to start before signing in (A39). The server keeps it for a day: through registration, confirmation by mail and Google. */
export const rememberCourse = (courseId: number): void => {
  // Where it cannot be stored, the person starts the course with one more press.
  call(calls.rememberIntent, { id_curso: courseId }).catch(() => undefined);
};

export type Pending = AnswerOf<'takeIntent'>;
/** Returns it once and deletes it; null where there is none. Where the answer was lost, the same command is answered the same again. */
export const takePending = (): Promise<Pending | null> => {
  const key = crypto.randomUUID();
  const take = () => call(calls.takeIntent, undefined, { key }).then(({ data }) => data);
  return take()
    .catch(take)
    .catch(() => null);
};
