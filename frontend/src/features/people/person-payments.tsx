import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';
import { api } from '../../api/api.ts';
import { HistoryButton } from '../../domain/history/history-button.tsx';
import { DisputeTags } from '../../domain/orders/dispute-tags.tsx';
import { OrderPapers } from '../../domain/orders/order-papers.tsx';
import { givenBackOf } from '../../domain/orders/sums.ts';
import '../../domain/orders/texts.ts';
import { formatDate } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import './people.css';
import './texts.ts';

const tones: Record<OrderRecord['estado'], Tone> = { pagado: 'ok', devuelto: 'neutral', abierto: 'now', cerrado: 'empty' };

/** What a person bought, what was paid and given back, with the papers and the history of each order. */
export function PersonPayments({ person }: { person: Pick<PersonRow, 'id'> }) {
  const { t } = useTranslation('people');
  const list = api.useOrdersQuery(person.id);
  if (!list.data) return <QueryState of={list} failed={t('payments.failed')} inline rows={3} />;
  const { compras } = list.data;
  if (compras.length === 0) return <Empty title={t('payments.none')}>{t('payments.noneText')}</Empty>;
  const currencies = [...new Set(compras.filter(({ pagado }) => pagado !== null).map(({ moneda }) => moneda))];
  return (
    <div className="stack">
      {currencies.length > 0 ? (
        <ul className="people" aria-label={t('payments.sums')}>
          {currencies.map((currency) => (
            <li key={currency}>
              <Sums orders={compras.filter(({ moneda }) => moneda === currency)} currency={currency} />
            </li>
          ))}
        </ul>
      ) : null}
      <ul className="people">
        {compras.map((order) => (
          <li key={order.id} className="people-one">
            <Order order={order} />
          </li>
        ))}
      </ul>
      <p className="row">
        <Link className="btn alt" to={officePaths.adminPayments}>
          {t('payments.all')}
        </Link>
      </p>
    </div>
  );
}

function Sums({ orders, currency }: { orders: readonly OrderRecord[]; currency: OrderRecord['moneda'] }) {
  const { t } = useTranslation('people');
  const paid = orders.reduce(
    (sum, { total, pagado, suscripcion }) =>
      sum + (pagado === null ? 0 : total) + (suscripcion?.renovaciones ?? []).reduce((more, renewal) => more + renewal.total, 0),
    0,
  );
  const back = orders.reduce((sum, order) => sum + givenBackOf(order), 0);
  return (
    <>
      <strong className="num">{t('payments.paid', { amount: money(paid, currency) })}</strong>
      {back > 0 ? <span className="muted num"> · {t('payments.back', { amount: money(back, currency) })}</span> : null}
    </>
  );
}

function Order({ order }: { order: OrderRecord }) {
  const { t } = useTranslation(['people', 'orders']);
  const { id, id_usuario, titulo, estado, total, precio, descuento, moneda, pagado, empezado, suscripcion } = order;
  const back = givenBackOf(order);
  return (
    <span className="people-who stack">
      <span className="row">
        <strong lang="es">{titulo}</strong>
        <StatusTag tone={tones[estado]}>{t(`payments.states.${estado}`)}</StatusTag>
        <DisputeTags order={order} />
      </span>
      <span className="muted num">
        {pagado ? money(total, moneda) : t('payments.unpaid', { amount: money(precio - descuento, moneda) })} ·{' '}
        {formatDate(pagado ?? empezado)}
        {back > 0 ? ` · ${t('payments.back', { amount: money(back, moneda) })}` : ''}
      </span>
      {suscripcion ? (
        <span className="muted">
          {t(suscripcion.estado === 'terminada' ? 'payments.ended' : suscripcion.se_renueva ? 'payments.renews' : 'payments.ends', {
            day: formatDate(suscripcion.pagada_hasta),
          })}
        </span>
      ) : null}
      <span className="row">
        <DialogButton
          className="btn alt"
          label={t('orders:papersOf', { what: titulo })}
          dialog={(open, onClose) => <OrderPapers order={order} open={open} onClose={onClose} />}
        >
          {t('orders:papers')}
        </DialogButton>
        <HistoryButton of={{ of: 'order', userId: id_usuario, orderId: id }} name={titulo} />
      </span>
    </span>
  );
}
