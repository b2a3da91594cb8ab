import { expect, test } from 'vitest';
import { namedOnce, partsOf, repeatedIn, TEMPLATE, textOf, wrongFile } from './import-file.ts';

/** What becomes of a file before anything of it is sent. */

const rowsOf = (text: string) => {
  const parted = partsOf(text);
  if ('problem' in parted) throw new Error(parted.problem);
  return parted.parts.flat();
};
const problemOf = (text: string) => {
  const parted = partsOf(text);
  return 'problem' in parted ? parted.problem : null;
};

// rows: I19
test('reads what spreadsheets write: any separator, quotes, ends of lines, titles with accents, blank rows', () => {
  expect(rowsOf(TEMPLATE)).toEqual([
    {
      ...{ linea: 2, email: 'ana@ejemplo.mx', first_name: 'Ana', last_name: 'Ruiz', username: '' },
      ...{ rol: 'estudiante', plan: 'básico', cursos: '1;2' },
    },
  ]);
  expect(rowsOf('\uFEFF"Correo";Nombre;Otra\r\n"a@x.mx";"Pérez; Ana";z\r\n;;\r\nb@x.mx;Beto;\r\n')).toEqual([
    { linea: 2, email: 'a@x.mx', first_name: 'Pérez; Ana' },
    { linea: 4, email: 'b@x.mx', first_name: 'Beto' },
  ]);
  // Excel's own «CSV» is not UTF-8.
  expect(textOf(Uint8Array.from([0x4e, 0xfa, 0xf1, 0x65, 0x7a]).buffer)).toBe('Núñez');
  // Its «Unicode text» is UTF-16, either way round.
  expect(textOf(Uint8Array.from([0xff, 0xfe, 0x4e, 0, 0xfa, 0]).buffer)).toBe('Nú');
  expect(textOf(Uint8Array.from([0xfe, 0xff, 0, 0x4e, 0, 0xfa]).buffer)).toBe('Nú');
  expect(textOf(new TextEncoder().encode('Núñez').buffer as ArrayBuffer)).toBe('Núñez');
});

test('what concerns no single row is said of the file: no column of addresses, nothing in it, too much of it', () => {
  expect(problemOf('nombre,plan\nAna,1\n')).toBe('noEmail');
  expect(problemOf('')).toBe('empty');
  expect(problemOf('correo\n\n\n')).toBe('empty');
  expect(problemOf(`correo\n${'a@x.mx\n'.repeat(100_001)}`)).toBe('tooMany');
});

test('a quotation mark that is left open, or closed too early, takes no row with it: the file is refused, with the row', () => {
  expect(partsOf('correo,nombre\na@x.mx,Ana\nb@x.mx,"Beto\nc@x.mx,Caro\n')).toEqual({ problem: 'quotes', line: 3 });
  expect(partsOf('correo,nombre\na@x.mx,"Ana" María\nb@x.mx,Beto\n')).toEqual({ problem: 'quotes', line: 2 });
  expect(rowsOf('correo,nombre\na@x.mx,"Ana ""la jefa"",\nRuiz"\n')).toEqual([
    { linea: 2, email: 'a@x.mx', first_name: 'Ana "la jefa", Ruiz' },
  ]);
});

test('columns that nothing is read from are named; of two for one thing the first that is filled in counts', () => {
  const parted = partsOf('correo,teléfono,email,apelido,\n,55,a@x.mx,Ruiz,\nb@x.mx,55,c@x.mx,Paz,\n');
  if ('problem' in parted) throw new Error(parted.problem);
  expect(parted.unused).toEqual(['teléfono', 'apelido']);
  expect(parted.parts.flat().map(({ email }) => email)).toEqual(['a@x.mx', 'b@x.mx']);
});

test('rows with errors come back as a file that can be mended and chosen again', () => {
  const row = { linea: 7, email: 'sin-arroba', first_name: 'Ana', cursos: '1;2' };
  const file = wrongFile([{ row, problems: 'Correo: no vale' }], { line: 'Fila', problems: 'Qué le falta' });
  expect(file).toContain('sin-arroba,Ana,,,,,"1;2",7,Correo: no vale');
  expect(rowsOf(file)).toEqual([{ ...row, linea: 2, last_name: '', username: '', rol: '', plan: '' }]);
  const later = wrongFile(
    [9, 3, 7].map((linea) => ({ row: { linea, email: `n${linea}` }, problems: '' })),
    { line: 'Fila', problems: 'Qué' },
  );
  expect(rowsOf(later).map(({ email }) => email)).toEqual(['n3', 'n7', 'n9']);
  // What is guarded against spreadsheets comes back as it was.
  const formula = { ...row, first_name: '=1+1', last_name: "'Ndrina" };
  const guarded = wrongFile([{ row: formula, problems: '' }], { line: 'Fila', problems: 'Qué le falta' });
  expect(guarded).toContain("'=1+1");
  expect(rowsOf(guarded)[0]).toMatchObject({ first_name: '=1+1', last_name: "'Ndrina" });
});

test('100,000 rows go in parts of 50, and a cell that is too long or hides characters stops none of them', () => {
  const parted = partsOf(`correo,nombre\n${'a@x.mx,Ana\n'.repeat(99_999)}${'x'.repeat(5_000)},A\u0000na\n`);
  if ('problem' in parted) throw new Error(parted.problem);
  expect([parted.rows, parted.parts.length]).toEqual([100_000, 2_000]);
  const last = parted.parts.at(-1)?.at(-1);
  expect(last?.email).toHaveLength(400);
  expect(last?.first_name).toBe('A na');
  expect(repeatedIn(parted.parts).size).toBe(99_998);
});

test('of one address in several rows the first counts, however it is written', () => {
  expect([
    ...repeatedIn([
      [{ linea: 2, email: 'a@x.mx' }],
      [
        { linea: 3, email: ' A@X.mx ' },
        { linea: 4, email: '' },
        { linea: 5, email: '' },
      ],
    ]),
  ]).toEqual([3]);
});

test('of one username for several new people the first gets it, in whichever part they are; who is known keeps their own', () => {
  const looked = (linea: number, resultado: 'nueva' | 'conocida' = 'nueva') => ({ linea, resultado, cursos: 1, problemas: [] });
  const taken = new Set<string>();
  const first = [{ linea: 2, username: 'Ana' }, { linea: 3, username: 'ana' }, { linea: 4 }, { linea: 5 }];
  expect(namedOnce(first, [looked(2, 'conocida'), looked(3), looked(4), looked(5)], taken).map(({ resultado }) => resultado)).toEqual([
    'conocida',
    'nueva',
    'nueva',
    'nueva',
  ]);
  expect(namedOnce([{ linea: 6, username: ' ANA ' }], [looked(6)], taken)).toEqual([
    { linea: 6, resultado: 'rechazada', cursos: 0, problemas: [{ campo: 'username', codigo: 'USERNAME_TAKEN' }] },
  ]);
});
