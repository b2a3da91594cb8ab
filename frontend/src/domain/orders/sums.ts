import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';

type Sums = Pick<OrderRecord, 'devuelto' | 'suscripcion'>;

/** What was given back of all payments of an order, renewals too. */
export const givenBackOf = ({ devuelto, suscripcion }: Sums): number =>
  (suscripcion?.renovaciones ?? []).reduce((sum, renewal) => sum + renewal.devuelto, devuelto);
/** Refunds that came to nothing, or came back, and are due still; `renovacion` null: of the first payment. */
export const lostOf = ({ devolucion_fallida, suscripcion }: Pick<OrderRecord, 'devolucion_fallida' | 'suscripcion'>) =>
  [{ id: null, devolucion_fallida }, ...(suscripcion?.renovaciones ?? [])].flatMap(({ id, devolucion_fallida: lost }) =>
    lost ? [{ renovacion: id, ...lost }] : [],
  );
export type Lost = ReturnType<typeof lostOf>[number];
