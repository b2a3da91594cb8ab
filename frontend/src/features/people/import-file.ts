import Papa from 'papaparse';
import { MOST_FILE_ROWS, MOST_ROWS } from '../../../../backend/api/contract/choices.ts';
import { unguarded } from '../../../../backend/api/contract/csv.ts';
import type { ImportRowInput, RowResult } from '../../../../backend/api/contract/imports.ts';
import { csvOf } from '../../lib/csv.ts';

/** Accepted names of each column. */
const columns: Readonly<Record<string, keyof ImportRowInput>> = {
  ...{ correo: 'email', email: 'email', 'e-mail': 'email', mail: 'email' },
  ...{ usuario: 'username', username: 'username' },
  ...{ nombre: 'first_name', nombres: 'first_name', first_name: 'first_name' },
  ...{ apellido: 'last_name', apellidos: 'last_name', last_name: 'last_name' },
  ...{ rol: 'rol', role: 'rol', plan: 'plan', cursos: 'cursos', curso: 'cursos', courses: 'cursos' },
};
export const TEMPLATE = 'correo,nombre,apellido,usuario,rol,plan,cursos\nana@ejemplo.mx,Ana,Ruiz,,estudiante,básico,1;2\n';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
/** The API's limit for a cell; a longer cell is cut and still reported as wrong. */
const MOST = { email: 400, username: 200, first_name: 400, last_name: 400, rol: 40, plan: 40, cursos: 200 } as const;

export type Parted =
  /** `unused`: titles of columns that nothing is read from. */
  | { parts: ImportRowInput[][]; rows: number; unused: string[] }
  /** `line`: the row where a quotation mark is left open, or closed too early. */
  | { problem: 'noEmail' | 'tooMany' | 'empty' | 'unreadable' | 'quotes'; line?: number };

/** Excel writes its CSV in the Windows code page, and its Unicode text in UTF-16, recognised by the byte-order mark. */
export const textOf = (bytes: ArrayBuffer): string => {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** The rows of a file in parts for the calls, each with its line. */
export function partsOf(text: string): Parted {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: '', skipEmptyLines: false });
  const [head = [], ...lines] = data;
  const names = head.map((title) => columns[plain(title)]);
  if (!names.includes('email')) return { problem: head.join('').trim() === '' ? 'empty' : 'noEmail' };
  // All that follows an open quotation mark is one cell: rows would be lost in it without a word.
  const quotes = errors.find(({ type }) => type === 'Quotes');
  if (quotes) return { problem: 'quotes', line: (quotes.row ?? 0) + 1 };
  const rows: ImportRowInput[] = [];
  for (const [index, cells] of lines.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (rows.length === MOST_FILE_ROWS) return { problem: 'tooMany' };
    const row: ImportRowInput = { linea: index + 2 };
    for (const [at, name] of names.entries())
      if (name && name !== 'linea' && !row[name])
        row[name] = unguarded(cells[at] ?? '')
          .replace(/\p{Cc}/gu, ' ')
          .slice(0, MOST[name]);
    rows.push(row);
  }
  if (rows.length === 0) return { problem: 'empty' };
  const parts: ImportRowInput[][] = [];
  for (let from = 0; from < rows.length; from += MOST_ROWS) parts.push(rows.slice(from, from + MOST_ROWS));
  return { parts, rows: rows.length, unused: head.filter((title, at) => !names[at] && title.trim() !== '').map((title) => title.trim()) };
}

/** Rows with errors as a file that can be mended and chosen again: the columns of the template, then the row's number, by which they are sorted, and what is wrong with it. */
export const wrongFile = (rows: readonly { row: ImportRowInput; problems: string }[], titles: { line: string; problems: string }): string =>
  csvOf([
    ['correo', 'nombre', 'apellido', 'usuario', 'rol', 'plan', 'cursos', titles.line, titles.problems],
    ...[...rows]
      .sort((a, b) => Number(a.row.linea) - Number(b.row.linea))
      .map(({ row, problems }) => [
        ...[row.email, row.first_name, row.last_name, row.username, row.rol, row.plan, row.cursos].map((cell) => cell ?? ''),
        ...[Number(row.linea), problems],
      ]),
  ]);

/** Rows whose address is in an earlier part; within a part the school detects them. */
export const repeatedIn = (parts: readonly (readonly ImportRowInput[])[]): ReadonlySet<number> => {
  const seen = new Set<string>();
  const repeated = new Set<number>();
  for (const row of parts.flat()) {
    const email = (row.email ?? '').trim().toLowerCase();
    if (email === '') continue;
    if (seen.has(email)) repeated.add(Number(row.linea));
    else seen.add(email);
  }
  return repeated;
};

/** Of several new people with one username in a file the first gets it. `taken` has those of earlier parts, and gets these. */
export const namedOnce = (rows: readonly ImportRowInput[], results: readonly RowResult[], taken: Set<string>): RowResult[] => {
  const names = new Map(rows.map(({ linea, username = '' }) => [Number(linea), username.trim().toLowerCase()]));
  return results.map((result) => {
    const name = result.resultado === 'nueva' ? (names.get(result.linea) ?? '') : '';
    if (name === '') return result;
    if (taken.has(name))
      return { linea: result.linea, resultado: 'rechazada', cursos: 0, problemas: [{ campo: 'username', codigo: 'USERNAME_TAKEN' }] };
    taken.add(name);
    return result;
  });
};
