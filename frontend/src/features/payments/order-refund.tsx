import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOf } from '../../../../backend/api/contract/amount.ts';
import { taxInPart } from '../../../../backend/api/contract/tax.ts';
import { api } from '../../api/api.ts';
import type { Lost } from '../../domain/orders/sums.ts';
import { formatDate } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useSave } from '../../ui/use-save.ts';
import { type Row, refundable, renewalsOf } from './order-row.ts';
import './texts.ts';

/** Refunds an order, a part of it, or a renewal of its plan. `lost`: the refund that the provider could not make. */
export function Refund({ order, lost, onClose }: { order: Row; lost?: Lost; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const renewals = renewalsOf(order);
  /** The renewal that is refunded; undefined: the first payment. */
  const [of, setOf] = useState(lost?.renovacion ?? (refundable(order) ? '' : (renewals[0]?.id ?? '')));
  const renewal = renewals.find(({ id }) => id === of);
  const left = renewal ? renewal.total - renewal.devuelto : order.total - order.devuelto - order.por_devolver;
  const [typed, setTyped] = useState(Math.min(left, lost?.monto ?? left).toFixed(2));
  const [refund] = api.useRefundOrderMutation();
  const { save } = useSave();
  const amount = amountOf(typed) ?? 0;
  // Somebody else refunded it while the dialog was open.
  const done = left < 0.01;
  const tooMuch = amount > left + 0.001;
  const wrong = done || amount === 0 || tooMuch;
  const given = renewal ? { devuelto: renewal.devuelto, por_devolver: 0 } : order;
  const tax = order.impuesto && !wrong ? taxOfRefund(given, amount, order.impuesto.tasa) : 0;
  // Refunding the latest payment ends the plan.
  const ends = renewal === undefined || renewal.id === order.suscripcion?.renovaciones.at(-1)?.id;
  const wholeOf = !ends ? 'wholeEarlier' : order.regalo ? 'wholeGift' : 'whole';
  const choose = (id: string) => {
    const one = renewals.find((other) => other.id === id);
    setOf(id);
    setTyped((one ? one.total - one.devuelto : order.total - order.devuelto - order.por_devolver).toFixed(2));
  };
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('refundTitle', { what: order.titulo, who: order.nombre ?? t('erased') })}
      confirmLabel={t('refund')}
      danger
      blocked={wrong}
      reason={{ required: true }}
      onConfirm={(motivo) =>
        save(
          () =>
            refund({
              userId: order.id_usuario,
              orderId: order.id,
              body: { motivo, monto: amount, ...(renewal && { renovacion: renewal.id }) },
            }).unwrap(),
          {
            done: t('refundAsked'),
          },
        )
      }
    >
      {order.suscripcion && renewals.length > 0 ? (
        <label className="field refund-of">
          <span className="field-label">{t('ofWhich')}</span>
          <select className="entry" value={of} onChange={({ target }) => choose(target.value)}>
            {refundable(order) ? (
              <option value="">
                {t('firstPayment', { date: formatDate(order.pagado ?? order.empezado), amount: money(order.total, order.moneda) })}
              </option>
            ) : null}
            {renewals.map(({ id, fecha, total, moneda }) => (
              <option key={id} value={id}>
                {t('renewal', { date: formatDate(fecha), amount: money(total, moneda) })}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <label className="field">
        <span className="field-label">{t('howMuch', { currency: order.moneda })}</span>
        <input
          className="entry num"
          inputMode="decimal"
          value={typed}
          aria-invalid={wrong}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      {done ? <p>{t(order.por_devolver > 0 ? 'allAsked' : 'allBack')}</p> : null}
      <p className="muted">
        {done ? null : t(tooMuch ? 'tooMuch' : amount < left - 0.001 ? 'part' : wholeOf, { amount: money(left, order.moneda) })}{' '}
        {tax > 0 ? t('refundTax', { amount: money(tax, order.moneda) }) : null}
      </p>
    </Confirm>
  );
}
/** The tax within the amount; refunds that are under way count as made before it. */
const taxOfRefund = ({ devuelto, por_devolver }: Pick<Row, 'devuelto' | 'por_devolver'>, amount: number, rate: number): number =>
  taxInPart(Math.round((devuelto + por_devolver) * 100), Math.round(amount * 100), Math.round(rate * 100)) / 100;
