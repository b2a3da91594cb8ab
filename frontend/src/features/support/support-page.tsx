import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { SUPPORT_SUBJECT, SUPPORT_TEXT, supportTopics } from '../../../../backend/api/contract/choices.ts';
import type { OwnSupport } from '../../../../backend/api/contract/support.ts';
import { api } from '../../api/api.ts';
import { formatDateTime, formatRelative } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useNow } from '../../lib/use-now.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Form, FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import { Conversation } from './conversation.tsx';
import './support.css';
import './texts.ts';

const tones: Readonly<Record<OwnSupport['estado'], Tone>> = { 'por-responder': 'now', respondida: 'ok', cerrada: 'empty' };

/** One's own requests for help, with the promised answer time and the messages. The open one is in the address. */
export function Component() {
  const { t } = useTranslation('support');
  const { get, put } = useAddress();
  const { tipo_usuario } = useSessionUser();
  const query = api.useOwnSupportQuery();
  const { data } = query;
  const [asking, setAsking] = useState(false);
  const open = get('solicitud');
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      width="narrow"
      actions={
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('ask')}
        </button>
      }
    >
      {data?.responde ? <p className="muted">{t('promised', { date: formatDateTime(data.responde) })}</p> : null}
      {data && !data.responde && tipo_usuario !== 2 ? (
        <p className="muted">
          {t('premium')} <Link to={paths.checkout('premium')}>{t('toPremium')}</Link>
        </p>
      ) : null}
      {data && data.solicitudes.length > 0 ? (
        <ul className="support-requests" aria-label={t('list')}>
          {data.solicitudes.map((request) => (
            <li key={request.id} className="card stack">
              <span className="row">
                <button
                  type="button"
                  className="link"
                  aria-label={t('open', { subject: request.asunto })}
                  onClick={() => put({ solicitud: request.id })}
                >
                  {request.asunto}
                </button>
                <StatusTag tone={tones[request.estado]}>{t(`ownStates.${request.estado}`)}</StatusTag>
              </span>
              <span className="muted">
                {t(`topics.${request.tema}`)} ·{' '}
                <Moment at={request.cambiada}>{t('changed', { when: formatRelative(request.cambiada) })}</Moment>
              </span>
              <Promised request={request} />
            </li>
          ))}
        </ul>
      ) : null}
      {data?.solicitudes.length === 0 ? <Empty title={t('none')}>{t('noneText')}</Empty> : null}
      {data ? null : (
        <QueryState of={query} failed={t('loadError')}>
          <CardsSkeleton count={2} height={110} min={280} />
        </QueryState>
      )}
      {asking ? <AskDialog onClose={() => setAsking(false)} onAsked={(id) => put({ solicitud: id })} /> : null}
      {open ? <RequestPanel id={open.slice(0, 40)} onClose={() => put({ solicitud: null })} /> : null}
    </Page>
  );
}

/** The deadline that the school promised, while it still owes an answer. */
function Promised({ request: { promesa } }: { request: OwnSupport }) {
  const { t } = useTranslation('support');
  const now = useNow();
  if (!promesa) return null;
  const late = now > Date.parse(promesa.vence);
  return (
    <span className={late ? 'support-late' : undefined}>{t(late ? 'overdue' : 'until', { date: formatDateTime(promesa.vence) })}</span>
  );
}

function AskDialog({ onClose, onAsked }: { onClose: () => void; onAsked: (id: string) => void }) {
  const { t } = useTranslation('support');
  const [ask] = api.useAskSupportMutation();
  const { save } = useSave();
  const schema = useMemo(
    () =>
      z.object({
        tema: z.enum(supportTopics),
        asunto: z.string().trim().min(1, t('missingSubject')).max(SUPPORT_SUBJECT),
        texto: z.string().trim().min(1, t('missingText')).max(SUPPORT_TEXT),
      }),
    [t],
  );
  const form = useForm({
    schema,
    initial: () => ({ tema: 'tecnico' as const as (typeof supportTopics)[number], asunto: '', texto: '' }),
  });
  return (
    <FormDialog
      form={form}
      title={t('askTitle')}
      send={t('send')}
      sending={t('sending')}
      onClose={onClose}
      of="soporte.nueva"
      onSend={async (body) => {
        let id = '';
        await save(
          async () => {
            const answer = await ask(body).unwrap();
            ({ id } = answer);
            return answer;
          },
          { done: t('asked'), after: onClose },
        );
        if (id) onAsked(id);
      }}
    >
      <ChoiceField name="tema" label={t('topic')}>
        {supportTopics.map((topic) => (
          <option key={topic} value={topic}>
            {t(`topics.${topic}`)}
          </option>
        ))}
      </ChoiceField>
      <TextField name="asunto" label={t('subject')} hint={t('subjectHint')} maxLength={SUPPORT_SUBJECT} required />
      <AreaField name="texto" label={t('text')} hint={t('textHint')} maxLength={SUPPORT_TEXT} rows={6} required />
    </FormDialog>
  );
}

function RequestPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('support');
  const query = api.useOwnSupportRequestQuery(id);
  const { data } = query;
  const [close] = api.useCloseOwnSupportMutation();
  const { act, busy } = useSave();
  return (
    <Dialog open onClose={onClose} title={data?.asunto ?? t('title')} side="right">
      {data ? (
        <>
          <p className="row">
            <StatusTag tone={tones[data.estado]}>{t(`ownStates.${data.estado}`)}</StatusTag>
            <span className="muted">{t(`topics.${data.tema}`)}</span>
          </p>
          <Promised request={data} />
          <Conversation messages={data.conversacion} own="persona" person={t('you')} />
          <ReplyForm id={id} closed={data.estado === 'cerrada'} />
          {data.estado === 'cerrada' ? null : (
            <p>
              <button
                type="button"
                className="btn alt"
                disabled={busy}
                onClick={() => void act(() => close({ solicitud: id, body: {} }).unwrap(), { done: t('closed') })}
              >
                {t('close')}
              </button>
            </p>
          )}
        </>
      ) : (
        <QueryState of={query} failed={t('notFound')} inline rows={6} />
      )}
    </Dialog>
  );
}

function ReplyForm({ id, closed }: { id: string; closed: boolean }) {
  const { t } = useTranslation('support');
  const [write] = api.useWriteSupportMutation();
  const { save, busy } = useSave();
  const schema = useMemo(() => z.object({ texto: z.string().trim().min(1, t('missingText')).max(SUPPORT_TEXT) }), [t]);
  const form = useForm({ schema, initial: () => ({ texto: '' }) });
  return (
    <Form
      form={form}
      of={`soporte.${id}`}
      onSend={(body) => save(() => write({ solicitud: id, body }).unwrap(), { done: t('sent'), after: () => form.discard() })}
    >
      <AreaField name="texto" label={t('reply')} rows={4} maxLength={SUPPORT_TEXT} />
      <button type="submit" className="btn" disabled={busy} aria-busy={busy}>
        {t(closed ? 'again' : 'more')}
      </button>
    </Form>
  );
}
