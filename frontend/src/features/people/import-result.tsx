import { useTranslation } from 'react-i18next';
import type { RowCode, RowResult } from '../../../../backend/api/contract/imports.ts';
import { textOfCode } from '../../i18n/i18n.ts';
import { saveCsv } from '../../lib/csv.ts';
import { formatNumber } from '../../lib/format.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { wrongFile } from './import-file.ts';
import type { ImportState, WrongRow } from './use-import.ts';

/** How many of the checked rows can be imported. */
export const readyRows = ({ counts }: ImportState): number => counts.nueva + counts.conocida;

interface ImportResultProps {
  state: ImportState;
  /** A step is being done. */
  busy: boolean;
  onStop: () => void;
  onBring: () => void;
  onUndo: () => void;
  /** Goes on with an undoing that stopped half-way. */
  onGoOn: () => void;
  onReset: () => void;
}

/** What became of the chosen file: its rows checked, imported or undone, how far that is, and the rows that are wrong. */
export function ImportResult({ state, busy, onStop, onBring, onUndo, onGoOn, onReset }: ImportResultProps) {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
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
  // Rows that the review rejected are not part of the import.
  const wrong = Math.max(state.counts.rechazada, state.wrong.length);
  const ready = readyRows(state);
  return (
    <section className="card stack" aria-labelledby="resultado">
      <h2 id="resultado">{t(`step.${state.step}`)}</h2>
      {state.listed === null ? null : <p>{t('list.of', { when: state.listed.when })}</p>}
      {busy ? (
        <p className="row">
          <progress className="people-progress" max={state.parts} value={state.done} aria-label={t(`step.${state.step}`)} />
          <span role="status">{t('part', { done: formatNumber(state.done), parts: formatNumber(state.parts) })}</span>
          {state.step === 'undoing' ? null : (
            <button type="button" className="btn alt" disabled={state.stopping} onClick={onStop}>
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
          <StatusTag tone={wrong > 0 ? 'error' : 'neutral'}>{t('count.rechazada', { count: wrong, shown: formatNumber(wrong) })}</StatusTag>
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
          <button data-writes type="button" className="btn" disabled={ready === 0} aria-haspopup="dialog" onClick={onBring}>
            {t('bring', { count: ready, shown: formatNumber(ready) })}
          </button>
        ) : null}
        {(state.step === 'brought' || state.step === 'stopped' || state.step === 'halfway') && state.batch !== null ? (
          <button
            data-writes
            type="button"
            className="btn alt"
            aria-haspopup={state.step === 'halfway' ? undefined : 'dialog'}
            onClick={state.step === 'halfway' ? onGoOn : onUndo}
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
          <button type="button" className="link" onClick={onReset}>
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
  );
}
