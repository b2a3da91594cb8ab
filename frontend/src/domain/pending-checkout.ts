import { call } from '../lib/http.ts';
import type { Checkout } from '../lib/paths.ts';

const idIn = (text: string): number => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);
/** The purchase as a parameter of the checkout: a course by its id, a bundle, else the plan. A truncated address gives the id 0, which no course or bundle has. */
export const checkoutOf = (search: URLSearchParams): Checkout => {
  const [course, bundle] = [search.get('courseId'), search.get('paquete')];
  return course !== null ? idIn(course) : bundle !== null ? `paquete-${idIn(bundle)}` : 'premium';
};
/** The id of the bundle that is bought; null: the purchase is not of a bundle. */
export const bundleIn = (what: Checkout): number | null => (typeof what === 'number' || what === 'premium' ? null : Number(what.slice(8)));
/** The gift that a visitor was about to accept; kept in the same way. */
export const rememberGift = (codigo_regalo: string): void => {
  call(calls.rememberIntent, { codigo_regalo }).catch(() => undefined);
};
/** What a visitor was about to buy before signing in; kept in the same way. */
export const rememberCheckout = (compra: Checkout, regalo: boolean): void => {
  call(calls.rememberIntent, { compra, regalo }).catch(() => undefined);
};
