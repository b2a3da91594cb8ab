import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { giftDraft, noGift } from '../../domain/gift-draft.ts';
import { formatMeeting } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useLive } from '../../lib/use-live.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { boughtIn, isReturned, useOrder } from './use-order.ts';
import './purchases.css';
import './texts.ts';

/** How often the provider is asked while it has not said that the order is paid, in milliseconds. */
const ASK_MS = 4_000;

/** A course that is bought for a group opens when that begins. */
function Bought({ courseId, course }: { courseId: number; course: string }) {
  const { t } = useTranslation('purchases');
  const { data, error } = useLive(reads.courseGroups, courseId, `grupos:${courseId}`);
  if (!data && !error) return null;
  const group = data?.grupos.find(({ id, estado }) => id === data.mio && estado === 'por-empezar');
  return group
    ? t('success.courseInGroup', { course, group: group.nombre, date: formatMeeting(group.inicio) })
    : t('success.course', { course });
}

/** The target of the provider’s page after paying. It says that something is paid only once the school has recorded it. */
export function Component() {
  const { t } = useTranslation('purchases');
  const user = useSessionUser();
  const [search] = useSearchParams();
  const { order, loading, error, again } = useOrder(search.get('pedido'));
  const [settle] = api.useSettleOrderMutation();
  const waiting = order?.estado === 'abierto';
  // The order was closed; its payment page may have been paid before that took effect, so the provider is asked.
  const closed = order?.estado === 'cerrado';
  const orderId = order?.id;
  useEffect(() => {
    if ((!waiting && !closed) || orderId === undefined) return undefined;
    const ask = () => void settle({ userId: user.id, orderId });
    ask();
    if (!waiting) return undefined;
    const timer = setInterval(ask, ASK_MS);
    return () => clearInterval(timer);
  }, [waiting, closed, orderId, user.id, settle]);
  const returned = order !== undefined && isReturned(order);
  const paid = order?.estado === 'pagado' && !returned;
  const given = paid && order.regalo ? giftDraft(boughtIn(order)) : null;
  const { forget } = useDraft(given, noGift);
  useEffect(() => {
    if (given !== null) forget();
  }, [given, forget]);
  const title = paid
    ? t('success.title')
    : returned
      ? t('success.returned')
      : waiting || loading || error
        ? t('success.waiting')
        : t(closed ? 'success.notPaid' : 'success.unknown');
  const goOn = (main = false) => (
    <Link className={main ? 'btn' : 'btn alt'} to={paths.dashboard}>
      {t('success.continue')}
    </Link>
  );
  return (
    <Page title={title} width="narrow">
      {error ? (
        <>
          <ErrorState title={t('success.failed')} error={error} onRetry={again} />
          <p className="muted">{t('success.waitingSafe')}</p>
        </>
      ) : loading ? (
        <Skeleton>
          <Bone height={140} radius="var(--radius)" />
        </Skeleton>
      ) : (
        <section className="card stack" aria-live="polite">
          {paid ? (
            <>
              <p>
                <StatusTag tone="ok">{t('success.paid')}</StatusTag>
              </p>
              <p>
                {order.regalo ? (
                  t('success.gift', { course: order.titulo })
                ) : order.tipo === 'premium' ? (
                  t('success.plan')
                ) : order.id_curso === null ? (
                  t('success.bundle', { course: order.titulo })
                ) : (
                  <Bought courseId={order.id_curso} course={order.titulo} />
                )}
              </p>
              <p className="row">
                {order.regalo ? (
                  <Link className="btn" to={paths.purchases}>
                    {t('success.toGift')}
                  </Link>
                ) : order.id_curso === null ? null : (
                  <Link className="btn" to={paths.course(order.id_curso)}>
                    {t('success.toCourse')}
                  </Link>
                )}
                {order.tipo === 'paquete' && !order.regalo ? (
                  <Link className="btn" to={paths.myCourses}>
                    {t('success.toCourses')}
                  </Link>
                ) : null}
                {goOn(order.tipo === 'premium')}
              </p>
            </>
          ) : waiting ? (
            <>
              <p>{t('success.waitingText')}</p>
              <p className="muted">{t('success.waitingSafe')}</p>
              <p className="row">{goOn()}</p>
            </>
          ) : (
            <>
              <p>
                {returned
                  ? t('success.returnedText', { what: order.titulo, amount: money(order.total, order.moneda) })
                  : t(closed ? 'success.notPaidText' : 'success.unknownText')}
              </p>
              <p className="row">
                <Link className="btn" to={paths.purchases}>
                  {t('success.purchases')}
                </Link>
                {goOn()}
              </p>
            </>
          )}
        </section>
      )}
    </Page>
  );
}
