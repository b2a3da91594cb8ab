import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LeadRecord, LeadStatusName } from '../../../../backend/api/contract/leads.ts';
import { asApiError } from '../../api/base.ts';
import { feed } from '../../api/feed.ts';
import {
  useChangeLeadStatusMutation,
  useEraseLeadMutation,
  useGetLeadQuery,
  useNoteLeadMutation,
  useRedeliverLeadMutation,
} from '../../api/generated.ts';
import { formatDateTime, formatExact, formatRelative } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import '../../ui/field.css';
import { notify } from '../../ui/notify.ts';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { DeliveryBadge, PromiseBadge, StatusBadge } from './badges.tsx';
import './leads.css';
import './texts.ts';

const statuses: readonly LeadStatusName[] = ['nuevo', 'contactado', 'convertido', 'descartado'];

/** One contact: what they asked, how far the school has come with them, notes, and the delivery to the outside. */
export function LeadPanel({ leadId, delivers, now, onClose }: { leadId: string; delivers: boolean; now: number; onClose: () => void }) {
  const { t } = useTranslation('leads');
  const { data, error, isFetching, refetch } = useGetLeadQuery(leadId);
  return (
    <Dialog open onClose={onClose} title={data ? (data.nombre ?? t('erasedName')) : t('detail.title')} side="right">
      {data ? (
        <Detail lead={data} delivers={delivers} now={now} />
      ) : error ? (
        <ErrorState title={t('detail.loadFailed')} error={error} onRetry={() => void refetch()} retrying={isFetching} inline />
      ) : (
        <Skeleton>
          <RowsSkeleton rows={8} />
        </Skeleton>
      )}
    </Dialog>
  );
}

function Detail({ lead, delivers, now }: { lead: LeadRecord; delivers: boolean; now: number }) {
  const { t } = useTranslation('leads');
  const [erasing, setErasing] = useState(false);
  const [erase] = useEraseLeadMutation();
  const rows: [string, React.ReactNode][] = [
    [
      t('detail.about'),
      <span key="asunto">
        {t(`kinds.${lead.tipo}`)} · <span lang="es">{lead.asunto}</span>
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
    ...(lead.mensaje
      ? [
          [
            t('detail.message'),
            <span key="mensaje" className="contacto-mensaje">
              {lead.mensaje}
            </span>,
          ] as [string, React.ReactNode],
        ]
      : []),
    [t('detail.date'), formatExact(lead.fecha)],
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
      <dl className="contacto-datos">
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
          <Link to={`${paths.adminScholarships}?contacto=${lead.id}`}>{t('detail.scholarship')}</Link>
        </p>
      ) : null}
      <Delivery lead={lead} delivers={delivers} />
      <Notes lead={lead} />
      {lead.borrado ? null : (
        <button type="button" className="btn alt contacto-borrar" onClick={() => setErasing(true)}>
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
          await erase(lead.id).unwrap();
          await feed().caughtUp(3_000);
          notify.success(t('detail.eraseDone'));
        }}
      >
        <p>{t('detail.eraseText')}</p>
      </Confirm>
    </>
  );
}

function StatusForm({ lead }: { lead: LeadRecord }) {
  const { t } = useTranslation('leads');
  const errorText = useErrorText();
  const [change, { isLoading }] = useChangeLeadStatusMutation();
  const choose = async (estado: LeadStatusName) => {
    if (estado === lead.estado || isLoading) return;
    try {
      await change({ leadId: lead.id, body: { estado } }).unwrap();
      await feed().caughtUp(3_000);
      notify.success(t('detail.statusSaved'));
    } catch (failure) {
      notify.error(errorText(failure));
    }
  };
  return (
    <fieldset className="contacto-estados" aria-busy={isLoading}>
      <legend className="campo-etiqueta">{t('status')}</legend>
      {statuses.map((estado) => (
        <button
          key={estado}
          type="button"
          className={estado === lead.estado ? 'btn suave' : 'btn alt'}
          aria-pressed={estado === lead.estado}
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
  const errorText = useErrorText();
  const [redeliver, { isLoading }] = useRedeliverLeadMutation();
  const { entrega } = lead;
  const again = async () => {
    try {
      await redeliver(lead.id).unwrap();
      notify.success(t('delivery.asked'));
    } catch (failure) {
      notify.error(errorText(failure));
    }
  };
  return (
    <section className="contacto-parte" aria-label={t('delivery.title')}>
      <h3>{t('delivery.title')}</h3>
      {delivers || entrega.estado !== 'ninguna' ? (
        <>
          <p className="row">
            <DeliveryBadge lead={lead} />
            {entrega.intentos > 0 ? <span className="muted">{t('delivery.attempts', { count: entrega.intentos })}</span> : null}
            {entrega.fecha ? <time dateTime={entrega.fecha}>{formatDateTime(entrega.fecha)}</time> : null}
          </p>
          {entrega.error ? <p className="muted">{t('delivery.lastError', { error: entrega.error })}</p> : null}
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
          <button type="button" className="btn alt" disabled={isLoading} aria-busy={isLoading} onClick={() => void again()}>
            {t(entrega.estado === 'ninguna' ? 'delivery.now' : 'delivery.retry')}
          </button>
          <p className="campo-nota">{t('delivery.hint')}</p>
        </>
      ) : null}
    </section>
  );
}

function Notes({ lead }: { lead: LeadRecord }) {
  const { t } = useTranslation('leads');
  const errorText = useErrorText();
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [add, { isLoading }] = useNoteLeadMutation();
  const submit = async () => {
    if (text.trim() === '') return setProblem(t('detail.noteEmpty'));
    try {
      await add({ leadId: lead.id, body: { texto: text.trim() } }).unwrap();
      await feed().caughtUp(3_000);
      setText('');
      notify.success(t('detail.noteSaved'));
    } catch (failure) {
      const { errors } = asApiError(failure);
      setProblem(errors?.[0]?.message ?? errorText(failure));
    }
  };
  return (
    <section className="contacto-parte" aria-label={t('detail.notes')}>
      <h3>{t('detail.notes')}</h3>
      {lead.notas.length > 0 ? (
        <ol className="contacto-notas">
          {lead.notas.map((note) => (
            <li key={note.fecha}>
              <p className={note.texto === null ? 'muted' : 'contacto-mensaje'}>{note.texto ?? t('detail.noteErased')}</p>
              <p className="muted">
                <time dateTime={note.fecha} title={formatExact(note.fecha)}>
                  {t('detail.by', { who: note.quien ?? t('detail.someone'), when: formatRelative(note.fecha) })}
                </time>
              </p>
            </li>
          ))}
        </ol>
      ) : (
        <p className="muted">{t('detail.noNotes')}</p>
      )}
      {lead.borrado ? null : (
        <form
          className="stack"
          data-draft={`contacto.${lead.id}`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <div className="campo">
            <label className="campo-etiqueta" htmlFor={id}>
              {t('detail.noteLabel')}
            </label>
            <textarea
              id={id}
              className="entrada"
              rows={3}
              maxLength={2_000}
              value={text}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-error` : undefined}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(null);
              }}
            />
            <p className="campo-error" id={`${id}-error`} role={problem ? 'alert' : undefined}>
              {problem}
            </p>
          </div>
          <button type="submit" className="btn alt" disabled={isLoading} aria-busy={isLoading}>
            {t('detail.noteSave')}
          </button>
        </form>
      )}
    </section>
  );
}
