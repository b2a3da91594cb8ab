import '../../i18n/table.ts';
import { useTranslation } from 'react-i18next';
import { usePast } from '../../lib/past.ts';
import { useAddress } from '../../lib/use-address.ts';
import { type Query, QueryState } from '../query-state.tsx';
import type { Column } from './column.ts';
import { PageButtons } from './pages.tsx';
import { BodyRow, Heading, walk } from './rows.tsx';
import { ColumnChoice, ExportButton, Order } from './tools.tsx';
import { named, useView } from './use-view.ts';
import './table.css';

export type { Column } from './column.ts';

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

/** The page of a list in the address: a cursor of the school's. */
export const usePageCursor = (table?: string): string | undefined => useAddress().get(named(table, 'pagina'))?.slice(0, 500) || undefined;

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
  const past = usePast();
  const batch = past === null ? batchOfToday : undefined;
  const view = useView({ name, columns, rows, rowId, order, next, place, sorted, pageSize, choosing: batch !== undefined });
  const { table, visible, sorting, chosen, chooseNone } = view;
  const { back } = view.pages;
  const chooses = view.hideable.length > 0;

  return (
    <div className="table-whole">
      {onExport || chooses || view.orders.length > 0 ? (
        <div className="row table-tools" data-alone={chooses === !onExport || undefined} data-ordered={view.orders.length > 0 || undefined}>
          {view.orders.length > 0 ? (
            <Order columns={view.orders} now={sorting} onTurn={(id) => table.getColumn(id)?.toggleSorting()} />
          ) : null}
          {chooses ? <ColumnChoice caption={caption} columns={view.hideable} isShown={view.isShown} onShow={view.show} /> : null}
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
      {batch && chosen.length > 0 ? (
        <div className="row table-batch">
          <span role="status">{t('table:chosen', { count: chosen.length })}</span>
          {batch.acts(chosen, chooseNone)}
          <button type="button" className="link" onClick={chooseNone}>
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
                  {batch ? <ChooseAll caption={caption} table={table} /> : null}
                  {visible.map((column) => (
                    <Heading
                      key={column.id}
                      column={column}
                      way={sorting?.id === column.id ? (sorting.desc ? 'descending' : 'ascending') : undefined}
                      onSort={view.isSortable(column) ? table.getColumn(column.id)?.getToggleSortingHandler() : undefined}
                    />
                  ))}
                </tr>
              </thead>
              <tbody onKeyDown={walk}>
                {table.getRowModel().rows.map((line) => (
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
        range={view.pages.range}
        back={back && { label: t(back.first ? 'table:first' : 'table:previous'), onGo: back.onGo }}
        next={view.pages.next}
        waits={query.isFetching}
      />
    </div>
  );
}

interface ChooseAllProps {
  caption: string;
  table: {
    getIsAllPageRowsSelected(): boolean;
    getIsSomePageRowsSelected(): boolean;
    getToggleAllPageRowsSelectedHandler(): (event: unknown) => void;
  };
}
/** Chooses every row of the page, or none. */
function ChooseAll({ caption, table }: ChooseAllProps) {
  const { t } = useTranslation('table');
  return (
    <th scope="col" className="table-choice">
      <label>
        <input
          type="checkbox"
          aria-label={t('chooseAll', { table: caption })}
          checked={table.getIsAllPageRowsSelected()}
          ref={(box) => {
            if (box) box.indeterminate = table.getIsSomePageRowsSelected();
          }}
          onChange={table.getToggleAllPageRowsSelectedHandler()}
        />
        {/* Where rows are cards, nothing else labels it. */}
        <span className="table-choice-word" aria-hidden="true">
          {t('chooseShown')}
        </span>
      </label>
    </th>
  );
}
