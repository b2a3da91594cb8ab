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

test('the page of controls shows every component that a module of controls exports', () => {
  const page = readFileSync(path.join(import.meta.dirname, 'controls-page.tsx'), 'utf8');
  // Exported only as parts of other controls, which the page shows.
  const parts = [
    ...['MenuList', 'ChoiceList', 'DateInput', 'FieldFrame', 'Bone', 'Skeleton', 'LogoMark', 'Formula'],
    ...['YoutubePlayer', 'Player', 'Visual', 'Toolbar', 'Context', 'ImageDialog'],
    // In the frame of every page.
    'Toaster',
    // Of the table.
    ...['PageButtons', 'Heading', 'BodyRow', 'Order', 'ColumnChoice', 'ExportButton', 'Bar'],
  ];
  const exported = globSync('**/*.tsx', { cwd: ui })
    .filter((file) => !file.endsWith('.test.tsx'))
    .flatMap((file) => [...readFileSync(path.join(ui, file), 'utf8').matchAll(/^export (?:default )?(?:function|const) ([A-Z][a-z]\w*)/gm)])
    .map(([, name = '']) => name);
  expect(exported.length).toBeGreaterThan(60);
  expect(exported.filter((name) => !parts.includes(name) && !new RegExp(`<${name}\\b`).test(page))).toEqual([]);
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
  expect(screen.getAllByRole('region').length).toBeGreaterThanOrEqual(8);
  expect(screen.getByRole('heading', { level: 1, name: 'Controles' })).toBeVisible();
});
