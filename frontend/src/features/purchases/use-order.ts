import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';
import { api } from '../../api/api.ts';
import { type Checkout, paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';

/** One of one’s own orders, followed live; without a number the last one. */
export const useOrder = (
  number: string | null,
): { order: OrderRecord | undefined; loading: boolean; error: unknown; again: () => void } => {
  const user = useSessionUser();
  const { data, error, refetch } = api.useOrdersQuery(user.id);
  const order = number === null ? data?.compras[0] : data?.compras.find(({ id }) => String(id) === number);
  return { order, loading: !data && !error, error: data ? undefined : error, again: () => void refetch() };
};

export const boughtIn = ({ id_curso, id_paquete }: Pick<OrderRecord, 'id_curso' | 'id_paquete'>): Checkout =>
  id_curso ?? (id_paquete === null ? 'premium' : `paquete-${id_paquete}`);
/** The checkout's address to continue an order: again as a gift, with its coupon, and, for a month by transfer, as another month. */
export const buyAgain = (order: Pick<OrderRecord, 'id_curso' | 'id_paquete' | 'regalo' | 'cupon' | 'transferencia'>): string => {
  const what = boughtIn(order);
  const coupon = order.cupon === null ? '' : `&cupon=${encodeURIComponent(order.cupon)}`;
  return `${paths.checkout(what, order.regalo !== null)}${coupon}${what === 'premium' && order.transferencia ? '&renovar=1' : ''}`;
};
/** It was paid, and everything was refunded or is being refunded; perhaps it had been paid twice. */
export const isReturned = ({ estado, total, devuelto, por_devolver: going }: OrderRecord): boolean =>
  estado === 'devuelto' || (estado === 'pagado' && devuelto + going >= total);
