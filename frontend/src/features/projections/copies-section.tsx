import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatBytes, formatNumber } from '../../lib/format.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { MomentField } from '../../ui/date-field.tsx';
import { Field } from '../../ui/field.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

type Health = AnswerOf<'storeHealth'>;
type TestCopy = Health['copias'][number];

/** Test copies of the school: they contain no real people, and send nothing. */
export function Copies({ health: { copias, copiando, copia_fallida }, again }: { health: Health; again: () => void }) {
  const { t } = useTranslation('projections');
  const { act } = useSave();
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState<TestCopy | null>(null);
  const [cancel, cancelling] = api.useCancelCopyMutation();
  const [remove] = api.useRemoveCopyMutation();
  return (
    <section className="card stack" aria-labelledby="almacen-copias">
      <h2 id="almacen-copias">{t('store.copies')}</h2>
      <p className="muted">{t('store.copiesHint')}</p>
      {copiando === null ? (
        <div className="row">
          <button data-writes type="button" className="btn" onClick={() => setAsking(true)}>
            {t('store.copy')}
          </button>
        </div>
      ) : (
        <div className="row">
          <p role="status" className="row">
            <progress value={copiando} max={100} aria-label={t('store.copying')} />
            <span className="muted">{t('store.copied', { percent: formatNumber(copiando) })}</span>
          </p>
          <button
            data-writes
            type="button"
            className="btn alt"
            disabled={cancelling.isLoading}
            onClick={() => void act(() => cancel().unwrap().then(again), { done: t('store.cancelled') })}
          >
            {t('store.cancel')}
          </button>
        </div>
      )}
      {copia_fallida === null ? null : (
        <div role="alert">
          <p>{t('store.copyFailed')}</p>
          <p className="mono store-place">{copia_fallida}</p>
        </div>
      )}
      {copias.length === 0 ? (
        <p className="muted">{t('store.noCopy')}</p>
      ) : (
        <ol className="projection-checks">
          {copias.map((one) => (
            <Row key={one.id} copy={one} onRemove={() => setRemoving(one)} />
          ))}
        </ol>
      )}
      <Asking open={asking} onClose={() => setAsking(false)} again={again} />
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('store.removeTitle')}
        confirmLabel={t('store.remove')}
        danger
        onConfirm={() =>
          remove(removing?.id ?? '')
            .unwrap()
            .then(again)
        }
      >
        {t('store.removeLead')}
      </Confirm>
    </section>
  );
}

function Row({ copy: { carpeta, fecha, momento, hechos, solo_lectura, bytes }, onRemove }: { copy: TestCopy; onRemove: () => void }) {
  const { t } = useTranslation('projections');
  const command = `DATA_DIR='${carpeta}' PORT=3100 npm start`;
  const { copied, copy } = useCopy(() => command);
  return (
    <li>
      <div className="row">
        <strong>{t('store.asOf', { date: formatDateTime(momento) })}</strong>
        {solo_lectura ? <StatusTag tone="neutral">{t('store.readOnly')}</StatusTag> : null}
      </div>
      <p className="muted">
        {t('store.copyFacts', { count: hechos, made: formatDateTime(fecha), events: formatNumber(hechos), size: formatBytes(bytes) })}
      </p>
      <p className="muted">{t('store.start')}</p>
      <p className="mono store-place">{command}</p>
      <div className="row">
        <button type="button" className="btn soft" onClick={() => void copy()}>
          {t(copied ? 'store.commandCopied' : 'store.copyCommand')}
        </button>
        <button data-writes type="button" className="btn alt" onClick={onRemove}>
          {t('store.remove')}
        </button>
      </div>
    </li>
  );
}

function Asking({ open, onClose, again }: { open: boolean; onClose: () => void; again: () => void }) {
  const { t } = useTranslation('projections');
  const [when, setWhen] = useState('');
  const [position, setPosition] = useState('');
  const [readOnly, setReadOnly] = useState(false);
  const [ask] = api.useAskCopyMutation();
  const at = Date.parse(when);
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('store.copy')}
      confirmLabel={t('store.makeCopy')}
      blocked={when !== '' && Number.isNaN(at)}
      onConfirm={() =>
        ask({
          ...(when !== '' ? { momento: new Date(at).toISOString() } : position.trim() !== '' && { posicion: position.trim() }),
          solo_lectura: readOnly,
        })
          .unwrap()
          .then(again)
      }
    >
      <div className="stack">
        <p>{t('store.copyLead')}</p>
        <MomentField label={t('store.when')} value={when} onChange={setWhen} hint={t('store.whenHint')} />
        <Field
          label={t('store.upTo')}
          hint={t('store.upToHint')}
          value={position}
          disabled={when !== ''}
          inputMode="numeric"
          maxLength={60}
          onChange={(event) => setPosition(event.target.value)}
        />
        <label className="checkbox">
          <input type="checkbox" checked={readOnly} onChange={(event) => setReadOnly(event.target.checked)} />
          <span>{t('store.onlyRead')}</span>
        </label>
      </div>
    </Confirm>
  );
}
