import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';

/** A row of the school's list of orders: whose order it is, and whether the purchase has given access (null: nothing to give access to). */
export type Row = OrderRecord & { nombre: string | null; acceso: boolean | null };

export const refundable = ({ pagado, devuelto, por_devolver, total, en_disputa, disputa_perdida }: Row): boolean =>
  pagado !== null && devuelto + por_devolver < total && !en_disputa && !disputa_perdida;
/** Renewals of which not everything was refunded. */
export const renewalsOf = ({ suscripcion }: Row) =>
  (suscripcion?.renovaciones ?? []).filter(
    ({ devuelto, total, en_disputa, disputa_perdida }) => devuelto < total && !en_disputa && !disputa_perdida,
  );
