import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';
import { api } from '../../api/api.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import { PICTURES, useUpload } from '../../ui/use-upload.ts';
import './texts.ts';
import { Failure } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-button.tsx';

const schema = z.object({ clave: z.string().trim(), comprobante: z.string() });
const ACCEPTED = [...PICTURES, 'application/pdf'];

/** The buyer reports that the transfer was sent, with the bank's tracking key, and sees what the bank says of it. */
export function TransferDialog({ order, onClose }: { order: OrderRecord; onClose: () => void }) {
  const { t } = useTranslation('purchases');
  const [declare] = api.useDeclareTransferMutation();
  const { save } = useSave();
  const upload = useUpload('comprobantes', ACCEPTED, {
    failedWith: (detail) => t('transfer.proofFailed', { detail }),
    wrongType: t('transfer.proofType'),
    tooLarge: (limit) => t('transfer.proofLarge', { limit }),
    noAddress: t('transfer.proofAgain'),
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const form = useForm({ schema, initial: () => ({ clave: order.transferencia?.clave ?? '', comprobante: '' }) });
  const take = async (given: File) => {
    setFailed(null);
    const { address, failed: why } = await upload.send(given);
    setFailed(why);
    if (!address) return;
    setChosen(given.name);
    form.setValue('comprobante', address, { shouldDirty: true });
  };
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
      <div className="field">
        <span className="field-label">{t('transfer.proof')}</span>
        <p className="muted">{t('transfer.proofHint', { limit: upload.limit })}</p>
        <div className="row">
          {upload.sent === null ? (
            <FileButton label={t('transfer.proof')} accept={ACCEPTED} onChoose={(given) => void take(given)}>
              {t(chosen ? 'transfer.proofOther' : 'transfer.proofChoose')}
            </FileButton>
          ) : (
            <>
              <progress max={1} value={upload.sent} aria-label={t('transfer.proofSending')} />
              <button type="button" className="btn alt" onClick={upload.stop}>
                {t('transfer.proofStop')}
              </button>
            </>
          )}
          {chosen ? <span role="status">{t('transfer.proofReady', { name: chosen })}</span> : null}
        </div>
        <Failure>{failed}</Failure>
      </div>
    </FormDialog>
  );
}
