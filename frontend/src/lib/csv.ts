/** Page data as CSV (RFC 4180): cells that a spreadsheet would take for formulas get an apostrophe in front, as on the server. */
type Cell = string | number;
const cell = (value: Cell): string => {
  const text = typeof value === 'string' && /^\s*[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
/** By which a browser offers such files. */
export const CSV_TYPES = ['.csv', 'text/csv'];

export const csvOf = (rows: readonly (readonly Cell[])[]): string => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Offers a text file for download. The byte-order mark tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
