import '@testing-library/jest-dom/vitest';
import '../i18n/i18n.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { Confirm } from './confirm.tsx';
import { Dialog } from './dialog.tsx';
import { FormDialog, useForm } from './form.tsx';
import { ChoiceField, RadioField, TextField } from './form-fields.tsx';
import { Select } from './select.tsx';

afterEach(cleanup);

const none = () => undefined;
function Subject({ children, side }: { children: React.ReactNode; side?: 'right' }) {
  const form = useForm({ schema: z.object({ modo: z.string(), nombre: z.string() }), initial: () => ({ modo: 'b', nombre: '' }) });
  return (
    <FormDialog form={form} title="Nuevo" send="Guardar" sending="Guardando…" side={side} onClose={none} onSend={async () => undefined}>
      {children}
    </FormDialog>
  );
}
const name = <TextField name="nombre" label="Nombre" />;
const modes = [
  { value: 'a', label: 'Uno' },
  { value: 'b', label: 'Otro' },
];

test.each([
  ['a text', name, 'Nombre'],
  ['the choice that is made', <RadioField key="modo" name="modo" label="Modo" choices={modes} />, 'Otro'],
  ['a list', <ChoiceField key="modo" name="modo" label="Modo" />, 'Modo'],
  ['a searched list', <Select key="modo" label="Modo" value={null} onChange={none} choices={[]} />, 'Modo'],
  [
    'what is not hidden or disabled',
    [<input key="file" type="file" hidden />, <input key="off" disabled />, <i key="name">{name}</i>],
    'Nombre',
  ],
])('a dialog with a form begins in its first field: %s', (_, fields, label) => {
  render(<Subject>{fields}</Subject>);
  expect(screen.getByLabelText(label, { selector: 'input, select, button' })).toHaveFocus();
});

test('so does a form at the side; a detail there, with a field further down, begins at its top', () => {
  render(<Subject side="right">{name}</Subject>);
  expect(screen.getByLabelText('Nombre')).toHaveFocus();
  cleanup();
  render(
    <Dialog open onClose={none} title="Una persona" side="right">
      <div>
        <p>Sus datos</p>
        <input aria-label="Nota" />
      </div>
    </Dialog>,
  );
  expect(screen.getByLabelText('Nota')).not.toHaveFocus();
});

test('what asks for something begins in its first field, also where that comes later; moving on takes the focus from nothing', () => {
  const shown = (there: boolean, note = '') => (
    <Dialog open onClose={none} title="Reglas" toField={there}>
      {there ? <input aria-label="Segundos" /> : <p>Cargando…</p>}
      <input aria-label="Motivo" value={note} readOnly />
    </Dialog>
  );
  const { rerender } = render(shown(false));
  expect(screen.getByLabelText('Motivo')).not.toHaveFocus();
  rerender(shown(true));
  expect(screen.getByLabelText('Segundos')).toHaveFocus();
  screen.getByLabelText('Motivo').focus();
  rerender(shown(true, 'x'));
  expect(screen.getByLabelText('Motivo')).toHaveFocus();
});

test('what asks for a yes with fields that come later waits for them; of a date it begins in the first part', () => {
  const shown = (there: boolean) => (
    <Confirm open onClose={none} title="Agregar" ready={there} onConfirm={none}>
      {there ? <span role="spinbutton" tabIndex={0} aria-label="día" aria-valuenow={1} /> : <p>Cargando…</p>}
    </Confirm>
  );
  const { rerender } = render(shown(false));
  rerender(shown(true));
  expect(screen.getByLabelText('día')).toHaveFocus();
});

test('what asks for a reason begins there, and says which reason may be left out', () => {
  const { rerender } = render(
    <Confirm open onClose={none} title="¿Archivar?" reason={{ label: 'Motivo' }} onConfirm={none}>
      <p>Nadie lo verá.</p>
    </Confirm>,
  );
  expect(screen.getByRole('textbox', { name: 'Motivo (opcional)' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Confirmar' })).toBeEnabled();
  rerender(
    <Confirm open onClose={none} title="¿Archivar?" reason={{ label: 'Motivo', required: true }} onConfirm={none}>
      <p>Nadie lo verá.</p>
    </Confirm>,
  );
  expect(screen.getByRole('textbox', { name: 'Motivo' })).toBeRequired();
  expect(screen.getByRole('button', { name: 'Confirmar' })).toBeDisabled();
});
