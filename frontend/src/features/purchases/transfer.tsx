import { useTranslation } from 'react-i18next';
import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import './texts.ts';

const load = () => import('./transfer-dialog.tsx');
const TransferDialog = lazyPart(() => load().then((module) => module.TransferDialog));

/** How an order is paid by bank transfer, and that it was. */
export function Transfer({ order }: { order: OrderRecord }) {
  const { t } = useTranslation('purchases');
  const { transferencia: transfer } = order;
  const { data } = api.useTransferInstructionsQuery(undefined, { skip: transfer === null || transfer.avisada !== null });
  if (transfer === null) return null;
  if (transfer.avisada !== null)
    return (
      <div className="stack">
        <p role="status">{t('transfer.declared', { date: formatDateTime(transfer.avisada) })}</p>
        <p className="row">
          <DialogButton
            writes
            className="link"
            prepare={() => void load()}
            dialog={(open, onClose) => (open ? <TransferDialog order={order} onClose={onClose} /> : null)}
          >
            {t('transfer.change')}
          </DialogButton>
          {transfer.comprobante ? (
            <a className="link" href={transfer.comprobante} target="_blank" rel="noreferrer">
              {t('transfer.see')}
            </a>
          ) : null}
        </p>
      </div>
    );
  return (
    <div className="stack purchase-transfer">
      <p className="purchase-transfer-how" lang="es">
        {data?.instrucciones}
      </p>
      <dl>
        <dt>{t('transfer.amount')}</dt>
        <dd className="num">{money(order.precio - order.descuento, order.moneda)}</dd>
        <dt>{t('transfer.reference')}</dt>
        <dd className="mono">{transfer.referencia}</dd>
        <dt>{t('transfer.until')}</dt>
        <dd>{formatDateTime(transfer.vence)}</dd>
      </dl>
      <p>
        <DialogButton
          writes
          className="btn"
          prepare={() => void load()}
          dialog={(open, onClose) => (open ? <TransferDialog order={order} onClose={onClose} /> : null)}
        >
          {t('transfer.done')}
        </DialogButton>
      </p>
    </div>
  );
}
