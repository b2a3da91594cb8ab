import '../i18n/premium.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Dialog } from '../ui/dialog.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { type CardAction, type Course, priceOf } from './course.ts';
import { Pesos } from './pesos.tsx';
import { planPrice, policiesOf, premiumNow, useSite } from './use-site.ts';
import './course-action.css';

/** What Premium opens, its price and its refund policy (B08). Prices and guarantee come from the school's data. */
export function PremiumDialog({
  course,
  action,
  open,
  onClose,
}: {
  course: Course;
  action: Extract<CardAction, { kind: 'locked' }>;
  open: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('premium');
  const site = useSite();
  const price = priceOf(course);
  const monthly = planPrice(site.data);
  const premium = premiumNow(site.data);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title')}
      footer={
        <>
          {action.buy ? (
            <Link className="btn alt" to={action.buy}>
              {t('buy')}
            </Link>
          ) : null}
          <Link className="btn" to={action.to}>
            {t('upgrade')}
          </Link>
        </>
      }
    >
      <p>{t('text')}</p>
      <p>{t('unlocks', { course: course.nombre })}</p>
      {site.data ? (
        <>
          <p className={monthly ? 'premium-price' : ''}>
            {monthly ? t('price', { price: monthly }) : t('noPrice')}{' '}
            {premium ? <Pesos amount={premium.monto} currency={premium.moneda} rate={site.data.cambio} /> : null}
          </p>
          {action.buy && price.kind === 'priced' ? <p className="muted">{t('alone', { price: price.text })}</p> : null}
          {policiesOf(site.data, 'reembolso').map((policy) => (
            <p key={policy.id} lang={policy.idioma} className="premium-guarantee">
              <strong>{policy.titulo}.</strong> {policy.texto}
            </p>
          ))}
        </>
      ) : site.error ? (
        <QueryState of={site} failed={t('failed')} inline />
      ) : (
        <p className="muted" role="status">
          {t('loading')}
        </p>
      )}
    </Dialog>
  );
}
