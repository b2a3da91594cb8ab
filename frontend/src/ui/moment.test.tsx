import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import '../i18n/i18n.ts';
import { Moment } from './moment.tsx';

// rows: F11, N02
test('a moment is read exactly by whoever points at it, touches it or comes to it by keyboard', async () => {
  render(<Moment at="2026-11-20T18:04:05Z">hace 3 minutos</Moment>);
  const moment = screen.getByText('hace 3 minutos');
  fireEvent.pointerEnter(moment);
  expect(moment.title).toMatch(/^20 de noviembre de 2026/);
  // A touch gives it the focus, and so does the keyboard.
  await userEvent.tab();
  expect(document.activeElement).toBe(moment);
  expect(moment.textContent).toMatch(/^20 de noviembre de 2026/);
  await userEvent.tab();
  expect(moment.textContent).toBe('hace 3 minutos');
});

// rows: N02
test('wherever a moment is said as people say it, it is one', () => {
  const features = path.join(import.meta.dirname, '..', 'features');
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx$/.test(file));
  // A row of the dictionary is one button; what it opens says the moment.
  const buttons = new Set([path.join('analytics', 'dictionary-page.tsx')]);
  const apart = files.flatMap((file) => {
    if (buttons.has(file)) return [];
    const source = readFileSync(path.join(features, file), 'utf8');
    return Array.from(source.matchAll(/formatRelative\(/g), ({ index }) => source.slice(0, index))
      .filter((before) => before.lastIndexOf('<Moment') <= before.lastIndexOf('</Moment>'))
      .map((before) => `${file}:${before.split('\n').length}`);
  });
  expect(apart).toEqual([]);
});
