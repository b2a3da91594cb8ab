import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RowCode, RowResult } from '../../../../backend/api/contract/imports.ts';
import { textOfCode } from '../../i18n/i18n.ts';
import { CSV_TYPES, saveCsv } from '../../lib/csv.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Page } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { TEMPLATE, wrongFile } from './import-file.ts';
import './people.css';
import './texts.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { ImportsList } from './imports-list.tsx';
import { useImport, type WrongRow } from './use-import.ts';

const MOST_BYTES = 30 * 1024 * 1024;
/** Imports people and their courses from a file: choose it, check every row, import, and undo. */
export function Component() {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  const { state, choose, bring, undo, stop, reset } = useImport();
  const [asking, setAsking] = useState<'bring' | 'undo' | null>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const pick = (file: File) => {
    setTooLarge(file.size > MOST_BYTES);
    if (file.size <= MOST_BYTES) void choose(file);
  };
  const problemsOf = ({ problemas }: RowResult) =>
    problemas.map(({ campo, codigo, curso }) => {
      const where = curso === undefined ? t(`field.${campo}`) : t('course', { number: String(curso) });
      return `${where}: ${textOfCode(codigo) ?? t(`wrong.${codigo as RowCode}`)}`;
    });
  const columns: readonly Column<WrongRow>[] = [
    {
      id: 'fila',
      label: t('columns.line'),
      head: true,
      numeric: true,
      sort: ({ linea }) => linea,
      cell: ({ linea }) => formatNumber(linea),
    },
    { id: 'correo', label: t('field.email'), cell: ({ row }) => row.email ?? '' },
    { id: 'problemas', label: t('columns.problems'), cell: (row) => problemsOf(row).join(' · ') },
  ];
  const busy = state.step === 'looking' || state.step === 'bringing' || state.step === 'undoing';
  // Rows that the review rejected are not part of the import.
  const wrong = Math.max(state.counts.rechazada, state.wrong.length);
  const ready = state.counts.nueva + state.counts.conocida;
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
        <section className="card stack" aria-labelledby="resultado">
          <h2 id="resultado">{t(`step.${state.step}`)}</h2>
          {state.listed === null ? null : <p>{t('list.of', { when: state.listed.when })}</p>}
          {busy ? (
            <p className="row">
              <progress className="people-progress" max={state.parts} value={state.done} aria-label={t(`step.${state.step}`)} />
              <span role="status">{t('part', { done: formatNumber(state.done), parts: formatNumber(state.parts) })}</span>
              {state.step === 'undoing' ? null : (
                <button type="button" className="btn alt" disabled={state.stopping} onClick={stop}>
                  {t(state.stopping ? 'stopping' : 'stop')}
                </button>
              )}
            </p>
          ) : null}
          {busy ? <p className="muted">{t('away.meanwhile')}</p> : null}
          {state.step === 'undone' ? (
            <>
              <p className="row">
                <StatusTag tone="ok">
                  {state.elsewhere
                    ? t('undoneElsewhere')
                    : t('count.undone', { count: state.undone.done, shown: formatNumber(state.undone.done) })}
                </StatusTag>
                {state.undone.refused > 0 && !state.elsewhere ? (
                  <StatusTag tone="error">
                    {t('count.kept', { count: state.undone.refused, shown: formatNumber(state.undone.refused) })}
                  </StatusTag>
                ) : null}
              </p>
              <p className="muted">{t('undoneText')}</p>
            </>
          ) : state.listed !== null ? null : (
            <p className="row">
              <StatusTag tone="ok">{t('count.nueva', { count: state.counts.nueva, shown: formatNumber(state.counts.nueva) })}</StatusTag>
              <StatusTag tone="info">
                {t('count.conocida', { count: state.counts.conocida, shown: formatNumber(state.counts.conocida) })}
              </StatusTag>
              <StatusTag tone={wrong > 0 ? 'error' : 'neutro'}>
                {t('count.rechazada', { count: wrong, shown: formatNumber(wrong) })}
              </StatusTag>
              {state.courses > 0 ? <span>{t('courses', { count: state.courses, shown: formatNumber(state.courses) })}</span> : null}
            </p>
          )}
          {state.step === 'stopped' && state.failure === null ? <p>{t('stoppedText')}</p> : null}
          {state.failure === null ? null : (
            <p className="field-error" role="alert">
              {t(state.step === 'halfway' ? 'undoInterrupted' : 'interrupted', { detail: errorText(state.failure) })}
            </p>
          )}
          <p className="row">
            {state.step === 'looked' ? (
              <button
                data-writes
                type="button"
                className="btn"
                disabled={ready === 0}
                aria-haspopup="dialog"
                onClick={() => setAsking('bring')}
              >
                {t('bring', { count: ready, shown: formatNumber(ready) })}
              </button>
            ) : null}
            {(state.step === 'brought' || state.step === 'stopped' || state.step === 'halfway') && state.batch !== null ? (
              <button
                data-writes
                type="button"
                className="btn alt"
                aria-haspopup={state.step === 'halfway' ? undefined : 'dialog'}
                onClick={() => (state.step === 'halfway' ? void undo(state.why) : setAsking('undo'))}
              >
                {t('undo')}
              </button>
            ) : null}
            {state.wrong.length > 0 && !busy ? (
              <button
                type="button"
                className="btn alt"
                onClick={() =>
                  saveCsv(
                    'filas-con-errores.csv',
                    wrongFile(
                      state.wrong.map((row) => ({ row: row.row, problems: problemsOf(row).join(' · ') })),
                      { line: t('columns.line'), problems: t('columns.problems') },
                    ),
                  )
                }
              >
                {t('downloadErrors')}
              </button>
            ) : null}
            {busy ? null : (
              <button type="button" className="link" onClick={reset}>
                {t('again')}
              </button>
            )}
          </p>
          {state.wrong.length > 0 && !busy ? (
            <DataTable
              caption={t('errors')}
              columns={columns}
              rows={state.wrong}
              rowId={({ linea }) => String(linea)}
              query={{ isFetching: false, refetch: () => undefined }}
              failed=""
              empty={null}
              order="fila"
            />
          ) : null}
        </section>
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
