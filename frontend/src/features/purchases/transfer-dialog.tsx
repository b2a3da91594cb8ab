import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { OrderRecord } from '../../../../backend/api/contract/payments.ts';
import { api } from '../../api/api.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

const schema = z.object({ clave: z.string().trim() });

/** The buyer says that the money was sent. */
export function TransferDialog({ order, onClose }: { order: OrderRecord; onClose: () => void }) {
  const { t } = useTranslation('purchases');
  const [declare] = api.useDeclareTransferMutation();
  const { save } = useSave();
  const form = useForm({ schema, initial: () => ({ clave: '' }) });
  return (
    <FormDialog
      form={form}
      of={`transferencia-${order.id}`}
      title={t('transfer.done')}
      send={t('transfer.send')}
      sending={t('billing.saving')}
      onClose={onClose}
      onSend={(body) =>
        save(() => declare({ userId: order.id_usuario, orderId: order.id, body }).unwrap(), { done: t('transfer.thanks'), after: onClose })
      }
    >
      <TextField name="clave" label={t('transfer.tracking')} hint={t('transfer.trackingHint')} maxLength={60} autoComplete="off" />
    </FormDialog>
  );
}
