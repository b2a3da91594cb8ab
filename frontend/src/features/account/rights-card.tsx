import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { rightKinds } from '../../../../backend/api/contract/choices.ts';
import type { OwnDataRequest } from '../../../../backend/api/contract/rights.ts';
import { api } from '../../api/api.ts';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, ChoiceField } from '../../ui/form-fields.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

/** One's own requests about personal data, and the school's answers. */
export function RightsCard() {
  const { t } = useTranslation('account');
  const { data, error, isFetching, refetch } = api.useOwnDataRequestsQuery();
  const [asking, setAsking] = useState(false);
  return (
    <section className="card stack account-wide" aria-labelledby="derechos">
      <h2 id="derechos">{t('rights.title')}</h2>
      <p className="muted">{t('rights.text')}</p>
      {error && !data ? (
        <ErrorState title={t('rights.loadError')} error={error} onRetry={() => void refetch()} retrying={isFetching} inline />
      ) : null}
      {data && data.length > 0 ? (
        <ul className="account-requests">
          {data.map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </ul>
      ) : null}
      <p>
        <button type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('rights.ask')}
        </button>
      </p>
      {asking ? <AskDialog onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

function Request({ request: { tipo, fecha, vence, texto, resultado, respuesta } }: { request: OwnDataRequest }) {
  const { t } = useTranslation('account');
  return (
    <li className="stack">
      <span className="row">
        <strong>{t(`rights.kinds.${tipo}`)}</strong>
        {resultado === null ? (
          <StatusTag tone="ahora">{t('rights.waits', { day: formatDay(vence, 'full') })}</StatusTag>
        ) : (
          <StatusTag tone={resultado === 'atendida' ? 'ok' : 'neutro'}>{t(`rights.outcomes.${resultado}`)}</StatusTag>
        )}
        <span className="muted">{formatDate(fecha)}</span>
      </span>
      {texto ? <span className="muted">{texto}</span> : null}
      {respuesta ? <span>{respuesta}</span> : null}
    </li>
  );
}

function AskDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const [exercise] = api.useExerciseRightMutation();
  const { save } = useSave();
  const schema = useMemo(
    () =>
      z
        .object({ tipo: z.enum(rightKinds), texto: z.string().trim().max(2_000) })
        .refine(({ tipo, texto }) => tipo === 'acceso' || texto !== '', { path: ['texto'], message: t('rights.missing') }),
    [t],
  );
  const form = useForm({ schema, initial: () => ({ tipo: 'acceso' as const as (typeof rightKinds)[number], texto: '' }) });
  return (
    <FormDialog
      form={form}
      title={t('rights.ask')}
      send={t('rights.send')}
      sending={t('rights.sending')}
      onClose={onClose}
      of="cuenta.derechos"
      onSend={async ({ tipo, texto }) => {
        await save(() => exercise({ tipo, ...(texto && { texto }) }).unwrap(), { done: t('rights.done'), after: onClose });
      }}
    >
      <ChoiceField name="tipo" label={t('rights.kind')}>
        {rightKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`rights.options.${kind}`)}
          </option>
        ))}
      </ChoiceField>
      <AreaField name="texto" label={t('rights.label')} hint={t('rights.hint')} maxLength={2_000} rows={5} />
    </FormDialog>
  );
}
