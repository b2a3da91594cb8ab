import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FileButton } from './file-button.tsx';

afterEach(cleanup);

test('a file that was mended is chosen again under the same name', () => {
  const onChoose = vi.fn();
  render(
    <FileButton label="Lista" accept={['.csv']} onChoose={onChoose}>
      Elegir
    </FileButton>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Lista');
  const file = new File(['a'], 'lista.csv');
  // A browser says nothing of a file that is chosen already: the input must have forgotten it.
  let kept = 'C:\\fakepath\\lista.csv';
  Object.defineProperty(input, 'value', {
    get: () => kept,
    set(value: string) {
      kept = value;
    },
  });
  fireEvent.change(input, { target: { files: [file] } });
  expect(onChoose).toHaveBeenCalledWith(file);
  expect(kept).toBe('');
});

test('while a file is read no other can be chosen, and the button keeps the focus', () => {
  const file = (busy: boolean) => (
    <FileButton label="Lista" accept={['.csv']} onChoose={() => undefined} disabled={busy}>
      Elegir
    </FileButton>
  );
  const { rerender } = render(file(false));
  const opened = vi.spyOn(screen.getByLabelText<HTMLInputElement>('Lista'), 'click');
  const button = screen.getByRole('button', { name: 'Elegir' });
  fireEvent.click(button);
  expect(opened).toHaveBeenCalledTimes(1);
  rerender(file(true));
  fireEvent.click(button);
  expect(opened).toHaveBeenCalledTimes(1);
  expect(button).not.toHaveAttribute('disabled');
  expect(button).toHaveAttribute('aria-disabled', 'true');
});
