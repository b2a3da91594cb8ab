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
import { useAddress } from '../../lib/use-address.ts';
import type { Column } from './column.ts';

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

const collator = new Intl.Collator('es-MX');
const compare = (x: unknown, y: unknown): number =>
  typeof x === 'number' && typeof y === 'number' ? x - y : collator.compare(String(x), String(y));
/** The name of a part of a table's state in the address. */
export const named = (table: string | undefined, what: string): string => (table ? `${table}.${what}` : what);

export interface ViewOptions<Row> {
  name: string | undefined;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  order: string | undefined;
  next: string | null | undefined;
  place: { first: number; total: number } | undefined;
  sorted: boolean;
  pageSize: number;
  /** Rows can be chosen. */
  choosing: boolean;
}

/** What of its rows a table shows: by the order, the page and the columns in the address, and the rows that were chosen. */
export const useView = <Row extends object>({
  name,
  columns,
  rows,
  rowId,
  order,
  next,
  place,
  sorted,
  pageSize,
  choosing,
}: ViewOptions<Row>) => {
  const { get, put } = useAddress();
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
    enableRowSelection: choosing,
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
  const none = () => setChosen({});
  const go = (page: string | null) => {
    none();
    put({ [at.page]: page }, true);
  };
  const range = byCursor
    ? place && { from: place.first, to: place.first + rows.length - 1, total: place.total }
    : { from: pageIndex * pageSize + 1, to: Math.min(rows.length, (pageIndex + 1) * pageSize), total: rows.length };
  const beyond = byCursor ? get(at.page) !== null : pageIndex > 0;

  return {
    table,
    visible,
    orders,
    hideable,
    sorting: sorting[0],
    isSortable: (column: Column<Row>) => sortable.includes(column),
    isShown,
    // «-» where none is shown: without a value the defaults would apply.
    show: (ids: readonly string[]) => put({ [at.columns]: ids.join(',') || '-' }),
    chosen: table.getSelectedRowModel().rows.map(({ original }) => original),
    chooseNone: none,
    pages: {
      range,
      back: beyond ? { first: byCursor, onGo: () => go(byCursor || pageIndex === 1 ? null : String(pageIndex)) } : undefined,
      next: byCursor
        ? next === null
          ? undefined
          : () => go(next)
        : pageIndex + 1 < pageCount
          ? () => go(String(pageIndex + 2))
          : undefined,
    },
  };
};
