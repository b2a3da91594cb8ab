import '@testing-library/jest-dom/vitest';
import './below-texts.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { Testimonials } from './testimonials.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const said = (id: string, nombre: string) => ({ id, nombre, papel: null, imagen: null, texto: `Lo dijo ${nombre}.` });
const all = [said('a', 'Sofía Hernández'), said('b', 'Iván'), said('c', 'Rosa Luz')] as unknown as SiteRecord['testimonios'];
const dot = (at: number) => screen.getByRole('button', { name: `Ver ${at} de 3` });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

// rows: A11
test('testimonials go forward by themselves every five seconds until they are paused', () => {
  vi.useFakeTimers();
  render(<Testimonials testimonials={all} />);
  expect(dot(1)).toHaveAttribute('aria-current', 'true');
  pass(4_900);
  expect(dot(1)).toHaveAttribute('aria-current', 'true');
  pass(200);
  expect(dot(2)).toHaveAttribute('aria-current', 'true');
  expect(screen.getByText('Lo dijo Iván.')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Pausar el avance' }));
  pass(20_000);
  expect(dot(2)).toHaveAttribute('aria-current', 'true');
});

test('who has no picture stands by initials; without testimonials there is no section', () => {
  const { container } = render(<Testimonials testimonials={all.slice(0, 1)} />);
  expect(container.querySelector('.quote-face')).toHaveTextContent('SH');
  cleanup();
  expect(render(<Testimonials testimonials={[]} />).container).toBeEmptyDOMElement();
});
