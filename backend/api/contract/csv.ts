/** Files for spreadsheets (RFC 4180), as the school and its pages write them. */

/** In front of a file, so that spreadsheets read it as UTF-8. */
export const BOM = '\uFEFF';

export type CsvCell = string | number | boolean | null;
/** A text that a spreadsheet would take for a formula gets an apostrophe in front, as OWASP recommends; a number is none. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;
const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
/** A text of such a file, without that apostrophe. */
export const unguarded = (text: string): string => (text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text);
const written = (cell: CsvCell): string => {
  const text = typeof cell === 'string' ? guarded(cell) : String(cell ?? '');
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(written).join(',')}\r\n`;
