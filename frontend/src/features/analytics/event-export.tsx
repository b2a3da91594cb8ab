import { IconDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportRecord } from '../../../../backend/api/contract/events.ts';
import { download } from '../../api/download.ts';
import { type ArgOf, requestOf } from '../../lib/calls.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatBytes, formatNumber } from '../../lib/format.ts';
import { call } from '../../lib/http.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useResource } from '../../lib/use-resource.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';
import { exportFormats } from '../../../../backend/api/contract/choices.ts';

type Filters = ArgOf<'exportEvents'>;
const formats = { ndjson: calls.exportEvents, csv: calls.exportEventsCsv, parquet: calls.exportEventsParquet } as const;

const PlanDialog = lazyPart(() => import('./export-plans.tsx').then((module) => module.PlanDialog));
const PlansDialog = lazyPart(() => import('./export-plans.tsx').then((module) => module.PlansDialog));
const ResearchDialog = lazyPart(() => import('./research-dialog.tsx').then((module) => module.ResearchDialog));

/** Downloads everything that the filters find, and lists earlier downloads. */
export function EventExport({ filters }: { filters: Filters }) {
  const { t } = useTranslation('analytics');
  const { act } = useSave();
  const { get, open, close } = useAddress();
  const [listing, setListing] = useState(false);
  const [planning, setPlanning] = useState(false);
  const [studying, setStudying] = useState(false);
  const take = (format: keyof typeof formats) => {
    const request = requestOf(formats[format], filters);
    void act(() => download(request, '*/*', `eventos.${format}`), { done: t('export.done') });
  };
  return (
    <>
      <Menu
        label={t('export.title')}
        className="btn alt"
        button={
          <>
            <IconDownload size={18} aria-hidden="true" /> {t('export.title')}
          </>
        }
        acts={[
          ...exportFormats.map((format) => ({
            id: format,
            label: t(`export.${format}`),
            writes: true,
            onAct: () => take(format),
          })),
          { id: 'taken', label: t('export.taken'), onAct: () => setListing(true) },
          { id: 'plan', label: t('plans.new'), writes: true, onAct: () => setPlanning(true) },
          { id: 'plans', label: t('plans.title'), onAct: () => open({ programadas: '1' }) },
          { id: 'research', label: t('research.title'), writes: true, onAct: () => setStudying(true) },
        ]}
      />
      {listing ? <Taken onClose={() => setListing(false)} /> : null}
      <Suspense>
        {studying ? <ResearchDialog onClose={() => setStudying(false)} /> : null}
        {planning ? <PlanDialog filters={filters} onClose={() => setPlanning(false)} /> : null}
        {get('programadas') === '1' ? <PlansDialog onClose={() => close({ programadas: null })} /> : null}
      </Suspense>
    </>
  );
}

/** Who downloaded which part of the log, with the hash of the file's bytes. */
function Taken({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('analytics');
  const query = useResource('exports', (signal) => call(calls.listExports, undefined, { signal }));
  const { data } = query;
  return (
    <Dialog open onClose={onClose} title={t('export.taken')} side="right">
      {data ? null : <QueryState of={query} failed={t('export.failed')} inline rows={5} />}
      {data?.length === 0 ? <Empty title={t('export.none')} /> : null}
      {data && data.length > 0 ? (
        <ol className="event-exports">
          {data.map((one) => (
            <TakenItem key={one.id} one={one} />
          ))}
        </ol>
      ) : null}
    </Dialog>
  );
}

function TakenItem({ one: { id, fecha, formato, quien, filtros, despues, hasta, resultado } }: { one: ExportRecord }) {
  const { t } = useTranslation(['analytics', 'common']);
  const { act } = useSave();
  const { valor = false, ...rest } = filtros ?? {};
  const chosen = Object.entries(rest).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return (
    <li>
      <p className="row">
        <strong>{quien === null ? t('log.role.system') : (quien.nombre ?? t('export.account', { id: quien.id }))}</strong>
        <span className="muted">
          <Moment at={fecha}>{formatDateTime(fecha)}</Moment>
        </span>
        {resultado === null ? (
          <StatusTag tone="empty">{t('export.open')}</StatusTag>
        ) : resultado.completo ? (
          <StatusTag tone="ok">{t('export.whole')}</StatusTag>
        ) : (
          <StatusTag tone="urgent">{t('export.broken')}</StatusTag>
        )}
      </p>
      <p>
        {resultado === null
          ? t('export.asked', { format: formato.toUpperCase() })
          : t('export.held', {
              count: resultado.eventos,
              written: formatNumber(resultado.eventos),
              format: formato.toUpperCase(),
              size: formatBytes(resultado.bytes),
            })}
      </p>
      {filtros === null ? <p className="muted">{t('export.filtersGone')}</p> : null}
      {chosen.length > 0 ? <p className="mono">{[...chosen, ...(valor ? [t('export.hidden')] : [])].join(' ')}</p> : null}
      <dl className="event-facts">
        <dt>{t('export.positions')}</dt>
        <dd className="mono">
          {despues ?? '0'} – {hasta ?? '0'}
        </dd>
        {resultado === null ? null : (
          <>
            <dt>{t('export.hash')}</dt>
            <dd className="mono">{resultado.sha256}</dd>
          </>
        )}
      </dl>
      <button
        type="button"
        className="link"
        onClick={() =>
          void act(() => download(requestOf(calls.exportManifest, id), '*/*', 'eventos.manifiesto.json'), { done: t('export.done') })
        }
      >
        {t('export.manifest')}
      </button>
    </li>
  );
}
