import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDrafts, noteTyping, restoreDrafts } from './drafts.ts';

let deaf: () => void = () => {};
const page = (html: string) => {
  document.body.innerHTML = html;
};
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);
const type = (name: string, text: string) => userEvent.type(field(name) as HTMLInputElement, text);

beforeEach(() => {
  sessionStorage.clear();
  deaf = noteTyping();
  page('<input name="bio"><textarea name="nota"></textarea><input name="clave" type="password"><input name="otro" value="del servidor">');
});
afterEach(() => deaf());

test('what was typed comes back to the same person on the same page, and whoever listens to the field hears it', async () => {
  await type('bio', 'Aprendo IA');
  await type('nota', 'Dos\nlíneas');
  keepDrafts(7, '/profile');
  page('<input name="bio"><textarea name="nota"></textarea>');
  const heard = vi.fn();
  field('bio')?.addEventListener('input', heard);
  const restored = vi.fn();
  restoreDrafts(7, '/profile', restored);
  expect([field('bio')?.value, field('nota')?.value]).toEqual(['Aprendo IA', 'Dos\nlíneas']);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(restored).toHaveBeenCalledTimes(1);
  expect(sessionStorage).toHaveLength(0);
});

test('a field that appears later gets its text then', async () => {
  await type('bio', 'Aprendo IA');
  keepDrafts(7, '/profile');
  page('<p>Cargando</p>');
  const restored = vi.fn();
  const stop = restoreDrafts(7, '/profile', restored);
  expect(restored).not.toHaveBeenCalled();
  document.body.append(Object.assign(document.createElement('input'), { name: 'bio' }));
  await vi.waitFor(() => expect(field('bio')?.value).toBe('Aprendo IA'));
  stop();
});

test('passwords, and what nobody typed, are not kept', async () => {
  await type('clave', 'Secreta-1!');
  keepDrafts(7, '/profile');
  expect(sessionStorage).toHaveLength(0);
});

test('another person gets nothing and it is forgotten; another page leaves it for its own', async () => {
  await type('bio', 'Aprendo IA');
  keepDrafts(7, '/profile');
  restoreDrafts(7, '/dashboard', vi.fn());
  expect(sessionStorage).toHaveLength(1);
  page('<input name="bio">');
  restoreDrafts(8, '/profile', vi.fn());
  expect(field('bio')?.value).toBe('');
  expect(sessionStorage).toHaveLength(0);
});
