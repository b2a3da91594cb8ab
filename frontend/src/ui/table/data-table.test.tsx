import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { type Column, DataTable, usePageCursor } from './data-table.tsx';
import { ChoiceFilter, SearchFilter } from './filters.tsx';

interface Person {
  id: number;
  name: string;
  points: number | null;
}
const people: Person[] = [
  { id: 1, name: 'Zoé', points: 3 },
  { id: 2, name: 'Álvaro', points: null },
  { id: 3, name: 'Ñusta', points: 12 },
];
const columns: readonly Column<Person>[] = [
  { id: 'name', label: 'Nombre', head: true, sort: ({ name }) => name, cell: ({ name }) => <a href={`#${name}`}>{name}</a> },
  { id: 'points', label: 'Puntos', sort: ({ points }) => points, cell: ({ points }) => points ?? '—' },
  { id: 'note', label: 'Nota', hidden: true, cell: () => 'nota' },
];
const query = { isFetching: false, refetch: vi.fn() };
const rowId = ({ id }: Person) => String(id);
const base = { caption: 'Personas', columns, rowId, query, failed: 'No se pudo', empty: <p>Nadie</p> };

const show = (table: React.ReactNode, address = '') => {
  const router = createMemoryRouter([{ path: '/', element: table }], { initialEntries: [`/${address}`] });
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup() };
};
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
afterEach(cleanup);

test('a heading sorts, says which way, and the address keeps it: words from A, figures from the most, what has none last', async () => {
  const { router, user } = show(<DataTable {...base} rows={people} />);
  expect(names()).toEqual(['Zoé', 'Álvaro', 'Ñusta']);
  await user.click(screen.getByRole('button', { name: 'Ordenar por Nombre' }));
  expect(names()).toEqual(['Álvaro', 'Ñusta', 'Zoé']);
  expect(router.state.location.search).toBe('?orden=name');
  expect(screen.getByRole('columnheader', { name: 'Nombre' })).toHaveAttribute('aria-sort', 'ascending');
  await user.click(screen.getByRole('button', { name: 'Ordenar por Puntos' }));
  expect(router.state.location.search).toBe('?orden=-points');
  expect(names()).toEqual(['Ñusta', 'Zoé', 'Álvaro']);
  await user.click(screen.getByRole('button', { name: 'Ordenar por Puntos' }));
  expect(names()).toEqual(['Zoé', 'Ñusta', 'Álvaro']);
});

test('where rows are cards, the order is chosen from a list, and turned by its arrow', async () => {
  const { router, user } = show(<DataTable {...base} rows={people} />);
  const order = screen.getByRole('combobox', { name: 'Ordenar por' });
  expect(order).toHaveValue('');
  expect(screen.queryByRole('button', { name: 'Invertir el orden' })).toBeNull();
  await user.selectOptions(order, 'Puntos');
  expect(names()).toEqual(['Ñusta', 'Zoé', 'Álvaro']);
  await user.click(screen.getByRole('button', { name: 'Invertir el orden' }));
  expect(router.state.location.search).toBe('?orden=points');
  expect(order).toHaveValue('points');
});

test('an order that the table does not have is the usual one', () => {
  for (const asked of ['?orden=correo', '?orden=-', '?orden=__proto__', '']) {
    show(<DataTable {...base} rows={people} order="-points" />, asked);
    expect(names()).toEqual(['Ñusta', 'Zoé', 'Álvaro']);
    cleanup();
  }
});

test('a long list stands on pages that the address names; a page that is not there is the last', async () => {
  const many = Array.from({ length: 5 }, (_, index) => ({ id: index, name: `P${index}`, points: index }));
  const { router, user } = show(<DataTable {...base} rows={many} pageSize={2} />);
  expect(screen.getByRole('status')).toHaveTextContent('1 a 2 de 5');
  await user.click(screen.getByRole('button', { name: 'Siguientes' }));
  expect(names()).toEqual(['P2', 'P3']);
  expect(router.state.location.search).toBe('?pagina=2');
  await user.click(screen.getByRole('button', { name: 'Anteriores' }));
  expect(router.state.location.search).toBe('');
  cleanup();
  show(<DataTable {...base} rows={many} pageSize={2} />, '?pagina=99');
  expect(names()).toEqual(['P4']);
  expect(screen.queryByRole('button', { name: 'Siguientes' })).toBeNull();
});

function ByCursor() {
  const cursor = usePageCursor('gente');
  return <DataTable {...base} name="gente" rows={cursor ? people.slice(2) : people.slice(0, 2)} next={cursor ? null : 'c2'} />;
}
test('a list by cursor goes on from page to page and back to its beginning, and sorts nothing that it has only in part', async () => {
  const { router, user } = show(<ByCursor />);
  expect(screen.queryByRole('button', { name: /Ordenar/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Siguientes' }));
  expect(router.state.location.search).toBe('?gente.pagina=c2');
  expect(names()).toEqual(['Ñusta']);
  await user.click(screen.getByRole('button', { name: 'Volver al principio' }));
  expect(names()).toEqual(['Zoé', 'Álvaro']);
});

test('columns are hidden and shown, and the address keeps which', async () => {
  const { router, user } = show(<DataTable {...base} rows={people} />);
  expect(screen.queryByRole('columnheader', { name: 'Nota' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Columnas de «Personas»' }));
  await user.click(screen.getByRole('checkbox', { name: 'Nota', hidden: true }));
  expect(router.state.location.search).toBe('?columnas=points%2Cnote');
  expect(screen.getByRole('columnheader', { name: 'Nota' })).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Nota', hidden: true }));
  await user.click(screen.getByRole('checkbox', { name: 'Puntos', hidden: true }));
  expect(screen.getAllByRole('columnheader')).toHaveLength(1);
});

test('every column can be hidden but the name of the row and its buttons; where that leaves one, there is no choice', async () => {
  const acts: Column<Person> = { id: 'acts', label: 'Acciones', acts: true, cell: () => <button type="button">Ver</button> };
  show(<DataTable {...base} columns={[...columns, acts]} rows={people} />);
  expect(screen.getAllByRole('checkbox', { hidden: true }).map((box) => box.parentElement?.textContent)).toEqual(['Puntos', 'Nota']);
  cleanup();
  show(<DataTable {...base} columns={[...columns.slice(0, 2), acts]} rows={people} />);
  expect(screen.queryByRole('button', { name: 'Columnas de «Personas»' })).toBeNull();
});

test('rows are chosen one by one or all, and what is done with them gets those', async () => {
  const done = vi.fn();
  const acts = (rows: readonly Person[]) => (
    <button type="button" onClick={() => done(rows.map(({ name }) => name))}>
      Hacer
    </button>
  );
  const { user } = show(<DataTable {...base} rows={people} batch={{ nameOf: ({ name }) => name, acts }} />);
  expect(screen.queryByRole('button', { name: 'Hacer' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Elegir Ñusta' }));
  expect(screen.getByRole('status')).toHaveTextContent('1 elegido');
  await user.click(screen.getByRole('button', { name: 'Hacer' }));
  expect(done).toHaveBeenLastCalledWith(['Ñusta']);
  await user.click(screen.getByRole('checkbox', { name: 'Elegir todo lo que se ve en «Personas»' }));
  await user.click(screen.getByRole('button', { name: 'Hacer' }));
  expect(done).toHaveBeenLastCalledWith(['Zoé', 'Álvaro', 'Ñusta']);
  await user.click(screen.getByRole('button', { name: 'Quitar la selección' }));
  expect(screen.queryByRole('button', { name: 'Hacer' })).toBeNull();
});

test('the arrows go from row to row, to the same control of each', async () => {
  const { user } = show(<DataTable {...base} rows={people} />);
  screen.getByRole('link', { name: 'Zoé' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Álvaro' })).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getByRole('link', { name: 'Zoé' })).toHaveFocus();
});

test('loading, failed, empty, and what was there before a failed reading, are told apart', async () => {
  const failing = { ...query, error: { status: 500, code: 'UNEXPECTED', message: '' } };
  show(<DataTable {...base} rows={undefined} />);
  expect(screen.queryByRole('table')).toBeNull();
  cleanup();
  const { user } = show(<DataTable {...base} rows={undefined} query={failing} />);
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudo');
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(query.refetch).toHaveBeenCalledTimes(1);
  cleanup();
  show(<DataTable {...base} rows={[]} />);
  expect(screen.getByText('Nadie')).toBeInTheDocument();
  cleanup();
  show(<DataTable {...base} rows={people} query={failing} />);
  expect(screen.getByText(/esto es lo último que se recibió/)).toBeInTheDocument();
  expect(names()).toHaveLength(3);
});

test('a filter is a step of the address that begins the list anew; letters of a search are one question, once the person pauses', async () => {
  const filters = (
    <>
      <SearchFilter label="Buscar" />
      <ChoiceFilter name="estado" label="Estado" all="Todos" choices={[{ value: 'a', label: 'Abierto' }]} />
    </>
  );
  const { router, user } = show(filters, '?pagina=c2');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Estado' }), 'Abierto');
  expect(router.state.location.search).toBe('?estado=a');
  const asked = new Set<string>();
  router.subscribe(({ location }) => asked.add(location.search));
  await user.type(screen.getByRole('searchbox', { name: 'Buscar' }), 'ana ríos');
  await waitFor(() => expect(router.state.location.search).toContain('buscar=ana'));
  expect([...asked]).toEqual(['?estado=a&buscar=ana+r%C3%ADos']);
  await router.navigate(-1);
  await waitFor(() => expect(within(document.body).getByRole('searchbox', { name: 'Buscar' })).toHaveValue(''));
});

test('a page that is opened before the pause after typing has ended stays open, however long it takes to come', async () => {
  const user = userEvent.setup();
  const arriving = Promise.withResolvers<object>();
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <>
          <SearchFilter label="Buscar" />
          <Link to="/otra">Otra</Link>
        </>
      ),
    },
    { path: '/otra', lazy: () => arriving.promise },
  ]);
  render(<RouterProvider router={router} />);
  await user.type(screen.getByRole('searchbox'), 'bruno');
  await user.click(screen.getByRole('link', { name: 'Otra' }));
  expect(router.state.location.search).toBe('?buscar=bruno');
  arriving.resolve({ element: <p>Aquí está</p> });
  expect(await screen.findByText('Aquí está')).toBeVisible();
});
