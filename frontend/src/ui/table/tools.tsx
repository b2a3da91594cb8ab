import { IconArrowDown, IconArrowUp, IconColumns, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useBusy } from '../../lib/use-busy.ts';
import { useErrorText } from '../error-text.ts';
import { notify } from '../notify.ts';
import { Popover } from '../popover.tsx';

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

export function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const { t } = useTranslation('table');
  const errorText = useErrorText();
  const { busy, run } = useBusy();
  const download = () => run(onExport).catch((failure) => notify.error(t('exportFailed', { detail: errorText(failure) })));
  return (
    <button type="button" className="btn alt" disabled={busy} aria-busy={busy} onClick={() => void download()}>
      <IconDownload size={18} aria-hidden="true" />
      {t(busy ? 'exporting' : 'export')}
    </button>
  );
}
