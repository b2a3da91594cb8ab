import { call } from './http.ts';

/** The course that someone wanted to start before signing in (A39). The school keeps it a day: through registering, the mail and Google. */
export const rememberCourse = (courseId: number): void => {
  // Where it cannot be told, the person starts the course with one more press.
  call('/api/intencion', { method: 'POST', body: { id_curso: courseId } }).catch(() => undefined);
};

export interface Pending {
  id_curso: number | null;
  /** Of the scholarship that opens it. */
  codigo: string | null;
}
/** Answers it once and forgets it; null where it cannot be had. */
export const takePending = (): Promise<Pending | null> =>
  call<Pending>('/api/intencion/tomar', { method: 'POST' }).then(
    ({ data }) => data,
    () => null,
  );
