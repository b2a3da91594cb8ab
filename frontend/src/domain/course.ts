import type { CourseRecord } from '../../../backend/api/contract/records/courses.ts';
import { money } from '../lib/figures.ts';
import { paths } from '../lib/paths.ts';
import { role } from '../lib/roles.ts';

export type Course = CourseRecord;

/** The price of a course. Null means: only by plan for Premium, and open to all for Básico (C-79). */
export type Price = { kind: 'free' } | { kind: 'premium' } | { kind: 'priced'; text: string };
export const priceOf = (course: Pick<Course, 'precio' | 'tipo' | 'moneda'>): Price => {
  if (course.precio !== null && course.precio > 0) return { kind: 'priced', text: money(course.precio, course.moneda) };
  return course.precio === null && course.tipo === 'Premium' ? { kind: 'premium' } : { kind: 'free' };
};

export type CardAction =
  /** Enrolled, with access. */
  | { kind: 'continue'; to: string }
  /** Teaches or administers it: previews it. */
  | { kind: 'preview'; to: string }
  /** May enrol. */
  | { kind: 'start' }
  /** A visitor at a free course: signs in, and is then enrolled. */
  | { kind: 'login'; to: string; pending: true }
  /** Premium without the plan. `to` leads to buying it; `buy`, where the course has a price of its own, to buying it alone. */
  | { kind: 'locked'; to: string; buy: string | null }
  /** Must be bought. */
  | { kind: 'buy'; to: string }
  /** It is not known yet what the person has. */
  | { kind: 'unknown' };

/**
 * The same on the course's own page or dialog: a course that is sold separately can be bought there (A21). The lock, which explains the plan,
 * is for cards, and for courses that only the plan opens (B08).
 */
export const openedAction = (action: CardAction): CardAction =>
  action.kind === 'locked' && action.buy ? { kind: 'buy', to: action.buy } : action;

/** Why somebody has access to a course: the strongest of their entitlements; one that was bought, given or began without a price outlives plan and prices (C-05). */
export interface Entitlement {
  fuente: 'propia' | 'asignado' | 'compra' | 'plan';
}

/**
 * What the button of a course does, on its card and on its page (B09): a function of the course, the person and their entitlements only.
 * `entitlement` is undefined while the person's courses are loading, null where there is none. The server checks every call.
 */
export const cardAction = (
  course: Pick<Course, 'id' | 'tipo' | 'precio' | 'moneda' | 'id_maestro' | 'coinstructores'>,
  person: { id: number; user_role: number; tipo_usuario: number } | null,
  entitlement: Entitlement | null | undefined,
): CardAction => {
  const to = paths.course(course.id);
  const premium = course.tipo === 'Premium';
  const priced = course.precio !== null && course.precio > 0;
  const buying = paths.checkout(course.id);
  const locked: CardAction = { kind: 'locked', to: paths.checkout('premium'), buy: priced ? buying : null };
  if (!person) {
    if (premium) return locked;
    return priced ? { kind: 'buy', to: buying } : { kind: 'login', to: paths.login(to), pending: true };
  }
  if (
    person.user_role === role.admin ||
    (person.user_role === role.instructor && (course.id_maestro === person.id || course.coinstructores.includes(person.id)))
  )
    return { kind: 'preview', to };
  if (entitlement === undefined) return { kind: 'unknown' };
  const plan = person.tipo_usuario === 2;
  const lasting = entitlement?.fuente === 'compra' || entitlement?.fuente === 'asignado';
  // A learner who enrolled while it was free keeps it.
  const open = lasting || (premium ? plan : !priced || entitlement?.fuente === 'propia');
  if (open) return entitlement ? { kind: 'continue', to } : { kind: 'start' };
  return premium ? locked : { kind: 'buy', to: buying };
};
