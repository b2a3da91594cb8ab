import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';

type Sums = Pick<OrderRecord, 'devuelto' | 'suscripcion'>;

/** The total refunded over all payments of an order, including renewals. */
export const givenBackOf = ({ devuelto, suscripcion }: Sums): number =>
  (suscripcion?.renovaciones ?? []).reduce((sum, renewal) => sum + renewal.devuelto, devuelto);
/** Refunds that failed or were returned, and are still owed; `renovacion` null: the refund is of the first payment. */
export const lostOf = ({ devolucion_fallida, suscripcion }: Pick<OrderRecord, 'devolucion_fallida' | 'suscripcion'>) =>
  [{ id: null, devolucion_fallida }, ...(suscripcion?.renovaciones ?? [])].flatMap(({ id, devolucion_fallida: lost }) =>
    lost ? [{ renovacion: id, ...lost }] : [],
  );
export type Lost = ReturnType<typeof lostOf>[number];
