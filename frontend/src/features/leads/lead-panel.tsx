import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { leadStatuses } from '../../../../backend/api/contract/choices.ts';
import type { LeadRecord, LeadStatusName } from '../../../../backend/api/contract/leads.ts';
import { api } from '../../api/api.ts';
import { HistoryButton } from '../../domain/history/history-button.tsx';
import { formatDateTime, formatRelative } from '../../lib/dates.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { usePast } from '../../lib/past.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { AreaField } from '../../ui/form-fields.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSave } from '../../ui/use-save.ts';
import { DeliveryBadge, PromiseBadge, StatusBadge } from './badges.tsx';
import './leads.css';
import './texts.ts';
import { Moment } from '../../ui/moment.tsx';

/** One contact: the request, its status, notes, and the delivery to the external sheet. */
export function LeadPanel({ leadId, delivers, now, onClose }: { leadId: string; delivers: boolean; now: number; onClose: () => void }) {
  const { t } = useTranslation('leads');
  const query = api.useGetLeadQuery(leadId);
  const { data } = query;
  return (
    <Dialog open onClose={onClose} title={data ? (data.nombre ?? t('erasedName')) : t('detail.title')} side="right">
      {data ? (
        <Detail lead={data} delivers={delivers} now={now} />
      ) : (
        <QueryState of={query} failed={t('detail.loadFailed')} inline rows={8} />
      )}
    </Dialog>
  );
}

function Detail({ lead, delivers, now }: { lead: LeadRecord; delivers: boolean; now: number }) {
  const { t } = useTranslation('leads');
  const [erasing, setErasing] = useState(false);
  const [erase] = api.useEraseLeadMutation();
  const { save } = useSave();
  const rows: [string, React.ReactNode][] = [
    ...(lead.mensaje
      ? [
          [
            t('detail.message'),
            <span key="mensaje" className="lead-message">
              {lead.mensaje}
            </span>,
          ] as [string, React.ReactNode],
        ]
      : []),
    [
      t('detail.about'),
      <span key="asunto">
        {t(`kinds.${lead.tipo}`)}
        {lead.asunto === null || lead.asunto === t(`kinds.${lead.tipo}`) ? null : (
          <>
            {' · '}
            <span lang="es">{lead.asunto}</span>
          </>
        )}
      </span>,
    ],
    ...(lead.correo
      ? [
          [
            t('detail.email'),
            <a key="correo" href={`mailto:${lead.correo}`}>
              {lead.correo}
            </a>,
          ] as [string, React.ReactNode],
        ]
      : []),
    ...(lead.telefono
      ? [
          [
            t('detail.phone'),
            <a key="telefono" href={`tel:${lead.telefono.replace(/[^\d+]/g, '')}`}>
              {lead.telefono}
            </a>,
          ] as [string, React.ReactNode],
        ]
      : []),
    ...(lead.empresa ? [[t('detail.company'), lead.empresa] as [string, React.ReactNode]] : []),
    [t('detail.date'), formatDateTime(lead.fecha)],
    ...(lead.campana ? [[t('detail.campaign'), lead.campana] as [string, React.ReactNode]] : []),
    [t('detail.consent'), lead.consentimiento ? t('detail.consentYes', { version: lead.consentimiento }) : t('detail.consentNo')],
  ];
  return (
    <>
      <div className="row">
        <StatusBadge lead={lead} />
        <PromiseBadge lead={lead} now={now} />
      </div>
      {lead.borrado ? <p className="muted">{t('detail.erased')}</p> : null}
      <dl className="lead-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lead.borrado ? null : <StatusForm lead={lead} />}
      {lead.tipo === 'beca' && !lead.borrado ? (
        <p>
          <Link to={`${officePaths.adminScholarships}?contacto=${lead.id}`}>{t('detail.scholarship')}</Link>
        </p>
      ) : null}
      <Delivery lead={lead} delivers={delivers} />
      <Notes lead={lead} />
      <p className="row">
        <HistoryButton of={{ of: 'lead', leadId: lead.id }} name={lead.nombre ?? t('erasedName')} />
      </p>
      {lead.borrado ? null : (
        <button data-writes type="button" className="btn alt lead-delete" onClick={() => setErasing(true)}>
          {t('detail.erase')}
        </button>
      )}
      <Confirm
        open={erasing}
        onClose={() => setErasing(false)}
        title={t('detail.eraseTitle')}
        confirmLabel={t('detail.eraseConfirm')}
        danger
        onConfirm={async () => {
          await save(() => erase(lead.id).unwrap(), { done: t('detail.eraseDone') });
        }}
      >
        <p>{t('detail.eraseText')}</p>
      </Confirm>
    </>
  );
}

function StatusForm({ lead }: { lead: LeadRecord }) {
  const { t } = useTranslation('leads');
  const [change] = api.useChangeLeadStatusMutation();
  const { act, busy } = useSave();
  const past = usePast();
  const choose = async (estado: LeadStatusName) => {
    if (estado === lead.estado) return;
    await act(() => change({ leadId: lead.id, body: { estado } }).unwrap(), { done: t('detail.statusSaved') });
  };
  return (
    <fieldset className="lead-states" aria-busy={busy}>
      <legend className="field-label">{t('status')}</legend>
      {leadStatuses.map((estado) => (
        <button
          key={estado}
          type="button"
          className={estado === lead.estado ? 'btn soft' : 'btn alt'}
          aria-pressed={estado === lead.estado}
          disabled={past !== null}
          onClick={() => void choose(estado)}
        >
          {t(`statuses.${estado}`)}
        </button>
      ))}
    </fieldset>
  );
}

function Delivery({ lead, delivers }: { lead: LeadRecord; delivers: boolean }) {
  const { t } = useTranslation('leads');
  const [redeliver] = api.useRedeliverLeadMutation();
  const { act, busy } = useSave();
  const { entrega } = lead;
  /** In words; the receiver's exact answer is in the school's log. */
  const whyNot = (error: string): string => {
    const status = Number(/ answered (\d{3})$/.exec(error)?.[1] ?? 0);
    if (status === 0) return t('delivery.why.away');
    return t(status === 408 || status === 429 || status >= 500 ? 'delivery.why.failed' : 'delivery.why.refused', { status });
  };
  return (
    <section className="lead-part" aria-label={t('delivery.title')}>
      <h3>{t('delivery.title')}</h3>
      {delivers || entrega.estado !== 'ninguna' ? (
        <>
          <p className="row">
            <DeliveryBadge lead={lead} />
            {entrega.intentos > 0 ? <span className="muted">{t('delivery.attempts', { count: entrega.intentos })}</span> : null}
            {entrega.fecha ? <time dateTime={entrega.fecha}>{formatDateTime(entrega.fecha)}</time> : null}
          </p>
          {entrega.error ? <p className="muted">{t('delivery.lastError', { error: whyNot(entrega.error) })}</p> : null}
          {entrega.id ? (
            <p className="muted">
              {t('delivery.id')}: <span className="mono">{entrega.id}</span>
            </p>
          ) : null}
        </>
      ) : (
        <p className="muted">{t('delivery.off')}</p>
      )}
      {delivers && !lead.borrado && entrega.estado !== 'entregada' ? (
        <>
          <button
            data-writes
            type="button"
            className="btn alt"
            disabled={busy}
            aria-busy={busy}
            onClick={() => void act(() => redeliver(lead.id).unwrap(), { done: t('delivery.asked') })}
          >
            {t(entrega.estado === 'ninguna' ? 'delivery.now' : 'delivery.retry')}
          </button>
          <p className="field-note">{t('delivery.hint')}</p>
        </>
      ) : null}
    </section>
  );
}

function Notes({ lead }: { lead: LeadRecord }) {
  const { t } = useTranslation('leads');
  const [add] = api.useNoteLeadMutation();
  const { save, busy } = useSave();
  const schema = useMemo(() => z.object({ texto: z.string().trim().min(1, t('detail.noteEmpty')) }), [t]);
  const form = useForm({ schema, initial: () => ({ texto: '' }) });
  return (
    <section className="lead-part" aria-label={t('detail.notes')}>
      <h3>{t('detail.notes')}</h3>
      {lead.notas.length > 0 ? (
        <ol className="lead-notes">
          {lead.notas.map((note) => (
            <li key={note.fecha}>
              <p className={note.texto === null ? 'muted' : 'lead-message'}>{note.texto ?? t('detail.noteErased')}</p>
              <p className="muted">
                <Moment at={note.fecha}>
                  {t('detail.by', { who: note.quien ?? t('detail.someone'), when: formatRelative(note.fecha) })}
                </Moment>
              </p>
            </li>
          ))}
        </ol>
      ) : (
        <p className="muted">{t('detail.noNotes')}</p>
      )}
      {lead.borrado ? null : (
        <Form
          form={form}
          of={`contacto.${lead.id}`}
          onSend={(note) =>
            save(() => add({ leadId: lead.id, body: note }).unwrap(), { done: t('detail.noteSaved'), after: () => form.discard() })
          }
        >
          <AreaField name="texto" label={t('detail.noteLabel')} rows={3} maxLength={2_000} />
          <button type="submit" className="btn alt" disabled={busy} aria-busy={busy}>
            {t('detail.noteSave')}
          </button>
        </Form>
      )}
    </section>
  );
}
