import { expect, test } from 'vitest';
import { choicesOf, type EventType, filtered, grouped } from './dictionary.ts';

const type = (tipo: string, categoria: string, cantidad: number, personal = false): EventType => ({
  tipo,
  categoria,
  nombreCategoria: { es: categoria, en: categoria },
  cantidad,
  version: 1,
  resumen: `Se completó ${tipo}`,
  resumen_en: `Completed ${tipo}.`,
  campos: [{ nombre: personal ? 'email' : 'courseId', tipo: 'string', obligatorio: true, personal }],
  primero: null,
  ultimo: null,
  dias: [],
  lectores: [],
  reacciones: [],
  autores: [],
  versiones: [],
  ejemplo: null,
});
const all = [type('CoursePublished', 'course', 2), type('CourseCreated', 'course', 9), type('UserRegistered', 'user', 4, true)];

// rows: M11
test('found by words of the name, the meaning or a field, whatever the accents', () => {
  const find = (text: string) => filtered(all, { text, category: null, personal: false }).map(({ tipo }) => tipo);
  expect(find('course pub')).toEqual(['CoursePublished']);
  expect(find('COMPLETO user')).toEqual(['UserRegistered']);
  expect(find('completed user')).toEqual(['UserRegistered']);
  expect(find('email')).toEqual(['UserRegistered']);
  expect(find('')).toHaveLength(3);
});
test('by category, and those with personal data', () => {
  expect(filtered(all, { text: '', category: 'course', personal: false })).toHaveLength(2);
  expect(filtered(all, { text: '', category: null, personal: true }).map(({ tipo }) => tipo)).toEqual(['UserRegistered']);
});
test('groups in order, the most frequent first', () => {
  expect(grouped(all).map(({ category, types }) => [category, types.map(({ cantidad }) => cantidad)])).toEqual([
    ['course', [9, 2]],
    ['user', [4]],
  ]);
});

test('a type is chosen by what it tells, in its order, with its name; what is long is cut at a word', () => {
  expect(choicesOf('en', all).map(({ label }) => label)).toEqual([
    'Completed CourseCreated (CourseCreated)',
    'Completed CoursePublished (CoursePublished)',
    'Completed UserRegistered (UserRegistered)',
  ]);
  const long = { ...type('A', 'a', 1), resumen: `${'palabra '.repeat(12)}última.` };
  expect(choicesOf('es-MX', [long])).toEqual([{ value: 'A', label: `${'palabra '.repeat(8).trim()}… (A)` }]);
});
