import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { LeadKindName, LeadRecord, LeadStatusName } from '../../../../backend/api/contract/leads.ts';
import { useLeadCountsQuery, useListLeadsQuery, useRedeliverAllLeadsMutation } from '../../api/generated.ts';
import { useStanding } from '../../api/standing.ts';
import { formatNumber, formatRelative } from '../../lib/format.ts';
import { Announce } from '../../ui/announce.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import '../../ui/field.css';
import { Freshness } from '../../ui/freshness.tsx';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { useFlash } from '../../ui/use-flash.ts';
import { useSave } from '../../ui/use-save.ts';
import { DeliveryBadge, PromiseBadge, StatusBadge } from './badges.tsx';
import { downloadLeads } from './export.ts';
import { LeadPanel } from './lead-panel.tsx';
import { useNow } from './promise.ts';
import './leads.css';
import './texts.ts';
import { Moment } from '../../ui/moment.tsx';

const statuses: readonly LeadStatusName[] = ['nuevo', 'contactado', 'convertido', 'descartado'];
const kinds: readonly LeadKindName[] = ['curso', 'beca', 'empresa', 'consultoria'];
const PAGE = 25;

interface Filters {
  estado?: LeadStatusName;
  tipo?: LeadKindName;
  buscar?: string;
  entrega?: 'fallida';
}

/** The inbox. Filters, search and the open contact stand in the address; what is typed reaches it when the person pauses. */
export function Component() {
  const { t } = useTranslation('leads');
  const errorText = useErrorText();
  const [params, setParams] = useSearchParams();
  const [more, setMore] = useState(0);
  const [exporting, setExporting] = useState(false);
  const [retrying, setRetrying] = useState(false);
  const { save } = useSave();
  const [redeliverAll] = useRedeliverAllLeadsMutation();
  const now = useNow();
  const counts = useLeadCountsQuery();
  const standing = useStanding('leadCounts');
  const estado = statuses.find((one) => one === params.get('estado'));
  const tipo = kinds.find((one) => one === params.get('tipo'));
  const buscar = (params.get('buscar') ?? '').slice(0, 100);
  const open = params.get('contacto');
  const filters: Filters = {
    ...(estado && { estado }),
    ...(tipo && { tipo }),
    ...(buscar && { buscar }),
    ...(params.get('entrega') === 'fallida' && { entrega: 'fallida' }),
  };
  const [typed, setTyped] = useState<string | null>(null);

  const put = (changes: Readonly<Record<string, string | null>>) => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes))
          if (value) after.set(name, value);
          else after.delete(name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
    if (!('contacto' in changes)) setMore(0);
  };
  const search = (text: string) => put({ buscar: text.trim() });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the pause
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      search(typed);
      setTyped(null);
    }, 250);
    return () => clearTimeout(timer);
  }, [typed]);
  const exportAll = async () => {
    setExporting(true);
    try {
      await downloadLeads({ ...filters });
    } catch (failure) {
      notify.error(t('exportFailed', { detail: errorText(failure) }));
    } finally {
      setExporting(false);
    }
  };
  const countOf = (name: LeadStatusName) => counts.data?.estados.find((one) => one.estado === name)?.cantidad ?? 0;
  const all = counts.data?.estados.reduce((sum, { cantidad }) => sum + cantidad, 0) ?? 0;
  const delivers = counts.data?.entrega ?? false;
  const { promesas = { enRiesgo: 0, vencidas: 0 }, fallidas = 0 } = counts.data ?? {};

  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <button type="button" className="btn alt" disabled={exporting} aria-busy={exporting} onClick={() => void exportAll()}>
          <IconDownload size={18} aria-hidden="true" />
          {t(exporting ? 'exporting' : 'export')}
        </button>
      }
    >
      <p className="muted">
        <Freshness at={standing?.at} />
      </p>
      <Announce>{counts.data ? t('news', { count: countOf('nuevo') }) : ''}</Announce>
      {promesas.vencidas + promesas.enRiesgo > 0 ? (
        <p className="leads-notice" data-overdue={promesas.vencidas > 0 || undefined}>
          {promesas.vencidas > 0 ? `${t('late', { count: promesas.vencidas })} ` : ''}
          {promesas.enRiesgo > 0 ? `${t('risk', { count: promesas.enRiesgo })} ` : ''}
          <button type="button" className="link" onClick={() => put({ estado: 'nuevo', tipo: 'consultoria', buscar: null, entrega: null })}>
            {t('seeThem')}
          </button>
        </p>
      ) : null}
      {fallidas > 0 || filters.entrega ? (
        <p className="leads-notice">
          {t('dead', { count: fallidas })}{' '}
          <button
            type="button"
            className="link"
            onClick={() => put({ estado: null, tipo: null, buscar: null, entrega: filters.entrega ? null : 'fallida' })}
          >
            {t(filters.entrega ? 'seeAll' : 'seeDead')}
          </button>
          {fallidas > 0 && delivers ? (
            <>
              {' '}
              <button type="button" className="link" onClick={() => setRetrying(true)}>
                {t('retryAll', { count: fallidas })}
              </button>
            </>
          ) : null}
        </p>
      ) : null}
      <search className="leads-filters" aria-label={t('filters')}>
        <label className="leads-search">
          <span className="sr">{t('search')}</span>
          <IconSearch size={18} aria-hidden="true" />
          <input
            type="search"
            className="entry"
            maxLength={100}
            placeholder={t('searchPlaceholder')}
            value={typed ?? buscar}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <label className="row">
          <span className="muted">{t('status')}</span>
          <select className="entry" value={estado ?? ''} onChange={(event) => put({ estado: event.target.value })}>
            <option value="">{t('allCount', { count: all })}</option>
            {statuses.map((name) => (
              <option key={name} value={name}>
                {t('statusCount', { status: t(`statuses.${name}`), count: countOf(name) })}
              </option>
            ))}
          </select>
        </label>
        <label className="row">
          <span className="muted">{t('kind')}</span>
          <select className="entry" value={tipo ?? ''} onChange={(event) => put({ tipo: event.target.value })}>
            <option value="">{t('all')}</option>
            {kinds.map((name) => (
              <option key={name} value={name}>
                {t(`kinds.${name}`)}
              </option>
            ))}
          </select>
        </label>
      </search>
      <Leads
        filters={filters}
        more={more}
        now={now}
        delivers={delivers}
        onMore={() => setMore(more + 1)}
        onOpen={(id) => put({ contacto: id })}
        onClear={() => {
          setTyped(null);
          put({ estado: null, tipo: null, buscar: null, entrega: null });
        }}
      />
      <Confirm
        open={retrying}
        onClose={() => setRetrying(false)}
        title={t('retryAllTitle')}
        confirmLabel={t('retryAll', { count: fallidas })}
        reason={{ label: t('reason') }}
        onConfirm={async (motivo) => {
          await save(() => redeliverAll(motivo ? { motivo } : {}).unwrap(), {
            done: ({ reintentados }) => t('retriedAll', { count: reintentados }),
          });
        }}
      >
        <p>{t('retryAllText')}</p>
      </Confirm>
      {open ? <LeadPanel leadId={open.slice(0, 40)} delivers={delivers} now={now} onClose={() => put({ contacto: null })} /> : null}
    </Page>
  );
}

interface LeadsProps {
  filters: Filters;
  cursor?: string;
  /** Pages after this one. */
  more: number;
  now: number;
  delivers: boolean;
  onMore: () => void;
  onOpen: (id: string) => void;
  onClear: () => void;
}
/** A page of the list, and those after it: each begins where the one before ends now, so that what comes in pushes nobody out of sight. */
function Leads({ filters, cursor, more, ...rest }: LeadsProps) {
  const { t } = useTranslation('leads');
  const { data, error, isFetching, refetch } = useListLeadsQuery({ ...filters, limit: PAGE, ...(cursor && { cursor }) });
  const { now, delivers, onMore, onOpen, onClear } = rest;
  if (!data)
    return error ? (
      <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton>
        <RowsSkeleton rows={8} />
      </Skeleton>
    );
  if (data.contactos.length === 0 && data.siguiente === null && cursor === undefined)
    return Object.keys(filters).length > 0 ? (
      <Empty
        title={t('none')}
        action={
          <button type="button" className="btn alt" onClick={onClear}>
            {t('clear')}
          </button>
        }
      >
        {t('noneHint')}
      </Empty>
    ) : (
      <Empty title={t('empty')}>{t('emptyHint')}</Empty>
    );
  return (
    <>
      <ul className="leads" aria-label={cursor === undefined ? t('list') : undefined} aria-busy={isFetching}>
        {data.contactos.map((lead) => (
          <Row key={lead.id} lead={lead} now={now} delivers={delivers} onOpen={onOpen} />
        ))}
      </ul>
      {data.siguiente === null ? null : more > 0 ? (
        <Leads filters={filters} cursor={data.siguiente} more={more - 1} {...rest} />
      ) : (
        <button type="button" className="btn alt leads-more" onClick={onMore}>
          {t('more')}
        </button>
      )}
    </>
  );
}

function Row({ lead, now, delivers, onOpen }: { lead: LeadRecord; now: number; delivers: boolean; onOpen: (id: string) => void }) {
  const { t } = useTranslation('leads');
  const flash = useFlash<HTMLLIElement>(lead.cambiado);
  const name = lead.nombre ?? t('erasedName');
  return (
    <li ref={flash} className="leads-one">
      <div className="leads-who">
        <button type="button" className="link leads-opens" aria-label={t('open', { name })} onClick={() => onOpen(lead.id)}>
          {name}
        </button>
        <span className="muted">
          {[lead.empresa === lead.nombre ? null : lead.empresa, lead.correo, lead.telefono].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div className="leads-what">
        <span>{t(`kinds.${lead.tipo}`)}</span>
        <span lang="es" className="muted">
          {lead.asunto}
        </span>
      </div>
      <div className="row leads-how">
        <StatusBadge lead={lead} />
        <PromiseBadge lead={lead} now={now} />
        {delivers && lead.entrega.estado !== 'entregada' ? <DeliveryBadge lead={lead} /> : null}
        <Moment className="muted" at={lead.fecha}>
          {t('arrived', { when: formatRelative(lead.fecha, now) })}
        </Moment>
        {lead.notas.length > 0 ? (
          <span className="muted">
            {t('detail.notes')}: {formatNumber(lead.notas.length)}
          </span>
        ) : null}
      </div>
    </li>
  );
}
