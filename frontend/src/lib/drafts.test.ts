import { act, renderHook } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UserRecord } from '../../../backend/api/contract/auth.ts';
import { keepDrafts, noteTyping, restoreDrafts } from './drafts.ts';
import { endSession, onEndByItself, sessionRefused, setSessionUser, whenSessionEnds } from './session.ts';
import { useDraft } from './use-draft.ts';

const stops: (() => void)[] = [];
const page = (html: string) => {
  document.body.innerHTML = html;
};
const at = (path: string) => history.replaceState(null, '', path);
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);
const type = (name: string, text: string) => userEvent.type(field(name) as HTMLInputElement, text);
const restore = (userId: number, told: () => void = () => {}) => void stops.push(restoreDrafts(userId, told));
/** A fresh load of the page: nothing of its memory is left. */
const reload = () => {
  for (const stop of stops.splice(0)) stop();
};
const kept = () => JSON.stringify({ ...sessionStorage });
/** A form of the administration: its labels are the same for each thing. */
const answer = (of: string, text: string) =>
  `<dialog open aria-labelledby="t"><h2 id="t">Editar: ${of}</h2><form data-draft="${of}"><label for="r">Respuesta</label><textarea id="r">${text}</textarea></form></dialog>`;
const area = () => document.querySelector('textarea') as HTMLTextAreaElement;

beforeEach(() => {
  sessionStorage.clear();
  at('/profile');
  stops.push(noteTyping());
  page('<input name="bio"><textarea name="nota"></textarea><input name="clave" type="password"><input name="otro" value="del servidor">');
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

// rows: A40
test('what was typed comes back to the same person on the same page, and whoever listens to the field is notified', async () => {
  await type('bio', 'Aprendo IA');
  await type('nota', 'Dos\nlíneas');
  keepDrafts(7);
  page('<input name="bio"><textarea name="nota"></textarea>');
  const onInput = vi.fn();
  field('bio')?.addEventListener('input', onInput);
  const restored = vi.fn();
  restore(7, restored);
  expect([field('bio')?.value, field('nota')?.value]).toEqual(['Aprendo IA', 'Dos\nlíneas']);
  expect(onInput).toHaveBeenCalledTimes(1);
  expect(restored).toHaveBeenCalledTimes(1);
  expect(sessionStorage).toHaveLength(0);
});

test('a field that appears later gets its text then, also after the page was loaded again', async () => {
  await type('bio', 'Aprendo IA');
  keepDrafts(7);
  page('<p>Cargando</p>');
  const restored = vi.fn();
  restore(7, restored);
  expect(restored).not.toHaveBeenCalled();
  reload();
  restore(7, restored);
  document.body.append(Object.assign(document.createElement('input'), { name: 'bio' }));
  await vi.waitFor(() => expect(field('bio')?.value).toBe('Aprendo IA'));
  expect(restored).toHaveBeenCalledTimes(1);
});

test('passwords, and what nobody typed, are not kept', async () => {
  await type('clave', 'Secreta-1!');
  keepDrafts(7);
  expect(sessionStorage).toHaveLength(0);
});

test('another person gets nothing and it is forgotten; another page, or another query, leaves it for its own', async () => {
  at('/courses?courseId=1');
  await type('bio', 'Aprendo IA');
  keepDrafts(7);
  page('<input name="bio">');
  for (const other of ['/dashboard', '/courses', '/courses?courseId=2']) {
    at(other);
    restore(7);
    expect(field('bio')?.value).toBe('');
    reload();
  }
  expect(kept()).toContain('Aprendo IA');
  at('/courses?courseId=1');
  restore(8);
  expect(field('bio')?.value).toBe('');
  expect(sessionStorage).toHaveLength(0);
});

// rows: A40
test('a draft waits for the form of its own thing, and fills no other of the same words', async () => {
  page(answer('pregunta.1', 'La primera.'));
  await userEvent.type(area(), ' Y más.');
  keepDrafts(7);
  page('');
  restore(7);
  for (const other of [answer('pregunta.2', 'La segunda.'), answer('testimonio.nuevo', '')]) {
    page(other);
    const before = area().value;
    await Promise.resolve();
    expect(area().value).toBe(before);
  }
  page(answer('pregunta.1', 'La primera.'));
  await vi.waitFor(() => expect(area().value).toBe('La primera. Y más.'));
});

test('without a word of what it is of, a dialog is known by its title, and what two fields could mean goes into neither', async () => {
  const reason = (title: string) =>
    `<dialog open aria-labelledby="t"><h2 id="t">${title}</h2><label>Motivo<textarea></textarea></label></dialog>`;
  page(reason('Archivar «IA»'));
  await userEvent.type(area(), 'Ya no se da');
  keepDrafts(7);
  page('');
  restore(7);
  page(reason('Archivar «Datos»'));
  await Promise.resolve();
  expect(area().value).toBe('');
  page(`${reason('Archivar «IA»')}${reason('Archivar «IA»')}`);
  await Promise.resolve();
  expect(area().value).toBe('');
  page(reason('Archivar «IA»'));
  await vi.waitFor(() => expect(area().value).toBe('Ya no se da'));
});

test('what waits for a form is not lost when the session ends a second time', async () => {
  page(answer('pregunta.1', ''));
  await userEvent.type(area(), 'Una.');
  keepDrafts(7);
  page(answer('pregunta.2', ''));
  await userEvent.type(area(), 'Dos.');
  keepDrafts(7);
  page('');
  restore(7);
  page(answer('pregunta.1', ''));
  await vi.waitFor(() => expect(area().value).toBe('Una.'));
  page(answer('pregunta.2', ''));
  await vi.waitFor(() => expect(area().value).toBe('Dos.'));
});

// rows: A40
test('a form that keeps its own is left to itself; its text outlasts a session that nobody ended, and no other', () => {
  const person = (id: number) => ({ id }) as UserRecord;
  const open = () => renderHook(() => useDraft('pregunta.1', () => ({ texto: '' }))).result;
  setSessionUser(person(7));
  page('<form data-draft="own"><input name="texto"></form>');
  const first = open();
  act(() => first.current.change({ texto: 'Una respuesta' }));
  field('texto')?.dispatchEvent(new Event('input', { bubbles: true }));
  sessionStorage.setItem('aulaviva.otra-cosa', 'de la sesión');
  stops.push(onEndByItself(() => keepDrafts(7)));
  endSession('idle');
  expect(Object.keys(sessionStorage)).toEqual(['aulaviva.borrador.7.pregunta.1']);

  setSessionUser(person(7));
  restore(7);
  expect(open().current).toMatchObject({ value: { texto: 'Una respuesta' }, restored: true });
  setSessionUser(person(8));
  expect(open().current).toMatchObject({ value: { texto: '' }, restored: false });
  restore(8);
  expect(sessionStorage).toHaveLength(0);

  setSessionUser(person(7));
  const last = open();
  act(() => last.current.change({ texto: 'Otra' }));
  endSession();
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['idle', () => endSession('idle')],
  ['ended by the school', () => sessionRefused('SESSION_ENDED')],
])('what was typed is kept before the page forgets who typed it (%s)', async (_, end) => {
  whenSessionEnds(() => undefined);
  setSessionUser({ id: 7 } as UserRecord);
  await type('bio', 'Aprendo IA');
  stops.push(onEndByItself(() => keepDrafts(7)));
  end();
  expect(kept()).toContain('Aprendo IA');
});
