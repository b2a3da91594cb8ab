import './texts.ts';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { formatExact } from '../../lib/dates.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import type { Entry } from './history-of.ts';
import './history.css';

/** The events of one act as they are stored in the log, for administrators and analysts. */
export function EventDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { t } = useTranslation('history');
  return (
    <Dialog open onClose={onClose} title={t('event.title')} side="right">
      <div className="stack event-list">
        <p className="act-said">{entry.frase}</p>
        <p className="muted">{t('event.masked')}</p>
        {entry.eventos.map((event) => (
          <StoredEvent key={`${event.flujo} ${event.numero}`} event={event} />
        ))}
      </div>
    </Dialog>
  );
}

function StoredEvent({ event: { flujo, numero } }: { event: Entry['eventos'][number] }) {
  const { t } = useTranslation('history');
  const { data, error, isFetching, refetch } = api.useStoredEventQuery({ flujo, numero });
  const json = (title: string, value: object) => (
    <section aria-label={title}>
      <h4>{title}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="mono event-json" tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  );
  if (!data)
    return error ? (
      <ErrorState title={t('event.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} inline />
    ) : (
      <Skeleton>
        <RowsSkeleton rows={6} />
      </Skeleton>
    );
  return (
    <section className="stack event" aria-label={data.tipo}>
      <h3 className="mono">{data.tipo}</h3>
      <dl className="event-facts">
        <dt>{t('event.stream')}</dt>
        <dd className="mono">{data.flujo}</dd>
        <dt>{t('event.number')}</dt>
        <dd className="mono">{data.numero}</dd>
        <dt>{t('event.position')}</dt>
        <dd className="mono">{data.posicion}</dd>
        <dt>{t('event.when')}</dt>
        <dd>{formatExact(data.fecha)}</dd>
      </dl>
      {json(t('event.data'), data.datos)}
      {json(t('event.meta'), data.metadatos)}
    </section>
  );
}
