import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { amountOf } from '../../../../backend/api/contract/amount.ts';
import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';
import { taxInPart } from '../../../../backend/api/contract/tax.ts';
import { api } from '../../api/api.ts';
import { download } from '../../api/download.ts';
import { HistoryPart } from '../../domain/history/history-button.tsx';
import { DisputeTags } from '../../domain/orders/dispute-tags.tsx';
import { OrderPapers } from '../../domain/orders/order-papers.tsx';
import { givenBackOf, type Lost, lostOf } from '../../domain/orders/sums.ts';
import { requestOf } from '../../lib/calls.ts';
import { dayIn, formatDate, formatDateTime, formatMonth } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { type RowAct, RowActs } from '../../ui/row-acts.tsx';
import { CardsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { StatCard, StatGrid, toneAt } from '../../ui/stat-card.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { ChoiceFilter, Filters } from '../../ui/table/filters.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSave } from '../../ui/use-save.ts';
import { Bundles } from './bundles.tsx';
import { Coupons } from './coupons.tsx';
import './payments.css';
import './texts.ts';

/** «$7,482.20»: its label says the currency, and it fits a card of half a phone. */
const figureOf = (amount: number, currency: string) => money(amount, currency).replace(` ${currency}`, '');

// The parser of files is loaded with its tab.
const Comparison = lazyPart(() => import('./comparison.tsx').then((module) => module.Comparison));

type Row = OrderRecord & { nombre: string | null; acceso: boolean | null };
const tones: Record<OrderRecord['estado'], Tone> = { pagado: 'ok', devuelto: 'neutro', abierto: 'ahora', cerrado: 'vacio' };

const refundable = ({ pagado, devuelto, por_devolver, total, en_disputa, disputa_perdida }: Row): boolean =>
  pagado !== null && devuelto + por_devolver < total && !en_disputa && !disputa_perdida;
/** Renewals of which something is left to give back. */
const renewalsOf = ({ suscripcion }: Row) =>
  (suscripcion?.renovaciones ?? []).filter(
    ({ devuelto, total, en_disputa, disputa_perdida }) => devuelto < total && !en_disputa && !disputa_perdida,
  );

const views = ['pagos', 'paquetes', 'cupones', 'comparacion'] as const;

/** What the school takes: orders of everybody, coupons, and the provider's report against them. */
export function Component() {
  const { t } = useTranslation('payments');
  const { get, put } = useAddress();
  const view = views.find((one) => one === get('vista')) ?? 'pagos';
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Tabs
        label={t('views')}
        value={view}
        tabs={views.map((id) => ({ id, label: t(`view.${id}`) }))}
        onChange={(next) => put({ vista: next === 'pagos' ? null : next }, true)}
      >
        {view === 'pagos' ? <Orders /> : view === 'paquetes' ? <Bundles /> : view === 'cupones' ? <Coupons /> : <Comparison />}
      </Tabs>
    </Page>
  );
}

/** Orders of everybody, what was taken and given back, and what is paid and not open. */
function Orders() {
  const { t } = useTranslation(['payments', 'orders', 'history']);
  const { get } = useAddress();
  const cursor = usePageCursor();
  const which = (['todos', 'por-atender'] as const).find((one) => one === get('estado'));
  const list = api.useAllOrdersQuery({ ...(which && { estado: which }), ...(cursor && { cursor }) });
  const [refunding, setRefunding] = useState<{ order: Row; lost?: Lost } | null>(null);
  const [reading, setReading] = useState<Row | null>(null);
  const [papers, setPapers] = useState<Row | null>(null);
  const [judging, setJudging] = useState<{ order: Row; says: Says; lost?: Lost } | null>(null);
  const [repair] = api.useRepairOrderMutation();
  const { act, busy } = useSave();
  /** What stands in the list now of an order that a dialog is open on; the order as it was then, where it has left the list. */
  const now = (then: Row): Row => list.data?.pedidos.find(({ id, id_usuario }) => id === then.id && id_usuario === then.id_usuario) ?? then;
  /** What waits for the school comes first, and is the row's button; the others are in its menu. */
  const actsOf = (order: Row): RowAct[] => {
    // One after the other.
    const [lost] = lostOf(order);
    const judge = (says: Says, waits: boolean) => ({
      ...{ id: says, label: t(`transfer.${says}`), writes: true, waits },
      onAct: () => setJudging({ order, says, ...(lost && says === 'otherWay' && { lost }) }),
    });
    const again = lost && (lost.renovacion !== null || refundable(order));
    return [
      ...(order.acceso === false
        ? [
            {
              ...{ id: 'acceso', label: t('repair'), writes: true, waits: true, disabled: busy },
              onAct: () => void act(() => repair({ userId: order.id_usuario, orderId: order.id }).unwrap(), { done: t('repaired') }),
            },
          ]
        : []),
      ...(order.transferencia && order.pagado === null ? [judge('confirm', true)] : []),
      ...(order.transferencia && order.por_devolver > 0 ? [judge('sentBack', true)] : []),
      ...(lost && order.transferencia === null ? [judge('otherWay', true)] : []),
      { id: 'detalle', label: t('detail'), name: t('orders:papersOf', { what: order.titulo }), onAct: () => setPapers(order) },
      ...(order.transferencia && order.pagado === null && order.estado === 'abierto' ? [judge('refuse', false)] : []),
      ...(again ? [{ id: 'otra-vez', label: t('refundAgain'), onAct: () => setRefunding({ order, lost }), writes: true }] : []),
      ...((refundable(order) && !order.devolucion_fallida) || renewalsOf(order).length > 0
        ? [{ id: 'devolver', label: t('refund'), onAct: () => setRefunding({ order }), writes: true }]
        : []),
      { id: 'historial', label: t('history:title'), onAct: () => setReading(order) },
      {
        id: 'linea',
        label: t('timeline'),
        to: officePaths.wholeHistory({ vista: 'lineas', sobre: `pedido:${order.id_usuario}_${order.id}` }),
      },
    ];
  };
  const columns: readonly Column<Row>[] = [
    {
      id: 'persona',
      label: t('columns.person'),
      head: true,
      cell: ({ nombre, id_usuario }) =>
        nombre === null ? t('erased') : <Link to={`${officePaths.adminPeople}?persona=${id_usuario}`}>{nombre}</Link>,
    },
    {
      id: 'compra',
      label: t('columns.what'),
      optional: true,
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
      id: 'total',
      label: t('columns.amount'),
      numeric: true,
      optional: true,
      cell: ({ total, precio, descuento, moneda, pagado, impuesto, ...order }) => (
        <>
          {money(pagado ? total : precio - descuento, moneda)}
          {impuesto && impuesto.tasa > 0 ? (
            <span className="muted table-note">{t('tax', { rate: impuesto.tasa, amount: money(impuesto.iva, moneda) })}</span>
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
      optional: true,
      className: 'unbroken',
      cell: ({ pagado, empezado }) => formatDateTime(pagado ?? empezado),
    },
    {
      id: 'estado',
      label: t('columns.state'),
      optional: true,
      cell: ({ estado, causa, acceso, por_devolver, moneda, ...order }) => (
        <span className="payment-states">
          <StatusTag tone={tones[estado]}>{t(`states.${estado}`)}</StatusTag>
          {(estado === 'cerrado' && causa === 'unknown') || order.suscripcion?.causa === 'unknown' ? (
            <span className="muted table-note">{t('unknown')}</span>
          ) : null}
          <DisputeTags order={order} />
          {por_devolver > 0 ? <StatusTag tone="ahora">{t('refunding')}</StatusTag> : null}
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
      id: 'acciones',
      label: t('columns.acts'),
      acts: true,
      cell: (order) => <RowActs label={t('moreOf', { what: order.titulo })} acts={actsOf(order)} />,
    },
  ];
  return (
    <div className="stack">
      {list.data && list.data.cifras.length > 0 ? (
        <StatGrid label={t('figures')}>
          {list.data.cifras.flatMap(({ moneda, pagado, devuelto, pagos }, at) => [
            <StatCard
              key={`${moneda}-pagado`}
              label={t('taken', { currency: moneda })}
              value={figureOf(pagado, moneda)}
              definition={t('takenHelp')}
              note={t('payments', { count: pagos })}
              tone={toneAt(at * 2)}
            />,
            <StatCard
              key={`${moneda}-devuelto`}
              label={t('given', { currency: moneda })}
              value={figureOf(devuelto, moneda)}
              definition={t('givenHelp')}
              tone={toneAt(at * 2 + 1)}
            />,
          ])}
        </StatGrid>
      ) : list.data || list.error ? null : (
        <Skeleton>
          <CardsSkeleton count={4} height={112} min={150} />
        </Skeleton>
      )}
      <div className="row payment-tools">
        <Filters label={t('filters')}>
          <ChoiceFilter
            name="estado"
            label={t('columns.state')}
            all={t('paidOnly')}
            choices={[
              { value: 'por-atender', label: t('waiting') },
              { value: 'todos', label: t('everything') },
            ]}
          />
        </Filters>
        <Receipts />
      </div>
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={list.data?.pedidos}
        next={list.data?.siguiente ?? null}
        rowId={({ id, id_usuario }) => `${id_usuario}-${id}`}
        query={list}
        failed={t('failed')}
        bones={5}
        empty={which === 'por-atender' ? <Empty title={t('noneWaiting')} /> : <Empty title={t('none')}>{t('noneText')}</Empty>}
      />
      {papers ? <OrderPapers order={papers} open onClose={() => setPapers(null)} /> : null}
      {judging ? <Judge {...judging} order={now(judging.order)} onClose={() => setJudging(null)} /> : null}
      {reading ? (
        <Dialog open onClose={() => setReading(null)} title={t('history:titleOf', { name: reading.titulo })} side="right">
          <HistoryPart of={{ of: 'order', userId: reading.id_usuario, orderId: reading.id }} />
        </Dialog>
      ) : null}
      {refunding ? <Refund {...refunding} order={now(refunding.order)} onClose={() => setRefunding(null)} /> : null}
    </div>
  );
}

type Says = 'confirm' | 'refuse' | 'sentBack' | 'otherWay';

/** What the bank's statement says of an order by transfer; or that what the provider could not give back was given back otherwise. */
function Judge({ order, says, lost, onClose }: { order: Row; says: Says; lost?: Lost; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const [confirm] = api.useConfirmTransferMutation();
  const [refuse] = api.useRefuseTransferMutation();
  const [sentBack] = api.useConfirmSentBackMutation();
  const { save } = useSave();
  const send = { confirm, refuse, sentBack, otherWay: sentBack }[says];
  const back = says === 'sentBack' || says === 'otherWay';
  const due = lost ? lost.monto : back ? order.por_devolver : order.precio - order.descuento;
  return (
    <Confirm
      open
      onClose={onClose}
      title={t(`transfer.${says}`)}
      confirmLabel={t(`transfer.${says}`)}
      danger={says === 'refuse'}
      reason={{ label: t('why'), required: true, of: `${says}-${order.id_usuario}-${order.id}` }}
      onConfirm={(motivo) =>
        save(
          () =>
            send({
              userId: order.id_usuario,
              orderId: order.id,
              body: { motivo, ...(back && { monto: due }), ...(lost?.renovacion && { renovacion: lost.renovacion }) },
            }).unwrap(),
          {
            done: t('transfer.kept'),
          },
        )
      }
    >
      <p>
        {t(`transfer.${says}Text`, {
          amount: money(due, order.moneda),
          what: order.titulo,
          reference: order.transferencia?.referencia ?? '',
        })}
      </p>
    </Confirm>
  );
}

/** Books are kept for five years after theirs. */
const MONTHS = 6 * 12;
/** Those up to `last`, the latest first; each as `YYYY-MM`. */
const monthsTo = (last: string): string[] =>
  Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5)) - 1 - back)).toISOString().slice(0, 7),
  );

/** Receipts of a month, for who keeps the books. */
function Receipts() {
  const { t } = useTranslation('payments');
  const { act, busy } = useSave();
  const [months] = useState(() => monthsTo(dayIn(undefined).slice(0, 7)));
  const [month, setMonth] = useState(months[0] ?? '');
  return (
    <div className="row receipts-month" data-writes>
      <label className="row">
        <span className="muted">{t('month')}</span>
        <select className="entry" value={month} onChange={({ target }) => setMonth(target.value)}>
          {months.map((one) => (
            <option key={one} value={one}>
              {formatMonth(one)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="btn alt"
        aria-disabled={busy}
        onClick={() => void act(() => download(requestOf(calls.exportReceipts, month), 'text/csv', `recibos-${month}.csv`))}
      >
        {t('monthCsv')}
      </button>
    </div>
  );
}

function Refund({ order, lost, onClose }: { order: Row; lost?: Lost; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const renewals = renewalsOf(order);
  /** The renewal that is given back; none: the first payment. */
  const [of, setOf] = useState(lost?.renovacion ?? (refundable(order) ? '' : (renewals[0]?.id ?? '')));
  const renewal = renewals.find(({ id }) => id === of);
  const left = renewal ? renewal.total - renewal.devuelto : order.total - order.devuelto - order.por_devolver;
  const [typed, setTyped] = useState(Math.min(left, lost?.monto ?? left).toFixed(2));
  const [refund] = api.useRefundOrderMutation();
  const { save } = useSave();
  const amount = amountOf(typed) ?? 0;
  // Somebody else gave it back while this was open.
  const done = left < 0.01;
  const tooMuch = amount > left + 0.001;
  const wrong = done || amount === 0 || tooMuch;
  const given = renewal ? { devuelto: renewal.devuelto, por_devolver: 0 } : order;
  const tax = order.impuesto && !wrong ? taxOfRefund(given, amount, order.impuesto.tasa) : 0;
  // The plan ends with what was paid last.
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
      reason={{ label: t('why'), required: true }}
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
/** What of it is tax. Others that are on their way are given back first. */
const taxOfRefund = ({ devuelto, por_devolver }: Pick<Row, 'devuelto' | 'por_devolver'>, amount: number, rate: number): number =>
  taxInPart(Math.round((devuelto + por_devolver) * 100), Math.round(amount * 100), Math.round(rate * 100)) / 100;
