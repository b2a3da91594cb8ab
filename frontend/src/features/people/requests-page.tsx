import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { rightOutcomes } from '../../../../backend/api/contract/choices.ts';
import type { DataRequest } from '../../../../backend/api/contract/rights.ts';
import { api } from '../../api/api.ts';
import { useReadStatus } from '../../api/read-status.ts';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Empty } from '../../ui/empty.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, ChoiceField } from '../../ui/form-fields.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { ChoiceFilter, Filters } from '../../ui/table/filters.tsx';
import { useSave } from '../../ui/use-save.ts';
import './people.css';
import './texts.ts';

/** Days before the deadline from which a request is marked as urgent. */
const SOON = 5;

/** Requests about personal data, the first due first, each with its deadline; answered here. */
export function Component() {
  const { t } = useTranslation('people');
  const { get } = useAddress();
  const cursor = usePageCursor();
  const answered = get('estado') === 'respondidas';
  const list = api.useListDataRequestsQuery({ ...(answered && { estado: 'respondidas' }), ...(cursor && { cursor }) });
  const readStatus = useReadStatus('listDataRequests');
  const [answering, setAnswering] = useState<DataRequest | null>(null);
  const columns: readonly Column<DataRequest>[] = [
    {
      id: 'persona',
      label: t('columns.person'),
      head: true,
      cell: ({ nombre, id_usuario }) =>
        nombre === null ? t('requests.erased') : <Link to={`${officePaths.adminPeople}?persona=${id_usuario}`}>{nombre}</Link>,
    },
    { id: 'tipo', label: t('requests.kind'), cell: ({ tipo }) => t(`requests.kinds.${tipo}`) },
    {
      id: 'texto',
      label: t('requests.text'),
      cell: ({ texto, respuesta }) => (
        <span>
          {texto || '—'}
          {respuesta ? <span className="muted table-note">{t('requests.answered', { text: respuesta })}</span> : null}
        </span>
      ),
    },
    { id: 'fecha', label: t('requests.asked'), cell: ({ fecha }) => formatDate(fecha) },
    { id: 'vence', label: t('requests.due'), cell: (request) => <Clock request={request} /> },
    {
      id: 'acciones',
      label: t('columns.acts'),
      acts: true,
      cell: (request) =>
        request.dias === null ? null : (
          <button
            data-writes
            type="button"
            className="btn alt"
            aria-haspopup="dialog"
            aria-label={t('requests.answerOf', {
              name: request.nombre ?? t('requests.erased'),
              kind: t(`requests.kinds.${request.tipo}`),
            })}
            onClick={() => setAnswering(request)}
          >
            {t('requests.answer')}
          </button>
        ),
    },
  ];
  return (
    <Page
      title={t('requests.title')}
      lead={t('requests.lead')}
      fresh={<Freshness at={readStatus?.at} />}
      breadcrumb={<Link to={officePaths.adminPeople}>{t('title')}</Link>}
    >
      <Filters label={t('filters')} count={list.data?.total ? t('requests.count', { count: list.data.total }) : ''}>
        <ChoiceFilter
          name="estado"
          label={t('columns.state')}
          all={t('requests.open')}
          choices={[{ value: 'respondidas', label: t('requests.closed') }]}
        />
      </Filters>
      <DataTable
        caption={t('requests.title')}
        columns={columns}
        rows={list.data?.solicitudes}
        next={list.data?.siguiente ?? null}
        rowId={({ id }) => id}
        query={list}
        failed={t('requests.failed')}
        bones={4}
        empty={<Empty title={t(answered ? 'requests.noneClosed' : 'requests.none')}>{t('requests.noneText')}</Empty>}
      />
      {answering ? <AnswerDialog request={answering} onClose={() => setAnswering(null)} /> : null}
    </Page>
  );
}

function Clock({ request: { dias, vence, resultado } }: { request: DataRequest }) {
  const { t } = useTranslation('people');
  if (resultado !== null)
    return <StatusTag tone={resultado === 'atendida' ? 'ok' : 'neutral'}>{t(`requests.outcomes.${resultado}`)}</StatusTag>;
  // Closed without an answer: the person was erased.
  if (dias === null) return <StatusTag tone="neutral">{t('requests.ended')}</StatusTag>;
  return (
    <span>
      <StatusTag tone={dias < 0 ? 'urgent' : dias <= SOON ? 'now' : 'info'}>
        {dias < 0 ? t('requests.late', { count: -dias }) : dias === 0 ? t('requests.today') : t('requests.left', { count: dias })}
      </StatusTag>
      <time className="muted table-note" dateTime={vence}>
        {formatDay(vence, 'full')}
      </time>
    </span>
  );
}

function AnswerDialog({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const { t } = useTranslation('people');
  const [answer] = api.useAnswerDataRequestMutation();
  const { save } = useSave();
  const schema = useMemo(
    () => z.object({ resultado: z.enum(rightOutcomes), texto: z.string().trim().min(1, t('requests.missing')).max(2_000) }),
    [t],
  );
  const form = useForm({ schema, initial: () => ({ resultado: 'atendida' as (typeof rightOutcomes)[number], texto: '' }) });
  return (
    <FormDialog
      form={form}
      title={t('requests.answerTitle', { name: request.nombre ?? t('requests.erased') })}
      send={t('requests.send')}
      sending={t('requests.sending')}
      onClose={onClose}
      of={`derechos.${request.id}`}
      onSend={async (body) => {
        await save(() => answer({ solicitud: request.id, body }).unwrap(), { done: t('requests.done'), after: onClose });
      }}
    >
      <p>
        <strong>{t(`requests.kinds.${request.tipo}`)}</strong>
        {request.texto ? <span className="muted table-note">{request.texto}</span> : null}
      </p>
      <p className="muted">{t(`requests.how.${request.tipo}`)}</p>
      <ChoiceField name="resultado" label={t('requests.outcome')}>
        {rightOutcomes.map((one) => (
          <option key={one} value={one}>
            {t(`requests.outcomes.${one}`)}
          </option>
        ))}
      </ChoiceField>
      <AreaField name="texto" label={t('requests.message')} hint={t('requests.messageHint')} maxLength={2_000} rows={6} required />
    </FormDialog>
  );
}
