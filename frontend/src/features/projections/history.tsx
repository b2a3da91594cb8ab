import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ProjectionAct, ProjectionRow } from '../../../../backend/api/contract/records/operations.ts';
import { api } from '../../api/api.ts';
import { formatDateTime, formatRelative } from '../../lib/dates.ts';
import { formatEither, formatNumber, formatPosition, formatSeconds } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';

const tones: Record<NonNullable<ProjectionAct['resultado']>, Tone> = {
  'en-curso': 'now',
  lista: 'info',
  servida: 'ok',
  cancelada: 'neutral',
  fallida: 'error',
};

/** The event types of a projection, its last event, and operators' requests. */
export function History({ row }: { row: ProjectionRow }) {
  const { t } = useTranslation('projections');
  const query = api.useProjectionHistoryQuery({ nombre: row.id });
  const { data, refetch } = query;
  // Every operation changes the status: then the history is read again.
  const state = [row.estado, row.generacion, row.reconstruccion?.generacion, row.reconstruccion?.estado].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state is the reason to read again
  useEffect(() => {
    void refetch();
  }, [state, refetch]);
  if (!data)
    return (
      <QueryState of={query} failed={t('history.loadError')} inline>
        <TextSkeleton lines={4} />
      </QueryState>
    );
  const handled = data.consume.filter(({ reacciones }) => reacciones.length > 0);
  const reactors = [...new Set(handled.flatMap(({ reacciones }) => reacciones))].sort();
  return (
    <>
      <div className="projection-part">
        <h3>{t('history.last')}</h3>
        {data.ultimo ? (
          <p>
            <span className="mono">{data.ultimo.tipo}</span> · <Moment at={data.ultimo.fecha}>{formatRelative(data.ultimo.fecha)}</Moment>
          </p>
        ) : (
          <p className="muted">{t('history.noneYet')}</p>
        )}
      </div>
      <div className="projection-part">
        <h3>{t('history.title')}</h3>
        {data.historia.length === 0 ? <p className="muted">{t('history.empty')}</p> : null}
        <ol className="projection-acts">
          {data.historia.map((act) => (
            <li key={act.version}>
              <p className="row">
                <strong>{t(`history.act.${act.tipo}`, { number: act.generacion ?? '' })}</strong>
                {act.resultado ? <StatusTag tone={tones[act.resultado]}>{t(`history.outcome.${act.resultado}`)}</StatusTag> : null}
              </p>
              <p className="muted">
                <time dateTime={act.fecha}>{formatDateTime(act.fecha)}</time>
                {[act.quien, act.motivo].filter(Boolean).map((part) => ` · ${part}`)}
              </p>
              {act.eventos !== null && act.milisegundos !== null ? (
                <p className="muted">
                  {t('history.walked', {
                    count: act.eventos,
                    events: formatNumber(act.eventos),
                    time: formatSeconds(Math.max(1, Math.round(act.milisegundos / 1_000))),
                  })}{' '}
                  {act.cambios === 0 ? t('history.same') : t('history.changed', { count: act.cambios ?? 0 })} {t('history.effects')}
                </p>
              ) : null}
              {act.saltado ? (
                <p className="mono">
                  {act.saltado.tipo} · {t('poison.at', { position: formatPosition(act.saltado.posicion) })}
                </p>
              ) : null}
              {act.error ? <pre className="interior-error">{act.error}</pre> : null}
            </li>
          ))}
        </ol>
        {data.siguiente ? <p className="muted">{t('history.more')}</p> : null}
      </div>
      <details className="projection-part">
        <summary>{t('history.consumes', { count: data.consume.length })}</summary>
        {handled.length > 0 ? (
          <p className="muted">{t('history.held', { count: handled.length, reactors: formatEither(reactors) })}</p>
        ) : null}
        <ul className="projection-types">
          {data.consume.map(({ tipo, cantidad }) => (
            <li key={tipo}>
              <Link className="mono" to={`${paths.analytics}?tipo=${tipo}`}>
                {tipo}
              </Link>
              <span className="mono muted">{formatNumber(cantidad)}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
