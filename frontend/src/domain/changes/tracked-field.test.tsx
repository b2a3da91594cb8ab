import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showLanguage } from '../../i18n/i18n.ts';
import { TrackedField } from './tracked-field.tsx';

// rows: K01
test('what is chosen from a list reads in the language of the page, what somebody wrote as they wrote it', async () => {
  const field = (campo: string, antes: string, despues: string) => <TrackedField field={{ campo, antes, despues, marcas: null }} />;
  const page = (
    <dl>
      {field('tipo_subtema', 'lectura', 'evaluacion')}
      {field('estado', 'Borrador', 'Publicado')}
      {field('duration', '2 semanas', '{{count}} semanas')}
    </dl>
  );
  const { rerender } = render(page);
  for (const said of ['Lectura', 'Evaluación', 'Publicado', '{{count}} semanas']) expect(screen.getByText(said)).toBeTruthy();
  await showLanguage('en');
  rerender(page);
  for (const said of ['Reading', 'Assessment', 'Published', '{{count}} semanas']) expect(screen.getByText(said)).toBeTruthy();
  expect(screen.getByText('Published').closest('[lang=es]')).toBeNull();
  expect(screen.getByText('2 semanas').closest('[lang=es]')).not.toBeNull();
});
