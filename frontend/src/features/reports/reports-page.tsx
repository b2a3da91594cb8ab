import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { caseFilterStates, reportReasonNames } from '../../../../backend/api/contract/choices.ts';
import type { CaseRecord } from '../../../../backend/api/contract/reports.ts';
import { api } from '../../api/api.ts';
import { useReadStatus } from '../../api/read-status.ts';
import { formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Announce } from '../../ui/announce.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { ChoiceFilter, Filters, SearchFilter } from '../../ui/table/filters.tsx';
import { CasePanel } from './case-panel.tsx';
import { CaseState } from './case-state.tsx';
import { RulesButton } from './rules-dialog.tsx';
import './reports.css';
import './texts.ts';
import '../../domain/comment-texts.ts';

const KeptSearches = lazyPart(() => import('../../domain/searches/kept-searches.tsx').then((module) => module.KeptSearches));

/** The beginning of a comment as words on one line. */
const snippetOf = (text: string, people: CaseRecord['menciones']): string =>
  people
    .reduce((words, { id, nombre }) => words.replaceAll(`<@${id}>`, nombre === null ? '@' : `@${nombre}`), text)
    .replace(/[*_`#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 140);

/** Reported comments, for moderators. Filters, page and the open case are in the address, so that a view can be saved and shared. */
export function Component() {
  const { t } = useTranslation(['reports', 'comments']);
  const { get, put } = useAddress();
  const user = useSessionUser();
  const estado = caseFilterStates.find((one) => one === get('estado'));
  const motivo = reportReasonNames.find((one) => one === get('motivo'));
  const curso = Number(get('curso')) || undefined;
  const buscar = (get('buscar') ?? '').slice(0, 100);
  const open = Number(get('comentario')) || null;
  const cursor = usePageCursor();
  const list = api.useListCasesQuery({
    ...{ limit: 25, ...(cursor && { cursor }) },
    ...{ ...(estado && { estado }), ...(motivo && { motivo }), ...(curso && { id_curso: curso }), ...(buscar && { buscar }) },
  });
  const status = useReadStatus('listCases');
  const rows = list.data?.grupos;
  const urgent = rows?.filter((one) => one.estado === 'URGENTE').length ?? 0;
  const narrowed = Boolean(estado || motivo || curso || buscar);
  const titleOf = (one: CaseRecord) =>
    one.comentario === null ? t(one.quitado ? 'withdrawn' : 'erased') : snippetOf(one.comentario, one.menciones);
  const columns: readonly Column<CaseRecord>[] = [
    {
      id: 'comentario',
      label: t('columns.comment'),
      head: true,
      className: 'report-comment',
      cell: (one) => (
        <>
          <button
            type="button"
            className="link"
            lang={one.comentario === null ? undefined : 'es'}
            onClick={() => put({ comentario: String(one.id_comentario) })}
          >
            {titleOf(one)}
          </button>
          <span className="muted table-note">
            {one.autor.nombre ?? t('comments:someone')} · <span lang="es">{[one.curso, one.subtema].filter(Boolean).join(' › ')}</span>
          </span>
        </>
      ),
    },
    {
      id: 'estado',
      label: t('columns.state'),
      cell: (one) => (
        <span className="row">
          <CaseState of={one.estado} />
          {one.retirado ? <StatusTag tone="neutral">{t('removed')}</StatusTag> : null}
          {one.apelado ? <StatusTag tone="info">{t('appealed')}</StatusTag> : null}
        </span>
      ),
    },
    {
      id: 'reportes',
      label: t('columns.reports'),
      numeric: true,
      cell: ({ abiertos, total }) => (total === 0 ? '—' : t('counts', { open: formatNumber(abiertos), count: total })),
    },
    {
      id: 'motivos',
      label: t('columns.reasons'),
      cell: ({ motivos }) => motivos.map((one) => `${t(`comments:reasons.${one.motivo}`)} (${one.cantidad})`).join(', '),
    },
    {
      id: 'ultimo',
      label: t('columns.last'),
      cell: ({ ultimo }) => (
        <Moment className="muted" at={ultimo}>
          {formatRelative(ultimo)}
        </Moment>
      ),
    },
  ];
  const at = rows?.findIndex((one) => one.id_comentario === open) ?? -1;
  const go = (step: 1 | -1) => {
    const next = at < 0 ? undefined : rows?.[at + step];
    if (next) put({ comentario: String(next.id_comentario) });
  };
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      fresh={<Freshness at={status?.at} />}
      actions={
        <>
          <Suspense
            fallback={
              <>
                {narrowed ? <Bone width="11.5rem" height="2.25rem" /> : null}
                <Bone width="12.5rem" height="2.25rem" />
              </>
            }
          >
            <KeptSearches page="reportes" any={narrowed} />
          </Suspense>
          {user.user_role === role.admin ? <RulesButton /> : null}
        </>
      }
    >
      <Announce>{rows ? t('news', { count: urgent }) : ''}</Announce>
      <Filters
        label={t('filters.label')}
        search={<SearchFilter label={t('filters.search')} placeholder={t('filters.placeholder')} />}
        active={[estado, motivo, curso].filter(Boolean).length}
      >
        <ChoiceFilter
          name="estado"
          label={t('columns.state')}
          all={t('filters.allStates')}
          choices={caseFilterStates.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
        <ChoiceFilter
          name="motivo"
          label={t('filters.reason')}
          all={t('filters.allReasons')}
          choices={reportReasonNames.map((value) => ({ value, label: t(`comments:reasons.${value}`) }))}
        />
        <ChoiceFilter
          name="curso"
          label={t('filters.course')}
          all={t('filters.allCourses')}
          choices={(list.data?.cursos ?? []).map(({ id, nombre }) => ({ value: String(id), label: nombre, lang: 'es' }))}
        />
      </Filters>
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={rows}
        next={list.data?.siguiente ?? null}
        rowId={({ id_comentario }) => String(id_comentario)}
        query={list}
        failed={t('failed')}
        flash={({ version }) => version}
        isOpen={({ id_comentario }) => id_comentario === open}
        empty={
          <Empty
            title={t('empty')}
            action={
              narrowed ? (
                <button
                  type="button"
                  className="btn alt"
                  onClick={() => put({ estado: null, motivo: null, curso: null, buscar: null, pagina: null })}
                >
                  {t('filters.clear')}
                </button>
              ) : undefined
            }
          >
            {t(narrowed ? 'emptyFiltered' : 'emptyText')}
          </Empty>
        }
        bones={5}
      />
      {open !== null ? <CasePanel key={open} id={open} onClose={() => put({ comentario: null })} onStep={go} /> : null}
    </Page>
  );
}
