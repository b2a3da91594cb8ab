import type { AnswerOf } from '../lib/calls.ts';
import { call } from '../lib/http.ts';

/** The course that someone wanted to start before signing in (A39). The school keeps it a day: through registering, the mail and Google. */
export const rememberCourse = (courseId: number): void => {
  // Where it cannot be told, the person starts the course with one more press.
  call(calls.rememberIntent, { id_curso: courseId }).catch(() => undefined);
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
  call(calls.rememberIntent, { compra }).catch(() => undefined);
};

export type Pending = AnswerOf<'takeIntent'>;
/** Answers it once and forgets it; null where it cannot be had. */
export const takePending = (): Promise<Pending | null> =>
  call(calls.takeIntent).then(
    ({ data }) => data,
    () => null,
  );
