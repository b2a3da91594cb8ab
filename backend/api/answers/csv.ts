/** RFC 4180, with a byte-order mark so that spreadsheets read it as UTF-8. */

/** A cell that a spreadsheet would take for a formula gets an apostrophe in front, as OWASP recommends. */
const guarded = (text: string): string => (/^[\s]*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text);
const cell = (value: string | number | boolean | null): string => {
  const text = guarded(value === null ? '' : String(value));
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
export const csvRow = (cells: readonly (string | number | boolean | null)[]): string => `${cells.map(cell).join(',')}\r\n`;
export const BOM = '﻿';
