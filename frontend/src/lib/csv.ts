import { BOM, type CsvCell, csvRow } from '../../../backend/api/contract/csv.ts';

/** The media type under which a browser saves such files. */
export const CSV_TYPES = ['.csv', 'text/csv'];

export const csvOf = (rows: readonly (readonly CsvCell[])[]): string => rows.map(csvRow).join('');

/** Offers a text file for download. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([BOM, text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
