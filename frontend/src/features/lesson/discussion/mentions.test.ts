import { expect, test } from 'vitest';
import { beingTyped, withIds, withNames } from './mentions.ts';

const ana = { id: 7, nombre: 'Ana' };
const anaGomez = { id: 9, nombre: 'Ana Gómez' };

// rows: E13
test('names are typed and ids are sent, also where one name begins as another', () => {
  const typed = '@Ana Gómez y @Ana, gracias';
  const sent = withIds(typed, [ana, anaGomez]);
  expect(sent).toBe('<@9> y <@7>, gracias');
  expect(withNames(sent, [ana, anaGomez])).toBe(typed);
});
test('a name is one to its end, whatever letters it has', () => {
  expect(withIds('@Anabel, mira lo de @Ana.', [ana])).toBe('@Anabel, mira lo de <@7>.');
  expect(withIds('@J. (Pepe) ya', [{ id: 3, nombre: 'J. (Pepe)' }])).toBe('<@3> ya');
});
test('a name is being typed after an @ that begins a word', () => {
  expect(beingTyped('Hola @be', 8)).toEqual({ from: 5, words: 'be' });
  expect(beingTyped('@Ana Gó', 7)).toEqual({ from: 0, words: 'Ana Gó' });
  expect(beingTyped('correo@ejemplo', 14)).toBeNull();
  expect(beingTyped('@Ana y luego más', 16)).toBeNull();
});
