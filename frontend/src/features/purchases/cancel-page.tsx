import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { Page } from '../../ui/page.tsx';
import { buyAgain, useOrder } from './use-order.ts';
import './purchases.css';
import './texts.ts';

/** Where the provider’s page leads without paying: what one was buying is still there. */
export function Component() {
  const { t } = useTranslation('purchases');
  const [search] = useSearchParams();
  const { order } = useOrder(search.get('pedido'));
  return (
    <Page title={t('cancel.title')} width="narrow">
      <section className="card stack">
        <p>
          {order ? t('cancel.text', { what: order.titulo }) : ''} {t('cancel.nothingMoved')}
        </p>
        <p className="row">
          {order?.estado === 'abierto' || order?.estado === 'cerrado' ? (
            <Link className="btn" to={buyAgain(order)}>
              {t('cancel.again')}
            </Link>
          ) : null}
          <Link className="btn alt" to={paths.dashboard}>
            {t('cancel.back')}
          </Link>
        </p>
      </section>
    </Page>
  );
}
