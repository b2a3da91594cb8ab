import '../../i18n/i18n.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PasswordRules } from '../../domain/password-rules.tsx';
import { forgetResources } from '../../lib/use-resource.ts';
import { Component as CompanyPage } from './company-page.tsx';
import { Component as LoginPage } from './login-page.tsx';
import { Component as RegisterPage } from './register-page.tsx';
import { Component as VerifyNoticePage } from './verify-notice-page.tsx';

type Reply = { status: number; body: unknown } | 'down';
const calls: { url: string; body: unknown }[] = [];
let replies: Record<string, Reply> = {};

beforeEach(() => {
  calls.length = 0;
  replies = { '/api/health': { status: 200, body: { demo: true } } };
  forgetResources();
  vi.stubGlobal('fetch', async (url: string, options: { body?: string } = {}) => {
    calls.push({ url, body: options.body ? JSON.parse(options.body) : undefined });
    const reply = replies[url.replace(/\?.*/, '')] ?? {
      status: 404,
      body: { code: 'NOT_FOUND', message: 'No se encontró lo que buscas.' },
    };
    if (reply === 'down') throw new TypeError('failed');
    const { errors = [] } = reply.body as { errors?: readonly { code: string }[] };
    const headers = { 'x-error-codes': errors.map(({ code }) => code).join(',') };
    return new Response(JSON.stringify(reply.body), { status: reply.status, headers });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (path: string) => {
  const router = createMemoryRouter(
    [
      { path: '/login', Component: LoginPage },
      { path: '/empresa', Component: CompanyPage },
      { path: '/register', Component: RegisterPage },
      { path: '/verify-email-notice', Component: VerifyNoticePage },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return { router, person: userEvent.setup() };
};
const email = () => screen.getByLabelText('Correo electrónico');
const password = () => screen.getByLabelText('Contraseña');
const enter = async (person: ReturnType<typeof userEvent.setup>, mail: string, secret: string) => {
  await person.type(email(), mail);
  await person.type(password(), `${secret}{Enter}`);
};
const describedBy = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** As the contract of the call says which field a code is about. */
const refusal = (code: string, path: string) => ({ code, message: '…', errors: [{ path, message: '…', code }] });

// rows: A23
it('shows the failure of a login under the field that its code names, and focuses it', async () => {
  replies['/api/auth/login'] = { status: 401, body: refusal('WRONG_PASSWORD', 'password') };
  const { person } = show('/login');
  await enter(person, 'ana@correo.mx', 'secreta');
  await waitFor(() => expect(describedBy(password())).toContain('Contraseña incorrecta.'));
  expect(password().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(password());
});
// rows: A25
it('says under the e-mail that nobody has it', async () => {
  replies['/api/auth/login'] = { status: 404, body: refusal('USER_NOT_FOUND', 'email') };
  const { person } = show('/login');
  await enter(person, 'ana@correo.mx', 'secreta');
  await waitFor(() => expect(describedBy(email())).toContain('Usuario no encontrado.'));
  expect(document.activeElement).toBe(email());
});
// rows: A24
it('checks before it asks: an e-mail, at least 3 characters', async () => {
  const { person } = show('/login');
  await enter(person, 'ana', 'ab');
  await waitFor(() => expect(describedBy(email())).toContain('Ingresa un correo válido.'));
  expect(describedBy(password())).toContain('La contraseña debe tener al menos 3 caracteres.');
  expect(document.activeElement).toBe(email());
  expect(calls.some((one) => one.url === '/api/auth/login')).toBe(false);
});
// rows: A26
it('offers the demo user only in the demo school', async () => {
  show('/login');
  expect(await screen.findByRole('button', { name: 'Demo Usuario' })).toBeTruthy();
  cleanup();
  forgetResources();
  replies['/api/health'] = { status: 200, body: { demo: false } };
  show('/login');
  await waitFor(() => expect(calls.filter((one) => one.url === '/api/health')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Demo Usuario' })).toBeNull();
});

// rows: A31
it('ticks the rules of a password with words, not with colour alone', () => {
  const { rerender } = render(<PasswordRules value="" />);
  const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);
  // Only length and what is not looked at here are demanded; the others are advice.
  expect(rows()).toEqual([
    'Mínimo 8 caracteres: pendiente',
    'No es de las más usadas (lo revisamos al guardar)',
    'Al menos una letra mayúscula (recomendado): pendiente',
    'Al menos un símbolo especial (!@#$%^&*) (recomendado): pendiente',
  ]);
  rerender(<PasswordRules value="Ñandúes2" />);
  expect(rows()).toEqual([
    'Mínimo 8 caracteres: cumplido',
    'No es de las más usadas (lo revisamos al guardar)',
    'Al menos una letra mayúscula (recomendado): cumplido',
    'Al menos un símbolo especial (!@#$%^&*) (recomendado): pendiente',
  ]);
  expect(screen.getByRole('status').textContent).toBe('Cumple 2 de 3');
  rerender(<PasswordRules value="Ñandúes-2" />);
  expect(screen.getByRole('status').textContent).toBe('Cumple 3 de 3');
});

const fillIn = async (person: ReturnType<typeof userEvent.setup>, over: { password?: string; confirm?: string } = {}) => {
  await person.type(screen.getByLabelText('Nombre de usuario'), 'ana');
  await person.type(email(), 'ana@correo.mx');
  await person.type(screen.getByLabelText('Nombre'), 'Ana');
  await person.type(password(), over.password ?? 'Secreta-1');
  await person.type(screen.getByLabelText('Confirma tu contraseña'), over.confirm ?? 'Secreta-1');
};
it('says that all required fields are needed, and goes to the first', async () => {
  const { person } = show('/register');
  await person.click(screen.getByRole('button', { name: 'Crear Cuenta' }));
  expect(await screen.findByText('Por favor, completa todos los campos obligatorios.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre de usuario'));
  expect(screen.getByText('Acepta los términos para crear tu cuenta.')).toBeTruthy();
});
// rows: A30
it('compares the passwords and demands the policy', async () => {
  const { person } = show('/register');
  await fillIn(person, { password: 'corta', confirm: 'otra' });
  await person.click(screen.getByRole('button', { name: 'Crear Cuenta' }));
  expect(await screen.findByText('La contraseña no cumple con los requisitos de seguridad.')).toBeTruthy();
  expect(screen.getByText('¡Las contraseñas no coinciden!')).toBeTruthy();
});
// rows: A12, A29
it('registers with the version of the terms and without the second password, and goes to the notice', async () => {
  replies['/api/auth/register'] = { status: 201, body: { message: 'ok', id: 9 } };
  replies['/api/auth/disponible'] = { status: 200, body: { username: true, email: true } };
  const { person, router } = show('/register?campaign=cierre&returnTo=%2Fcourses%3FcourseId%3D2');
  await fillIn(person);
  await person.click(screen.getByRole('checkbox'));
  await person.click(screen.getByRole('button', { name: 'Crear Cuenta' }));
  await person.click(await screen.findByRole('link', { name: 'Continuar ahora' }));
  const sent = calls.find((one) => one.url === '/api/auth/register');
  expect(sent?.body).toEqual({
    username: 'ana',
    email: 'ana@correo.mx',
    first_name: 'Ana',
    password: 'Secreta-1',
    terms: '2026-11',
    campaign: 'cierre',
  });
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/verify-email-notice?email=ana%40correo.mx&returnTo=%2Fcourses%3FcourseId%3D2',
  );
});
// rows: A32
it('puts a taken e-mail under its field', async () => {
  replies['/api/auth/register'] = { status: 409, body: refusal('EMAIL_TAKEN', 'email') };
  const { person } = show('/register');
  await fillIn(person);
  await person.click(screen.getByRole('checkbox'));
  await person.click(screen.getByRole('button', { name: 'Crear Cuenta' }));
  await waitFor(() => expect(describedBy(email())).toContain('Ya existe una cuenta con ese correo.'));
});

const google = {
  initialize: vi.fn<(asked: { client_id: string; callback: (answer: { credential?: string }) => void }) => void>(),
  prompt: vi.fn(),
  cancel: vi.fn(),
};
const tapOf = async (address: string) => {
  replies['/api/auth/google/estado'] = { status: 200, body: { activo: true, clientId: 'escuela', demo: false, unToque: address } };
  const shown = show('/login');
  const script = await waitFor(
    () => {
      const found = document.head.querySelector<HTMLScriptElement>(`script[src="${address}"]`);
      if (!found) throw new Error('the script is not asked for yet');
      return found;
    },
    { timeout: 4_000 },
  );
  return { ...shown, script };
};
it('hands what one tap answers to the school, and says in the words of Google why it was refused', async () => {
  const { script } = await tapOf('https://accounts.google.com/gsi/client?una');
  window.google = { accounts: { id: google } };
  script.dispatchEvent(new Event('load'));
  await waitFor(() => expect(google.prompt).toHaveBeenCalledOnce());
  const [asked] = google.initialize.mock.calls[0] ?? [];
  expect(asked).toMatchObject({ client_id: 'escuela', context: 'signin' });
  replies['/api/auth/oauth'] = { status: 401, body: { code: 'GOOGLE_TOKEN_INVALID', message: 'Error de autenticación con Google' } };
  asked?.callback({ credential: 'ey.falso.x' });
  expect(await screen.findByText(/Error de autenticación con Google. También puedes entrar con tu correo\./)).toBeTruthy();
  expect(calls.find(({ url }) => url === '/api/auth/oauth')?.body).toEqual({ token: 'ey.falso.x' });
  replies['/api/auth/oauth'] = 'down';
  asked?.callback({ credential: 'ey.otro.x' });
  expect(await screen.findByText(/Error en la solicitud de login con Google/)).toBeTruthy();
  cleanup();
  expect(google.cancel).toHaveBeenCalledOnce();
  delete window.google;
});
// rows: A27
it('shows nothing where the script of Google is blocked', async () => {
  const { script } = await tapOf('https://accounts.google.com/gsi/client?otra');
  script.dispatchEvent(new Event('error'));
  await waitFor(() => expect(document.head.contains(script)).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('link', { name: 'Continuar con Google' })).toBeTruthy();
});
// rows: A28
it('ends the sentence of what went wrong with Google before the next begins, and changes no text that has its own stop', async () => {
  for (const [code, said] of [
    ['GOOGLE_STATE', 'Error al iniciar sesión con Google. También puedes entrar con tu correo.'],
    ['GOOGLE_CANCELLED', 'Error al iniciar sesión con Google. Intenta de nuevo. También puedes entrar con tu correo.'],
    ['GOOGLE_TOKEN_MISSING', 'No se recibió el token de Google. También puedes entrar con tu correo.'],
  ]) {
    show(`/login?google=${code}`);
    expect((await screen.findByRole('alert')).textContent).toBe(said);
    cleanup();
  }
});
// rows: A35
it('promises nothing to a visitor about an address that anybody may have typed, and sends who would correct it to log in', () => {
  show('/verify-email-notice?email=nadie@prueba.mx');
  expect(screen.getByText(/^Si esa cuenta existe, te enviamos un enlace a nadie@prueba\.mx\./)).toBeTruthy();
  expect(screen.queryByText(/^Te enviamos un enlace/)).toBeNull();
  expect(screen.getByRole('link', { name: /Para corregirlo, inicia sesión/ }).getAttribute('href')).toBe('/login?returnTo=%2Fprofile');
});

// rows: P06
it('says to who comes back from their company that they enter with it', async () => {
  show('/empresa?nueva=1');
  expect(await screen.findByRole('heading', { name: 'Entrando con tu empresa' })).toBeTruthy();
  expect(await screen.findByText('No pudimos abrir tu sesión. Intenta de nuevo.')).toBeTruthy();
  expect(screen.queryByText(/Google/)).toBeNull();
});

// rows: P06
it('offers one’s company only where the school has any, and says why the way back failed', async () => {
  replies['/api/auth/empresa/estado'] = { status: 200, body: { activo: true } };
  replies['/api/auth/empresa'] = { status: 404, body: refusal('COMPANY_UNKNOWN', 'correo') };
  const { person } = show('/login?returnTo=%2Fprogress');
  await person.click(await screen.findByRole('button', { name: 'Entrar con mi empresa' }));
  const field = screen.getByLabelText('Correo de tu empresa');
  expect(document.activeElement).toBe(field);
  await person.keyboard('ana@acero.mx{Enter}');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(calls.find(({ url }) => url === '/api/auth/empresa')?.body).toEqual({ correo: 'ana@acero.mx', returnTo: '/progress' });
  cleanup();
  forgetResources();
  replies['/api/auth/empresa/estado'] = { status: 200, body: { activo: false } };
  show('/login?empresa=COMPANY_LINK_FIRST');
  const why = await screen.findByText(/Ya tienes una cuenta con ese correo/);
  // Said before the fields, and announced: the company's own form is the last thing on the page.
  expect(why.closest('[role=alert]')).toBeTruthy();
  expect(why.compareDocumentPosition(email()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  cleanup();
  show('/login?empresa=COMPANY_TOKEN');
  expect(await screen.findByText(/Tu empresa no confirmó quién eres/)).toBeTruthy();
  expect(screen.queryByLabelText('Correo de tu empresa')).toBeNull();
});
