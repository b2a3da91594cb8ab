import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import './texts.ts';

const load = () => import('./billing-dialog.tsx');
const BillingDialog = lazyPart(() => load().then((module) => module.BillingDialog));

/** The fiscal data to print on future receipts. */
export function Billing({ userId }: { userId: number }) {
  const { t } = useTranslation('purchases');
  const { data } = api.useBillingDetailsQuery(userId);
  if (!data) return null;
  return (
    <section className="card stack purchase-plan" aria-labelledby="facturacion">
      <h2 id="facturacion">{t('billing.title')}</h2>
      {data.rfc ? (
        <p>
          <strong>{data.nombre}</strong> · {t('billing.of', { rfc: data.rfc })} · {t('billing.postal', { code: data.codigo_postal })}
        </p>
      ) : (
        <p className="muted">{t('billing.none')}</p>
      )}
      <p>
        <DialogButton
          writes
          className="btn alt"
          prepare={() => void load()}
          dialog={(open, onClose) => (open ? <BillingDialog userId={userId} now={data} onClose={onClose} /> : null)}
        >
          {t(data.rfc ? 'billing.change' : 'billing.add')}
        </DialogButton>
      </p>
    </section>
  );
}
