import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import '../reviews/texts.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReviewForm } from './review-form.tsx';

const posted = vi.fn<(body: unknown) => Response>();
const done = vi.fn();
beforeEach(() => {
  vi.stubGlobal('fetch', async (_: string, options: { body?: string } = {}) => posted(JSON.parse(options.body ?? '{}')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});
const show = () => {
  render(<ReviewForm courseId={3} before={null} signature={null} portrait={false} onDone={done} />);
  const stars = (count: number) => screen.getByRole('radio', { name: `${count} estrellas` });
  return {
    person: userEvent.setup(),
    stars,
    text: screen.getByLabelText('Cuéntale a quien lo está pensando'),
    group: screen.getByRole('group'),
  };
};

test('a review without stars is not sent: the stars say so and have the focus', async () => {
  const { person, stars, group } = show();
  await person.click(screen.getByRole('button', { name: 'Publicar reseña' }));
  await waitFor(() => expect(stars(5)).toHaveFocus());
  expect(group).toHaveAccessibleDescription('Elige de 1 a 5 estrellas.');
  expect(posted).not.toHaveBeenCalled();
});

test('what the school refuses of the text stands under the text; stars and text stay and are sent again', async () => {
  const { person, stars, text } = show();
  const message = 'La reseña puede tener hasta 2000 caracteres.';
  const refusal = { message, code: 'REVIEW_TOO_LONG', errors: [{ path: 'texto', message, code: 'REVIEW_TOO_LONG' }] };
  posted.mockReturnValueOnce(new Response(JSON.stringify(refusal), { status: 422 }));
  posted.mockReturnValueOnce(new Response(JSON.stringify({ message: '', oculta: false }), { status: 200 }));
  await person.click(stars(4));
  await person.type(text, 'Muy claro');
  await person.click(screen.getByRole('button', { name: 'Publicar reseña' }));
  await waitFor(() => expect(text).toHaveFocus());
  expect(text).toHaveAccessibleDescription(new RegExp(message));
  await person.type(text, '.');
  await person.click(screen.getByRole('button', { name: 'Publicar reseña' }));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(posted).toHaveBeenLastCalledWith({ estrellas: 4, texto: 'Muy claro.' });
});
