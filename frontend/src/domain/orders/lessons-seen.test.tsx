import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { LessonsSeen as Lessons } from '../../../../backend/api/contract/payments.ts';

const fecha = '2026-03-02T18:00:00.000Z';
const lessons: Lessons = {
  fecha,
  modulos: [
    {
      id: 3,
      nombre: 'Arranque',
      clases: [
        {
          ...{ id: 5, titulo: 'Variables', version: 3, fecha: '2026-03-01T18:00:00.000Z', cambios: 2 },
          subtemas: [{ id: 8, titulo: 'Lectura', version: 1, fecha: '2026-02-01T18:00:00.000Z', cambios: 0 }],
        },
      ],
    },
  ],
};
const asked = vi.hoisted(() => vi.fn());
vi.mock('../../api/api.ts', () => ({
  api: {
    useOrderLessonsQuery(what: unknown) {
      asked(what);
      return { data: lessons };
    },
  },
}));
const { LessonsSeen } = await import('./lessons-seen.tsx');
afterEach(() => {
  cleanup();
  asked.mockClear();
});
const show = (own: boolean) => render(<LessonsSeen userId={2} orderId={1} course={{ id: 7, nombre: 'Python' }} own={own} />);
const unfold = async () => {
  expect(asked).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText('Qué clases tenía ese día y en qué versión'));
  expect(asked).toHaveBeenCalledWith({ userId: 2, orderId: 1, courseId: 7 });
};
const then = new URLSearchParams({ entonces: fecha });

// rows: B28
test('staff unfold the classes of a purchase: the version of each, and a link to it as it was then', async () => {
  show(false);
  await unfold();
  expect(screen.getByText(/^versión 3, del .* · 2 cambios desde entonces$/)).toBeInTheDocument();
  expect(screen.getByText(/^versión 1, del .* · sin cambios desde entonces$/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Variables' })).toHaveAttribute('href', `/courses?courseId=7&moduleId=3&sessionId=5&${then}`);
  expect(screen.getByRole('link', { name: 'Lectura' })).toHaveAttribute(
    'href',
    `/courses?courseId=7&moduleId=3&sessionId=5&subtema=8&${then}`,
  );
});

// rows: B28
test('who bought is led to the course’s page of that day: its classes were not theirs yet', async () => {
  show(true);
  await unfold();
  expect(screen.getByText('Variables')).toBeInTheDocument();
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(screen.getByRole('link')).toHaveAttribute('href', `/cursos/python-7?${then}`);
});
