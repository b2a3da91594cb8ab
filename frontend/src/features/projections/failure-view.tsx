import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../../backend/api/contract/reactions.ts';
import { StoredEvent } from '../../domain/history/event-dialog.tsx';
import { type Query, QueryState } from '../../ui/query-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import './projections.css';
import './texts.ts';

interface Props {
  query: Query & { data?: (Failure & { documentos?: { clave: string; documento?: unknown }[] }) | undefined };
  /** For places that already show the reason of the failure. */
  hidesReason?: boolean;
}

/** Where in its code a handler failed, why, at which event, and the documents that it would have changed. */
export function FailureView({ query, hidesReason = false }: Props) {
  const { t } = useTranslation('projections');
  const { data } = query;
  if (!data)
    return (
      <QueryState of={query} failed={t('failure.loadError')} inline>
        <TextSkeleton lines={6} />
      </QueryState>
    );
  const { manejador, pila, evento, documentos = [] } = data;
  return (
    <div className="failure">
      <dl>
        <dt>{t('failure.handler')}</dt>
        <dd className="mono">{manejador}</dd>
        {hidesReason ? null : (
          <>
            <dt>{t('failure.reason')}</dt>
            <dd>
              <pre className="interior-error">{data.error}</pre>
            </dd>
          </>
        )}
      </dl>
      {pila === null ? null : (
        <details>
          <summary>{t('failure.stack')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className="mono" tabIndex={0} lang="en">
            {pila}
          </pre>
        </details>
      )}
      <h3>{t('failure.event')}</h3>
      {evento ? <StoredEvent event={evento} /> : <p className="muted">{t('failure.noEvent')}</p>}
      {documentos.length > 0 ? <h3>{t('failure.documents', { count: documentos.length })}</h3> : null}
      {documentos.map(({ clave, documento }) => (
        <section key={clave} aria-label={clave}>
          <h4 className="mono">{clave}</h4>
          {documento == null ? (
            <p className="muted">{t('failure.noDocument')}</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <pre className="mono event-json" tabIndex={0}>
              {JSON.stringify(documento, null, 2)}
            </pre>
          )}
        </section>
      ))}
    </div>
  );
}
