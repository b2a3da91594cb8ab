import './texts.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { formatExact } from '../../lib/dates.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CausesPart } from './causes.tsx';
import type { Entry } from './history-of.ts';
import { JsonTree } from './json-tree.tsx';
import { SealedValues } from './sealed-values.tsx';
import './history.css';

type Stored = Pick<Entry['eventos'][number], 'flujo' | 'numero'>;

/** The events of one act as they are stored in the log, for administrators and analysts; with a sentence saying what was done, where one is known. */
export function EventDialog({ entry, onClose }: { entry: { frase: string | null; eventos: readonly Stored[] }; onClose: () => void }) {
  const { t } = useTranslation('history');
  const [first] = entry.eventos;
  const { user_role } = useSessionUser();
  return (
    <Dialog open onClose={onClose} title={t('event.title')} side="right">
      <div className="stack event-list">
        {entry.frase === null ? null : <p className="act-said">{entry.frase}</p>}
        {first && (user_role === role.admin || user_role === role.auditor) ? <CausesPart of={first} /> : null}
        <p className="muted">{t('event.masked')}</p>
        {entry.eventos.map((event) => (
          <StoredEvent key={`${event.flujo} ${event.numero}`} event={event} />
        ))}
      </div>
    </Dialog>
  );
}

export function StoredEvent({ event: { flujo, numero } }: { event: Stored }) {
  const { t } = useTranslation('history');
  const { user_role } = useSessionUser();
  const query = api.useStoredEventQuery({ flujo, numero });
  const { data } = query;
  const { copied, copy } = useCopy(() => JSON.stringify(data, null, 2));
  const json = (title: string, value: object, numbers: Readonly<Record<string, string>> = {}) => (
    <section aria-label={title}>
      <h4>{title}</h4>
      <div className="mono event-json json-tree" lang="es">
        <JsonTree value={value} numbers={numbers} />
      </div>
    </section>
  );
  if (!data) return <QueryState of={query} failed={t('event.failed')} inline rows={6} />;
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
        <dd>
          {formatExact(data.fecha)}
          <br />
          <code className="muted">{data.fecha}</code>
        </dd>
      </dl>
      <p className="row event-near">
        <Link to={officePaths.eventLog({ flujo: data.flujo })}>{t('event.ofStream')}</Link>
        {typeof data.metadatos['correlationId'] === 'string' ? (
          <Link to={officePaths.eventLog({ acto: data.metadatos['correlationId'] })}>{t('event.ofAct')}</Link>
        ) : null}
        <Link to={officePaths.eventLog({ tipo: data.tipo })}>{t('event.ofType')}</Link>
        <button type="button" className="link" onClick={() => void copy()}>
          {t(copied ? 'event.copied' : 'event.copy')}
        </button>
      </p>
      {user_role === role.admin ? <SealedValues flujo={data.flujo} numero={data.numero} fields={data.cifrados} /> : null}
      {data.vistas.length > 0 ? (
        <details>
          <summary>{t('event.views')}</summary>
          <ul>
            {data.vistas.flatMap(({ nombre, documentos }) =>
              documentos.map((key) => (
                <li key={`${nombre} ${key}`}>
                  <Link to={officePaths.projectionSteps(nombre, key)}>
                    <code>
                      {nombre} · {key}
                    </code>
                  </Link>
                </li>
              )),
            )}
          </ul>
        </details>
      ) : null}
      {data.leido ? (
        <div className="event-forms">
          {json(t('event.storedForm', { version: Number(data.metadatos['schemaVersion']) }), data.datos, data.numeros)}
          {json(t('event.readForm', { version: data.leido.version }), data.leido.datos)}
        </div>
      ) : (
        json(t('event.data'), data.datos, data.numeros)
      )}
      {json(t('event.meta'), data.metadatos)}
    </section>
  );
}
