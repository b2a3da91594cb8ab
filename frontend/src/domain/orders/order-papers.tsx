import { useTranslation } from 'react-i18next';
import type { ReceiptRecord } from '../../../../backend/api/contract/receipts.ts';
import type { OrderRecord } from '../../../../backend/api/contract/records/orders.ts';
import { api } from '../../api/api.ts';
import { download } from '../../api/download.ts';
import { requestOf } from '../../lib/calls.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSave } from '../../ui/use-save.ts';
import { ExamsFolded } from './exams-seen.tsx';
import { LessonsSeen } from './lessons-seen.tsx';
import './orders.css';
import './texts.ts';

interface Props {
  order: Pick<OrderRecord, 'id' | 'id_usuario' | 'titulo'>;
  /** The order is the reader's own: they may put their fiscal data on its receipts. */
  own?: boolean;
  open: boolean;
  onClose: () => void;
}

/** Receipts of an order, and what its buyer saw. */
export function OrderPapers({ order, own = false, open, onClose }: Props) {
  const { t } = useTranslation('orders');
  return (
    <Dialog open={open} onClose={onClose} title={t('papersOf', { what: order.titulo })}>
      <Receipts order={order} own={own} />
      <Seen order={order} own={own} />
    </Dialog>
  );
}

function Receipts({ order: { id, id_usuario: userId }, own }: Pick<Props, 'order' | 'own'>) {
  const { t } = useTranslation('orders');
  const list = api.useReceiptsQuery(userId);
  const billing = api.useBillingDetailsQuery(userId, { skip: !own });
  const found = list.data?.recibos.filter(({ id_pedido }) => id_pedido === id);
  return (
    <section className="stack" aria-labelledby="pedido-recibos">
      <h3 id="pedido-recibos">{t('receipts')}</h3>
      {found ? (
        found.length === 0 ? (
          <p className="muted">{t('none')}</p>
        ) : (
          <ul className="order-receipts">
            {found.map((receipt) => (
              <Receipt key={receipt.folio} receipt={receipt} userId={userId} rfc={billing.data?.rfc ?? null} />
            ))}
          </ul>
        )
      ) : (
        <QueryState of={list} failed={t('receiptsFailed')} rows={2} />
      )}
    </section>
  );
}

/** `rfc`: the tax number that could replace the one on the receipt. */
function Receipt({ receipt, userId, rfc }: { receipt: ReceiptRecord; userId: number; rfc: string | null }) {
  const { t } = useTranslation('orders');
  const { act, busy } = useSave();
  const [replace] = api.useReplaceReceiptMutation();
  const { folio } = receipt;
  return (
    <li>
      <p>
        <strong>{t('folio', { folio })}</strong>
        {receipt.renovacion ? <span className="muted"> · {t('renewal')}</span> : null} ·{' '}
        <span className="num">{money(receipt.total, receipt.moneda)}</span> · {formatDate(receipt.pagado)}
      </p>
      {receipt.impuesto ? (
        <p className="muted num">
          {t('taxParts', {
            base: money(receipt.impuesto.base, receipt.moneda),
            rate: receipt.impuesto.tasa,
            tax: money(receipt.impuesto.iva, receipt.moneda),
          })}
        </p>
      ) : null}
      {receipt.rfc ? <p className="muted">{t('with', { rfc: receipt.rfc })}</p> : null}
      {receipt.sustituido_por ? <p className="muted">{t('replaced', { folio: receipt.sustituido_por })}</p> : null}
      <div className="row">
        <button
          type="button"
          className="btn alt"
          aria-disabled={busy}
          aria-label={t('downloadOf', { folio })}
          onClick={() => void act(() => download(requestOf(calls.receiptPdf, { userId, folio }), 'application/pdf', `recibo-${folio}.pdf`))}
        >
          {t('download')}
        </button>
        {rfc !== null && receipt.rfc === null && receipt.sustituido_por === null ? (
          <button
            type="button"
            className="btn alt"
            aria-disabled={busy}
            aria-label={t('replaceOf', { folio })}
            onClick={() => void act(() => replace({ userId, folio }).unwrap(), { done: t('reissued') })}
          >
            {t('replace')}
          </button>
        ) : null}
      </div>
    </li>
  );
}

function Seen({ order: { id, id_usuario }, own }: Pick<Props, 'order' | 'own'>) {
  const { t } = useTranslation('orders');
  const query = api.useOrderSeenQuery({ userId: id_usuario, orderId: id });
  const { data } = query;
  return (
    <section className="stack" aria-labelledby="pedido-visto">
      <h3 id="pedido-visto">{t('seen')}</h3>
      {data ? (
        <>
          <p className="muted">{t('seenAt', { date: formatDateTime(data.fecha) })}</p>
          <dl className="order-seen">
            <dt>{t('price')}</dt>
            <dd className="num">
              {money(data.precio, data.moneda)} {data.periodo ? t('monthly') : ''}
            </dd>
            {data.cupon ? (
              <>
                <dt>{t('discount', { code: data.cupon })}</dt>
                <dd className="num">−{money(data.descuento, data.moneda)}</dd>
              </>
            ) : null}
            <dt>{t('total')}</dt>
            <dd className="num">
              <strong>{money(data.total, data.moneda)}</strong>
            </dd>
            {data.impuesto ? (
              <>
                <dt>{t('tax', { rate: data.impuesto.tasa })}</dt>
                <dd className="num">{money(data.impuesto.iva, data.moneda)}</dd>
              </>
            ) : (
              <>
                <dt>{t('taxName')}</dt>
                <dd>{t('taxUnknown')}</dd>
              </>
            )}
          </dl>
          <p>{t('guarantee', { count: data.dias_garantia })}</p>
          {data.politica ? (
            <blockquote lang="es" className="order-policy">
              <strong>{data.politica.titulo}.</strong> {data.politica.texto}
            </blockquote>
          ) : null}
          {data.politicas.length > 0 ? (
            <details>
              <summary>{t('policies', { count: data.politicas.length })}</summary>
              {data.politicas.map(({ titulo, texto, version }) => (
                <blockquote key={titulo} lang="es" className="order-policy">
                  <strong>{titulo}</strong> <span className="muted">{t('version', { version })}</span>
                  <br />
                  {texto}
                </blockquote>
              ))}
            </details>
          ) : null}
          {data.terminos ? <p>{t('terms', { version: data.terminos })}</p> : null}
          {data.cursos.length > 0 ? (
            <ul className="order-courses">
              {data.cursos.map((one) => (
                <li key={one.id}>
                  <strong lang="es">{one.nombre}</strong>{' '}
                  <span className="muted">
                    {[
                      t('version', { version: one.version }),
                      t('modules', { count: one.modulos }),
                      t('classes', { count: one.clases }),
                      one.cambios > 0 ? t('changed', { count: one.cambios }) : t('same'),
                    ].join(' · ')}
                  </span>
                  <LessonsSeen userId={id_usuario} orderId={id} course={one} own={own} />
                  <ExamsFolded userId={id_usuario} courseId={one.id} own={own} />
                </li>
              ))}
            </ul>
          ) : null}
        </>
      ) : (
        <QueryState of={query} failed={t('failed')} rows={3} />
      )}
    </section>
  );
}
