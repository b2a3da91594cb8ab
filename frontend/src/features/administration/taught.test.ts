import { expect, it } from 'vitest';
import { inOrder, orderName, orderOf, type Taught } from './taught.ts';

const course = (id: number, more: Partial<Taught> = {}): Taught => ({
  id,
  slug: `c-${id}`,
  nombre: `Curso ${id}`,
  publicado: true,
  inscripciones: 0,
  activos: 0,
  clasesSemana: 0,
  progreso: null,
  cursosCompletados: 0,
  valoracion: null,
  resenas: 0,
  enRiesgo: 0,
  ...more,
});
const ids = (order: string, ...courses: Taught[]) => inOrder(courses, orderOf(order)).map(({ id }) => id);

it('an order stands in the address; an unknown one is the usual: most learners first', () => {
  for (const name of ['nombre', '-enRiesgo', 'valoracion']) expect(orderName(orderOf(name))).toBe(name);
  for (const name of [null, '', 'correo', '-', '__proto__']) expect(orderName(orderOf(name))).toBe('-inscripciones');
});

it('courses stand by any column both ways, and what has no figure comes last', () => {
  const courses = [
    course(1, { valoracion: 3, nombre: 'Ética' }),
    course(2, { nombre: 'Álgebra' }),
    course(3, { valoracion: 5, nombre: 'Zen' }),
  ];
  expect(ids('-valoracion', ...courses)).toEqual([3, 1, 2]);
  expect(ids('valoracion', ...courses)).toEqual([1, 3, 2]);
  expect(ids('nombre', ...courses)).toEqual([2, 1, 3]);
  expect(ids('-inscripciones', ...courses)).toEqual([1, 2, 3]);
});
