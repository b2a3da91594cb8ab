import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProjectionRow } from '../../../../backend/api/contract/records/operations.ts';
import { api } from '../../api/api.ts';
import { formatPosition } from '../../lib/format.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notify.ts';
import { changedShare, largeShare } from './diff.ts';
import { DiffView } from './diff-view.tsx';

export type ActKind = 'replay' | 'pause' | 'resume' | 'skip' | 'cancel' | 'switch' | 'return';

/** Confirms an operation on a projection; the reason is recorded. */
export function ActDialog({ act, row, onClose }: { act: ActKind | null; row: ProjectionRow; onClose: () => void }) {
  const { t } = useTranslation('projections');
  const [replay] = api.useReplayProjectionMutation();
  const [pause] = api.usePauseProjectionMutation();
  const [resume] = api.useResumeProjectionMutation();
  const [skip] = api.useSkipPoisonMutation();
  const [cancel] = api.useCancelReplayMutation();
  const [change] = api.useSwitchProjectionMutation();
  const [back] = api.useReturnProjectionMutation();
  const last = useRef(act);
  if (act) last.current = act;
  const kind = last.current;
  if (!kind) return null;
  const nombre = row.id;
  const diff = row.reconstruccion?.diferencia;
  const large = kind === 'switch' && diff ? changedShare(diff) > largeShare : false;
  const run = async (motivo: string) => {
    const call = { nombre, body: motivo ? { motivo } : {} };
    if (kind === 'replay') await replay(call).unwrap();
    else if (kind === 'pause') await pause(call).unwrap();
    else if (kind === 'resume') await resume(call).unwrap();
    else if (kind === 'skip') await skip({ nombre, body: { motivo } }).unwrap();
    else if (kind === 'cancel') await cancel(call).unwrap();
    else if (kind === 'switch') await change(call).unwrap();
    else await back(call).unwrap();
    notify.success(t(`actions.done.${kind}`, { name: row.nombre }));
  };
  return (
    <Confirm
      open={act !== null}
      onClose={onClose}
      danger={kind === 'skip' || kind === 'cancel'}
      title={t(`actions.title.${kind}`, { name: row.nombre })}
      confirmLabel={t(`actions.${kind}`)}
      reason={{ label: t('actions.reason'), required: kind === 'skip' || large }}
      onConfirm={run}
    >
      <div className="stack">
        <p>{t(`actions.ask.${kind}`, { number: row.anterior ?? '' })}</p>
        {kind === 'switch' && diff ? <DiffView diff={{ ...diff, muestras: [] }} /> : null}
        {kind === 'skip' && row.veneno ? (
          <p className="mono">
            {row.veneno.type} · {formatPosition(row.veneno.position)}
          </p>
        ) : null}
      </div>
    </Confirm>
  );
}
