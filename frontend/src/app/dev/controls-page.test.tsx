import '@testing-library/jest-dom/vitest';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import '../../i18n/i18n.ts';
import { Component } from './controls-page.tsx';

afterEach(cleanup);
const ui = path.resolve(import.meta.dirname, '../../ui');

test('the page of controls shows every control that there is', () => {
  const page = readFileSync(path.join(import.meta.dirname, 'controls-page.tsx'), 'utf8');
  // Parts of others that stand on it.
  const parts = [
    'menu-list.tsx',
    'choice-list.tsx',
    'date-input.tsx',
    'youtube-player.tsx',
    'player/player.tsx',
    ...['visual', 'toolbar', 'context', 'formula-view', 'image-dialog'].map((part) => `rich-text/${part}.tsx`),
  ];
  const missing = globSync('**/*.tsx', { cwd: ui })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !file.endsWith('.test.tsx') && !parts.includes(file) && !page.includes(`ui/${file}'`));
  expect(missing).toEqual([]);
});

test('every part of it can be drawn', () => {
  globalThis.matchMedia ??= ((media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof matchMedia;
  const router = createMemoryRouter([{ path: '/', Component }]);
  render(<RouterProvider router={router} />);
  expect(screen.getAllByRole('region').length).toBeGreaterThanOrEqual(7);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Controles');
});
