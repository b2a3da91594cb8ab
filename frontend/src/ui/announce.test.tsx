import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showLanguage } from '../i18n/i18n.ts';
import { Announce } from './announce.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const said = () => screen.getByRole('status').textContent;

// rows: C02
test('what is taken back is announced too: who only listens is not left with a wrong count', () => {
  const { rerender } = render(<Announce>8 clases completadas</Announce>);
  pass(6_000);
  expect(said()).toBe('');
  rerender(<Announce>9 clases completadas</Announce>);
  pass(6_000);
  expect(said()).toBe('9 clases completadas');
  rerender(<Announce>8 clases completadas</Announce>);
  pass(6_000);
  expect(said()).toBe('8 clases completadas');
});

test('what was taken back before anybody heard of it is not news, and what comes first is not either', () => {
  const { rerender } = render(<Announce>{''}</Announce>);
  rerender(<Announce>0 de 9</Announce>);
  pass(6_000);
  expect(said()).toBe('');
  rerender(<Announce>1 de 9</Announce>);
  pass(6_000);
  rerender(<Announce>2 de 9</Announce>);
  pass(1_000);
  rerender(<Announce>1 de 9</Announce>);
  pass(9_000);
  expect(said()).toBe('1 de 9');
  rerender(<Announce>0 de 9</Announce>);
  pass(9_000);
  expect(said()).toBe('0 de 9');
});

function Classes({ count }: { count: number }) {
  const { i18n } = useTranslation();
  return <Announce>{i18n.language === 'en' ? `${count} classes` : `${count} clases`}</Announce>;
}

test('the same in another language is not news, and what was said is not left in the one before', async () => {
  const { rerender } = render(<Classes count={1} />);
  rerender(<Classes count={2} />);
  pass(6_000);
  expect(said()).toBe('2 clases');
  await act(() => showLanguage('en'));
  pass(6_000);
  expect(said()).toBe('');
  rerender(<Classes count={3} />);
  pass(6_000);
  expect(said()).toBe('3 classes');
  await act(() => showLanguage('es-MX'));
});
