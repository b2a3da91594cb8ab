import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';
import { DisputeTags } from '../../domain/orders/dispute-tags.tsx';
import { givenBackOf, lostOf } from '../../domain/orders/sums.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { type RowAct, RowActs } from '../../ui/row-acts.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import type { Row } from './order-row.ts';
import './texts.ts';

const tones: Record<OrderRecord['estado'], Tone> = { pagado: 'ok', devuelto: 'neutral', abierto: 'now', cerrado: 'empty' };

/** On two lines where there is no room for one, and never broken elsewhere. */
function DayAndTime({ at }: { at: string }) {
  const said = formatDateTime(at);
  const end = said.lastIndexOf(', ') + 1;
  return (
    <>
      <span className="unbroken">{said.slice(0, end)}</span> <span className="unbroken">{said.slice(end + 1)}</span>
    </>
  );
}

/** The columns of the list of orders. */
export function useOrderColumns(actsOf: (order: Row) => RowAct[]): readonly Column<Row>[] {
  const { t } = useTranslation('payments');
  return [
    {
      id: 'persona',
      label: t('columns.person'),
      head: true,
      className: 'payment-who',
      cell: ({ nombre, id_usuario }) =>
        nombre === null ? t('erased') : <Link to={`${officePaths.adminPeople}?persona=${id_usuario}`}>{nombre}</Link>,
    },
    {
      id: 'compra',
      label: t('columns.what'),
      cell: ({ titulo, cupon, transferencia, regalo }) => (
        <>
          <span lang="es">{titulo}</span>
          {regalo ? (
            <span className="muted table-note">
              {regalo.aceptado ? t('giftTaken', { date: formatDateTime(regalo.aceptado) }) : t('giftOpen')}
            </span>
          ) : null}
          {cupon ? <span className="muted table-note">{t('withCoupon', { code: cupon })}</span> : null}
          {transferencia ? (
            <span className="muted table-note">
              {t('transfer.by', { reference: transferencia.referencia })}
              {transferencia.clave ? ` · ${t('transfer.key', { key: transferencia.clave })}` : ''}
              {transferencia.comprobante ? (
                <>
                  {' · '}
                  <a href={transferencia.comprobante} target="_blank" rel="noreferrer">
                    {t('transfer.proof')}
                  </a>
                </>
              ) : null}
            </span>
          ) : null}
        </>
      ),
    },
    {
      id: 'estado',
      label: t('columns.state'),
      cell: ({ estado, causa, acceso, por_devolver, moneda, ...order }) => (
        <span className="payment-states">
          <StatusTag tone={tones[estado]}>{t(`states.${estado}`)}</StatusTag>
          {(estado === 'cerrado' && causa === 'unknown') || order.suscripcion?.causa === 'unknown' ? (
            <span className="muted table-note">{t('unknown')}</span>
          ) : null}
          <DisputeTags order={order} />
          {por_devolver > 0 ? <StatusTag tone="now">{t('refunding')}</StatusTag> : null}
          {lostOf(order).map(({ renovacion, monto, fecha, causa: cause }) => (
            <Fragment key={renovacion}>
              <StatusTag tone="error">{t('refundLost')}</StatusTag>
              <span className="muted table-note">
                {t('refundLostNote', { amount: money(monto, moneda), date: formatDateTime(fecha), cause })}
              </span>
            </Fragment>
          ))}
          {acceso === false ? <StatusTag tone="error">{t('notOpen')}</StatusTag> : null}
        </span>
      ),
    },
    {
      id: 'total',
      label: t('columns.amount'),
      numeric: true,
      className: 'payment-amount',
      cell: ({ total, precio, descuento, moneda, pagado, impuesto, ...order }) => (
        <>
          {money(pagado ? total : precio - descuento, moneda)}
          {impuesto && impuesto.tasa > 0 ? (
            <span className="muted table-note">
              {t('tax', { rate: impuesto.tasa, amount: money(impuesto.iva, moneda).replace(` ${moneda}`, '') })}
            </span>
          ) : null}
          {givenBackOf(order) > 0 ? (
            <span className="muted table-note">{t('back', { amount: money(givenBackOf(order), moneda) })}</span>
          ) : null}
        </>
      ),
    },
    {
      id: 'fecha',
      label: t('columns.date'),
      className: 'payment-date',
      cell: ({ pagado, empezado }) => <DayAndTime at={pagado ?? empezado} />,
    },
    {
      id: 'acciones',
      label: t('columns.acts'),
      acts: true,
      cell: (order) => <RowActs label={t('moreOf', { what: order.titulo })} acts={actsOf(order)} />,
    },
  ];
}
