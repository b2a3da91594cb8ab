import { describe, expect, it } from 'vitest';
import { chosenCount, PAGE, questionOf, readFilters, writeFilters } from './catalogue-search.ts';

const read = (text: string) => readFilters(new URLSearchParams(text));

describe('the filters in the address', () => {
  it('go there and back', () => {
    const address = 'buscar=python+b%C3%A1sico&orden=valorados&dificultad=principiante%2Cavanzado&tipo=Premium&precio=pagado&mostrar=48';
    expect(writeFilters(read(address)).toString()).toBe(address);
    expect(read(address)).toEqual({
      search: 'python básico',
      order: 'valorados',
      chosen: { dificultad: ['principiante', 'avanzado'], ruta: [], tipo: ['Premium'], precio: ['pagado'] },
      shown: 48,
    });
  });
  it('leave a plain address plain', () => expect(writeFilters(read('orden=mejor&buscar=')).toString()).toBe(''));
  it('take nothing that is not theirs', () => {
    expect(read('orden=raro&dificultad=experto,principiante&mostrar=-3')).toMatchObject({
      order: 'mejor',
      chosen: { dificultad: ['principiante'] },
      shown: PAGE,
    });
    expect(read('mostrar=99999').shown).toBe(480);
    expect(read(`buscar=${'x'.repeat(300)}`).search).toHaveLength(100);
  });
  it('count what is chosen, without what a page fixes', () => {
    expect(chosenCount(read('tipo=Premium&ruta=code,no-code'))).toBe(3);
    expect(chosenCount(read('tipo=Premium&ruta=code,no-code'), ['tipo'])).toBe(2);
  });
  it('are one question however many are shown', () => {
    expect(questionOf(read('orden=valorados&buscar=ia&mostrar=96'))).toBe(questionOf(read('buscar=ia&orden=valorados')));
  });
});
