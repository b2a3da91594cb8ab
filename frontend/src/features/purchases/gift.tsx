import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { copyText } from '../../ui/copy-text.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { EmailField } from '../../ui/form-fields.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

/** A gift that the person bought: whether it was accepted, its link, and a button to send it again. */
export function Gift({ order }: { order: OrderRecord }) {
  const { t } = useTranslation('purchases');
  const { regalo: gift, estado } = order;
  if (gift === null) return null;
  const whom = gift.nombre ?? gift.para;
  const open = estado === 'pagado' && gift.aceptado === null && order.por_devolver === 0;
  const copy = () =>
    copyText(new URL(paths.gift(gift.codigo ?? ''), globalThis.location.origin).href, {
      done: t('gift.copied'),
      failed: t('gift.copyFailed'),
    });
  return (
    <div className="stack">
      <p className="row">
        <StatusTag tone={gift.aceptado ? 'ok' : 'now'}>{t(gift.aceptado ? 'gift.claimed' : open ? 'gift.waits' : 'gift.is')}</StatusTag>
        <span>
          {whom ? t('gift.for', { whom }) : t('gift.forSomebody')}
          {gift.aceptado ? ` · ${formatDateTime(gift.aceptado)}` : ''}
        </span>
      </p>
      {open ? (
        <>
          {gift.enviado > 0 ? <p className="muted">{t('gift.sent', { count: gift.enviado, to: gift.para ?? '' })}</p> : null}
          {gift.codigo ? (
            <p className="row">
              <Link className="mono" to={paths.gift(gift.codigo)}>
                {gift.codigo}
              </Link>
              <button type="button" className="btn alt" onClick={() => void copy()}>
                {t('gift.copy')}
              </button>
              <DialogButton
                writes
                className="btn alt"
                dialog={(shown, onClose) => (shown ? <SendDialog order={order} onClose={onClose} /> : null)}
              >
                {t(gift.enviado > 0 ? 'gift.again' : 'gift.send')}
              </DialogButton>
            </p>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

function SendDialog({ order, onClose }: { order: OrderRecord; onClose: () => void }) {
  const { t } = useTranslation('purchases');
  const [send] = api.useSendGiftMutation();
  const { save } = useSave();
  const form = useForm({
    schema: z.object({ para: z.string().trim().min(1, t('gift.empty')) }),
    initial: () => ({ para: order.regalo?.para ?? '' }),
  });
  return (
    <FormDialog
      form={form}
      of={`regalo-${order.id}`}
      title={t('gift.send')}
      send={t('gift.go')}
      sending={t('billing.saving')}
      onClose={onClose}
      onSend={(body) =>
        save(() => send({ userId: order.id_usuario, orderId: order.id, body }).unwrap(), { done: t('gift.done'), after: onClose })
      }
    >
      <EmailField name="para" label={t('gift.address')} maxLength={254} autoComplete="off" required />
    </FormDialog>
  );
}
