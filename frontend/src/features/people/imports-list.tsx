import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportRecord } from '../../../../backend/api/contract/imports.ts';
import { api } from '../../api/api.ts';
import { formatDateTime, formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import './texts.ts';

const tones: Record<ImportRecord['estado'], Tone> = {
  ...{ 'en-curso': 'now', detenida: 'urgent', parada: 'urgent', terminada: 'ok', deshaciendo: 'now', deshecha: 'empty' },
};
/** An import that runs cannot be undone. An interrupted undoing can be continued from any window, because undone rows stay undone. */
const undoable: ReadonlySet<ImportRecord['estado']> = new Set(['detenida', 'parada', 'terminada', 'deshaciendo']);

interface Props {
  /** Another import or undoing runs on this page: nothing can be undone meanwhile. */
  busy: boolean;
  onUndo: (of: ImportRecord, reason: string) => void;
}

/** The school's imports, from any person and window: each can be undone once. */
export function ImportsList({ busy, onUndo }: Props) {
  const { t } = useTranslation('imports');
  const cursor = usePageCursor('importaciones');
  // An import that sends no more parts becomes undoable without an event, so the list is read again.
  const list = api.useListImportsQuery({ ...(cursor && { cursor }) }, { pollingInterval: 60_000, skipPollingIfUnfocused: true });
  const [undoing, setUndoing] = useState<ImportRecord | null>(null);
  /** How far the import, or its undoing, has come. */
  const notesOf = ({ estado, partes, partesPrevistas, filas, hechas, deshecho }: ImportRecord): string[] => {
    const part = (done: number, parts: number) => t('part', { done: formatNumber(done), parts: formatNumber(parts) });
    if (deshecho && estado === 'deshaciendo') return [part(deshecho.partes, partes)];
    if (deshecho)
      return [
        t('count.undone', { count: deshecho.cambios, shown: formatNumber(deshecho.cambios) }),
        ...(deshecho.rechazados > 0 ? [t('count.kept', { count: deshecho.rechazados, shown: formatNumber(deshecho.rechazados) })] : []),
      ];
    if (estado === 'parada' && hechas !== null && filas !== null)
      return [t('list.rowsOf', { done: formatNumber(hechas), rows: formatNumber(filas), count: filas })];
    return partesPrevistas !== null && estado !== 'terminada' ? [part(partes, partesPrevistas)] : [];
  };
  const columns: readonly Column<ImportRecord>[] = [
    { id: 'fecha', label: t('list.when'), head: true, cell: ({ fecha }) => <Moment at={fecha}>{formatRelative(fecha)}</Moment> },
    { id: 'persona', label: t('list.who'), cell: ({ persona }) => persona ?? t('list.erased') },
    { id: 'personas', label: t('list.people'), numeric: true, cell: ({ personas }) => formatNumber(personas) },
    { id: 'nuevas', label: t('list.accounts'), numeric: true, cell: ({ nuevas }) => formatNumber(nuevas) },
    { id: 'cursos', label: t('list.courses'), numeric: true, cell: ({ cursos }) => formatNumber(cursos) },
    {
      id: 'estado',
      label: t('list.state'),
      cell: (one) => (
        <>
          <StatusTag tone={tones[one.estado]}>{t(`list.states.${one.estado}`)}</StatusTag>
          {notesOf(one).map((note) => (
            <span key={note} className="muted table-note">
              {note}
            </span>
          ))}
          {one.deshecha === null ? null : (
            <span className="muted table-note">
              <Moment at={one.deshecha}>{formatRelative(one.deshecha)}</Moment>
            </span>
          )}
        </>
      ),
    },
    {
      id: 'acciones',
      label: t('list.acts'),
      acts: true,
      cell: (one) =>
        undoable.has(one.estado) && !(busy && one.estado === 'deshaciendo') ? (
          <button
            data-writes
            type="button"
            className="btn alt"
            aria-haspopup="dialog"
            aria-label={t(one.estado === 'deshaciendo' ? 'list.goOnOf' : 'list.undoOf', { when: formatDateTime(one.fecha) })}
            disabled={busy}
            onClick={() => setUndoing(one)}
          >
            {t(one.estado === 'deshaciendo' ? 'list.goOn' : 'list.undo')}
          </button>
        ) : null,
    },
  ];
  const { personas = 0, nuevas = 0, cursos = 0 } = undoing ?? {};
  return (
    <section className="stack" aria-labelledby="importaciones">
      <h2 id="importaciones">{t('list.title')}</h2>
      <p className="muted">{t('list.text')}</p>
      <DataTable
        name="importaciones"
        caption={t('list.title')}
        columns={columns}
        rows={list.data?.importaciones}
        next={list.data?.siguiente ?? null}
        rowId={({ lote }) => lote}
        flash={({ estado }) => estado}
        query={list}
        failed={t('list.failed')}
        empty={<Empty title={t('list.none')}>{t('list.noneHint')}</Empty>}
        bones={3}
      />
      <Confirm
        open={undoing !== null}
        onClose={() => setUndoing(null)}
        title={t('list.undoTitle', { when: undoing ? formatDateTime(undoing.fecha) : '' })}
        confirmLabel={t('undo')}
        danger
        reason={{ required: true, of: 'importaciones.deshacer' }}
        onConfirm={(reason) => {
          if (undoing) onUndo(undoing, reason);
        }}
      >
        <p>
          {[
            t('list.peopleOf', { count: personas, shown: formatNumber(personas) }),
            t('count.nueva', { count: nuevas, shown: formatNumber(nuevas) }),
            t('list.coursesOf', { count: cursos, shown: formatNumber(cursos) }),
          ].join(' · ')}
        </p>
        <p>{t('undoneText')}</p>
      </Confirm>
    </section>
  );
}
