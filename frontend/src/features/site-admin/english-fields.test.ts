import { expect, test } from 'vitest';
import { englishFromForm, englishToForm } from './english-fields.tsx';

const spanish = { titulo: 'Acceso', texto: 'Es tuyo.' };
const item = (vigente: boolean) => ({ contenido: spanish, ingles: { titulo: 'Access', texto: 'It is yours.', vigente } });

test('English that nobody touched goes to the school only where somebody says that it still fits', () => {
  const before = englishToForm(item(true));
  expect(englishFromForm(item(true), spanish, before)).toBeUndefined();
  // Ticked before the Spanish was put back.
  expect(englishFromForm(item(true), spanish, { ...before, sigue: true })).toBeUndefined();
  const changed = { ...spanish, texto: 'Es tuyo diez años.' };
  expect(englishFromForm(item(true), changed, before)).toBeUndefined();
  expect(englishFromForm(item(true), changed, { ...before, sigue: true })).toEqual({ titulo: 'Access', texto: 'It is yours.' });
  expect(englishFromForm(item(false), spanish, { ...before, sigue: true })).toEqual({ titulo: 'Access', texto: 'It is yours.' });
});

test('typed English goes, and empty English takes it away', () => {
  const typed = { titulo: 'Access ', texto: 'It is yours for ten years.', sigue: false };
  expect(englishFromForm(item(true), spanish, typed)).toEqual({ titulo: 'Access', texto: 'It is yours for ten years.' });
  expect(englishFromForm({ contenido: spanish, ingles: null }, spanish, typed)).toEqual({ titulo: 'Access', texto: typed.texto });
  expect(englishFromForm(item(true), spanish, { titulo: '', texto: ' ', sigue: false })).toBeNull();
  expect(englishFromForm(null, spanish, englishToForm(null))).toBeUndefined();
});
