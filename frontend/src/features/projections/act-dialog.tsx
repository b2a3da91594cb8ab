import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProjectionRow } from '../../../../backend/api/contract/records/operations.ts';
import { api } from '../../api/api.ts';
import { formatPercent, formatPosition } from '../../lib/format.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/notify.ts';
import { DiffView } from './diff-view.tsx';

export type ActKind = 'replay' | 'pause' | 'stop' | 'resume' | 'start' | 'retry' | 'skip' | 'cancel' | 'switch' | 'force' | 'return';
/** The requested operation; for going back, the target generation. */
export interface Act {
  kind: ActKind;
  generation?: number;
}

const PAUSES = [15, 60, 240, 1_440] as const;
const grave: readonly ActKind[] = ['skip', 'cancel', 'stop', 'force'];

/** Confirms an operation on a projection; the reason is recorded. */
export function ActDialog({ act, row, onClose }: { act: Act | null; row: ProjectionRow; onClose: () => void }) {
  const { t } = useTranslation('projections');
  const { data: settings } = api.useOperationSettingsQuery();
  const [replay] = api.useReplayProjectionMutation();
  const [pause] = api.usePauseProjectionMutation();
  const [resume] = api.useResumeProjectionMutation();
  const [skip] = api.useSkipPoisonMutation();
  const [cancel] = api.useCancelReplayMutation();
  const [change] = api.useSwitchProjectionMutation();
  const [back] = api.useReturnProjectionMutation();
  const [minutes, setMinutes] = useState<number>(60);
  const [sure, setSure] = useState(false);
  const last = useRef(act);
  if (act) last.current = act;
  if (!last.current) return null;
  const { kind, generation } = last.current;
  const nombre = row.id;
  const diff = row.reconstruccion?.diferencia;
  const words = {
    name: row.nombre,
    number: generation ?? '',
    limit: formatPercent(settings?.diferencia ?? 0),
    days: t('days', { count: settings?.diasGuardados ?? 0 }),
  };
  const send = {
    replay,
    cancel,
    stop: pause,
    resume,
    start: resume,
    retry: resume,
    pause: (call: { nombre: string; body: object }) => pause({ nombre, body: { ...call.body, minutos: minutes } }),
    switch: change,
    force: (call: { nombre: string; body: object }) => change({ nombre, body: { ...call.body, forzar: true } }),
    return: (call: { nombre: string; body: object }) =>
      back({ nombre, body: { ...call.body, ...(generation && { generacion: generation }) } }),
  };
  const close = () => {
    setSure(false);
    onClose();
  };
  return (
    <Confirm
      open={act !== null}
      onClose={close}
      danger={grave.includes(kind)}
      title={t(`actions.title.${kind}`, words)}
      confirmLabel={t(`actions.${kind}`)}
      reason={{ required: kind === 'skip' || kind === 'force' }}
      blocked={kind === 'force' && !sure}
      onConfirm={async (motivo) => {
        if (kind === 'skip') await skip({ nombre, body: { motivo } }).unwrap();
        else await send[kind]({ nombre, body: motivo ? { motivo } : {} }).unwrap();
        notify.success(t(`actions.done.${kind}`, words));
      }}
    >
      <div className="stack">
        <p>{t(`actions.ask.${kind}`, words)}</p>
        {kind === 'pause' ? (
          <label className="field">
            <span className="field-label">{t('pauseFor')}</span>
            <select className="entry" value={minutes} onChange={({ target }) => setMinutes(Number(target.value))}>
              {PAUSES.map((one) => (
                <option key={one} value={one}>
                  {t(`pauseMinutes.${one}`)}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        {(kind === 'switch' || kind === 'force') && diff ? (
          <DiffView diff={{ ...diff, muestras: [] }} limit={kind === 'force' ? settings?.diferencia : undefined} />
        ) : null}
        {kind === 'force' ? (
          <label className="checkbox">
            <input type="checkbox" checked={sure} onChange={({ target }) => setSure(target.checked)} />
            <span>{t('actions.sure')}</span>
          </label>
        ) : null}
        {kind === 'skip' && row.veneno ? (
          <p className="mono">
            {row.veneno.type} · {formatPosition(row.veneno.position)}
          </p>
        ) : null}
      </div>
    </Confirm>
  );
}
