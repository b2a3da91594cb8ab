import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';

/** An order in the list of the school: of whom, and whether what was paid is open (null: nothing has to be). */
export type Row = OrderRecord & { nombre: string | null; acceso: boolean | null };

export const refundable = ({ pagado, devuelto, por_devolver, total, en_disputa, disputa_perdida }: Row): boolean =>
  pagado !== null && devuelto + por_devolver < total && !en_disputa && !disputa_perdida;
/** Renewals of which something is left to give back. */
export const renewalsOf = ({ suscripcion }: Row) =>
  (suscripcion?.renovaciones ?? []).filter(
    ({ devuelto, total, en_disputa, disputa_perdida }) => devuelto < total && !en_disputa && !disputa_perdida,
  );
