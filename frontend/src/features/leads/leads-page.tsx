import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leadKinds, leadStatuses, promiseFilters } from '../../../../backend/api/contract/choices.ts';
import type { LeadStatusName } from '../../../../backend/api/contract/leads.ts';
import { api } from '../../api/api.ts';
import { useReadStatus } from '../../api/read-status.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { type Changes, useAddress } from '../../lib/use-address.ts';
import { useNow } from '../../lib/use-now.ts';
import { Announce } from '../../ui/announce.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Page } from '../../ui/page.tsx';
import { DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { DaysFilter, useDays } from '../../ui/table/days-filter.tsx';
import { ChoiceFilter, Filters, SearchFilter } from '../../ui/table/filters.tsx';
import { useBatch } from '../../ui/table/use-batch.ts';
import { useSave } from '../../ui/use-save.ts';
import { downloadLeads } from './export.ts';
import { useLeadColumns } from './lead-columns.tsx';
import { LeadPanel } from './lead-panel.tsx';
import './leads.css';
import './texts.ts';

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
  const days = useDays();
  const filters = {
    ...(estado && { estado }),
    ...(tipo && { tipo }),
    ...(buscar && { buscar }),
    ...(promesa && { promesa }),
    ...days,
    ...(failedOnly && { entrega: 'fallida' as const }),
  };
  const cursor = usePageCursor();
  const list = api.useListLeadsQuery({ ...filters, limit: PAGE, ...(cursor && { cursor }) });
  const show = (changes: Changes) =>
    put({ estado: null, tipo: null, buscar: null, entrega: null, promesa: null, desde: null, hasta: null, pagina: null, ...changes });
  const countOf = (name: LeadStatusName) => counts.data?.estados.find((one) => one.estado === name)?.cantidad ?? 0;
  const all = counts.data?.estados.reduce((sum, { cantidad }) => sum + cantidad, 0) ?? 0;
  const delivers = counts.data?.entrega ?? false;
  const fallidas = counts.data?.fallidas ?? 0;

  const columns = useLeadColumns({ now, delivers, onOpen: ({ id }) => put({ contacto: id }) });

  return (
    <Page title={t('title')} lead={t('lead')} fresh={<Freshness at={readStatus?.at} />}>
      <Announce>{counts.data ? t('news', { count: countOf('nuevo') }) : ''}</Announce>
      <Notices
        counts={counts.data}
        failedOnly={failedOnly}
        onUrgent={() => show({ estado: 'nuevo', tipo: 'consultoria' })}
        onFailed={() => show({ entrega: failedOnly ? null : 'fallida' })}
        onRetry={() => setRetrying(true)}
      />
      <Filters
        label={t('filters')}
        active={Object.keys(filters).filter((name) => name !== 'buscar').length}
        search={<SearchFilter label={t('search')} placeholder={t('searchPlaceholder')} />}
      >
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
        <DaysFilter />
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
        reason={{}}
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

interface NoticesProps {
  counts: AnswerOf<'leadCounts'> | undefined;
  /** The list shows those whose delivery failed. */
  failedOnly: boolean;
  onUrgent: () => void;
  onFailed: () => void;
  onRetry: () => void;
}
/** Promises that are late or soon will be, and what could not be delivered. */
function Notices({ counts, failedOnly, onUrgent, onFailed, onRetry }: NoticesProps) {
  const { t } = useTranslation('leads');
  const { promesas = { enRiesgo: 0, vencidas: 0 }, fallidas = 0, entrega = false } = counts ?? {};
  return (
    <>
      {promesas.vencidas + promesas.enRiesgo > 0 ? (
        <p className="leads-notice" data-overdue={promesas.vencidas > 0 || undefined}>
          {promesas.vencidas > 0 ? `${t('late', { count: promesas.vencidas })} ` : ''}
          {promesas.enRiesgo > 0 ? `${t('risk', { count: promesas.enRiesgo })} ` : ''}
          <button type="button" className="link" onClick={onUrgent}>
            {t('seeThem')}
          </button>
        </p>
      ) : null}
      {fallidas > 0 || failedOnly ? (
        <p className="leads-notice">
          {t('dead', { count: fallidas })}{' '}
          <button type="button" className="link" onClick={onFailed}>
            {t(failedOnly ? 'seeAll' : 'seeDead')}
          </button>
          {fallidas > 0 && entrega ? (
            <>
              {' '}
              <button data-writes type="button" className="link" onClick={onRetry}>
                {t('retryAll', { count: fallidas })}
              </button>
            </>
          ) : null}
        </p>
      ) : null}
    </>
  );
}
