import type { CourseRecord } from '../../../backend/api/contract/catalogue.ts';
import { paths } from './paths.ts';
import { role } from './roles.ts';

export type Course = CourseRecord;

/** Pesos with the currency named: a bare '$' never stands for MXN (C-02). */
export const money = (amount: number, currency: string, locale = 'es-MX'): string =>
  `${new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount)} ${currency}`;

/** What a course costs, as a fact: null is only by plan for Premium, and open to all for Básico (C-79). */
export type Price = { kind: 'free' } | { kind: 'premium' } | { kind: 'priced'; text: string };
export const priceOf = (course: Pick<Course, 'precio' | 'tipo' | 'moneda'>): Price => {
  if (course.precio !== null && course.precio > 0) return { kind: 'priced', text: money(course.precio, course.moneda) };
  return course.precio === null && course.tipo === 'Premium' ? { kind: 'premium' } : { kind: 'free' };
};

export type CardAction =
  /** Enrolled. */
  | { kind: 'continue'; to: string }
  /** Teaches it or administers: looks at it as it is. */
  | { kind: 'preview'; to: string }
  /** May enrol now. */
  | { kind: 'start' }
  /** Must sign in first; `pending` when signing in then starts the course. */
  | { kind: 'login'; to: string; pending: boolean }
  /** Premium without the plan. */
  | { kind: 'locked' }
  /** Must be bought, which this release does not offer yet. */
  | { kind: 'unavailable' }
  /** What the person has is not known yet. */
  | { kind: 'unknown' };

/** What the button of a course's card does (B09). `enrolment` is undefined while the person's courses are on their way, null when there is none. */
export const cardAction = (
  course: Pick<Course, 'id' | 'tipo' | 'precio' | 'moneda' | 'id_maestro'>,
  person: { id: number; user_role: number; tipo_usuario: number } | null,
  enrolment: { fuente: 'propia' | 'asignado' | 'compra' | 'plan' } | null | undefined,
): CardAction => {
  const to = paths.course(course.id);
  const premium = course.tipo === 'Premium';
  const open = !premium && priceOf(course).kind === 'free';
  if (!person) return { kind: 'login', to: paths.login(open ? to : paths.catalogue()), pending: open };
  if (person.user_role === role.admin || (person.user_role === role.instructor && course.id_maestro === person.id))
    return { kind: 'preview', to };
  if (enrolment === undefined) return { kind: 'unknown' };
  if (enrolment) {
    // What came with the plan is read with the plan; what was bought or given stays (C-05).
    const kept = enrolment.fuente === 'compra' || enrolment.fuente === 'asignado';
    return !premium || kept || person.tipo_usuario === 2 ? { kind: 'continue', to } : { kind: 'locked' };
  }
  if (premium) return person.tipo_usuario === 2 ? { kind: 'start' } : { kind: 'locked' };
  return open ? { kind: 'start' } : { kind: 'unavailable' };
};
