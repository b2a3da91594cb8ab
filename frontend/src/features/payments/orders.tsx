import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderFilters } from '../../../../backend/api/contract/choices.ts';
import { api } from '../../api/api.ts';
import { HistoryPart } from '../../domain/history/history-button.tsx';
import { OrderPapers } from '../../domain/orders/order-papers.tsx';
import { type Lost, lostOf } from '../../domain/orders/sums.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { money } from '../../lib/figures.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import type { RowAct } from '../../ui/row-acts.tsx';
import { CardsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { StatCard, StatGrid, toneAt } from '../../ui/stat-card.tsx';
import { DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { ChoiceFilter, Filters } from '../../ui/table/filters.tsx';
import { useSave } from '../../ui/use-save.ts';
import { useOrderColumns } from './order-columns.tsx';
import { Judge, type Says } from './order-judge.tsx';
import { Refund } from './order-refund.tsx';
import { type Row, refundable, renewalsOf } from './order-row.ts';
import { ReceiptsOfMonth } from './receipts-month.tsx';
import './payments.css';
import './texts.ts';

/** An amount without its currency («$7,482.20»), so that it fits a card of half a phone's width; the label names the currency. */
const figureOf = (amount: number, currency: string) => money(amount, currency).replace(` ${currency}`, '');

/** The orders of everybody, what was taken and refunded, and purchases that were paid but have given no access. */
export function Orders() {
  const { t } = useTranslation(['payments', 'orders', 'history']);
  const { get } = useAddress();
  const cursor = usePageCursor();
  const which = orderFilters.find((one) => one === get('estado'));
  const list = api.useAllOrdersQuery({ ...(which && { estado: which }), ...(cursor && { cursor }) });
  const [refunding, setRefunding] = useState<{ order: Row; lost?: Lost } | null>(null);
  const [reading, setReading] = useState<Row | null>(null);
  const [papers, setPapers] = useState<Row | null>(null);
  const [judging, setJudging] = useState<{ order: Row; says: Says; lost?: Lost } | null>(null);
  const [repair] = api.useRepairOrderMutation();
  const { act, busy } = useSave();
  /** The present row of an order whose dialog is open; the row as it was then, where the order has left the list. */
  const now = (then: Row): Row => list.data?.pedidos.find(({ id, id_usuario }) => id === then.id && id_usuario === then.id_usuario) ?? then;
  /** The action that the school still owes comes first, and is the row's button; the others are in its menu. */
  const actsOf = (order: Row): RowAct[] => {
    // Sent one after the other.
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
  const columns = useOrderColumns(actsOf);
  return (
    <div className="stack">
      <Figures of={list.data?.cifras} failed={Boolean(list.error)} />
      <Filters label={t('filters')}>
        <ChoiceFilter
          name="estado"
          label={t('columns.state')}
          all={t('paidOnly')}
          choices={orderFilters.flatMap((value) => (value === 'pagados' ? [] : [{ value, label: t(`filter.${value}`) }]))}
        />
        <ReceiptsOfMonth />
      </Filters>
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={list.data?.pedidos}
        next={list.data?.siguiente ?? null}
        rowId={({ id, id_usuario }) => `${id_usuario}-${id}`}
        query={list}
        failed={t('failed')}
        bones={5}
        empty={
          which && which !== 'todos' && which !== 'pagados' ? (
            <Empty title={t(`noneWaiting.${which}`)} />
          ) : (
            <Empty title={t('none')}>{t('noneText')}</Empty>
          )
        }
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

/** What was taken and refunded, in each currency; undefined: not read yet. */
function Figures({ of, failed }: { of: AnswerOf<'allOrders'>['cifras'] | undefined; failed: boolean }) {
  const { t } = useTranslation('payments');
  if (!of)
    return failed ? null : (
      <Skeleton>
        <CardsSkeleton count={4} height={112} min={150} />
      </Skeleton>
    );
  return of.length === 0 ? null : (
    <StatGrid label={t('figures')}>
      {of.flatMap(({ moneda, pagado, devuelto, pagos }, at) => [
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
  );
}
