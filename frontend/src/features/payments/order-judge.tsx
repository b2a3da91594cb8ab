import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import type { Lost } from '../../domain/orders/sums.ts';
import { money } from '../../lib/figures.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useSave } from '../../ui/use-save.ts';
import type { Row } from './order-row.ts';
import './texts.ts';

export type Says = 'confirm' | 'refuse' | 'sentBack' | 'otherWay';

/** Records what the bank statement says of a transfer; or that a refund which the provider could not make was made by other means. */
export function Judge({ order, says, lost, onClose }: { order: Row; says: Says; lost?: Lost; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const [confirm] = api.useConfirmTransferMutation();
  const [refuse] = api.useRefuseTransferMutation();
  const [sentBack] = api.useConfirmSentBackMutation();
  const { save } = useSave();
  const send = { confirm, refuse, sentBack, otherWay: sentBack }[says];
  const back = says === 'sentBack' || says === 'otherWay';
  const due = lost ? lost.monto : back ? order.por_devolver : order.precio - order.descuento;
  return (
    <Confirm
      open
      onClose={onClose}
      title={t(`transfer.${says}`)}
      confirmLabel={t(`transfer.${says}`)}
      danger={says === 'refuse'}
      reason={{ required: true, of: `${says}-${order.id_usuario}-${order.id}` }}
      onConfirm={(motivo) =>
        save(
          () =>
            send({
              userId: order.id_usuario,
              orderId: order.id,
              body: { motivo, ...(back && { monto: due }), ...(lost?.renovacion && { renovacion: lost.renovacion }) },
            }).unwrap(),
          {
            done: t('transfer.kept'),
          },
        )
      }
    >
      <p>
        {t(`transfer.${says}Text`, {
          amount: money(due, order.moneda),
          what: order.titulo,
          reference: order.transferencia?.referencia ?? '',
        })}
      </p>
    </Confirm>
  );
}
