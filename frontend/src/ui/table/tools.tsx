import { IconArrowDown, IconArrowUp, IconColumns, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useErrorText } from '../error-text.ts';
import { notify } from '../notify.ts';
import { Popover } from '../popover.tsx';

// What stands over and under the rows of a `DataTable`.

interface OrderProps {
  columns: readonly { id: string; label: string }[];
  now: { id: string; desc: boolean } | undefined;
  /** Sorts by this column, or the other way where it is the one. */
  onTurn: (id: string) => void;
}
/** The order of the rows where they are cards, without headings. */
export function Order({ columns, now, onTurn }: OrderProps) {
  const { t } = useTranslation('table');
  const known = columns.some(({ id }) => id === now?.id);
  const Arrow = now?.desc ? IconArrowDown : IconArrowUp;
  return (
    <div className="row table-order">
      <label className="row">
        {t('sortBy')}
        <select className="entry" value={known ? now?.id : ''} onChange={({ target }) => onTurn(target.value)}>
          {known ? null : <option value="" disabled hidden />}
          {columns.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {now ? (
        <button type="button" className="btn ghost icon" aria-label={t('turn')} onClick={() => onTurn(now.id)}>
          <Arrow size={18} aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}

interface Hideable {
  id: string;
  label: string;
}
/** Which of the columns that can be hidden are shown. */
export function ColumnChoice<Column extends Hideable>({
  caption,
  columns,
  isShown,
  onShow,
}: {
  /** The accessible name of the table. */
  caption: string;
  columns: readonly Column[];
  isShown: (column: Column) => boolean;
  /** The ids of those that are to be shown. */
  onShow: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation('table');
  return (
    <Popover
      label={t('columnsOf', { table: caption })}
      className="btn ghost"
      button={
        <>
          <IconColumns size={18} aria-hidden="true" />
          <span className="table-tool">{t('columns')}</span>
        </>
      }
    >
      {columns.map((column) => (
        <label key={column.id} className="menu-option">
          <input
            type="checkbox"
            checked={isShown(column)}
            onChange={({ target }) => onShow(columns.filter((one) => (one === column ? target.checked : isShown(one))).map(({ id }) => id))}
          />
          {column.label}
        </label>
      ))}
    </Popover>
  );
}

/** The pages of a table: how to go back (absent: this is the first) and on (absent: the last), and what this one holds of how many. */
export function PageButtons({
  caption,
  range,
  back,
  next,
  waits,
}: {
  caption: string;
  range: { from: number; to: number; total: number } | undefined;
  back: { label: string; onGo: () => void } | undefined;
  next: (() => void) | undefined;
  /** The next page is not known yet. */
  waits: boolean;
}) {
  const { t } = useTranslation('table');
  if (!back && !next) return null;
  return (
    <nav className="row table-pages" aria-label={t('pages', { table: caption })}>
      {range && range.from <= range.to ? (
        <span className="muted" role="status">
          {t('range', { from: formatNumber(range.from), to: formatNumber(range.to), count: formatNumber(range.total) })}
        </span>
      ) : null}
      {back ? (
        <button type="button" className="btn alt" onClick={back.onGo}>
          {back.label}
        </button>
      ) : null}
      {next ? (
        <button type="button" className="btn alt" disabled={waits} onClick={next}>
          {t('next')}
        </button>
      ) : null}
    </nav>
  );
}

export function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const { t } = useTranslation('table');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await onExport();
    } catch (failure) {
      notify.error(t('exportFailed', { detail: errorText(failure) }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="btn alt" disabled={busy} aria-busy={busy} onClick={() => void run()}>
      <IconDownload size={18} aria-hidden="true" />
      {t(busy ? 'exporting' : 'export')}
    </button>
  );
}
