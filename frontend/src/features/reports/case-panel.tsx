import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CaseDecision } from '../../../../backend/api/contract/choices.ts';
import type { CaseDetail } from '../../../../backend/api/contract/reports.ts';
import { api } from '../../api/api.ts';
import { CommentText } from '../../domain/comment-text.tsx';
import { HistoryButton } from '../../domain/history/history-button.tsx';
import { formatDateTime, formatRelative } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import { CaseState } from './case-state.tsx';
import { Sanctions } from './sanctions.tsx';

const keys: Readonly<Record<string, CaseDecision>> = {
  a: 'atender',
  d: 'desestimar',
  r: 'retirar',
  s: 'restaurar',
  o: 'reabrir',
  m: 'mantener',
};
/** While the panel is open, the school knows that this person works on the case, and says who else does. */
const LOOK_MS = 15_000;

/** The decisions that are possible in the case's present state. */
const possible = (one: CaseDetail): CaseDecision[] => [
  ...(one.abiertos > 0 ? (['atender', 'desestimar'] as const) : []),
  ...(one.apelado ? (['mantener'] as const) : []),
  ...(one.retirado ? (['restaurar'] as const) : one.comentario !== null ? (['retirar'] as const) : []),
  ...(one.abiertos === 0 && one.decisiones.length > 0 && ['atender', 'desestimar', 'retirar'].includes(one.decisiones[0]?.decision ?? '')
    ? (['reabrir'] as const)
    : []),
];

/** Whether the moderator wrote the comment, and therefore may not decide on it; administrators may. */
const useOwn = (data: CaseDetail | undefined): boolean => {
  const { id, user_role } = useSessionUser();
  return user_role !== role.admin && data?.autor.id === id;
};

/** One reported comment: its text, who reported it and why, and the decision; with keyboard shortcuts while the panel has the focus. */
export function CasePanel({ id, onClose, onStep }: { id: number; onClose: () => void; onStep: (step: 1 | -1) => void }) {
  const { t } = useTranslation(['reports', 'comments']);
  const query = api.useGetCaseQuery(id, { pollingInterval: LOOK_MS });
  const { data } = query;
  const [deciding, setDeciding] = useState<CaseDecision | null>(null);
  const inside = useRef<HTMLDivElement>(null);
  // The browser would focus the button that closes the dialog, where these keys do nothing.
  useEffect(() => inside.current?.focus({ preventScroll: true }), []);
  const decided = () => {
    setDeciding(null);
    // The button that opened the dialog may have been removed by the decision.
    setTimeout(() => inside.current?.focus({ preventScroll: true }));
  };
  const own = useOwn(data);
  const acts = data && !own ? possible(data) : [];
  const onKeyDown = (event: React.KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || deciding || (target as Element).closest('input, textarea, select, dialog dialog')) return;
    const decision = keys[key.toLowerCase()];
    if (decision && acts.includes(decision)) {
      event.preventDefault();
      setDeciding(decision);
    } else if (key === 'j' || key === 'k') {
      event.preventDefault();
      onStep(key === 'j' ? 1 : -1);
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('detail.title')} side="right">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that are heard while anything in the panel has the focus */}
      <div ref={inside} className="case" tabIndex={-1} onKeyDown={onKeyDown}>
        {data ? (
          <Detail data={data} own={own} acts={acts} onDecide={setDeciding} />
        ) : (
          <QueryState of={query} failed={t('detail.failed')} inline rows={8} />
        )}
      </div>
      {data && deciding ? <DecisionDialog data={data} decision={deciding} onClose={decided} /> : null}
    </Dialog>
  );
}

function Detail({
  data,
  own,
  acts,
  onDecide,
}: {
  data: CaseDetail;
  own: boolean;
  acts: readonly CaseDecision[];
  onDecide: (decision: CaseDecision) => void;
}) {
  const { t } = useTranslation(['reports', 'comments']);
  const { user_role } = useSessionUser();
  return (
    <>
      {data.presentes.length > 0 ? (
        <p className="case-present" role="status">
          {t('detail.present', { names: data.presentes.join(', '), count: data.presentes.length })}
        </p>
      ) : null}
      <p className="row">
        <CaseState of={data.estado} />
        {data.retirado ? <StatusTag tone="neutral">{t('removed')}</StatusTag> : null}
        {data.quitado ? <StatusTag tone="neutral">{t('withdrawnTag')}</StatusTag> : null}
      </p>
      <section className="card stack" aria-label={t('columns.comment')}>
        <p className="muted">
          {t('detail.by', { name: data.autor.nombre ?? t('comments:someone'), when: formatDateTime(data.fecha) })}
          <br />
          <span lang="es">{[data.curso, data.foro ? t('detail.forum') : null, data.subtema].filter(Boolean).join(' › ')}</span>
        </p>
        {data.comentario === null ? (
          <p className="muted">{t(data.quitado ? 'withdrawn' : 'erased')}</p>
        ) : (
          <CommentText people={data.menciones}>{data.comentario}</CommentText>
        )}
        {data.subtema === null && !data.foro ? (
          <p className="muted">{t('detail.noPlace')}</p>
        ) : (
          <p>
            <Link to={paths.course(data.id_curso, { comment: data.id_comentario })}>{t('detail.go')}</Link>
          </p>
        )}
      </section>
      {data.apelacion ? (
        <section className="card stack" aria-label={t('detail.appeal')}>
          <h3>{t('detail.appeal')}</h3>
          <p lang="es">{data.apelacion.texto || t('detail.wordsGone')}</p>
          <p className="muted">{formatDateTime(data.apelacion.fecha)}</p>
        </section>
      ) : null}
      <div className="row case-acts">
        {acts.map((decision) => (
          <button
            data-writes
            key={decision}
            type="button"
            className={decision === 'retirar' ? 'btn danger' : decision === 'atender' ? 'btn' : 'btn alt'}
            aria-keyshortcuts={Object.keys(keys).find((key) => keys[key] === decision)}
            onClick={() => onDecide(decision)}
          >
            {t(`decisions.${decision}.action`)}
          </button>
        ))}
      </div>
      <p className="field-note">{t(own ? 'detail.own' : 'detail.keys')}</p>
      <section className="stack" aria-label={t('detail.reports', { count: data.reportes.length })}>
        <h3>{t('detail.reports', { count: data.reportes.length })}</h3>
        <ol className="case-list">
          {data.reportes.map((report) => (
            <li key={report.id}>
              <strong>{t(`comments:reasons.${report.motivo}`)}</strong>
              {report.texto ? <p lang="es">{report.texto}</p> : null}
              <p className="muted">
                {report.usuario.nombre ?? t('comments:someone')} · <Moment at={report.fecha}>{formatRelative(report.fecha)}</Moment>
                {report.abierto ? '' : ` · ${t('detail.closed')}`}
              </p>
            </li>
          ))}
        </ol>
      </section>
      {data.decisiones.length > 0 ? (
        <section className="stack" aria-label={t('detail.decisions')}>
          <h3>{t('detail.decisions')}</h3>
          <ol className="case-list">
            {data.decisiones.map((one) => (
              <li key={`${one.fecha} ${one.decision}`}>
                <strong>{t(`decisions.${one.decision}.past`)}</strong>
                {one.motivo ? <p lang="es">{one.motivo}</p> : null}
                <p className="muted">
                  {one.quien ?? t('comments:someone')} · <Moment at={one.fecha}>{formatRelative(one.fecha)}</Moment>
                </p>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      <Sanctions data={data} />
      {user_role === role.admin ? (
        <p className="row">
          <HistoryButton of={{ of: 'comment', commentId: data.id_comentario }} name={t('detail.title')} />
        </p>
      ) : null}
    </>
  );
}

/** A decision, with its reason. It closes all reports that are shown, and none that nobody has seen. */
function DecisionDialog({ data, decision, onClose }: { data: CaseDetail; decision: CaseDecision; onClose: () => void }) {
  const { t } = useTranslation('reports');
  const errorText = useErrorText();
  const [decide] = api.useDecideCaseMutation();
  const { save, act } = useSave();
  const send = (what: CaseDecision, motivo: string) => decide({ id: data.id_comentario, body: { decision: what, motivo } });
  return (
    <Confirm
      open
      onClose={onClose}
      title={t(`decisions.${decision}.title`)}
      confirmLabel={t(`decisions.${decision}.confirm`)}
      danger={decision === 'retirar'}
      reason={{ label: t('reason'), required: true, of: `caso.${data.id_comentario}.${decision}` }}
      failureText={(failure) =>
        decision === 'desestimar'
          ? `${t('errors.dismiss')}. ${errorText(failure)}`
          : decision === 'retirar'
            ? t('errors.remove', { detail: errorText(failure) })
            : errorText(failure)
      }
      onConfirm={async (motivo) => {
        const undoes = decision === 'restaurar' ? null : decision === 'retirar' || decision === 'atender' || decision === 'desestimar';
        await save(() => send(decision, motivo).unwrap(), {
          done: t(`decisions.${decision}.done`),
          ...(undoes && {
            offer: {
              duration: 8_000,
              action: {
                label: t('undo'),
                onClick: () => void act(() => send('reabrir', t('undoReason')).unwrap(), { done: t('decisions.reabrir.done') }),
              },
            },
          }),
        });
      }}
    >
      <p>
        {decision === 'desestimar'
          ? t('decisions.desestimar.text', { count: data.abiertos, n: data.abiertos })
          : t(`decisions.${decision}.text`)}
      </p>
    </Confirm>
  );
}
