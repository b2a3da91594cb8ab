import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { buyAgain, useOrder } from './use-order.ts';
import './purchases.css';
import './texts.ts';

/** The target of the provider’s «back» link, for a purchase that was not paid. The purchase can be continued. It may have been paid in another window, so the provider is asked. */
export function Component() {
  const { t } = useTranslation('purchases');
  const user = useSessionUser();
  const [search] = useSearchParams();
  const { order, loading } = useOrder(search.get('pedido'));
  const [settle] = api.useSettleOrderMutation();
  const open = order?.estado === 'abierto';
  const orderId = order?.id;
  useEffect(() => {
    if (open && orderId !== undefined) void settle({ userId: user.id, orderId });
  }, [open, orderId, user.id, settle]);
  const unpaid = open || order?.estado === 'cerrado';
  const text = order ? (unpaid ? t('cancel.text', { what: order.titulo }) : t('cancel.paidText', { what: order.titulo })) : '';
  return (
    <Page title={order && !unpaid ? t('cancel.paid') : t('cancel.title')} width="narrow">
      {loading ? (
        <Skeleton>
          <Bone height={140} radius="var(--radius)" />
        </Skeleton>
      ) : (
        <section className="card stack" aria-live="polite">
          <p>
            {text} {unpaid ? t('cancel.nothingMoved') : order ? '' : t('cancel.left')}
          </p>
          <p className="row">
            {order ? (
              <Link className="btn" to={unpaid ? buyAgain(order) : paths.purchases}>
                {unpaid ? t('cancel.again') : t('success.purchases')}
              </Link>
            ) : null}
            <Link className="btn alt" to={paths.dashboard}>
              {t('cancel.back')}
            </Link>
          </p>
        </section>
      )}
    </Page>
  );
}
