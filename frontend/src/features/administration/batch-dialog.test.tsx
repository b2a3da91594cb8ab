import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import './texts.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Course } from '../../domain/course.ts';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

/** The school, as far as the dialog sees it. */
const school = { sent: [] as string[], refused: null as number | null };
const server = createServer((request, response) => {
  const { method, url = '' } = request;
  let text = '';
  request.on('data', (piece) => {
    text += piece;
  });
  request.on('end', () => {
    const { cursos = [] } = JSON.parse(text || '{}') as { cursos?: number[] };
    school.sent.push(`${method} ${url.replace('/api/cursos/', '')} ${cursos}`);
    const results = cursos.map((id) => (school.refused === id ? [id, 'rechazado', 'COURSE_WITHOUT_CLASSES'] : [id, 'hecho', null]));
    const body = url.endsWith('/deshacer')
      ? { deshechos: 1, rechazados: 0, siguiente: null }
      : {
          lote: 'lote-1',
          resultados: results.map(([id_curso, resultado, codigo]) => ({ id_curso, resultado, codigo })),
          hechos: results.filter(([, result]) => result === 'hecho').length,
        };
    response.writeHead(201, { 'content-type': 'application/json', 'X-Position': '1', 'Access-Control-Allow-Origin': '*' });
    response.end(JSON.stringify(body));
  });
});

let BatchDialog: typeof import('./batch-dialog.tsx').BatchDialog;
let store: typeof import('../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/courses` });
  store = await import('../../api/store.ts');
  ({ BatchDialog } = await import('./batch-dialog.tsx'));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  Object.assign(school, { sent: [], refused: null });
  for (const one of Object.values(notices)) one.mockClear();
});
afterEach(cleanup);

const course = (id: number, more: Partial<Course> = {}) =>
  ({ id, nombre: `Curso ${id}`, version: 3, students: 2, videosSinTexto: 0, ...more }) as Course;
const open = (kind: 'publish' | 'archive', courses: readonly Course[]) => {
  const calls = { onClose: vi.fn(), onDone: vi.fn() };
  render(
    <Provider store={store.createStore()}>
      <BatchDialog kind={kind} courses={courses} {...calls} />
    </Provider>,
  );
  return calls;
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));

test('what one course refuses does not stop the others, and only what is left is tried again', async () => {
  school.refused = 1;
  const { onClose, onDone } = open('publish', [course(1), course(2)]);
  press('Publicar');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(school.sent).toEqual(['POST lote 1,2']);
  expect(screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent?.slice(0, 10))).toEqual([
    '✕Curso 1: ',
    '✓Curso 2 (',
  ]);
  expect(notices.success).toHaveBeenCalledWith('Se publicó 1 curso.', expect.objectContaining({ action: expect.anything() }));
  expect(onClose).not.toHaveBeenCalled();
  school.refused = null;
  press('Intentar con 1 que faltó');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(school.sent).toEqual(['POST lote 1,2', 'POST lote 1']);
  // What was done can be taken back from its notice, in one call.
  const [, { action }] = notices.success.mock.calls[0] as [string, { action: { onClick: () => void } }];
  action.onClick();
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('1 curso quedó como antes.'));
  expect(school.sent.at(-1)).toBe('POST lote/lote-1/deshacer ');
});

test('archiving several says whom it affects; publishing videos without text asks why', () => {
  open('archive', [course(1), course(2)]);
  expect(screen.getByText(/4 personas inscritas siguen pudiendo leerlo/)).toBeInTheDocument();
  cleanup();
  open('publish', [course(1, { videosSinTexto: 1 })]);
  expect(screen.getByRole('button', { name: 'Publicar', hidden: true })).toBeDisabled();
  fireEvent.change(screen.getByLabelText(/¿Por qué se publica/), { target: { value: 'Se graban mañana.' } });
  expect(screen.getByRole('button', { name: 'Publicar', hidden: true })).toBeEnabled();
  expect(school.sent).toEqual([]);
});
