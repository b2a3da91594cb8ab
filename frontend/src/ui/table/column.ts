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
