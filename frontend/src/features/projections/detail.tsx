import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProjectionRow } from '../../../../backend/api/contract/records/operations.ts';
import { formatNumber, formatPercent, formatPosition, formatRate, formatSeconds } from '../../lib/format.ts';
import { useMedia } from '../../lib/use-narrow.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { ActDialog, type ActKind } from './act-dialog.tsx';
import { DiffView } from './diff-view.tsx';
import { History } from './history.tsx';
import './projections.css';

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
  const [act, setAct] = useState<ActKind | null>(null);
  const { reconstruccion: replay, veneno: poison } = row;
  const stopped = row.estado === 'paused' || row.estado === 'halted' || row.estado === 'failing';
  const button = (kind: ActKind, tone = 'btn alt') => (
    <button key={kind} type="button" className={tone} onClick={() => setAct(kind)}>
      {t(`actions.${kind}`)}
    </button>
  );
  return (
    <>
      <p className="muted">
        {t(`stateHint.${row.estado}`)} {row.generacion === null ? '' : `${t('generation', { number: row.generacion })}.`}
      </p>
      <div className="row interior-actos">
        {replay?.estado === 'ready' ? button('switch', 'btn') : null}
        {poison ? button('skip', 'btn danger') : null}
        {stopped ? button('resume') : button('pause')}
        {row.anterior !== null && !replay ? button('return') : null}
        {replay ? button('cancel') : button('replay')}
      </div>
      {row.error ? (
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
      {replay ? (
        <div className="rebuild">
          <div className="row">
            <h3>{t('replay.title', { number: replay.generacion })}</h3>
            <StatusTag tone={replay.estado === 'failed' ? 'error' : replay.estado === 'ready' ? 'ok' : 'ahora'}>
              {t(`replay.${replay.estado}`)}
            </StatusTag>
          </div>
          {replay.estado === 'running' ? <ReplayProgress name={row.nombre} replay={replay} /> : null}
          {replay.estado === 'ready' ? <p className="muted">{t('replay.follows')}</p> : null}
          {replay.error ? <pre className="interior-error">{replay.error}</pre> : null}
          {replay.diferencia ? (
            <DiffView diff={replay.diferencia} />
          ) : replay.estado === 'ready' ? (
            <p className="muted">{t('diff.wait')}</p>
          ) : null}
        </div>
      ) : null}
      <History row={row} />
      <ActDialog act={act} row={row} onClose={() => setAct(null)} />
    </>
  );
}

function ReplayProgress({ name, replay }: { name: string; replay: NonNullable<ProjectionRow['reconstruccion']> }) {
  const { t } = useTranslation('projections');
  const { avance, hechos, porSegundo, segundosRestantes } = replay;
  const share = avance ?? undefined;
  const facts = [
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
