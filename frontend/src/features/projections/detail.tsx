import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProjectionRow } from '../../../../backend/api/contract/records/operations.ts';
import { api } from '../../api/api.ts';
import { formatDateTime, formatRelative } from '../../lib/dates.ts';
import { formatNumber, formatPercent, formatPosition, formatRate, formatSeconds } from '../../lib/format.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useMedia } from '../../lib/use-narrow.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Act, ActDialog, type ActKind } from './act-dialog.tsx';
import { DiffView } from './diff-view.tsx';
import { FailureView } from './failure-view.tsx';
import { History } from './history.tsx';
import { stateOf } from './state.ts';
import { StepsView } from './steps-view.tsx';
import './projections.css';

const DAY_MS = 24 * 3_600_000;
const SIDE_BY_SIDE = '(min-width: 72rem)';

/** One projection, beside the table where there is room, else in a drawer. */
export function Detail({ row, onClose }: { row: ProjectionRow; onClose: () => void }) {
  const { t } = useTranslation('projections');
  const beside = useMedia(SIDE_BY_SIDE);
  const heading = useRef<HTMLHeadingElement>(null);
  // Table and detail scroll separately: the page itself does not.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  if (!beside)
    return (
      <Dialog open onClose={onClose} title={row.nombre} side="right">
        <div className="projection-body">
          <DetailBody row={row} />
        </div>
      </Dialog>
    );
  return (
    <section className="card interior projection-detail" aria-labelledby="detalle">
      <header className="interior-head">
        <h2 id="detalle" ref={heading} tabIndex={-1}>
          {row.nombre}
        </h2>
        <button type="button" className="btn icon ghost" onClick={onClose} aria-label={t('close')}>
          <IconX size={18} aria-hidden="true" />
        </button>
      </header>
      <DetailBody row={row} />
    </section>
  );
}

/** Its state and why, the possible operations, the generation being built beside it, the event types it handles, and its history. */
function DetailBody({ row }: { row: ProjectionRow }) {
  const { t } = useTranslation('projections');
  const { data: settings } = api.useOperationSettingsQuery();
  const [act, setAct] = useState<Act | null>(null);
  const [looks, setLooks] = useState(false);
  const [stepping, setStepping] = useState(useAddress().get('documento') !== null);
  const { reconstruccion: replay, veneno: poison } = row;
  const state = stateOf(row);
  const limit = settings?.diferencia;
  const blocked = replay?.diferencia != null && limit !== undefined && replay.diferencia.proporcion * 100 > limit;
  const button = (kind: ActKind, tone = 'btn alt') => (
    <button data-writes key={kind} type="button" className={tone} onClick={() => setAct({ kind })}>
      {t(`actions.${kind}`)}
    </button>
  );
  return (
    <>
      <p className="muted">
        {row.pausadaHasta ? `${t('pausedUntil', { when: formatDateTime(row.pausadaHasta) })} ` : ''}
        {t(`stateHint.${state}`)} {row.generacion === null ? '' : `${t('generation', { number: row.generacion })}.`}
      </p>
      <div className="row">
        {replay?.estado === 'ready' ? (blocked ? button('force', 'btn danger') : button('switch', 'btn')) : null}
        {state === 'halted' ? button('retry') : null}
        {poison ? button('skip', 'btn danger') : null}
        {state === 'paused' ? button('resume') : null}
        {state === 'stopped' ? button('start') : null}
        {state === 'running' || state === 'catching-up' ? button('pause') : null}
        {state === 'running' || state === 'catching-up' || state === 'paused' ? button('stop') : null}
        {replay && replay.estado !== 'failed' ? button('cancel') : button('replay')}
      </div>
      {row.error && row.error !== poison?.message ? (
        <div className="interior-error">
          <h3>{t('lastError')}</h3>
          <pre>{row.error}</pre>
        </div>
      ) : null}
      {poison ? (
        <div className="interior-error">
          <h3>{t('poison.title')}</h3>
          <p className="mono">
            {poison.type} · {t('poison.at', { position: formatPosition(poison.position) })} · {t('poison.id', { id: poison.eventId })}
          </p>
          <pre>{poison.message}</pre>
        </div>
      ) : null}
      {poison ? (
        <details className="projection-part" onToggle={({ currentTarget }) => setLooks(currentTarget.open)}>
          <summary>{t('failure.open')}</summary>
          {looks ? <Poison name={row.id} /> : null}
        </details>
      ) : null}
      {replay ? (
        <div className="rebuild">
          <div className="row">
            <h3>{t('replay.title', { number: replay.generacion })}</h3>
            <StatusTag tone={replay.estado === 'failed' ? 'error' : replay.estado === 'ready' ? 'ok' : 'now'}>
              {t(`replay.${replay.estado}`)}
            </StatusTag>
          </div>
          {replay.estado === 'running' ? <ReplayProgress name={row.nombre} replay={replay} /> : null}
          {replay.estado === 'ready' ? <p className="muted">{t('replay.follows')}</p> : null}
          {replay.error ? <pre className="interior-error">{replay.error}</pre> : null}
          {replay.diferencia ? (
            <DiffView diff={replay.diferencia} limit={limit} />
          ) : replay.estado === 'ready' ? (
            <p className="muted">{t('diff.wait')}</p>
          ) : null}
        </div>
      ) : null}
      {row.anteriores.length > 0 ? (
        <div className="projection-part">
          <h3>{t('kept.title')}</h3>
          <p className="muted">{t('kept.hint')}</p>
          <ul className="projection-kept">
            {row.anteriores.map(({ generacion, hasta }) => (
              <li key={generacion} className="row">
                <div>
                  <strong>{t('kept.number', { number: generacion })}</strong>
                  <p className="muted">
                    <Moment at={hasta}>{t('kept.served', { when: formatRelative(hasta) })}</Moment>
                    {settings
                      ? ` · ${t('kept.until', { when: formatDateTime(Date.parse(hasta) + settings.diasGuardados * DAY_MS) })}`
                      : null}
                  </p>
                </div>
                {replay ? null : (
                  <button
                    data-writes
                    type="button"
                    className="btn alt"
                    aria-label={t('actions.returnToOf', { number: generacion })}
                    onClick={() => setAct({ kind: 'return', generation: generacion })}
                  >
                    {t('actions.returnTo')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <details className="projection-part" open={stepping} onToggle={({ currentTarget }) => setStepping(currentTarget.open)}>
        <summary>{t('steps.title')}</summary>
        {stepping ? <StepsView name={row.id} /> : null}
      </details>
      <History row={row} />
      <ActDialog act={act} row={row} onClose={() => setAct(null)} />
    </>
  );
}

function Poison({ name }: { name: string }) {
  return <FailureView query={api.usePoisonDetailQuery(name)} hidesReason />;
}

function ReplayProgress({ name, replay }: { name: string; replay: NonNullable<ProjectionRow['reconstruccion']> }) {
  const { t } = useTranslation('projections');
  const { avance, hechos, porSegundo, segundosRestantes } = replay;
  const share = avance ?? undefined;
  const facts =
    hechos === 0
      ? [t('replay.waits')]
      : [
          t('replay.done', { count: hechos, done: formatNumber(hechos) }),
          t('replay.rate', { rate: formatRate(porSegundo) }),
          segundosRestantes === null ? t('replay.etaUnknown') : t('replay.eta', { time: formatSeconds(segundosRestantes) }),
        ];
  return (
    <div>
      <div
        className="bar"
        role="progressbar"
        aria-label={t('replay.progress', { name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.floor(share * 100)}
        data-uncertain={share === undefined || undefined}
      >
        <i style={{ width: `${(share ?? 0.3) * 100}%` }} />
      </div>
      <p className="mono bar-facts">
        <strong>{share === undefined ? '' : `${t('replay.share', { share: formatPercent(Math.floor(share * 100)) })} · `}</strong>
        {facts.join(' · ')}
      </p>
    </div>
  );
}
