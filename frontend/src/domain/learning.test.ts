import { expect, test } from 'vitest';
import { byActivity, isOpen, preferredName, resumePath, studyFinding } from './learning.ts';

const view = (sessionId: number | null, at: string, subtemaId: number | null = null) => ({
  courseId: 1,
  moduleId: 3,
  sessionId,
  subtemaId,
  viewMode: 'module' as const,
  at,
});
const next = { moduleId: 3, sessionId: 8, titulo: 'Memoria', modulo: 'Agentes' };

// rows: D03
test('Continuar leads to the exact spot, the next class, or the course', () => {
  expect(resumePath({ id_curso: 1, siguiente: next, ultimaVista: view(8, '2026-11-20T00:00:00Z', 21) })).toBe(
    '/courses?courseId=1&moduleId=3&sessionId=8&subtema=21',
  );
  expect(resumePath({ id_curso: 1, siguiente: next, ultimaVista: view(7, '2026-11-20T00:00:00Z', 20) })).toBe(
    '/courses?courseId=1&moduleId=3&sessionId=8',
  );
  expect(resumePath({ id_curso: 1, siguiente: next, ultimaVista: null })).toBe('/courses?courseId=1&moduleId=3&sessionId=8');
  expect(resumePath({ id_curso: 1, siguiente: null, ultimaVista: view(8, '2026-11-20T00:00:00Z') })).toBe('/courses?courseId=1');
});

test('open courses come first, the last touched before', () => {
  const course = (id: number, estado: 'inscrito' | 'en-curso' | 'completado', at: string | null, contenidoNuevo = false) => ({
    id,
    estado,
    contenidoNuevo,
    inscrito: '2026-01-01',
    ultimaVista: at ? view(1, at) : null,
  });
  const order = byActivity([
    course(1, 'completado', '2026-11-20'),
    course(2, 'en-curso', '2026-11-01'),
    course(3, 'inscrito', null),
    course(4, 'completado', '2026-11-10', true),
  ]);
  expect(order.map(({ id }) => id)).toEqual([4, 2, 3, 1]);
  expect(isOpen({ estado: 'completado', contenidoNuevo: false })).toBe(false);
});

test('the sentence of the study chart names the total, the days studied and the best day', () => {
  const days = Array.from({ length: 14 }, (_, index) => ({
    fecha: `2026-11-${String(index + 7).padStart(2, '0')}`,
    minutos: index === 12 ? 90 : index === 3 ? 30 : 0,
  }));
  expect(studyFinding(days)).toEqual({ total: 120, daysStudied: 2, best: days[12], week: 90, weekBefore: 30 });
  expect(studyFinding([]).best).toBeNull();
});

// rows: D01
test('a person is called by their first name, else by the first word of the name, else by the username', () => {
  expect(preferredName({ first_name: 'Ana', name: 'Ana López', username: 'ana' })).toBe('Ana');
  expect(preferredName({ first_name: null, name: ' Luis Pérez', username: 'lp' })).toBe('Luis');
  expect(preferredName({ first_name: null, name: '', username: 'lp' })).toBe('lp');
});
