import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFlash } from '../use-flash.ts';
import type { Column } from './column.ts';

const focusable = 'a[href], button:not([disabled]), input:not([disabled])';
/** Up and down go to the same control of the row above or below, where the arrow has no other meaning. */
export const walk = (event: React.KeyboardEvent<HTMLTableSectionElement>): void => {
  const way = event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : null;
  const from = event.target as HTMLElement;
  const row = from.closest('tr');
  if (!way || !row || event.defaultPrevented || from.closest('[popover], [role="menu"], select, textarea')) return;
  const controls = (of: Element) => [...of.querySelectorAll<HTMLElement>(focusable)].filter((one) => !one.closest('[popover]'));
  const at = controls(row).indexOf(from);
  const next = row[way];
  if (at < 0 || !next) return;
  const there = controls(next);
  const target = there[at] ?? there[0];
  if (!target) return;
  event.preventDefault();
  target.focus();
};

/** The open row is kept in view, whatever opens beside the table; under the head a whole row begins, so that no control is half behind it. */
const keepInSight = (line: HTMLTableRowElement | null) => {
  line?.scrollIntoView?.({ block: 'nearest' });
  const pane = line?.closest('.table-scroll');
  if (line && pane && pane.scrollTop > 0) pane.scrollTop = Math.ceil(pane.scrollTop / line.offsetHeight) * line.offsetHeight;
};

interface HeadingProps<Row> {
  column: Column<Row>;
  way: 'ascending' | 'descending' | undefined;
  /** Undefined: it is not sorted by. */
  onSort: ((event: unknown) => void) | undefined;
}
/** The name of a column, by which one sorts. */
export function Heading<Row>({ column: { label, numeric, acts, className = '' }, way, onSort }: HeadingProps<Row>) {
  const { t } = useTranslation('table');
  return (
    <th scope="col" aria-sort={way} className={`${numeric ? 'num ' : ''}${className}` || undefined}>
      {onSort ? (
        <button type="button" aria-label={t('sort', { column: label })} onClick={onSort}>
          {label}
          {way === 'descending' ? <IconArrowDown size={14} aria-hidden="true" /> : null}
          {way === 'ascending' ? <IconArrowUp size={14} aria-hidden="true" /> : null}
        </button>
      ) : acts ? (
        <span className="sr">{label}</span>
      ) : (
        label
      )}
    </th>
  );
}

interface BodyRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  flash: unknown;
  open: boolean;
  choice: React.ReactNode;
}
export function BodyRow<Row>({ row, columns, flash, open, choice }: BodyRowProps<Row>) {
  const line = useFlash<HTMLTableRowElement>(flash);
  return (
    <tr
      ref={(element) => {
        line.current = element;
        if (open) keepInSight(element);
      }}
      data-open={open || undefined}
    >
      {choice}
      {columns.map(({ id, label, cell, head, numeric, acts, className = '' }) =>
        head ? (
          <th key={id} scope="row" className={className}>
            {cell(row)}
          </th>
        ) : (
          <td
            key={id}
            className={`${numeric ? 'num ' : ''}${acts ? 'table-actions ' : ''}${className}`}
            data-label={acts ? undefined : label}
          >
            {acts ? cell(row) : <div className="table-cell">{cell(row)}</div>}
          </td>
        ),
      )}
    </tr>
  );
}
