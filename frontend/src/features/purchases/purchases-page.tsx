import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OrderRecord, OwnOrderRecord } from '../../../../backend/api/contract/records/orders.ts';
import { api } from '../../api/api.ts';
import { OrderPapers } from '../../domain/orders/order-papers.tsx';
import { lostOf } from '../../domain/orders/sums.ts';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import { Billing } from './billing.tsx';
import './purchases.css';
import { Gift } from './gift.tsx';
import { Transfer } from './transfer.tsx';
import { buyAgain } from './use-order.ts';
import './texts.ts';

const tones: Record<OrderRecord['estado'], Tone> = { pagado: 'ok', devuelto: 'neutral', abierto: 'now', cerrado: 'empty' };
/** The provider’s code for a payment that the buyer had to confirm at their bank, and did not. */
const UNCONFIRMED = 'payment_intent_authentication_failure';
const REFUNDS = { premium: 'refundPlan', curso: 'refundCourse', paquete: 'refundBundle' } as const;
const daysLeft = (until: string): number => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 86_400_000));

/** The person's purchases, their guarantee, and the plan; followed live. */
export function Component() {
  const { t } = useTranslation('purchases');
  const user = useSessionUser();
  const query = api.useOrdersQuery(user.id);
  const { data } = query;
  // The plan that renews automatically; where months were paid one by one, the last of them.
  const plan = data?.compras
    .filter(({ suscripcion, estado }) => suscripcion && suscripcion.estado !== 'terminada' && estado === 'pagado')
    .sort(
      ({ suscripcion: one }, { suscripcion: other }) =>
        Number(one?.por_transferencia) - Number(other?.por_transferencia) ||
        (other?.pagada_hasta ?? '').localeCompare(one?.pagada_hasta ?? ''),
    )[0];
  return (
    <Page title={t('title')} lead={t('lead')}>
      {plan ? <Plan order={plan} /> : null}
      {data ? (
        data.compras.length > 0 ? (
          <ul className="stack purchases">
            {data.compras.map((order) => (
              <Order key={order.id} order={order} />
            ))}
          </ul>
        ) : (
          <Empty
            title={t('none')}
            action={
              <Link className="btn" to={paths.shop}>
                {t('toShop')}
              </Link>
            }
          >
            {t('noneText')}
          </Empty>
        )
      ) : (
        <QueryState of={query} failed={t('loadError')}>
          <CardsSkeleton count={2} height={150} min={280} />
        </QueryState>
      )}
      {data && data.compras.length > 0 ? <Billing userId={user.id} /> : null}
    </Page>
  );
}

function Plan({ order: { suscripcion, id_usuario } }: { order: OrderRecord }) {
  const { t } = useTranslation('purchases');
  const [asking, setAsking] = useState(false);
  const [cancel] = api.useCancelSubscriptionMutation();
  const [resume] = api.useResumeSubscriptionMutation();
  const { act, save, busy } = useSave();
  if (!suscripcion) return null;
  const until = formatDay(suscripcion.pagada_hasta, 'full');
  return (
    <section className="card stack purchase-plan" aria-labelledby="mi-plan">
      <h2 id="mi-plan">{t('plan.title')}</h2>
      <p>
        <StatusTag tone={suscripcion.estado === 'pendiente' ? 'urgent' : 'ok'}>{t(`plan.states.${suscripcion.estado}`)}</StatusTag>
      </p>
      <p>{suscripcion.estado === 'pendiente' ? t('plan.due') : t(suscripcion.se_renueva ? 'plan.renews' : 'plan.ends', { date: until })}</p>
      <p>
        {suscripcion.por_transferencia ? (
          <Link className="btn" to={`${paths.checkout('premium')}&renovar=1`}>
            {t('plan.next')}
          </Link>
        ) : suscripcion.se_renueva ? (
          <button type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {t('plan.cancel')}
          </button>
        ) : (
          <button
            type="button"
            className="btn"
            aria-disabled={busy}
            onClick={() => void act(() => resume(id_usuario).unwrap(), { done: t('plan.resumed') })}
          >
            {t('plan.resume')}
          </button>
        )}
      </p>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('plan.cancelTitle')}
        confirmLabel={t('plan.cancel')}
        onConfirm={() => save(() => cancel(id_usuario).unwrap(), { done: t('plan.cancelled', { date: until }) })}
      >
        <p>{t('plan.cancelText', { date: until })}</p>
      </Confirm>
    </section>
  );
}

function Order({ order }: { order: OwnOrderRecord }) {
  const { t } = useTranslation(['purchases', 'orders']);
  const [asking, setAsking] = useState(false);
  const [refund] = api.useRefundOrderMutation();
  const { save } = useSave();
  const { estado, garantia_hasta, por_devolver, devuelto, moneda } = order;
  return (
    <li className="card stack">
      <div className="row purchase-order-head">
        <h2 lang="es">
          {order.regalo ? (
            order.titulo
          ) : order.id_curso !== null ? (
            <Link to={paths.course(order.id_curso)}>{order.titulo}</Link>
          ) : order.id_paquete !== null ? (
            <Link to={estado === 'pagado' ? paths.myCourses : paths.bundle(order.id_paquete)}>{order.titulo}</Link>
          ) : (
            order.titulo
          )}
        </h2>
        <StatusTag tone={por_devolver > 0 ? 'now' : tones[estado]}>{t(por_devolver > 0 ? 'refunding' : `states.${estado}`)}</StatusTag>
      </div>
      <p>
        <strong className="num">
          {money(estado === 'pagado' || estado === 'devuelto' ? order.total : order.precio - order.descuento, moneda)}
        </strong>{' '}
        <span className="muted">
          {order.periodo ? `${t(order.transferencia ? 'oneMonth' : 'monthly')} · ` : ''}
          {order.id_paquete === null ? '' : `${t('opens', { count: order.abre })} · `}
          {formatDate(order.pagado ?? order.empezado)} · {t('number', { id: order.id })}
        </span>
      </p>
      {order.grupos.map(({ curso, nombre, estado: state, fecha }) => (
        <p key={curso}>
          {order.abre > 1 ? <span lang="es">{curso}: </span> : null}
          {t(`group.${state}`, { group: nombre, date: formatDay(fecha, 'full') })}
        </p>
      ))}
      {order.cupon ? <p className="muted">{t('coupon', { code: order.cupon, amount: money(order.descuento, moneda) })}</p> : null}
      {order.impuesto && order.impuesto.tasa > 0 ? (
        <p className="muted num">{t('tax', { rate: order.impuesto.tasa, amount: money(order.impuesto.iva, moneda) })}</p>
      ) : null}
      {devuelto > 0 ? (
        <p>
          {t('refunded', { amount: money(devuelto, moneda) })}{' '}
          {order.impuesto && order.impuesto.devuelto > 0 ? t('refundedTax', { amount: money(order.impuesto.devuelto, moneda) }) : null}
        </p>
      ) : null}
      {lostOf(order).map(({ renovacion, monto }) => (
        <p key={renovacion}>{t('refundLost', { amount: money(monto, moneda) })}</p>
      ))}
      {estado === 'abierto' && order.causa ? <p>{t(order.causa === UNCONFIRMED ? 'unconfirmed' : 'declined')}</p> : null}
      {order.en_disputa || order.disputa_perdida ? <p>{t(order.en_disputa ? 'disputed' : 'takenBack')}</p> : null}
      {order.suscripcion && order.suscripcion.renovaciones.length > 0 ? (
        <details>
          <summary>{t('renewals', { count: order.suscripcion.renovaciones.length })}</summary>
          <ul>
            {order.suscripcion.renovaciones.map(
              ({ fecha, total, moneda: currency, hasta, devuelto: back, en_disputa, disputa_perdida }) => (
                <li key={fecha}>
                  {formatDate(fecha)} · <span className="num">{money(total, currency)}</span> ·{' '}
                  {t('until', { date: formatDay(hasta, 'long') })}
                  {back > 0 ? ` · ${t('refunded', { amount: money(back, currency) })}` : null}
                  {en_disputa || disputa_perdida ? ` · ${t(en_disputa ? 'disputed' : 'takenBack')}` : null}
                </li>
              ),
            )}
          </ul>
        </details>
      ) : null}
      <Gift order={order} />
      {order.se_devuelve && garantia_hasta ? (
        <p className="row">
          <button type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {t('refund')}
          </button>
          <span className="muted">{t('guarantee', { count: daysLeft(garantia_hasta), date: formatDay(garantia_hasta, 'long') })}</span>
        </p>
      ) : null}
      {order.pagado ? (
        <p>
          <DialogButton
            className="link"
            label={t('orders:papersOf', { what: order.titulo })}
            dialog={(open, onClose) => <OrderPapers own order={order} open={open} onClose={onClose} />}
          >
            {t('orders:papers')}
          </DialogButton>
        </p>
      ) : null}
      {estado === 'abierto' ? <Transfer order={order} /> : null}
      {(estado === 'abierto' && order.transferencia === null) || estado === 'cerrado' ? (
        <p>
          <Link className="btn alt" to={buyAgain(order)}>
            {t('again')}
          </Link>
        </p>
      ) : null}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('refundTitle', { what: order.titulo })}
        confirmLabel={t('refund')}
        reason={{ label: t('why'), of: `devolucion-${order.id}` }}
        onConfirm={(motivo) =>
          save(() => refund({ userId: order.id_usuario, orderId: order.id, body: motivo ? { motivo } : {} }).unwrap(), {
            done: t('refundAsked'),
          })
        }
      >
        <p>{t(order.regalo ? 'refundGift' : REFUNDS[order.tipo], { amount: money(order.total - devuelto - por_devolver, moneda) })}</p>
      </Confirm>
    </li>
  );
}
