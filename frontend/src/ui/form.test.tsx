import '@testing-library/jest-dom/vitest';
import '../i18n/i18n.ts';
import '../i18n/errors.ts';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { errorCatalogue } from '../../../backend/api/contract/errors.ts';
import { ApiError } from '../lib/http.ts';
import { Form, useForm } from './form.tsx';
import { SecretField, TextField } from './form-fields.tsx';

const schema = z.object({ nombre: z.string().trim().min(1, 'Completa este campo.'), clave: z.string().min(1, 'Falta la clave.') });
const send = vi.fn<(values: z.output<typeof schema>) => Promise<unknown>>();
function Subject(more: Partial<Pick<React.ComponentProps<typeof Form>, 'says' | 'onCancel'>>) {
  const form = useForm({ schema, initial: () => ({ nombre: '', clave: '' }) });
  return (
    <Form form={form} onSend={send} {...more}>
      <TextField name="nombre" label="Nombre" required />
      <SecretField name="clave" label="Clave" required />
      <button type="submit">{'Guardar'}</button>
    </Form>
  );
}
const show = (more: React.ComponentProps<typeof Subject> = {}) => {
  render(<Subject {...more} />);
  return { person: userEvent.setup(), name: screen.getByLabelText('Nombre'), secret: screen.getByLabelText('Clave') };
};
const refused = (code: keyof typeof errorCatalogue, path?: string) => {
  const [status, message] = errorCatalogue[code];
  return new ApiError(status, code, message, 'ref', path === undefined ? [] : [{ path, message, code }]);
};
afterEach(() => {
  cleanup();
  send.mockReset();
});

test('the first wrong field gets the focus, its error is read with it, and nothing is sent', async () => {
  const { person, name, secret } = show();
  await person.type(secret, 'secreta');
  await person.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAccessibleDescription('Completa este campo.');
  expect(screen.getByRole('alert')).toHaveTextContent('Completa este campo.');
  expect(send).not.toHaveBeenCalled();
});

test('what the school says of a field stands under that field, and goes once it is changed', async () => {
  send.mockRejectedValueOnce(refused('WRONG_PASSWORD', 'clave'));
  const { person, name, secret } = show();
  await person.type(name, 'Ana');
  await person.type(secret, 'secreta{Enter}');
  await waitFor(() => expect(secret).toHaveFocus());
  expect(secret).toHaveAccessibleDescription(errorCatalogue.WRONG_PASSWORD[1]);
  expect(name).toHaveValue('Ana');
  await person.type(secret, '!');
  await waitFor(() => expect(secret).not.toHaveAttribute('aria-invalid'));
  send.mockResolvedValueOnce(undefined);
  await person.keyboard('{Enter}');
  await waitFor(() => expect(send).toHaveBeenLastCalledWith({ nombre: 'Ana', clave: 'secreta!' }));
});

test('what is about no field of the form is announced at its end, and what was typed stays', async () => {
  send.mockRejectedValueOnce(refused('CAMPAIGN_CLOSED', 'otra'));
  const { person, name, secret } = show();
  await person.type(name, 'Ana');
  await person.type(secret, 'secreta{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(errorCatalogue.CAMPAIGN_CLOSED[1]);
  expect(name).toHaveValue('Ana');
});

// rows: P03
test('pressed twice it is sent once', async () => {
  let answer: (value?: unknown) => void = () => undefined;
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const { person, name, secret } = show();
  await person.type(name, 'Ana');
  await person.type(secret, 'secreta{Enter}{Enter}');
  answer();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
});

test('a form says of a field in its own words what the school refused', async () => {
  send.mockRejectedValueOnce(refused('WEAK_PASSWORD', 'clave'));
  const { person, name, secret } = show({ says: ({ code }) => (code === 'WEAK_PASSWORD' ? 'Es de las más usadas.' : undefined) });
  await person.type(name, 'Ana');
  await person.type(secret, 'secreta{Enter}');
  await waitFor(() => expect(secret).toHaveAccessibleDescription('Es de las más usadas.'));
});

test('a form that stands in place of what it changes begins in its first field, and Esc leaves it', async () => {
  const leave = vi.fn();
  const { person, name } = show({ onCancel: leave });
  expect(name).toHaveFocus();
  await person.keyboard('{Escape}');
  expect(leave).toHaveBeenCalledOnce();
});

test('no form outside of these controls puts a refusal at a field by its code, or keeps fields by a library of its own', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const found: string[] = [];
  for (const file of globSync('{app,domain,features}/**/*.{ts,tsx}', { cwd: source })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    for (const line of readFileSync(path.join(source, file), 'utf8').split('\n'))
      if (
        /@hookform|\.setError\('(?!root)|import \{[^}]*\buseForm\b[^}]*\} from 'react-hook-form'|=== '[A-Z_]+'.*\b(?:setErrors|fail)\(/.test(
          line,
        )
      )
        found.push(`${file}: ${line.trim()}`);
  }
  // The contract of the call says which code is about which field (`fieldErrors`).
  expect(found).toEqual([]);
});

test('screens take the shared form and the shared table, but for those that the decisions name', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const having = (tag: string) =>
    globSync('{app,domain,features}/**/*.tsx', { cwd: source })
      .filter((file) => !file.endsWith('.test.tsx') && readFileSync(path.join(source, file), 'utf8').includes(`<${tag}`))
      .sort();
  // Decision 0028: forms of public pages whose budget has no room for the form library, and a single text field beside a lesson.
  expect(having('form\n').concat(having('form>'))).toEqual([
    'domain/code-dialog.tsx',
    'domain/lead-form.tsx',
    'features/checkout/coupon.tsx',
    'features/lesson/discussion/composer.tsx',
    'features/lesson/notes/notes-panel.tsx',
  ]);
  // Decision 0040: tables of a few rows that nobody sorts, filters or selects.
  expect(having('table')).toEqual([
    'domain/live-cards/live-cards.tsx',
    'features/administration/compare-dates.tsx',
    'features/analytics/cohorts.tsx',
    'features/analytics/hours.tsx',
    // The columns are those of the SQL query, not of the page.
    'features/analytics/sql-page.tsx',
    'features/analytics/type-detail.tsx',
    'features/preferences/notifications-page.tsx',
    'features/prices/costs-page.tsx',
    'features/projections/diff-view.tsx',
  ]);
});
