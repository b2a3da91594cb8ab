import '../i18n/i18n.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetResources } from '../lib/use-resource.ts';
import type { LeadAsk } from './lead.ts';
import { LeadForm } from './lead-form.tsx';

const policies = {
  escuela: { color: null },
  politicas: [{ id: 6, clave: 'privacidad', titulo: 'Aviso', texto: 'Solo para responderte.', version: 3 }],
};
let sent: Record<string, unknown>[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  sent = [];
  answer = async () => new Response(JSON.stringify({ message: '¡Gracias por tu interés!' }), { status: 200 });
  forgetResources();
  vi.stubGlobal('fetch', async (url: string, options: { body?: string } = {}) => {
    if (url === '/api/sitio') return new Response(JSON.stringify(policies), { status: 200 });
    if (url !== '/api/google-sheet') return new Response('{}', { status: 404 });
    sent.push(JSON.parse(options.body ?? '{}') as Record<string, unknown>);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const course: LeadAsk = { kind: 'curso', subject: 'Agentes de IA', courseId: 3 };
const show = (ask: LeadAsk = course) => {
  const { container } = render(<LeadForm ask={ask} />);
  return { person: userEvent.setup(), container };
};
const fill = async (person: ReturnType<typeof userEvent.setup>) => {
  await person.type(screen.getByLabelText('Nombre'), 'Lizbeth Ochoa');
  await person.type(screen.getByLabelText('Correo electrónico'), 'lizbeth@ejemplo.mx');
  await person.type(screen.getByLabelText('Teléfono'), '+52 686 555 0103');
  await person.click(screen.getByLabelText('Acepto que la escuela use estos datos para responderme.'));
};
const submit = () => screen.getByRole('button', { name: 'Enviar mis datos' });

it('sends what the document says, with what was accepted, and thanks', async () => {
  const { person } = show();
  await screen.findByText('Aviso de privacidad');
  await fill(person);
  await person.click(submit());
  const thanks = await screen.findByText('¡Gracias por tu interés!');
  expect(document.activeElement).toBe(thanks);
  expect(screen.getByRole('status').textContent).toContain('lizbeth@ejemplo.mx');
  const { fecha, ...rest } = sent[0] ?? {};
  expect(rest).toEqual({
    curso: 'Agentes de IA',
    nombre: 'Lizbeth Ochoa',
    correo: 'lizbeth@ejemplo.mx',
    telefono: '+52 686 555 0103',
    tipo: 'curso',
    id_curso: 3,
    consentimiento: 'privacidad v3',
  });
  expect(new Date(String(fecha)).toISOString()).toBe(fecha);
});

it('asks for everything, says what is missing, and leads to the first of it', async () => {
  const { person } = show();
  await person.click(submit());
  expect(screen.getByText('Por favor, completa todos los campos obligatorios.').getAttribute('role')).toBe('alert');
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre'));
  expect(screen.getByLabelText('Teléfono').getAttribute('aria-invalid')).toBe('true');
  await fill(person);
  await person.clear(screen.getByLabelText('Correo electrónico'));
  await person.type(screen.getByLabelText('Correo electrónico'), 'sin arroba');
  await person.click(submit());
  expect(await screen.findByText('Ingresa un correo válido.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Correo electrónico'));
  expect(sent).toEqual([]);
});

// rows: A22
it('the contact form is not sent without consent', async () => {
  const { person } = show();
  await fill(person);
  await person.click(screen.getByLabelText('Acepto que la escuela use estos datos para responderme.'));
  await person.click(submit());
  expect(await screen.findByText('Marca esta casilla para que podamos escribirte.')).toBeTruthy();
  expect(sent).toEqual([]);
});

it('pressed twice it is sent once', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  answer = async () => {
    await held;
    return new Response('{"message":""}', { status: 200 });
  };
  const { person } = show();
  await fill(person);
  await person.click(submit());
  const busy = screen.getByRole('button', { name: 'Enviando…' });
  await person.click(busy);
  await person.type(screen.getByLabelText('Nombre'), '{Enter}');
  expect(sent).toHaveLength(1);
  release();
  expect(await screen.findByText('¡Gracias por tu interés!')).toBeTruthy();
});

it('keeps what was typed when it fails, and the second try is the same request', async () => {
  answer = async () => new Response('{"code":"INTERNAL","message":"Algo salió mal."}', { status: 500 });
  const { person } = show();
  await fill(person);
  await person.click(submit());
  expect((await screen.findByText('Ocurrió un error al enviar los datos. Intenta más tarde.')).getAttribute('role')).toBe('alert');
  expect((screen.getByLabelText('Nombre') as HTMLInputElement).value).toBe('Lizbeth Ochoa');
  answer = async () => new Response('{"message":""}', { status: 200 });
  await person.click(submit());
  expect(await screen.findByText('¡Gracias por tu interés!')).toBeTruthy();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

it('says what the school refuses of the address at the address, and gives it the focus', async () => {
  const message = 'El correo no es válido.';
  const refusal = { message, code: 'INVALID_EMAIL', errors: [{ path: 'correo', message }] };
  answer = async () => new Response(JSON.stringify(refusal), { status: 400, headers: { 'x-error-codes': 'INVALID_EMAIL' } });
  const { person } = show();
  await fill(person);
  await person.click(submit());
  const address = screen.getByLabelText('Correo electrónico');
  await waitFor(() => expect(document.activeElement).toBe(address));
  expect(address.getAttribute('aria-invalid')).toBe('true');
});

// rows: A15
it('asks an organisation for its name, and leaves its message to it', async () => {
  const { person } = show({ kind: 'beca', subject: 'Becas para organizaciones', campaign: 'nacional', organisation: 'organisation' });
  await fill(person);
  await person.click(submit());
  expect(document.activeElement).toBe(screen.getByLabelText('Organización'));
  await person.type(screen.getByLabelText('Organización'), 'Fundación Puente');
  await person.click(submit());
  expect(await screen.findByText('¡Gracias por tu interés!')).toBeTruthy();
  expect(sent[0]).toMatchObject({ tipo: 'beca', empresa: 'Fundación Puente', campana: 'nacional' });
  expect(sent[0]).not.toHaveProperty('mensaje');
});

it('the contact form has a field that nobody meets, and says so when a program filled it in', async () => {
  const { person, container } = show();
  const trap = container.querySelector<HTMLInputElement>('[name="sitio_web"]');
  expect(trap?.tabIndex).toBe(-1);
  expect(trap?.closest('[aria-hidden="true"]')).not.toBeNull();
  await fill(person);
  if (trap) await person.type(trap, 'https://spam.example');
  await person.click(submit());
  expect(await screen.findByText('¡Gracias por tu interés!')).toBeTruthy();
  expect(sent[0]).toMatchObject({ sitio_web: 'https://spam.example' });
});
