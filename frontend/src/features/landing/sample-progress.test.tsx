import './texts.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { SampleProgress } from './sample-progress.tsx';
import type { Front } from './use-front.ts';

afterEach(cleanup);

const course = (id: number, nombre: string, totalSesiones: number) => ({ id, nombre, totalSesiones }) as Front['cursos'][number];
const stations = () => Array.from(document.querySelectorAll('.sample-line'), (line) => line.children.length);

describe('the drawing of a learner’s progress (C-33)', () => {
  // rows: A05
  it('has the names and the classes of the school’s own courses, and says that the rest is an example', () => {
    render(
      <SampleProgress courses={[course(1, 'IA No-Code', 9), course(2, 'Sin clases', 0), course(3, 'Riego', 1), course(4, 'Largo', 64)]} />,
    );
    const drawing = screen.getByRole('img', { name: /^Ejemplo/ });
    expect(drawing.textContent).toContain('Ejemplo');
    expect(Array.from(drawing.querySelectorAll('strong'), (name) => name.textContent)).toEqual(['IA No-Code', 'Riego', 'Largo']);
    expect(Array.from(drawing.querySelectorAll('.num'), (figure) => figure.textContent)).toEqual(['9 clases', '1 clase', '64 clases']);
    expect(stations()).toEqual([9, 1, 20]);
    // Each is still under way.
    for (const line of drawing.querySelectorAll('.sample-line')) expect(line.querySelectorAll('[data-is="now"]')).toHaveLength(1);
  });
  it.each([undefined, [], [course(1, 'Sin clases', 0)]])('is not there where there is nothing to draw: %j', (courses) => {
    render(<SampleProgress courses={courses} />);
    expect(document.body.textContent).toBe('');
  });
});
