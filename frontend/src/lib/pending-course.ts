import { call } from './http.ts';

/** The course that someone wanted to start before signing in (A39). The school keeps it a day: through registering, the mail and Google. */
export const rememberCourse = (courseId: number): void => {
  // Where it cannot be told, the person starts the course with one more press.
  call('/api/intencion', { method: 'POST', body: { id_curso: courseId } }).catch(() => undefined);
};

/** Answers it once and forgets it; null where nothing was wanted, or where that cannot be had. */
export const takePendingCourse = (): Promise<number | null> =>
  call<{ id_curso: number | null }>('/api/intencion/tomar', { method: 'POST' }).then(
    ({ data }) => data.id_curso,
    () => null,
  );
