import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { JsonTree } from './json-tree.tsx';

// rows: M04
test('all of a value is open at first, as JSON writes it; each part folds, and says how much is in it', () => {
  render(<JsonTree value={{ courseId: 3, title: 'Curso «A»', classes: [1, { minutes: null }], empty: {} }} />);
  const groups = screen.getAllByRole('group');
  expect(groups.every((group) => (group as HTMLDetailsElement).open)).toBe(true);
  expect(groups.map((group) => group.querySelector('summary')?.textContent)).toEqual(['{ } 4', 'classes: [ ] 2', '1: { } 1']);
  for (const said of ['courseId: 3', 'title: "Curso «A»"', '0: 1', 'minutes: null', 'empty: { }'])
    expect(screen.getByText((_, element) => element?.className === 'json-line' && element.textContent === said)).toBeTruthy();
});

// rows: M04
test('a number that JavaScript cannot hold stands as it is written', () => {
  render(
    <JsonTree value={{ one: 2 ** 53, 'a/b': [7, 2] }} numbers={{ '/one': '9007199254740993', '/a~1b/1': '2.00000000000000000001' }} />,
  );
  for (const said of ['one: 9007199254740993', '0: 7', '1: 2.00000000000000000001'])
    expect(screen.getByText((_, element) => element?.className === 'json-line' && element.textContent === said)).toBeTruthy();
});
