import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { ProjectionRow } from '../../../../backend/api/contract/administration.ts';
import { useListProjectionsQuery } from '../../api/generated.ts';
import { formatNumber, formatPosition, formatRate, formatSeconds } from '../../lib/format.ts';
import { Announce } from '../../ui/announce.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { Detail } from './detail.tsx';
import { MailPanel } from './mail-panel.tsx';
import { ReactionsPanel } from './reactions-panel.tsx';
import './projections.css';
import './texts.ts';
import { ConsoleTable } from './console-table.tsx';

export const stateTones: Record<ProjectionRow['estado'], Tone> = {
  running: 'ok',
  'catching-up': 'ahora',
  building: 'ahora',
  paused: 'neutro',
  halted: 'urgente',
  failing: 'error',
};
const troubled = (row: ProjectionRow) => row.estado === 'halted' || row.estado === 'failing' || row.estado === 'paused';

export function Component() {
  const { t } = useTranslation('projections');
  const [search, setSearch] = useSearchParams();
  // Lag in seconds grows by itself, without news from the projector.
  const { data, error, isFetching, refetch } = useListProjectionsQuery(undefined, { pollingInterval: 3_000, skipPollingIfUnfocused: true });
  const chosen = search.get('proyeccion');
  const row = data?.find(({ id }) => id === chosen);
  const choose = (id: string | null) => setSearch(id ? { proyeccion: id } : {}, { preventScrollReset: true });
  const attention = data?.filter(troubled).length ?? 0;
  const summary = data ? (attention > 0 ? t('attention', { count: attention }) : t('healthy')) : '';
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={data && data.length > 0 ? <StatusTag tone={attention > 0 ? 'urgente' : 'ok'}>{summary}</StatusTag> : null}
    >
      <Announce>{summary}</Announce>
      {error && !data ? <ErrorState title={t('loadError')} error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {!data && !error ? (
        <Skeleton>
          <RowsSkeleton rows={9} />
        </Skeleton>
      ) : null}
      {data?.length === 0 ? <Empty title={t('none')}>{t('noneText')}</Empty> : null}
      {data && data.length > 0 ? (
        <div className="projections" data-detail={row ? '' : undefined}>
          <ConsoleTable
            caption={t('title')}
            columns={[
              t('columns.name'),
              t('columns.state'),
              t('columns.lag'),
              t('columns.error'),
              t('columns.rate'),
              t('columns.position'),
              t('columns.head'),
              t('columns.documents'),
              t('columns.version'),
            ]}
          >
            {data.map((item) => (
              <tr key={item.id} data-chosen={item.id === chosen || undefined} ref={item.id === chosen ? keepInSight : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    onClick={() => choose(item.id === chosen ? null : item.id)}
                    aria-expanded={item.id === chosen}
                    aria-label={t('open', { name: item.nombre })}
                  >
                    {item.nombre}
                  </button>
                </th>
                <td>
                  <StatusTag tone={stateTones[item.estado]} title={t(`stateHint.${item.estado}`)}>
                    {t(`state.${item.estado}`)}
                  </StatusTag>
                  {item.reconstruccion ? (
                    <StatusTag
                      tone={item.reconstruccion.estado === 'failed' ? 'error' : item.reconstruccion.estado === 'ready' ? 'info' : 'ahora'}
                    >
                      {t(`replay.${item.reconstruccion.estado}`)}
                    </StatusTag>
                  ) : null}
                </td>
                <td>
                  <Lag row={item} />
                </td>
                <td className="console-error">{item.error === null ? '—' : shortened(item.error)}</td>
                <td>{formatRate(item.eventosPorSegundo)}</td>
                <td>{item.posicion === null ? '—' : formatPosition(item.posicion)}</td>
                <td>{item.cabeza === null ? '—' : formatPosition(item.cabeza)}</td>
                <td>{formatNumber(item.documentos)}</td>
                <td>
                  v{item.version}
                  {item.generacion === null ? '' : ` · g${item.generacion}`}
                </td>
              </tr>
            ))}
          </ConsoleTable>
          {row ? <Detail key={row.id} row={row} onClose={() => choose(null)} /> : null}
        </div>
      ) : null}
      <ReactionsPanel />
      <MailPanel />
    </Page>
  );
}

/** The chosen row stays where it is seen, whatever opens beside the table. */
const keepInSight = (line: HTMLTableRowElement | null) => line?.scrollIntoView?.({ block: 'nearest' });

/** The whole of it stands in the detail. */
const SHORT = 60;
const shortened = (error: string): string => {
  const line = error.replace(/\s+/g, ' ').trim();
  return line.length > SHORT ? `${line.slice(0, SHORT - 1)}…` : line;
};

export function Lag({ row }: { row: ProjectionRow }) {
  const { t } = useTranslation('projections');
  if (row.retraso === 0) return <>{t('lagNone')}</>;
  const parts = [
    row.retraso === null ? null : t('lagEvents', { count: row.retraso }),
    row.segundosDeRetraso ? formatSeconds(row.segundosDeRetraso) : null,
  ].filter(Boolean);
  return <>{parts.length > 0 ? parts.join(' · ') : row.estado === 'running' ? t('lagNone') : t('lagUnknown')}</>;
}
