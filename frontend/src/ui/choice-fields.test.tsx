import '@testing-library/jest-dom/vitest';
import '../i18n/i18n.ts';
import '../i18n/errors.ts';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { errorCatalogue } from '../../../backend/api/contract/errors.ts';
import { ApiError } from '../lib/http.ts';
import { ComboboxField, choiceId, DayField, DayTimeField, SelectField, TimeOfDayField } from './choice-fields.tsx';
import { Form, useForm } from './form.tsx';
import { type Choice, Combobox } from './select.tsx';

const people: readonly Choice[] = [
  { id: 'u1', label: 'Álvaro Núñez', detail: 'alvaro@ejemplo.mx' },
  { id: 'u2', label: 'Ñusta Quispe', detail: 'nusta@ejemplo.mx' },
  { id: 'u3', label: 'Zoé Pérez', detail: 'zoe@ejemplo.mx' },
];
const roles: readonly Choice[] = [
  { id: 'teacher', label: 'Instructor', detail: 'Edita sus cursos.' },
  { id: 'analyst', label: 'Analista', detail: 'Lee las cifras.' },
];
const send = vi.fn<(values: unknown) => Promise<unknown>>();
const find = vi.fn<(typed: string) => Promise<readonly Choice[]>>();
beforeEach(() => {
  find.mockImplementation(async (typed) => people.filter(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase())));
});
afterEach(() => {
  cleanup();
  send.mockReset();
  find.mockReset();
});

const schema = z.object({ person: choiceId('Elige una persona.'), role: choiceId('Elige un papel.') });
function Choosing({ initial = { person: null, role: null } }: { initial?: z.input<typeof schema> }) {
  const form = useForm({ schema, initial: () => initial });
  return (
    <Form form={form} onSend={send}>
      <ComboboxField name="person" label="Persona" placeholder="Elige una persona" choices={find} clears />
      <SelectField name="role" label="Papel" choices={roles} />
      <button type="submit">{'Guardar'}</button>
    </Form>
  );
}

test('one of many is looked for as one types, by keyboard alone, and the form sends its id', async () => {
  render(<Choosing />);
  const person = userEvent.setup();
  const box = screen.getByRole('combobox', { name: 'Persona' });
  expect(box).toHaveTextContent('Elige una persona');
  box.focus();
  await person.keyboard('z');
  const search = await screen.findByRole('searchbox', { name: 'Buscar en «Persona»' });
  expect(search).toHaveFocus();
  await person.keyboard('o');
  await waitFor(() => expect(find).toHaveBeenLastCalledWith('zo'));
  await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Zoé Pérez zoe@ejemplo.mx']));
  await person.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(box).toHaveFocus());
  expect(box).toHaveTextContent('Zoé Pérez');
  expect(screen.queryByRole('option')).toBeNull();

  const role = screen.getByRole('combobox', { name: 'Papel' });
  await person.tab();
  await person.tab();
  expect(role).toHaveFocus();
  await person.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('option', { name: /^Instructor/ })).toHaveFocus());
  await person.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(role).toHaveFocus());
  await person.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(send).toHaveBeenCalledWith({ person: 'u3', role: 'analyst' }));
});

test('what is typed before the list is there is searched for whole: no letter is lost, and a space opens nothing anew', async () => {
  render(<Choosing />);
  const box = screen.getByRole('combobox', { name: 'Persona' });
  box.focus();
  // At once, as fast typing comes: the list is drawn after all of them.
  for (const key of ['Enter', 'z', 'o', ' ', 'é']) {
    expect(box).toHaveFocus();
    const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    act(() => {
      if (box.dispatchEvent(pressed) && (key === 'Enter' || key === ' ')) box.click();
    });
  }
  expect(await screen.findByRole('searchbox', { name: 'Buscar en «Persona»' })).toHaveValue('zo é');
});

test('the answer to an earlier question never takes the place of a later one', async () => {
  const answers = new Map<string, (found: readonly Choice[]) => void>();
  find.mockImplementation((typed) => new Promise((resolve) => answers.set(typed, resolve)));
  render(<Choosing />);
  const person = userEvent.setup();
  await person.click(screen.getByRole('combobox', { name: 'Persona' }));
  await screen.findByRole('searchbox');
  await waitFor(() => expect(answers.has('')).toBe(true));
  await person.keyboard('z');
  await waitFor(() => expect(answers.has('z')).toBe(true));
  answers.get('z')?.([people[2] as Choice]);
  expect(await screen.findByRole('option', { name: /^Zoé/ })).toBeInTheDocument();
  answers.get('')?.(people);
  await person.keyboard('{ArrowDown}');
  expect(screen.getAllByRole('option')).toHaveLength(1);
});

test('a search that fails says so and is tried again; one without an answer says that too', async () => {
  find.mockRejectedValueOnce(new Error('no network'));
  render(<Choosing />);
  const person = userEvent.setup();
  await person.click(screen.getByRole('combobox', { name: 'Persona' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('No se pudo buscar.'));
  await person.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
  await person.type(screen.getByRole('searchbox'), 'xyz');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nada coincide con lo que escribiste.'));
  await person.keyboard('{Escape}');
  if (screen.queryByRole('searchbox')) await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Persona' })).toHaveFocus());
});

test('where nothing was chosen the field says so and has the focus; what the school refuses of it stands under it', async () => {
  render(<Choosing initial={{ person: null, role: roles[0] as Choice }} />);
  const person = userEvent.setup();
  const box = screen.getByRole('combobox', { name: 'Persona' });
  await person.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(box).toHaveFocus());
  expect(box).toHaveAccessibleDescription('Elige una persona.');
  expect(send).not.toHaveBeenCalled();

  await person.click(box);
  await person.click(await screen.findByRole('option', { name: /^Ñusta/ }));
  await waitFor(() => expect(box).not.toHaveAttribute('aria-invalid'));
  const [status, message] = errorCatalogue.WRONG_PASSWORD;
  send.mockRejectedValueOnce(new ApiError(status, 'WRONG_PASSWORD', message, 'ref', [{ path: 'person', message, code: 'WRONG_PASSWORD' }]));
  await person.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(box).toHaveAccessibleDescription(message));
  await waitFor(() => expect(box).toHaveFocus());
});

test('what was chosen is taken away again where the field allows it', async () => {
  render(<Choosing initial={{ person: people[0] as Choice, role: null }} />);
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Quitar: Álvaro Núñez' }));
  const box = screen.getByRole('combobox', { name: 'Persona' });
  expect(box).toHaveFocus();
  expect(box).toHaveTextContent('Elige una persona');
});

function Adding() {
  const [added, setAdded] = useState<readonly string[]>([]);
  return (
    <>
      <Combobox label="Agregar" value={null} onChange={(one) => one && setAdded([...added, one.id])} choices={people} />
      <output>{added.join(' ')}</output>
    </>
  );
}

test('a list that is all here is searched without accents, also in what stands beside the label', async () => {
  render(<Adding />);
  const person = userEvent.setup();
  const box = screen.getByRole('combobox', { name: 'Agregar' });
  await person.click(box);
  await person.type(await screen.findByRole('searchbox'), 'alvaro n');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await person.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(box).toHaveFocus());
  await person.click(box);
  await person.type(await screen.findByRole('searchbox'), 'zoe@');
  await person.click(await screen.findByRole('option'));
  await waitFor(() => expect(document.querySelector('output')).toHaveTextContent('u1 u3'));
});

const days = z.object({
  day: z.iso.date('Completa el día.'),
  moment: z.string().min(1, 'Completa.'),
  time: z.string().min(1, 'Completa.'),
});
function Dating({ initial = { day: '', moment: '', time: '' } }: { initial?: z.input<typeof days> }) {
  const form = useForm({ schema: days, initial: () => initial });
  return (
    <Form form={form} onSend={send}>
      <DayField name="day" label="Día" hint="De la escuela" />
      <DayTimeField name="moment" label="Día y hora" />
      <TimeOfDayField name="time" label="Hora" />
      <button type="submit">{'Guardar'}</button>
    </Form>
  );
}
const partsOf = async (label: string) => within(await screen.findByRole('group', { name: label })).getAllByRole('spinbutton');

test('days and times are typed in their parts, as Spanish writes them, and sent as the school writes them', async () => {
  render(<Dating />);
  const person = userEvent.setup();
  const [day, moment, time] = [await partsOf('Día'), await partsOf('Día y hora'), await partsOf('Hora')];
  await person.click(day[0] as HTMLElement);
  await person.keyboard('20112026');
  await person.click(moment[0] as HTMLElement);
  await person.keyboard('01122026');
  await person.click(moment[3] as HTMLElement);
  await person.keyboard('1830');
  await person.click(time[0] as HTMLElement);
  await person.keyboard('0905');
  await person.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(send).toHaveBeenCalledWith({ day: '2026-11-20', moment: '2026-12-01T18:30', time: '09:05' }));
});

test('a day that is missing says so at its first part, which has the focus', async () => {
  render(<Dating initial={{ day: '', moment: '2026-12-01T18:30', time: '09:05' }} />);
  const person = userEvent.setup();
  const [first] = await partsOf('Día');
  await person.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(first).toHaveFocus());
  expect(first).toHaveAccessibleDescription(/Completa el día\./);
  expect(send).not.toHaveBeenCalled();
});

test('a day is chosen from the calendar, which gives the focus back', async () => {
  render(<Dating initial={{ day: '2026-11-20', moment: '2026-12-01T18:30', time: '09:05' }} />);
  const person = userEvent.setup();
  const group = await screen.findByRole('group', { name: 'Día' });
  await person.click(within(group).getByRole('button', { name: /Calendario/ }));
  const calendar = await screen.findByRole('application', { name: /noviembre de 2026/ });
  await person.click(within(calendar).getByRole('button', { name: /24 de noviembre/ }));
  await person.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(send).toHaveBeenCalledWith({ day: '2026-11-24', moment: '2026-12-01T18:30', time: '09:05' }));
});
