import '../../i18n/table.ts';
import { IconArrowDown, IconArrowUp, IconColumns, IconDownload } from '@tabler/icons-react';
import {
  columnVisibilityFeature,
  createPaginatedRowModel,
  createSortedRowModel,
  functionalUpdate,
  type RowSelectionState,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { usePast } from '../../lib/past.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useErrorText } from '../error-text.ts';
import { notify } from '../notify.ts';
import { Popover } from '../popover.tsx';
import { type Query, QueryState } from '../query-state.tsx';
import { useFlash } from '../use-flash.ts';
import './table.css';

const features = tableFeatures({
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  paginatedRowModel: createPaginatedRowModel(),
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;
type Line<Row extends object> = TableRow<Features, Row>;

type Sortable = string | number | null;
export interface Column<Row> {
  /** Its name in the address. */
  id: string;
  label: string;
  cell: (row: Row) => React.ReactNode;
  /** The value to sort by; null comes last in both directions. Numbers and moments start descending, words ascending. */
  sort?: (row: Row) => Sortable;
  /** The column that names the row. */
  head?: boolean;
  /** Numbers, under each other by their last digit. */
  numeric?: boolean;
  /** Buttons of the row: its label is for screen readers. */
  acts?: boolean;
  /** Only for readers who show it: the others begin shown, and all but the row's name and its buttons can be hidden. */
  hidden?: boolean;
  className?: string;
}

interface Props<Row> {
  /** The accessible name of the table. */
  caption: string;
  /** Prefix of its names in the address, where a page has several tables. */
  name?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  query: Query;
  /** «No se pudieron cargar los cursos». */
  failed: string;
  /** Shown in place of the table where there are no rows. */
  empty: React.ReactNode;
  /** The default sorting: a column, with «-» in descending order. */
  order?: string;
  /** The rows are one page of a longer list: the cursor of the next one, null on the last. The caller reads the present page with `usePageCursor`. */
  next?: string | null;
  /** Such a page is sorted by the school, by the order in the address: the caller requests it. */
  sorted?: boolean;
  /** For such a page: the place of its first row in the whole list, from 1, and the total. */
  place?: { first: number; total: number } | undefined;
  /** For a whole list, the rows per page. */
  pageSize?: number;
  /** A row flashes when this changes. */
  flash?: (row: Row) => unknown;
  /** The row whose detail is open. */
  isOpen?: (row: Row) => boolean;
  /** Rows can be chosen: the name of each, and the actions for chosen ones. */
  batch?: { nameOf: (row: Row) => string; acts: (rows: readonly Row[], done: () => void) => React.ReactNode };
  onExport?: () => Promise<void>;
  /** For consoles: many columns of numbers, one line each. */
  dense?: boolean;
  /** The number of placeholder rows while loading. */
  bones?: number;
}

const collator = new Intl.Collator('es-MX');
const compare = (x: unknown, y: unknown): number =>
  typeof x === 'number' && typeof y === 'number' ? x - y : collator.compare(String(x), String(y));
const named = (table: string | undefined, what: string): string => (table ? `${table}.${what}` : what);

/** The page of a list in the address: a cursor of the school's. */
export const usePageCursor = (table?: string): string | undefined => useAddress().get(named(table, 'pagina'))?.slice(0, 500) || undefined;

const focusable = 'a[href], button:not([disabled]), input:not([disabled])';
/** Up and down go to the same control of the row above or below, where the arrow has no other meaning. */
const walk = (event: React.KeyboardEvent<HTMLTableSectionElement>): void => {
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

/**
 * The table of every staff page. Sorting, page and hidden columns are in the address, under the table's name where a page has several; so are filters
 * (`filters.tsx`). On a narrow screen each row is a card with the names of its columns.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { rows, query, failed, empty, bones = 8 } = props;
  if (!rows) return <QueryState of={query} failed={failed} rows={bones} />;
  // On a page that has become empty the link back stays.
  return rows.length === 0 && !props.onExport && props.next === undefined ? empty : <Filled {...props} rows={rows} />;
}

function Filled<Row extends object>({
  caption,
  name,
  columns,
  rows,
  rowId,
  query,
  empty,
  order,
  next,
  place,
  sorted = false,
  pageSize = 50,
  flash,
  isOpen,
  batch: batchOfToday,
  onExport,
  dense = false,
}: Props<Row> & { rows: readonly Row[] }) {
  const { t } = useTranslation(['table', 'common']);
  const { get, put } = useAddress();
  const past = usePast();
  const batch = past === null ? batchOfToday : undefined;
  const [chosen, setChosen] = useState<RowSelectionState>({});
  const byCursor = next !== undefined;
  const at = { order: named(name, 'orden'), page: named(name, 'pagina'), columns: named(name, 'columnas') };

  const sortable = byCursor && !sorted ? [] : columns.filter(({ sort }) => sort);
  const orderFrom = (given: string | null | undefined) => {
    const column = sortable.find(({ id }) => id === given?.replace(/^-/, ''));
    return column && given ? [{ id: column.id, desc: given.startsWith('-') }] : undefined;
  };
  const sorting = orderFrom(get(at.order)) ?? orderFrom(order) ?? [];
  const optional = columns.filter(({ head, acts }) => !head && !acts);
  const asked = get(at.columns);
  const shown = asked === null ? null : asked.split(',');
  const isShown = (column: Column<Row>) => !optional.includes(column) || (shown ? shown.includes(column.id) : !column.hidden);
  const pageCount = Math.max(1, Math.ceil(rows.length / pageSize));
  const pageIndex = byCursor ? 0 : Math.min(pageCount, Math.max(1, Math.trunc(Number(get(at.page))) || 1)) - 1;

  const definitions = useMemo(
    () =>
      columns.map(({ id, sort }) => ({
        id,
        accessorFn: (row: Row) => sort?.(row) ?? undefined,
        enableSorting: sort !== undefined,
        sortFn: (a: Line<Row>, b: Line<Row>) => compare(a.getValue(id), b.getValue(id)),
        sortUndefined: 'last' as const,
      })),
    [columns],
  );
  const table = useTable<Features, Row>({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: rowId,
    manualSorting: byCursor,
    manualPagination: byCursor,
    enableSortingRemoval: false,
    enableMultiSort: false,
    autoResetPageIndex: false,
    enableRowSelection: batch !== undefined,
    state: {
      sorting,
      rowSelection: chosen,
      columnVisibility: Object.fromEntries(optional.map((column) => [column.id, isShown(column)])),
      pagination: { pageIndex, pageSize: byCursor ? Math.max(1, rows.length) : pageSize },
    },
    onSortingChange: (change) => {
      const [first] = functionalUpdate(change, sorting);
      if (first) put({ [at.order]: `${first.desc ? '-' : ''}${first.id}`, [at.page]: null });
    },
    onRowSelectionChange: (change) => setChosen((before) => functionalUpdate(change, before)),
  });
  const visible = columns.filter(isShown);
  /** What an empty table has no use for. */
  const orders = rows.length > 0 ? visible.filter((column) => sortable.includes(column)) : [];
  const hideable = rows.length > 0 && optional.length > 1 ? optional : [];
  const lines = table.getRowModel().rows;
  const picked = table.getSelectedRowModel().rows.map(({ original }) => original);
  const none = () => setChosen({});
  const go = (page: string | null) => {
    none();
    put({ [at.page]: page }, true);
  };
  const range = byCursor
    ? place && { from: place.first, to: place.first + rows.length - 1, total: place.total }
    : { from: pageIndex * pageSize + 1, to: Math.min(rows.length, (pageIndex + 1) * pageSize), total: rows.length };
  const beyond = byCursor ? get(at.page) !== null : pageIndex > 0;

  return (
    <div className="table-whole">
      {onExport || hideable.length > 0 || orders.length > 0 ? (
        <div className="row table-tools">
          {orders.length > 0 ? <Order columns={orders} now={sorting[0]} onTurn={(id) => table.getColumn(id)?.toggleSorting()} /> : null}
          {hideable.length > 0 ? (
            <ColumnChoice
              caption={caption}
              columns={optional}
              isShown={isShown}
              // «-» where none is shown: without a value the defaults would apply.
              onShow={(ids) => put({ [at.columns]: ids.join(',') || '-' })}
            />
          ) : null}
          {onExport ? <ExportButton onExport={onExport} /> : null}
        </div>
      ) : null}
      {query.error ? (
        <p className="row table-stale" role="status">
          {t('table:stale')}
          <button type="button" className="link" disabled={query.isFetching} onClick={() => void query.refetch()}>
            {t('common:action.retry')}
          </button>
        </p>
      ) : null}
      {batch && picked.length > 0 ? (
        <div className="row table-batch">
          <span role="status">{t('table:chosen', { count: picked.length })}</span>
          {batch.acts(picked, none)}
          <button type="button" className="link" onClick={none}>
            {t('table:chooseNone')}
          </button>
        </div>
      ) : null}
      {rows.length === 0 ? (
        empty
      ) : (
        <div className="table-frame" data-dense={dense || undefined}>
          {/* What scrolls must be reachable by keyboard; otherwise every row has its own control. */}
          <div className="table-scroll" {...(dense && { tabIndex: 0, role: 'group', 'aria-label': caption })}>
            <table className="table" aria-busy={query.isFetching}>
              <caption className="sr">{caption}</caption>
              <thead>
                <tr>
                  {batch ? (
                    <th scope="col" className="table-choice">
                      <label>
                        <input
                          type="checkbox"
                          aria-label={t('table:chooseAll', { table: caption })}
                          checked={table.getIsAllPageRowsSelected()}
                          ref={(box) => {
                            if (box) box.indeterminate = table.getIsSomePageRowsSelected();
                          }}
                          onChange={table.getToggleAllPageRowsSelectedHandler()}
                        />
                        {/* Where rows are cards, nothing else labels it. */}
                        <span className="table-choice-word" aria-hidden="true">
                          {t('table:chooseShown')}
                        </span>
                      </label>
                    </th>
                  ) : null}
                  {visible.map((column) => (
                    <Heading
                      key={column.id}
                      column={column}
                      way={sorting[0]?.id === column.id ? (sorting[0].desc ? 'descending' : 'ascending') : undefined}
                      onSort={sortable.includes(column) ? table.getColumn(column.id)?.getToggleSortingHandler() : undefined}
                    />
                  ))}
                </tr>
              </thead>
              <tbody onKeyDown={walk}>
                {lines.map((line) => (
                  <BodyRow
                    key={line.id}
                    row={line.original}
                    columns={visible}
                    flash={flash?.(line.original)}
                    open={isOpen?.(line.original) ?? false}
                    choice={
                      batch ? (
                        <td className="table-choice">
                          <input
                            type="checkbox"
                            aria-label={t('table:choose', { name: batch.nameOf(line.original) })}
                            checked={line.getIsSelected()}
                            onChange={line.getToggleSelectedHandler()}
                          />
                        </td>
                      ) : null
                    }
                  />
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
      <PageButtons
        caption={caption}
        range={range}
        back={
          beyond
            ? {
                label: t(byCursor ? 'table:first' : 'table:previous'),
                onGo: () => go(byCursor || pageIndex === 1 ? null : String(pageIndex)),
              }
            : undefined
        }
        next={
          byCursor ? (next === null ? undefined : () => go(next)) : pageIndex + 1 < pageCount ? () => go(String(pageIndex + 2)) : undefined
        }
        waits={query.isFetching}
      />
    </div>
  );
}

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
function Heading<Row>({ column: { label, numeric, acts, className = '' }, way, onSort }: HeadingProps<Row>) {
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
function BodyRow<Row>({ row, columns, flash, open, choice }: BodyRowProps<Row>) {
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

interface OrderProps {
  columns: readonly { id: string; label: string }[];
  now: { id: string; desc: boolean } | undefined;
  /** Sorts by this column, or the other way where it is the one. */
  onTurn: (id: string) => void;
}
/** The order of the rows where they are cards, without headings. */
function Order({ columns, now, onTurn }: OrderProps) {
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
function ColumnChoice<Column extends Hideable>({
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
function PageButtons({
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

function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
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
