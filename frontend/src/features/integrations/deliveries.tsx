import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeliveryRecord, WebhookRecord } from '../../../../backend/api/contract/integrations.ts';
import { api } from '../../api/api.ts';
import { formatRelative } from '../../lib/dates.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import './integrations.css';
import './texts.ts';

const tones: Readonly<Record<DeliveryRecord['resultado'], Tone>> = {
  llego: 'ok',
  'se-reintenta': 'now',
  'no-llego': 'error',
  ilegible: 'error',
};

/** What was sent to a webhook, and how it was answered. */
export function Deliveries({ hook, onClose }: { hook: WebhookRecord; onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const list = api.useListDeliveriesQuery(hook.id, { pollingInterval: 5_000, skipPollingIfUnfocused: true });
  const { data } = list;
  return (
    <Dialog open onClose={onClose} title={t('hooks.deliveriesOf', { name: hook.nombre })} side="right">
      {data ? (
        <div className="stack">
          <p className="muted">{t('deliveries.lead')}</p>
          {data.esperando.length > 0 ? (
            <p className="row">
              <StatusTag tone="now">{t('deliveries.waiting', { count: data.esperando.length })}</StatusTag>
              <Next at={data.esperando.map(({ fecha }) => fecha).sort()[0] ?? ''} />
            </p>
          ) : null}
          {data.envios.length === 0 ? (
            <Empty title={t('deliveries.none')} />
          ) : (
            <ol className="deliveries">
              {data.envios.map((delivery) => (
                <Delivery key={`${delivery.posicion} ${delivery.fecha}`} hook={hook} delivery={delivery} />
              ))}
            </ol>
          )}
        </div>
      ) : (
        <QueryState of={list} failed={t('deliveries.failed')} inline rows={6} />
      )}
    </Dialog>
  );
}

function Next({ at }: { at: string }) {
  const { t } = useTranslation('integrations');
  // The delivery is due, and waits for its turn.
  if (Date.parse(at) <= Date.now()) return null;
  return (
    <Moment at={at} className="muted">
      {t('deliveries.next', { when: formatRelative(at) })}
    </Moment>
  );
}

function Delivery({ hook, delivery }: { hook: WebhookRecord; delivery: DeliveryRecord }) {
  const { t } = useTranslation('integrations');
  const { posicion, tipo, fecha, intento, resultado, estado, falla, milisegundos, respuesta } = delivery;
  const [open, setOpen] = useState(false);
  const [resend] = api.useResendDeliveryMutation();
  const [replay] = api.useReplayWebhookMutation();
  const { act, busy } = useSave();
  const active = hook.estado === 'activo';
  return (
    <li>
      <p className="row">
        <StatusTag tone={tones[resultado]}>{t(`deliveries.outcome.${resultado}`)}</StatusTag>
        <span className="mono">{tipo}</span>
      </p>
      <p className="muted">
        <Moment at={fecha}>{formatRelative(fecha)}</Moment> · {t('deliveries.attempt', { number: intento })} ·{' '}
        {t('deliveries.took', { ms: milisegundos })}
      </p>
      {falla ? <p>{t(`hooks.fault.${falla}`)}</p> : null}
      {estado !== null && resultado !== 'llego' ? (
        <p>
          {t('hooks.status', { status: estado })}
          {respuesta ? <span className="muted">: {respuesta.slice(0, 200)}</span> : null}
        </p>
      ) : null}
      <div className="row delivery-acts">
        <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'deliveries.hide' : 'deliveries.see')}
        </button>
        {active ? (
          <>
            <button
              data-writes
              type="button"
              className="link"
              disabled={busy}
              onClick={() => void act(() => resend({ webhook: hook.id, posicion }).unwrap(), { done: t('deliveries.sent') })}
            >
              {t('deliveries.again')}
            </button>
            <button
              data-writes
              type="button"
              className="link"
              disabled={busy}
              onClick={() =>
                void act(() => replay({ webhook: hook.id, body: { despues: posicion } }).unwrap(), { done: t('hooks.replayed') })
              }
            >
              {t('deliveries.fromHere')}
            </button>
          </>
        ) : null}
      </div>
      {open ? <Body hook={hook} position={posicion} /> : null}
    </li>
  );
}

function Body({ hook, position }: { hook: WebhookRecord; position: string }) {
  const { t } = useTranslation('integrations');
  const query = api.useGetDeliveryQuery({ webhook: hook.id, posicion: position });
  const { data } = query;
  if (data)
    return (
      <section aria-label={t('deliveries.seen')}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre className="mono integrations-example" translate="no" tabIndex={0}>
          {`webhook-id: ${data.id}\n\n${JSON.stringify(data.cuerpo, null, 2)}`}
        </pre>
      </section>
    );
  return <QueryState of={query} failed={t('deliveries.bodyFailed')} inline rows={3} />;
}
