import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CSV_TYPES, saveCsv } from '../../lib/csv.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Page } from '../../ui/page.tsx';
import { TEMPLATE } from './import-file.ts';
import './people.css';
import './texts.ts';
import { ImportResult, readyRows } from './import-result.tsx';
import { ImportsList } from './imports-list.tsx';
import { useImport } from './use-import.ts';

const MOST_BYTES = 30 * 1024 * 1024;
/** Imports people and their courses from a file: choose it, check every row, import, and undo. */
export function Component() {
  const { t } = useTranslation('imports');
  const { state, choose, bring, undo, stop, reset } = useImport();
  const [asking, setAsking] = useState<'bring' | 'undo' | null>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const pick = (file: File) => {
    setTooLarge(file.size > MOST_BYTES);
    if (file.size <= MOST_BYTES) void choose(file);
  };
  const busy = state.step === 'looking' || state.step === 'bringing' || state.step === 'undoing';
  const ready = readyRows(state);
  return (
    <Page title={t('title')} lead={t('lead')} breadcrumb={<Link to={officePaths.adminPeople}>{t('back')}</Link>}>
      <section className="card stack" aria-labelledby="archivo">
        <h2 id="archivo">{t('file')}</h2>
        <p>{t('fileText')}</p>
        <p className="row">
          <FileButton label={t('choose')} accept={CSV_TYPES} onChoose={pick} className="btn" disabled={busy}>
            {t(state.name === null ? 'choose' : 'chooseOther')}
          </FileButton>
          <button type="button" className="link" onClick={() => saveCsv('usuarios-plantilla.csv', TEMPLATE)}>
            {t('template')}
          </button>
        </p>
        {state.name === null ? null : (
          <p>
            <strong>{state.name}</strong>
            {state.problem ? null : ` · ${t('rows', { count: state.rows, shown: formatNumber(state.rows) })}`}
          </p>
        )}
        {state.unused.length > 0 ? <p className="muted">{t('unused', { titles: state.unused.join(', ').slice(0, 300) })}</p> : null}
        {tooLarge || state.problem ? (
          <p className="field-error" role="alert">
            {t(`problem.${tooLarge ? 'tooLarge' : (state.problem ?? 'unreadable')}`, { line: formatNumber(state.line ?? 0) })}
          </p>
        ) : null}
      </section>
      {(state.name === null && state.listed === null) || state.problem ? null : (
        <ImportResult
          {...{ state, busy }}
          onStop={stop}
          onBring={() => setAsking('bring')}
          onUndo={() => setAsking('undo')}
          onGoOn={() => void undo(state.why)}
          onReset={reset}
        />
      )}
      <ImportsList
        busy={busy || state.step === 'looked'}
        onUndo={(of, motivo) => {
          void undo(motivo, of);
        }}
      />
      <Confirm
        open={asking === 'bring'}
        onClose={() => setAsking(null)}
        title={t('bringTitle', { count: ready, shown: formatNumber(ready) })}
        confirmLabel={t('bringConfirm')}
        reason={{ required: true, of: 'personas.importar' }}
        onConfirm={(motivo) => {
          void bring(motivo);
        }}
      >
        <p>{t('bringText')}</p>
      </Confirm>
      <Confirm
        open={asking === 'undo'}
        onClose={() => setAsking(null)}
        title={t('undoTitle', { name: state.name })}
        confirmLabel={t('undo')}
        danger
        reason={{ required: true, of: 'importaciones.deshacer' }}
        onConfirm={(motivo) => {
          void undo(motivo);
        }}
      >
        <p>{t('undoneText')}</p>
      </Confirm>
    </Page>
  );
}
