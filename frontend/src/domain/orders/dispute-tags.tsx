import './texts.ts';
import { useTranslation } from 'react-i18next';
import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';
import { StatusTag } from '../../ui/status-tag.tsx';

/** Whether a bank disputes any payment of an order, or has reversed one. */
export function DisputeTags({ order }: { order: Pick<OrderRecord, 'en_disputa' | 'disputa_perdida' | 'suscripcion'> }) {
  const { t } = useTranslation('orders');
  const payments = [order, ...(order.suscripcion?.renovaciones ?? [])];
  return (
    <>
      {payments.some(({ en_disputa }) => en_disputa) ? <StatusTag tone="urgent">{t('disputed')}</StatusTag> : null}
      {payments.some(({ disputa_perdida }) => disputa_perdida) ? <StatusTag tone="error">{t('takenBack')}</StatusTag> : null}
    </>
  );
}
