import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leadKinds, leadStatuses, promiseFilters } from '../../../../backend/api/contract/choices.ts';
import type { LeadRecord, LeadStatusName } from '../../../../backend/api/contract/leads.ts';
import { api } from '../../api/api.ts';
import { useReadStatus } from '../../api/read-status.ts';
import { formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { type Changes, useAddress } from '../../lib/use-address.ts';
import { useNow } from '../../lib/use-now.ts';
import { Announce } from '../../ui/announce.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { ChoiceFilter, Filters, SearchFilter } from '../../ui/table/filters.tsx';
import { useBatch } from '../../ui/table/use-batch.ts';
import { useSave } from '../../ui/use-save.ts';
import { DeliveryBadge, PromiseBadge, StatusBadge } from './badges.tsx';
import { downloadLeads } from './export.ts';
import { LeadPanel } from './lead-panel.tsx';
import './leads.css';
import './texts.ts';
import { Moment } from '../../ui/moment.tsx';

const PAGE = 25;

/** The inbox. Filters, search, page and the open contact are in the address. */
export function Component() {
  const { t } = useTranslation('leads');
  const { get, put } = useAddress();
  const [retrying, setRetrying] = useState(false);
  const { save } = useSave();
  const batch = useBatch();
  const [redeliverAll] = api.useRedeliverAllLeadsMutation();
  const [changeStatus] = api.useChangeLeadStatusMutation();
  const now = useNow();
  const counts = api.useLeadCountsQuery();
  const readStatus = useReadStatus('leadCounts');
  const estado = leadStatuses.find((one) => one === get('estado'));
  const tipo = leadKinds.find((one) => one === get('tipo'));
  const buscar = (get('buscar') ?? '').slice(0, 100);
  const open = get('contacto');
  const promesa = promiseFilters.find((one) => one === get('promesa'));
  const failedOnly = get('entrega') === 'fallida';
  const filters = {
    ...(estado && { estado }),
    ...(tipo && { tipo }),
    ...(buscar && { buscar }),
    ...(promesa && { promesa }),
    ...(failedOnly && { entrega: 'fallida' as const }),
  };
  const cursor = usePageCursor();
  const list = api.useListLeadsQuery({ ...filters, limit: PAGE, ...(cursor && { cursor }) });
  const show = (changes: Changes) =>
    put({ estado: null, tipo: null, buscar: null, entrega: null, promesa: null, pagina: null, ...changes });
  const countOf = (name: LeadStatusName) => counts.data?.estados.find((one) => one.estado === name)?.cantidad ?? 0;
  const all = counts.data?.estados.reduce((sum, { cantidad }) => sum + cantidad, 0) ?? 0;
  const delivers = counts.data?.entrega ?? false;
  const { promesas = { enRiesgo: 0, vencidas: 0 }, fallidas = 0 } = counts.data ?? {};

  const columns: readonly Column<LeadRecord>[] = [
    {
      id: 'contacto',
      label: t('columns.contact'),
      head: true,
      cell: (lead) => {
        const name = lead.nombre ?? t('erasedName');
        return (
          <>
            <button type="button" className="link" aria-label={t('open', { name })} onClick={() => put({ contacto: lead.id })}>
              {name}
            </button>
            <span className="muted table-note">
              {[lead.empresa === lead.nombre ? null : lead.empresa, lead.correo].filter(Boolean).join(' · ')}
              {lead.telefono ? (
                <>
                  {' · '}
                  <span className="unbroken">{lead.telefono}</span>
                </>
              ) : null}
            </span>
          </>
        );
      },
    },
    {
      id: 'asunto',
      label: t('columns.subject'),
      optional: true,
      cell: (lead) => (
        <span>
          {t(`kinds.${lead.tipo}`)}
          {lead.asunto === null || lead.asunto === t(`kinds.${lead.tipo}`) ? null : (
            <span lang="es" className="muted table-note">
              {lead.asunto}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'estado',
      label: t('columns.standing'),
      cell: (lead) => (
        <span className="row leads-standing">
          <StatusBadge lead={lead} />
          <PromiseBadge lead={lead} now={now} />
          {delivers && lead.entrega.estado !== 'entregada' ? <DeliveryBadge lead={lead} /> : null}
        </span>
      ),
    },
    {
      id: 'llegada',
      label: t('columns.arrived'),
      optional: true,
      cell: (lead) => (
        <span>
          <Moment at={lead.fecha}>{formatRelative(lead.fecha, now)}</Moment>
          {lead.notas.length > 0 ? (
            <span className="muted table-note">
              {t('detail.notes')}: {formatNumber(lead.notas.length)}
            </span>
          ) : null}
        </span>
      ),
    },
  ];

  return (
    <Page title={t('title')} lead={t('lead')}>
      <p className="muted">
        <Freshness at={readStatus?.at} />
      </p>
      <Announce>{counts.data ? t('news', { count: countOf('nuevo') }) : ''}</Announce>
      {promesas.vencidas + promesas.enRiesgo > 0 ? (
        <p className="leads-notice" data-overdue={promesas.vencidas > 0 || undefined}>
          {promesas.vencidas > 0 ? `${t('late', { count: promesas.vencidas })} ` : ''}
          {promesas.enRiesgo > 0 ? `${t('risk', { count: promesas.enRiesgo })} ` : ''}
          <button type="button" className="link" onClick={() => show({ estado: 'nuevo', tipo: 'consultoria' })}>
            {t('seeThem')}
          </button>
        </p>
      ) : null}
      {fallidas > 0 || failedOnly ? (
        <p className="leads-notice">
          {t('dead', { count: fallidas })}{' '}
          <button type="button" className="link" onClick={() => show({ entrega: failedOnly ? null : 'fallida' })}>
            {t(failedOnly ? 'seeAll' : 'seeDead')}
          </button>
          {fallidas > 0 && delivers ? (
            <>
              {' '}
              <button data-writes type="button" className="link" onClick={() => setRetrying(true)}>
                {t('retryAll', { count: fallidas })}
              </button>
            </>
          ) : null}
        </p>
      ) : null}
      <Filters label={t('filters')}>
        <SearchFilter label={t('search')} placeholder={t('searchPlaceholder')} />
        <ChoiceFilter
          name="estado"
          label={t('status')}
          all={t('allCount', { count: all })}
          choices={leadStatuses.map((name) => ({
            value: name,
            label: t('statusCount', { status: t(`statuses.${name}`), count: countOf(name) }),
          }))}
        />
        <ChoiceFilter
          name="tipo"
          label={t('kind')}
          all={t('all')}
          choices={leadKinds.map((name) => ({ value: name, label: t(`kinds.${name}`) }))}
        />
        <ChoiceFilter
          name="promesa"
          label={t('promiseFilter')}
          all={t('all')}
          choices={promiseFilters.map((name) => ({ value: name, label: t(`promiseFilters.${name}`) }))}
        />
      </Filters>
      <DataTable
        caption={t('list')}
        columns={columns}
        rows={list.data?.contactos}
        next={list.data?.siguiente ?? null}
        rowId={({ id }) => id}
        query={list}
        failed={t('failed')}
        flash={({ cambiado }) => cambiado}
        onExport={() => downloadLeads(filters)}
        empty={
          Object.keys(filters).length > 0 ? (
            <Empty
              title={t('none')}
              action={
                <button type="button" className="btn alt" onClick={() => show({})}>
                  {t('clear')}
                </button>
              }
            >
              {t('noneHint')}
            </Empty>
          ) : (
            <Empty title={t('empty')}>{t('emptyHint')}</Empty>
          )
        }
        batch={{
          nameOf: ({ nombre }) => nombre ?? t('erasedName'),
          acts: (rows, done) =>
            leadStatuses
              .filter((status) => status !== 'nuevo')
              .map((status) => (
                <button
                  key={status}
                  type="button"
                  className="btn alt"
                  disabled={batch.busy}
                  onClick={() =>
                    void batch.run({
                      rows: rows.filter((lead) => lead.estado !== status),
                      send: ({ id }) => changeStatus({ leadId: id, body: { estado: status } }).unwrap(),
                      done: (count) => t('marked', { count }),
                      after: done,
                    })
                  }
                >
                  {t('mark', { status: t(`statuses.${status}`).toLowerCase() })}
                </button>
              )),
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
