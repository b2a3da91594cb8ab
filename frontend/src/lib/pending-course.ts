import { call } from './http.ts';

/** The course that someone wanted to start before signing in (A39). The school keeps it a day: through registering, the mail and Google. */
export const rememberCourse = (courseId: number): void => {
  // Where it cannot be told, the person starts the course with one more press.
  call('/api/intencion', { method: 'POST', body: { id_curso: courseId } }).catch(() => undefined);
};

/** The plan, or a course by its id. */
export type Checkout = 'premium' | number;
/** As an address of the checkout says it: a course by its id, else the plan. */
export const checkoutOf = (search: URLSearchParams): Checkout => {
  const id = Number(search.get('courseId'));
  return Number.isSafeInteger(id) && id > 0 ? id : 'premium';
};
/** What someone was about to buy before signing in; kept in the same way. */
export const rememberCheckout = (compra: Checkout): void => {
  call('/api/intencion', { method: 'POST', body: { compra } }).catch(() => undefined);
};

export interface Pending {
  id_curso: number | null;
  /** Of the scholarship that opens it. */
  codigo: string | null;
  compra: Checkout | null;
}
/** Answers it once and forgets it; null where it cannot be had. */
export const takePending = (): Promise<Pending | null> =>
  call<Pending>('/api/intencion/tomar', { method: 'POST' }).then(
    ({ data }) => data,
    () => null,
  );
