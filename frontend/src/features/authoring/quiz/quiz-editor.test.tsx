import '@testing-library/jest-dom/vitest';
import '../../../i18n/i18n.ts';
import '../../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { QuestionRecord, QuizEdited } from '../../../../../backend/api/contract/records/quizzes.ts';
import type { EditedClass, EditedSubtopic, Editor } from '../editor-context.ts';

vi.mock('../../../ui/rich-text/rich-text.tsx', () => ({
  RichText: ({ label, value, onChange, error }: { label: string; value: string; onChange: (to: string) => void; error?: string }) => (
    <label>
      {label}
      <textarea value={value} aria-invalid={error ? true : undefined} onChange={(event) => onChange(event.target.value)} />
      <span>{error}</span>
    </label>
  ),
}));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const school = { tried: [] as string[], questions: [] as QuestionRecord[], sent: [] as { method: string; url: string; body: unknown }[] };
const edited = (): QuizEdited => ({
  ...{ id_curso: 1, id_subtema: 5, version: school.questions.length, revision: 0, pendiente: true, preguntas: school.questions },
  reglas: { aprobatoria: 70, intentos: null, minutos: null, barajar: false, resultados: 'todo' },
});
const server = createServer((request, response) => {
  void (async () => {
    const { method = '', url = '' } = request;
    const answer = (body: unknown) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': '*',
        'Access-Control-Allow-Methods': '*',
        'Access-Control-Expose-Headers': '*',
      });
      response.end(JSON.stringify(body));
    };
    if (method === 'OPTIONS') return answer({});
    let text = '';
    for await (const part of request) text += part;
    if (url.startsWith('/api/supuestos/')) {
      school.tried.push(url);
      const who = { clase: 'reprobaria', id_usuario: 4, nombre: 'Ana', que: null, fecha: '2026-11-01T12:00:00.000Z', valor: 75 };
      const cambios = [{ clase: 'reprobaria', cantidad: 1 }];
      return answer({ desde: '2026-08-01', dias: 90, antes: 70, despues: 80, examinados: 3, completo: true, cambios, casos: [who] });
    }
    if (method === 'GET') return answer(edited());
    school.sent.push({ method, url, body: text ? JSON.parse(text) : null });
    return answer({ message: '' });
  })();
});

let part: typeof import('./quiz-editor.tsx');
let context: typeof import('../editor-context.ts');
let stores: typeof import('../../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/instructor/courses/1/edit` });
  stores = await import('../../../api/store.ts');
  await import('../../../api/topics.ts');
  context = await import('../editor-context.ts');
  part = await import('./quiz-editor.tsx');
  await import('../texts.ts');
  const { feed } = await import('../../../api/feed.ts');
  vi.spyOn(feed(), 'caughtUp').mockResolvedValue(true);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  sessionStorage.clear();
  Object.assign(school, { questions: [], sent: [], tried: [] });
});
afterEach(cleanup);
const show = () => {
  const editor = { courseId: 1, draft: true } as Editor;
  const subtopic = { id_subtema: 5, titulo: 'Repaso' } as EditedSubtopic;
  render(
    <Provider store={stores.createStore()}>
      <MemoryRouter>
        <context.EditorProvider value={editor}>
          <part.QuizEditor subtopic={subtopic} klass={{ id_sesion: 3, id_modulo: 2 } as EditedClass} locked={false} />
        </context.EditorProvider>
      </MemoryRouter>
    </Provider>,
  );
  return userEvent.setup({ delay: null });
};

const optionNamed = (number: number) => screen.getByLabelText(`Opción ${number}`);
const button = (text: string) => screen.getByText(text, { selector: 'button' });

// rows: H29, H30
test('each of the four texts stands where it is wrong', async () => {
  const user = show();
  expect(await screen.findByText('Preguntas asociadas (0)')).toBeInTheDocument();
  await user.click(button('Agregar pregunta'));
  expect(button('Agregar opción')).toBeDisabled();
  await user.click(button('Guardar pregunta'));
  expect(await screen.findByText('El enunciado de la pregunta no puede estar vacío.')).toBeInTheDocument();
  expect(screen.getAllByText('Todas las opciones deben tener texto.')).toHaveLength(2);
  expect(screen.getByText('Debes marcar al menos una opción como correcta.')).toBeInTheDocument();
  expect(school.sent).toEqual([]);
});

test('options are added with the keyboard alone', async () => {
  const user = show();
  (await screen.findByText('Agregar pregunta', { selector: 'button' })).focus();
  await user.keyboard('{Enter}');
  optionNamed(1).focus();
  await user.keyboard('4{Enter}');
  await waitFor(() => expect(optionNamed(2)).toHaveFocus());
  await user.keyboard('5');
  expect(button('Agregar opción')).toBeEnabled();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(optionNamed(3)).toHaveFocus());
  screen.getByLabelText('Quitar la opción 3').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByLabelText('Opción 3')).not.toBeInTheDocument());
  await waitFor(() => expect(optionNamed(2)).toHaveFocus());
});

test('a question is sent as it was written', async () => {
  const user = show();
  await user.click(await screen.findByText('Agregar pregunta', { selector: 'button' }));
  fireEvent.change(screen.getByLabelText(/^Enunciado/), { target: { value: '¿Cuánto es 2 + 2?' } });
  fireEvent.change(optionNamed(1), { target: { value: '4' } });
  fireEvent.change(optionNamed(2), { target: { value: '5' } });
  await user.click(screen.getByLabelText('La opción 1 es correcta'));
  await user.click(button('Guardar pregunta'));
  await waitFor(() => expect(school.sent).toHaveLength(1));
  expect(school.sent[0]).toMatchObject({
    ...{ method: 'POST', url: '/api/evaluaciones/5/preguntas' },
    body: {
      question: '¿Cuánto es 2 + 2?',
      points: 1,
      borrador: false,
      options: [
        { text: '4', is_correct: true },
        { text: '5', is_correct: false },
      ],
    },
  });
});

test('options are pasted as a list; with one of them alone the question can only be kept as a draft', async () => {
  const user = show();
  await user.click(await screen.findByText('Agregar pregunta', { selector: 'button' }));
  fireEvent.change(screen.getByLabelText(/^Enunciado/), { target: { value: '¿Pares?' } });
  await user.click(optionNamed(1));
  await user.paste('* 2\n* 4\n- 5');
  // The form's second option was still blank, so it was dropped.
  await waitFor(() => expect(optionNamed(1)).toHaveValue('2'));
  const values = () => screen.getAllByLabelText(/^Opción \d/).map((input) => (input as HTMLInputElement).value);
  expect(values()).toEqual(['2', '4', '5']);
  await user.click(button('Guardar como borrador'));
  await waitFor(() => expect(school.sent).toHaveLength(1));
  expect(school.sent[0]?.body).toMatchObject({
    borrador: true,
    options: [{ text: '2', is_correct: true }, { text: '4', is_correct: true }, { text: '5' }],
  });
});

test('whom another pass mark would have affected is asked with what is typed, and nothing is saved', async () => {
  const user = show();
  await user.click(await screen.findByText('Reglas', { selector: 'summary' }));
  const mark = await screen.findByLabelText(/^Se aprueba con/);
  await user.clear(mark);
  await user.type(mark, '80');
  await user.click(button('¿A quién habría afectado?'));
  expect(await screen.findByText('1 persona menos habría aprobado')).toBeInTheDocument();
  expect(screen.getByText('Ana')).toBeInTheDocument();
  expect(school.tried).toEqual(['/api/supuestos/evaluacion/5?aprobatoria=80&dias=90']);
  await user.clear(mark);
  expect(await screen.findByText('Escribe un valor válido para ver a quién habría afectado.')).toBeInTheDocument();
  expect(school.tried).toHaveLength(1);
  expect(school.sent).toEqual([]);
});
