import { call } from '../lib/http.ts';
import type { Checkout } from '../lib/paths.ts';

/** As a parameter of the checkout: a course by its id, a bundle, else the plan. */
export const checkoutOf = (search: URLSearchParams): Checkout => {
  const course = search.get('courseId');
  const id = Number(course ?? search.get('paquete'));
  return Number.isSafeInteger(id) && id > 0 ? (course === null ? `paquete-${id}` : id) : 'premium';
};
/** The id of the bundle that is bought; null: something else is. */
export const bundleIn = (what: Checkout): number | null => (typeof what === 'number' || what === 'premium' ? null : Number(what.slice(8)));
/** What a visitor was about to buy before signing in; kept in the same way. */
export const rememberCheckout = (compra: Checkout): void => {
  call(calls.rememberIntent, { compra }).catch(() => undefined);
};
