import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { promiseFilters, SUPPORT_TEXT, supportStates } from '../../../../backend/api/contract/choices.ts';
import type { SupportDetail, SupportRow } from '../../../../backend/api/contract/support.ts';
import { api } from '../../api/api.ts';
import { useReadStatus } from '../../api/read-status.ts';
import { promiseState, promiseTone } from '../../domain/promise.ts';
import { formatRelative } from '../../lib/dates.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { usePast } from '../../lib/past.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useNow } from '../../lib/use-now.ts';
import { Announce } from '../../ui/announce.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FieldFrame } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { AreaField, CheckField } from '../../ui/form-fields.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { ChoiceFilter, Filters } from '../../ui/table/filters.tsx';
import { useSave } from '../../ui/use-save.ts';
import { Conversation } from './conversation.tsx';
import './support.css';
import './texts.ts';

const tones: Readonly<Record<SupportRow['estado'], Tone>> = { 'por-responder': 'now', respondida: 'info', cerrada: 'empty' };

/** Requests for help, those due first at the top; answered here. Filters, page and the open request are in the address. */
export function Component() {
  const { t } = useTranslation(['support', 'common']);
  const { get, put } = useAddress();
  const now = useNow();
  const counts = api.useSupportCountsQuery();
  const readStatus = useReadStatus('supportCounts');
  const cursor = usePageCursor();
  const estado = supportStates.find((one) => one === get('estado')) ?? 'por-responder';
  const promesa = promiseFilters.find((one) => one === get('promesa'));
  const asignada = (['mias', 'nadie'] as const).find((one) => one === get('asignada'));
  const filtered = promesa !== undefined || asignada !== undefined || estado !== 'por-responder';
  const list = api.useListSupportQuery({ estado, ...(promesa && { promesa }), ...(asignada && { asignada }), ...(cursor && { cursor }) });
  const countOf = (name: (typeof supportStates)[number]) => counts.data?.estados.find((one) => one.estado === name)?.cantidad ?? 0;
  const { enRiesgo, vencidas } = counts.data?.promesas ?? { enRiesgo: 0, vencidas: 0 };
  const open = get('solicitud');

  const columns: readonly Column<SupportRow>[] = [
    {
      id: 'solicitud',
      label: t('desk.columns.subject'),
      head: true,
      cell: ({ id, asunto, tema, curso, fecha }) => (
        <>
          <button type="button" className="link" aria-label={t('open', { subject: asunto })} onClick={() => put({ solicitud: id })}>
            {asunto}
          </button>
          <span className="muted table-note">
            {[t(`topics.${tema}`), curso].filter(Boolean).join(' · ')} ·{' '}
            <Moment at={fecha}>{t('desk.asked', { when: formatRelative(fecha, now) })}</Moment>
          </span>
        </>
      ),
    },
    {
      id: 'persona',
      label: t('desk.columns.person'),
      cell: ({ nombre, plan, asignada: inCharge }) => (
        <span>
          {nombre ?? t('desk.someone')}{' '}
          <span className="muted">· {t(plan === 'premium' ? 'common:plan.premium' : 'common:plan.basic')}</span>
          {inCharge ? (
            <span className="muted table-note">
              {t('desk.assignee')}: {inCharge.nombre}
            </span>
          ) : null}
        </span>
      ),
    },
    { id: 'estado', label: t('desk.columns.standing'), cell: (row) => <Status row={row} now={now} /> },
  ];

  return (
    <Page title={t('desk.title')} lead={t('desk.lead')} fresh={<Freshness at={readStatus?.at} />}>
      <Announce>{counts.data ? t('desk.news', { count: countOf('por-responder') }) : ''}</Announce>
      {vencidas + enRiesgo > 0 ? (
        <p className="support-late">
          {vencidas > 0 ? `${t('desk.late', { count: vencidas })} ` : ''}
          {enRiesgo > 0 ? t('desk.risk', { count: enRiesgo }) : ''}
        </p>
      ) : null}
      <Filters label={t('desk.filters')}>
        <ChoiceFilter
          name="estado"
          label={t('desk.status')}
          all={t('desk.statusCount', { status: t('states.por-responder'), count: countOf('por-responder') })}
          choices={supportStates
            .filter((name) => name !== 'por-responder')
            .map((name) => ({ value: name, label: t('desk.statusCount', { status: t(`states.${name}`), count: countOf(name) }) }))}
        />
        <ChoiceFilter
          name="promesa"
          label={t('desk.promise')}
          all={t('desk.all')}
          choices={promiseFilters.map((name) => ({ value: name, label: t(`desk.promises.${name}`) }))}
        />
        <ChoiceFilter
          name="asignada"
          label={t('desk.assignee')}
          all={t('desk.all')}
          choices={[
            { value: 'mias', label: t('desk.mine') },
            { value: 'nadie', label: t('desk.nobody') },
          ]}
        />
      </Filters>
      <DataTable
        caption={t('desk.list')}
        columns={columns}
        rows={list.data?.solicitudes}
        next={list.data?.siguiente ?? null}
        rowId={({ id }) => id}
        query={list}
        failed={t('desk.failed')}
        flash={({ cambiada }) => cambiada}
        empty={
          filtered ? (
            <Empty
              title={t('desk.none')}
              action={
                <button
                  type="button"
                  className="btn alt"
                  onClick={() => put({ estado: null, promesa: null, asignada: null, pagina: null })}
                >
                  {t('desk.clear')}
                </button>
              }
            />
          ) : (
            <Empty title={t('desk.empty')}>{t('desk.emptyText')}</Empty>
          )
        }
      />
      {open ? (
        <DeskPanel id={open.slice(0, 40)} now={now} team={counts.data?.equipo ?? []} onClose={() => put({ solicitud: null })} />
      ) : null}
    </Page>
  );
}

function Status({ row: { estado, promesa }, now }: { row: SupportRow; now: number }) {
  const { t } = useTranslation('support');
  const state = promesa && promiseState(promesa, estado === 'por-responder', now);
  return (
    <span className="row">
      <StatusTag tone={tones[estado]}>{t(`states.${estado}`)}</StatusTag>
      {promesa && state ? (
        <StatusTag tone={promiseTone[state]}>
          <Moment at={promesa.vence} exactly={(date) => t('desk.states.due', { date })}>
            {t(`desk.states.${state}`, { when: formatRelative(promesa.vence, now) })}
          </Moment>
        </StatusTag>
      ) : null}
    </span>
  );
}

interface Team {
  id: number;
  nombre: string;
}
function DeskPanel({ id, now, team, onClose }: { id: string; now: number; team: readonly Team[]; onClose: () => void }) {
  const { t } = useTranslation('support');
  const query = api.useGetSupportQuery(id);
  const { data } = query;
  return (
    <Dialog open onClose={onClose} title={data?.asunto ?? t('desk.title')} side="right">
      {data ? <DeskDetail request={data} now={now} team={team} /> : <QueryState of={query} failed={t('notFound')} inline rows={8} />}
    </Dialog>
  );
}

function DeskDetail({ request, now, team }: { request: SupportDetail; now: number; team: readonly Team[] }) {
  const past = usePast();
  const { t } = useTranslation(['support', 'common']);
  const [assign] = api.useAssignSupportMutation();
  const [close] = api.useCloseSupportMutation();
  const [reopen] = api.useReopenSupportMutation();
  const { act, save, busy } = useSave();
  const [closing, setClosing] = useState(false);
  const { id, id_usuario, nombre, plan, tema, curso, estado, asignada, conversacion } = request;
  const inCharge = asignada && !team.some((one) => one.id === asignada.id) ? [...team, asignada] : team;
  return (
    <>
      <Status row={request} now={now} />
      <p className="muted">
        {[nombre ?? t('desk.someone'), t(plan === 'premium' ? 'common:plan.premium' : 'common:plan.basic'), t(`topics.${tema}`), curso]
          .filter(Boolean)
          .join(' · ')}{' '}
        · <Link to={`${officePaths.adminPeople}?persona=${id_usuario}`}>{t('desk.toPerson')}</Link>
      </p>
      <FieldFrame label={t('desk.assignee')}>
        {(control) => (
          <select
            {...control}
            value={asignada?.id ?? ''}
            disabled={busy || past !== null}
            onChange={({ target }) => {
              const chosen = target.value === '' ? null : Number(target.value);
              void act(() => assign({ solicitud: id, body: { id_usuario: chosen } }).unwrap(), { done: t('desk.saved') });
            }}
          >
            <option value="">{t('desk.nobody')}</option>
            {inCharge.map((one) => (
              <option key={one.id} value={one.id}>
                {one.nombre}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <Conversation messages={conversacion} own="escuela" person={nombre ?? t('desk.someone')} />
      {estado === 'cerrada' ? (
        <p>
          <button
            data-writes
            type="button"
            className="btn alt"
            disabled={busy}
            onClick={() => void act(() => reopen({ solicitud: id, body: {} }).unwrap(), { done: t('desk.reopened') })}
          >
            {t('desk.reopen')}
          </button>
        </p>
      ) : (
        <>
          <AnswerForm id={id} />
          <p>
            <button data-writes type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setClosing(true)}>
              {t('desk.close')}
            </button>
          </p>
        </>
      )}
      <Confirm
        open={closing}
        onClose={() => setClosing(false)}
        title={t('desk.closeTitle')}
        confirmLabel={t('desk.close')}
        onConfirm={async () => {
          await save(() => close({ solicitud: id, body: {} }).unwrap(), { done: t('closed') });
        }}
      >
        <p>{t('desk.closeText')}</p>
      </Confirm>
    </>
  );
}

function AnswerForm({ id }: { id: string }) {
  const { t } = useTranslation('support');
  const [answer] = api.useAnswerSupportMutation();
  const { save, busy } = useSave();
  const schema = useMemo(() => z.object({ texto: z.string().trim().min(1, t('missingText')).max(SUPPORT_TEXT), cerrar: z.boolean() }), [t]);
  const form = useForm({ schema, initial: () => ({ texto: '', cerrar: false }) });
  return (
    <Form
      form={form}
      of={`soporte.respuesta.${id}`}
      onSend={(body) => save(() => answer({ solicitud: id, body }).unwrap(), { done: t('desk.answered'), after: () => form.discard() })}
    >
      <AreaField name="texto" label={t('desk.answer')} rows={5} maxLength={SUPPORT_TEXT} />
      <CheckField name="cerrar" label={t('desk.closeToo')} />
      <button type="submit" className="btn" disabled={busy} aria-busy={busy}>
        {t('desk.send')}
      </button>
    </Form>
  );
}
