import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { ExamsSeen as Exams } from '../../../../backend/api/contract/quizzes.ts';

const inicio = '2026-03-02T18:00:00.000Z';
const exams: Exams = {
  total: 30,
  intentos: [
    {
      ...{ intento: 2, revision: 3, inicio, fin: inicio, estado: 'calificado', por: 'estudiante', calificacion: 60, puntos: 3, de: 5 },
      ...{ aprobado: false, id_subtema: 9, titulo: 'Repaso' },
      preguntas: { version: 3, fecha: '2026-03-01T18:00:00.000Z', total: 5, puntos: 5, cambios: 1 },
      modulo: { id: 3, nombre: 'Arranque' },
      clase: {
        ...{ id: 5, titulo: 'Variables', version: 2, fecha: '2026-02-01T18:00:00.000Z', cambios: 0 },
        subtemas: [{ id: 8, titulo: 'Lectura', version: 4, fecha: '2026-02-01T18:00:00.000Z', cambios: 2 }],
      },
    },
  ],
};
const asked = vi.hoisted(() => vi.fn());
vi.mock('../../api/api.ts', () => ({
  api: {
    useExamsSeenQuery(what: unknown) {
      asked(what);
      return { data: exams };
    },
    useAttemptQuery(what: unknown) {
      asked(what);
      const options = [
        { id: 1, text: 'Una lista', is_correct: true, explanation: null },
        { id: 2, text: 'Un texto', is_correct: false, explanation: null },
      ];
      return { data: { preguntas: [{ id: 4, question: '¿Qué es `x`?', options, elegidas: [2] }] } };
    },
  },
}));
const { ExamsFolded } = await import('./exams-seen.tsx');
afterEach(() => {
  cleanup();
  asked.mockClear();
});
const unfold = async (own: boolean) => {
  render(<ExamsFolded userId={2} courseId={7} own={own} />);
  expect(asked).not.toHaveBeenCalled();
  await userEvent.click(
    screen.getByText(own ? 'Qué había cuando contestaste cada evaluación' : 'Qué había cuando contestó cada evaluación'),
  );
  expect(asked).toHaveBeenCalledWith({ userId: 2, courseId: 7 });
};
const then = new URLSearchParams({ entonces: inicio });
const place = '/courses?courseId=7&moduleId=3&sessionId=5';

// rows: B28
test('staff unfold the attempts at quizzes: the version of the questions, the class and its reading, each a link to that moment', async () => {
  await unfold(false);
  expect(screen.getByText('Los últimos 1 intentos de 30.')).toBeInTheDocument();
  expect(screen.getByText(/^5 preguntas: versión 3, del /)).toHaveTextContent('· se publicó 1 vez más desde entonces');
  expect(screen.getByText(/^versión 2, del .* · sin cambios desde entonces$/)).toBeInTheDocument();
  expect(screen.getByText(/^versión 4, del .* · 2 cambios desde entonces$/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Repaso' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Variables' })).toHaveAttribute('href', `${place}&${then}`);
  expect(screen.getByRole('link', { name: 'Lectura' })).toHaveAttribute('href', `${place}&subtema=8&${then}`);
});

// rows: B28
test('what an attempt asked is read from the attempt itself, with what was chosen and what was right', async () => {
  await unfold(false);
  await userEvent.click(screen.getByText('Lo que se preguntó y lo que se contestó'));
  expect(await screen.findByText('Un texto')).toBeInTheDocument();
  expect(asked).toHaveBeenLastCalledWith({ userId: 2, subtemaId: 9, intento: 2 });
  expect(screen.getByText('Un texto').parentElement).toHaveTextContent('Un textoElegida');
  expect(screen.getByText('Una lista').parentElement).toHaveTextContent('Una listaCorrecta');
});

// rows: B28
test('a learner reads what stood at their own attempts; links to classes are staff’s', async () => {
  await unfold(true);
  expect(screen.getByText('Repaso')).toBeInTheDocument();
  expect(screen.queryByRole('link')).toBeNull();
});
