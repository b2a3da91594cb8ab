import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProjectionRow } from '../../../../backend/api/contract/records/operations.ts';
import { api } from '../../api/api.ts';
import { formatNumber, formatPosition, formatRate, formatSeconds } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useHashTarget } from '../../lib/use-hash-target.ts';
import { Announce } from '../../ui/announce.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import type { Query } from '../../ui/query-state.tsx';
import { Bone, RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { ChoiceFilter, Filters } from '../../ui/table/filters.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Alarms } from './alarms.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { Detail } from './detail.tsx';
import { MailPanel } from './mail-panel.tsx';
import { ReactionsPanel } from './reactions-panel.tsx';
import { SettingsButton } from './settings-dialog.tsx';
import { isTroubled, stateOf, stateTones } from './state.ts';
import './projections.css';
import './texts.ts';

const panels = ['vistas', 'pendientes', 'comprobacion', 'almacen'] as const;

const StorePanel = lazyPart(() => import('./store-panel.tsx').then((module) => module.StorePanel));

/** The operators' page: read models, and dead letters that wait for somebody. */
export function Component() {
  const { t } = useTranslation('projections');
  const { get, put } = useAddress();
  const panel = panels.find((one) => one === get('panel')) ?? 'vistas';
  // Lag in seconds grows with time, without news from the projector.
  const list = api.useListProjectionsQuery(undefined, { pollingInterval: 3_000, skipPollingIfUnfocused: true });
  const mails = api.useMailStatusQuery(undefined, { pollingInterval: 10_000, skipPollingIfUnfocused: true });
  const reactions = api.useReactionStatusQuery(undefined, { pollingInterval: 10_000, skipPollingIfUnfocused: true });
  const { data } = list;
  useHashTarget(Boolean(data && mails.data && reactions.data));
  const attention = data?.filter(isTroubled).length ?? 0;
  const summary = data ? (attention > 0 ? t('attention', { count: attention }) : t('healthy')) : '';
  const waiting = mails.data && reactions.data ? mails.data.fallidos + reactions.data.filas.length : undefined;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          {data?.length === 0 ? null : data ? (
            <StatusTag tone={attention > 0 ? 'urgent' : 'ok'}>{summary}</StatusTag>
          ) : list.error ? null : (
            <Bone width="7rem" height="1.7rem" />
          )}
          <SettingsButton />
        </>
      }
    >
      <Announce>{summary}</Announce>
      <Tabs
        label={t('panel.label')}
        value={panel}
        tabs={panels.map((id) => ({ id, label: t(`panel.${id}`), count: id === 'pendientes' ? waiting : undefined }))}
        onChange={(id) => put({ panel: id === 'vistas' ? null : id, estado: null })}
      >
        {panel === 'vistas' ? (
          <Views list={list} />
        ) : panel === 'comprobacion' ? (
          <ChecksPanel />
        ) : panel === 'almacen' ? (
          <Suspense
            fallback={
              <Skeleton>
                <RowsSkeleton rows={5} />
              </Skeleton>
            }
          >
            <StorePanel />
          </Suspense>
        ) : (
          <div className="projections">
            <ReactionsPanel />
            <MailPanel />
          </div>
        )}
      </Tabs>
    </Page>
  );
}

/** Which read models are listed: those that stand, or those that have been late for too long. */
const choices = ['detenidas', 'retrasadas'] as const;

/** The read models; one of them in detail. */
function Views({ list }: { list: Query & { data?: ProjectionRow[] | undefined } }) {
  const { t } = useTranslation('projections');
  const { get, put } = useAddress();
  const late = api.useLagAlarmsQuery(undefined, { pollingInterval: 5_000, skipPollingIfUnfocused: true }).data;
  const only = choices.find((one) => one === get('estado'));
  const isLate = ({ id }: ProjectionRow) => late?.some(({ proyeccion, hasta }) => proyeccion === id && hasta === null) ?? false;
  const isOf = { detenidas: isTroubled, retrasadas: (one: ProjectionRow) => !isTroubled(one) && isLate(one) };
  const all = only === 'retrasadas' && !late ? undefined : list.data;
  const data = only ? all?.filter(isOf[only]) : all;
  const chosen = get('proyeccion');
  // What is open stays so once it is well again.
  const row = list.data?.find(({ id }) => id === chosen);
  const choose = (id: string | null) => put({ proyeccion: id, documento: null }, true);
  const columns: readonly Column<ProjectionRow>[] = [
    {
      id: 'nombre',
      label: t('columns.name'),
      head: true,
      sort: ({ nombre }) => nombre,
      cell: ({ id, nombre }) => (
        <button
          type="button"
          className="link"
          onClick={() => choose(id === chosen ? null : id)}
          aria-expanded={id === chosen}
          aria-label={t('open', { name: nombre })}
        >
          {nombre}
        </button>
      ),
    },
    {
      id: 'estado',
      label: t('columns.state'),
      sort: (item) => (isTroubled(item) ? 2 : item.estado === 'running' ? 0 : 1),
      cell: (item) => (
        <span className="projection-states">
          {stateOf(item) === 'running' ? (
            // What is as it should be is quiet: the others are seen at once.
            <span className="muted" title={t('stateHint.running')}>
              {t('state.running')}
            </span>
          ) : (
            <StatusTag tone={stateTones[stateOf(item)]} title={t(`stateHint.${stateOf(item)}`)}>
              {t(`state.${stateOf(item)}`)}
            </StatusTag>
          )}
          {item.reconstruccion ? (
            <StatusTag tone={item.reconstruccion.estado === 'failed' ? 'error' : item.reconstruccion.estado === 'ready' ? 'info' : 'now'}>
              {t(`replay.${item.reconstruccion.estado}`)}
            </StatusTag>
          ) : null}
        </span>
      ),
    },
    {
      id: 'retraso',
      label: t('columns.lag'),
      sort: ({ retraso }) => retraso,
      className: 'projection-lag',
      cell: (item) => <Lag row={item} />,
    },
    {
      id: 'error',
      label: t('columns.error'),
      className: 'table-cut projection-figure',
      cell: ({ error }) => (error === null ? '—' : shortened(error)),
    },
    {
      id: 'eventos',
      label: t('columns.rate'),
      numeric: true,
      className: 'projection-figure',
      sort: ({ eventosPorSegundo }) => eventosPorSegundo,
      cell: ({ eventosPorSegundo }) => formatRate(eventosPorSegundo),
    },
    {
      id: 'posicion',
      label: t('columns.position'),
      numeric: true,
      className: 'projection-figure',
      cell: ({ posicion }) => (posicion === null ? '—' : formatPosition(posicion)),
    },
    {
      id: 'cabeza',
      label: t('columns.head'),
      numeric: true,
      className: 'projection-figure',
      cell: ({ cabeza }) => (cabeza === null ? '—' : formatPosition(cabeza)),
    },
    {
      id: 'documentos',
      label: t('columns.documents'),
      numeric: true,
      className: 'projection-figure',
      sort: ({ documentos }) => documentos,
      cell: ({ documentos }) => formatNumber(documentos),
    },
    {
      id: 'version',
      label: t('columns.version'),
      className: 'projection-figure',
      cell: ({ version, generacion }) => `v${version}${generacion === null ? '' : ` · g${generacion}`}`,
    },
  ];
  return (
    <div className="stack">
      <Alarms onOpen={choose} />
      {only || list.data?.some(isTroubled) || list.data?.some(isLate) ? (
        <Filters label={t('only.label')}>
          <ChoiceFilter
            name="estado"
            label={t('columns.state')}
            all={t('only.all')}
            choices={choices.map((value) => ({ value, label: t(`only.${value}`) }))}
          />
        </Filters>
      ) : null}
      <div className="projections" data-detail={row ? '' : undefined}>
        <DataTable
          caption={t('title')}
          columns={columns}
          rows={data}
          rowId={({ id }) => id}
          query={list}
          failed={t('loadError')}
          empty={only ? <Empty title={t('only.none')} /> : <Empty title={t('none')}>{t('noneText')}</Empty>}
          isOpen={({ id }) => id === chosen}
          order="-estado"
          pageSize={200}
          dense
        />
        {row ? <Detail key={row.id} row={row} onClose={() => choose(null)} /> : null}
      </div>
    </div>
  );
}

/** The detail shows the full message. */
const SHORT = 60;
const shortened = (error: string): string => {
  const line = error.replace(/\s+/g, ' ').trim();
  return line.length > SHORT ? `${line.slice(0, SHORT - 1)}…` : line;
};

export function Lag({ row }: { row: ProjectionRow }) {
  const { t } = useTranslation('projections');
  if (row.retraso === 0) return <span data-none="">{t('lagNone')}</span>;
  const parts = [
    row.retraso === null ? null : t('lagEvents', { count: row.retraso }),
    row.segundosDeRetraso ? formatSeconds(row.segundosDeRetraso) : null,
  ].filter(Boolean);
  return <>{parts.length > 0 ? parts.join(' · ') : row.estado === 'running' ? t('lagNone') : t('lagUnknown')}</>;
}
