import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sanctionKinds } from '../../../../backend/api/contract/choices.ts';
import type { CaseDetail } from '../../../../backend/api/contract/reports.ts';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';

type Kind = (typeof sanctionKinds)[number];
const hours = [24, 72, 168, 720] as const;

/** The sanctions against a comment's author, and the actions: warn, silence for a time, suspend; each can be lifted. */
export function Sanctions({ data }: { data: CaseDetail }) {
  const { t } = useTranslation('reports');
  const user = useSessionUser();
  const [giving, setGiving] = useState<Kind | null>(null);
  const [answering, setAnswering] = useState<{ id: number; lift: boolean } | null>(null);
  const [time, setTime] = useState<number>(24);
  const [everywhere, setEverywhere] = useState(false);
  const [sanction] = api.useSanctionPersonMutation();
  const [answer] = api.useAnswerSanctionMutation();
  const { save } = useSave();
  return (
    <section className="stack" aria-label={t('sanctions.title')}>
      <h3>{t('sanctions.title')}</h3>
      {data.sanciones.length > 0 ? (
        <ol className="case-list">
          {data.sanciones.map((one) => (
            <li key={one.id}>
              <p className="row">
                <strong>{t(`sanctions.${one.tipo}.name`)}</strong>
                {one.vigente ? <StatusTag tone="now">{t('sanctions.stands')}</StatusTag> : null}
                {one.levantada ? <StatusTag tone="neutral">{t('sanctions.lifted')}</StatusTag> : null}
                {one.apelacion && !one.apelacion.respuesta && !one.levantada ? <StatusTag tone="info">{t('appealed')}</StatusTag> : null}
              </p>
              {one.motivo ? <p lang="es">{one.motivo}</p> : null}
              {one.apelacion?.texto ? (
                <p lang="es" className="case-appeal">
                  {one.apelacion.texto}
                </p>
              ) : null}
              <p className="muted">
                {formatDateTime(one.fecha)}
                {one.hasta ? ` · ${t('sanctions.until', { when: formatDateTime(one.hasta) })}` : ''}
                {one.id_curso === null ? ` · ${t('sanctions.everywhere')}` : ''}
              </p>
              {one.levantada || (user.user_role !== role.admin && one.id_curso === null) ? null : (
                <p className="row">
                  <button data-writes type="button" className="link" onClick={() => setAnswering({ id: one.id, lift: true })}>
                    {t('sanctions.lift')}
                  </button>
                  {one.apelacion && !one.apelacion.respuesta ? (
                    <button data-writes type="button" className="link" onClick={() => setAnswering({ id: one.id, lift: false })}>
                      {t('sanctions.uphold')}
                    </button>
                  ) : null}
                </p>
              )}
            </li>
          ))}
        </ol>
      ) : (
        <p className="muted">{t('sanctions.none')}</p>
      )}
      <div className="row">
        {sanctionKinds.map((kind) => (
          <button data-writes key={kind} type="button" className="btn alt" onClick={() => setGiving(kind)}>
            {t(`sanctions.${kind}.action`)}
          </button>
        ))}
      </div>
      <Confirm
        open={giving !== null}
        onClose={() => setGiving(null)}
        title={t(`sanctions.${giving ?? 'aviso'}.title`)}
        confirmLabel={t(`sanctions.${giving ?? 'aviso'}.action`)}
        danger={giving === 'suspension'}
        reason={{ label: t('sanctions.reason'), required: true, of: `sancion.${data.id_comentario}.${giving}` }}
        onConfirm={async (motivo) => {
          if (!giving) return;
          const body = { tipo: giving, motivo, solo_curso: !everywhere, ...(giving === 'silencio' && { horas: time }) };
          await save(() => sanction({ id: data.id_comentario, body }).unwrap(), { done: t('sanctions.done') });
        }}
      >
        <p>{t(`sanctions.${giving ?? 'aviso'}.text`)}</p>
        {giving === 'silencio' ? (
          <label className="field">
            <span className="field-label">{t('sanctions.howLong')}</span>
            <select className="entry" value={time} onChange={({ target }) => setTime(Number(target.value))}>
              {hours.map((count) => (
                <option key={count} value={count}>
                  {t('sanctions.days', { count: count / 24 })}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        {user.user_role === role.admin ? (
          <label className="checkbox">
            <input type="checkbox" checked={everywhere} onChange={({ target }) => setEverywhere(target.checked)} />
            <span>{t('sanctions.inAll')}</span>
          </label>
        ) : null}
      </Confirm>
      <Confirm
        open={answering !== null}
        onClose={() => setAnswering(null)}
        title={t(answering?.lift ? 'sanctions.lift' : 'sanctions.uphold')}
        reason={{ label: t('reason'), required: true, of: `sancion.${data.id_comentario}.${answering?.id}` }}
        onConfirm={async (motivo) => {
          if (!answering) return;
          const decision = answering.lift ? ('levantar' as const) : ('mantener' as const);
          const call = { id: data.id_comentario, sanctionId: answering.id, body: { decision, motivo } };
          await save(() => answer(call).unwrap(), { done: t('sanctions.done') });
        }}
      >
        <p>{t(answering?.lift ? 'sanctions.liftText' : 'sanctions.upholdText')}</p>
      </Confirm>
    </section>
  );
}
