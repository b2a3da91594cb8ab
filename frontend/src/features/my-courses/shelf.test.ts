import { expect, test } from 'vitest';
import type { Course } from '../../domain/course.ts';
import type { Enrolment } from '../../domain/learning.ts';
import { inTab, merge, nextFor, tabs } from './shelf.ts';

const course = (id: number, tipo: Course['tipo']) => ({ id, tipo }) as Course;
const enrolment = (id: number, tipo: Course['tipo'], estado: Enrolment['estado']) =>
  ({ id_curso: id, estado, curso: course(id, tipo) }) as Enrolment;

// rows: D09
test('own courses stand first and once, even when they are not offered any more', () => {
  const shelf = merge(
    [course(1, 'Básico'), course(2, 'Premium')],
    [enrolment(2, 'Premium', 'en-curso'), enrolment(9, 'Básico', 'completado')],
  );
  expect(shelf.map((item) => item.course.id)).toEqual([2, 9, 1]);
  expect(tabs.map((tab) => shelf.filter((item) => inTab(tab, item)).length)).toEqual([3, 2, 1, 1, 1]);
});

test('after the courses that one has comes the next of a bundle, else the first that is offered', () => {
  const shelf = merge([course(1, 'Básico'), course(2, 'Premium'), course(3, 'Premium')], [enrolment(1, 'Básico', 'completado')]);
  expect(nextFor(shelf, [])?.id).toBe(2);
  expect(nextFor(shelf, [{ cursos: [{ id: 1 }, { id: 3 }] }])?.id).toBe(3);
  expect(nextFor(merge([], [enrolment(1, 'Básico', 'completado')]), [])).toBeUndefined();
});
