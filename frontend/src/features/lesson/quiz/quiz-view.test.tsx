import '@testing-library/jest-dom/vitest';
import '../../../i18n/i18n.ts';
import '../../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AskedQuestion, AttemptRecord, LearnerQuiz } from '../../../../../backend/api/contract/records/quizzes.ts';

vi.mock('../../../lib/session.ts', async (original) => ({
  ...(await original<object>()),
  useSessionUser: () => ({ id: 7, user_role: 1 }),
}));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const reglas = { aprobatoria: 70, intentos: 2, minutos: 20, barajar: false, resultados: 'todo' as const };
const option = (id: number, text: string, graded: { is_correct: boolean; explanation: string } | null = null) => ({
  ...{ id, text, is_correct: graded?.is_correct ?? null, explanation: graded?.explanation ?? null },
});
const question = (id: number, more: Partial<AskedQuestion>): AskedQuestion => ({
  ...{ id, question_number: id, question: `Pregunta ${id}`, instruction: '', points: 1, varias: false, options: [] },
  ...{ elegidas: [], correcta: null, obtenidos: null },
  ...more,
});
const school = {
  state: 'none' as 'none' | 'open' | 'graded',
  answers: {} as Record<number, number[]>,
  down: false,
  code: '',
  sent: [] as string[],
};
const quiz = (): LearnerQuiz => ({
  ...{ id_curso: 1, id_subtema: 5, revision: 1, preguntas: 2, puntos: 2, reglas, aprobada: school.state === 'graded' },
  ...{
    mejor: school.state === 'graded' ? 100 : null,
    abierto: school.state === 'open' ? 1 : null,
    quedan: school.state === 'none' ? 2 : 1,
  },
  impide: null,
  intentos: school.state === 'none' ? [] : [summary()],
});
const summary = () => ({
  ...{ intento: 1, revision: 1, inicio: '2026-11-20T18:00:00.000Z', fin: null, por: null },
  ...(school.state === 'graded'
    ? { estado: 'calificado' as const, calificacion: 100, puntos: 2, de: 2, aprobado: true }
    : { estado: 'abierto' as const, calificacion: null, puntos: null, de: null, aprobado: null }),
});
const attempt = (): AttemptRecord => {
  const graded = school.state === 'graded';
  const shown = graded ? { correcta: true, obtenidos: 1 } : {};
  return {
    ...{ ...summary(), id_curso: 1, id_subtema: 5, reglas, limite: null, restante: graded ? null : 90_000 },
    preguntas: [
      question(1, {
        ...{ options: [option(10, 'Cuatro', graded ? { is_correct: true, explanation: 'Dos y dos.' } : null), option(11, 'Cinco')] },
        ...{ elegidas: school.answers[1] ?? [], ...shown },
      }),
      question(2, { varias: true, options: [option(20, 'Dos'), option(21, 'Tres')], elegidas: school.answers[2] ?? [], ...shown }),
    ],
  };
};
const server = createServer((request, response) => {
  void (async () => {
    const { method = '', url = '' } = request;
    const answer = (body: unknown, status = 200) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': '*',
        'Access-Control-Allow-Methods': '*',
        'Access-Control-Expose-Headers': '*',
      });
      response.end(JSON.stringify(body));
    };
    if (method === 'OPTIONS') return answer({});
    if (school.down) return response.destroy();
    let text = '';
    for await (const part of request) text += part;
    if (method !== 'GET') school.sent.push(`${method} ${url} ${text}`);
    if (method === 'GET') return answer(url.endsWith('/intentos/1') ? attempt() : quiz());
    if (method === 'PUT') {
      if (school.code) return answer({ code: school.code, message: '' }, 409);
      const [, asked = ''] = /respuestas\/(\d+)/.exec(url) ?? [];
      school.answers[Number(asked)] = (JSON.parse(text) as { opciones: number[] }).opciones;
      return answer({ message: '', elegidas: [] });
    }
    school.state = url.endsWith('/entregar') ? 'graded' : 'open';
    return answer(attempt());
  })();
});

let view: typeof import('./quiz-view.tsx');
let api: typeof import('../../../api/api.ts').api;
let stores: typeof import('../../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/courses` });
  stores = await import('../../../api/store.ts');
  ({ api } = await import('../../../api/api.ts'));
  await import('../../../api/topics.ts');
  view = await import('./quiz-view.tsx');
  const { feed } = await import('../../../api/feed.ts');
  vi.spyOn(feed(), 'caughtUp').mockResolvedValue(true);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => void Object.assign(school, { state: 'none', answers: {}, down: false, code: '', sent: [] }));
afterEach(cleanup);
const show = (store = stores.createStore()) => {
  render(
    <Provider store={store}>
      <view.QuizView subtopicId={5} mode="learner" />
    </Provider>,
  );
  return userEvent.setup({ delay: null });
};

// rows: C16, C17, C18
test('the rules are told before', async () => {
  const user = show();
  expect(await screen.findByText(/Cada pregunta da sus puntos cuando eliges todas las opciones correctas/)).toBeInTheDocument();
  expect(screen.getByText('Se aprueba con 70 % de los puntos.')).toBeInTheDocument();
  expect(screen.getByText('Te quedan 2 intentos.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Empezar' }));
  // The clock keeps running: on a slow machine a later second is shown.
  expect(await screen.findByText(/^1:[0-3]\d$/)).toBeInTheDocument();
  expect(screen.getByText('0 de 2 respondidas')).toBeInTheDocument();
});

test('answers are saved as they are chosen', async () => {
  school.state = 'open';
  const user = show();
  await user.click(await screen.findByLabelText('Cuatro'));
  expect(await screen.findByText('Guardada')).toBeInTheDocument();
  await user.click(screen.getByLabelText('Dos'));
  await waitFor(() => expect(school.answers).toEqual({ 1: [10], 2: [20] }));
});

test('what another device answers later stands here too', async () => {
  school.state = 'open';
  const store = stores.createStore();
  const user = show(store);
  await user.click(await screen.findByLabelText('Cuatro'));
  expect(await screen.findByText('Guardada')).toBeInTheDocument();
  school.answers[1] = [11];
  await store.dispatch(api.endpoints.attempt.initiate({ userId: 7, subtemaId: 5, intento: 1 }, { forceRefetch: true, subscribe: false }));
  await waitFor(() => expect(screen.getByLabelText('Cinco')).toBeChecked());
});

test('without a connection an answer waits and is sent as soon as it is back, also once its page was left', async () => {
  school.state = 'open';
  const user = show();
  await screen.findByLabelText('Cuatro');
  school.down = true;
  await user.click(screen.getByLabelText('Cuatro'));
  expect(await screen.findByText('Sin conexión. Se enviará en cuanto vuelva.')).toBeInTheDocument();
  expect(screen.getByLabelText('Cuatro')).toBeChecked();
  cleanup();
  school.down = false;
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(school.answers).toEqual({ 1: [10] }));
});

test('handed in, the result says why', async () => {
  Object.assign(school, { state: 'open', answers: { 1: [10], 2: [20] } });
  const user = show();
  await user.click(await screen.findByText('Entregar', { selector: '.quiz-submit' }));
  expect(await screen.findByText(/Respondiste todas las preguntas/)).toBeInTheDocument();
  await user.click(within(screen.getByRole('dialog')).getByText('Entregar', { selector: 'button' }));
  expect(await screen.findByText('2 de 2 puntos · 100 %')).toBeInTheDocument();
  expect(screen.getByText('Dos y dos.')).toBeInTheDocument();
});

test('what was answered elsewhere stands there; an answer that the school refuses is given back', async () => {
  Object.assign(school, { state: 'open', answers: { 1: [11] }, code: 'ATTEMPT_CLOSED' });
  const user = show();
  expect(await screen.findByLabelText('Cinco')).toBeChecked();
  await user.click(screen.getByLabelText('Cuatro'));
  await waitFor(() => expect(screen.getByLabelText('Cinco')).toBeChecked());
});
