import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { cleanPasted } from './paste.ts';
import { RichText, type RichTextProps } from './rich-text.tsx';

afterEach(cleanup);
beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
  document.elementFromPoint ??= () => null;
  Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect ??= () => new DOMRect();
});

const start = '#  Uno\n\nCuesta $30.\n* a\n* b\n';
function Host({ changed, ...props }: Partial<RichTextProps> & { changed: (markdown: string) => void }) {
  const [value, setValue] = useState(props.value ?? start);
  return (
    <>
      <RichText
        label="Lectura"
        {...props}
        value={value}
        onChange={(next) => {
          changed(next);
          setValue(next);
        }}
      />
      <button type="button" onClick={() => setValue('Dos.')}>
        Otra
      </button>
    </>
  );
}
const open = async (props: Partial<RichTextProps> = {}) => {
  const changed = vi.fn<(markdown: string) => void>();
  const view = render(<Host {...props} changed={changed} />);
  const box = await screen.findByRole('textbox', { name: 'Lectura' });
  return { changed, view, box, editor: (box as HTMLElement & { editor: Editor }).editor };
};
const paste = (box: HTMLElement, data: Record<string, string>, files: File[] = []) => {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: (type: string) => data[type] ?? '', files, types: Object.keys(data), items: [] } });
  act(() => void box.dispatchEvent(event));
};

test('a text that nobody changes is never told again, however often it is opened, left and seen as Markdown', async () => {
  const { changed, view, box } = await open();
  fireEvent.focus(box);
  fireEvent.blur(box);
  fireEvent.click(screen.getByRole('button', { name: 'Markdown' }));
  expect(screen.getByRole('textbox', { name: 'Lectura' })).toHaveValue(start);
  fireEvent.click(screen.getByRole('button', { name: 'Ver como texto' }));
  await screen.findByRole('toolbar');
  view.unmount();
  expect(changed).not.toHaveBeenCalled();
});

test('what is changed is told as Markdown, with all else as it stood', async () => {
  const { changed, editor, view } = await open();
  act(() => void editor.commands.insertContentAt(7, 'Hoy '));
  view.unmount();
  expect(changed).toHaveBeenCalledExactlyOnceWith('#  Uno\n\nCHoy uesta $30.\n\n* a\n* b\n');
});

test('a text that came from outside takes its place; one that was told by itself does not come back', async () => {
  const { box } = await open({ value: 'Uno.' });
  fireEvent.click(screen.getByRole('button', { name: 'Otra' }));
  await waitFor(() => expect(box).toHaveTextContent('Dos.'));
});

test('the toolbar is one stop of Tab; arrows, Home and End go through it, and Alt+F10 leads there', async () => {
  const { box } = await open();
  const bar = screen.getByRole('toolbar', { name: 'Formato de Lectura' });
  const buttons = [...bar.querySelectorAll('button')];
  expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  fireEvent.keyDown(box, { key: 'F10', altKey: true });
  expect(screen.getByRole('button', { name: 'Negrita' })).toHaveFocus();
  fireEvent.keyDown(bar, { key: 'ArrowRight' });
  expect(screen.getByRole('button', { name: 'Cursiva' })).toHaveFocus();
  fireEvent.keyDown(bar, { key: 'End' });
  expect(screen.getByRole('button', { name: 'Markdown' })).toHaveFocus();
  fireEvent.keyDown(bar, { key: 'ArrowRight' });
  expect(screen.getByRole('button', { name: 'Negrita' })).toHaveFocus();
  expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
});

test('pasted Markdown becomes what it says; text without its signs keeps its lines', async () => {
  const { box, changed, editor } = await open({ value: '' });
  paste(box, { 'text/plain': '## Dos\n\n- a\n- b\n\n```python\nx = 1\n```' });
  fireEvent.blur(box);
  await waitFor(() => expect(changed).toHaveBeenLastCalledWith('## Dos\n\n- a\n- b\n\n```python\nx = 1\n```'));
  act(() => void editor.commands.clearContent());
  paste(box, { 'text/plain': 'uno\ndos' });
  fireEvent.blur(box);
  await waitFor(() => expect(changed).toHaveBeenLastCalledWith('uno\n\ndos'));
});

test('a paste of 30 MB is refused in words, and the text stays', async () => {
  const { box, changed } = await open();
  const huge = 'a'.repeat(30 * 1024 * 1024);
  paste(box, { 'text/plain': huge, 'text/html': `<p>${huge}</p>` });
  expect(await screen.findByText(/demasiado para pegarlo de una vez/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Markdown' }));
  const source = screen.getByRole('textbox', { name: 'Lectura' });
  fireEvent.paste(source, { clipboardData: { getData: () => huge } });
  expect(await screen.findByText(/demasiado para pegarlo de una vez/)).toBeInTheDocument();
  expect(changed).not.toHaveBeenCalled();
});

test('a pasted image is uploaded, asked what it shows, and stands there with that', async () => {
  const onImage = vi.fn(async () => '/api/files/recursos/a.png');
  const { box, changed } = await open({ value: '', onImage });
  paste(box, {}, [new File(['x'], 'a.png', { type: 'image/png' })]);
  const alt = await screen.findByLabelText('¿Qué se ve en la imagen?');
  fireEvent.click(screen.getByRole('button', { name: 'Agregar' }));
  expect(screen.getByText('Describe la imagen, o marca que es solo un adorno.')).toBeInTheDocument();
  fireEvent.change(alt, { target: { value: 'Dos flechas' } });
  fireEvent.click(screen.getByRole('button', { name: 'Agregar' }));
  fireEvent.blur(box);
  await waitFor(() => expect(changed).toHaveBeenLastCalledWith('![Dos flechas](/api/files/recursos/a.png)'));
  expect(onImage).toHaveBeenCalledOnce();
});

test('what is no image is refused before it is sent', async () => {
  const onImage = vi.fn(async () => '');
  const { box } = await open({ onImage });
  paste(box, {}, [new File(['x'], 'a.svg', { type: 'image/svg+xml' })]);
  expect(await screen.findByText('Elige una imagen JPG, PNG o WebP.')).toBeInTheDocument();
  expect(onImage).not.toHaveBeenCalled();
});

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body><!--StartFragment-->
<h1 style='mso-style-name:x'>Título<o:p></o:p></h1><p class=MsoNormal>Un <b style='mso-bidi-font-weight:normal'>texto</b> con&nbsp; espacios<o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span></span><![endif]>Uno</p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;</span></span>Dentro</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>Dos</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>Primero</p>
<table class=MsoTableGrid><tr><td colspan=2 style='border:solid'><p class=MsoNormal>Ancho</p></td></tr><tr><td><p>a</p><p>b</p></td><td><p>c</p></td></tr></table>
<img width=300 src="file:///C:/Users/x/clip_image001.png"><!--EndFragment--></body></html>`;
const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:700">Título</span></h2>
<p dir="ltr"><span style="font-weight:400">Un </span><span style="font-weight:700;font-style:italic">texto</span><span style="text-decoration:line-through"> viejo</span></p><br>
<ul style="margin:0"><li dir="ltr" style="list-style-type:disc"><p role="presentation"><span>Uno</span></p></li><ul><li><p><span>Dentro</span></p></li></ul></ul>
<p><a href="https://www.google.com/url?q=https://a.mx/x&sa=D"><span style="color:#1155cc;text-decoration:underline">ver</span></a></p></b>`;

test('what comes from Word and Google Docs comes without their rubbish', async () => {
  const { box, changed, editor } = await open({ value: '' });
  paste(box, { 'text/html': word, 'text/plain': 'x' });
  fireEvent.blur(box);
  await waitFor(() => expect(changed).toHaveBeenCalled());
  expect(changed.mock.lastCall?.[0]).toBe(
    '## Título\n\nUn **texto** con espacios\n\n- Uno\n  - Dentro\n- Dos\n\n1. Primero\n\n| Ancho | |\n| - | - |\n| a b | c |',
  );
  expect(screen.getByText(/pero no sus imágenes/)).toBeInTheDocument();
  act(() => void editor.commands.clearContent());
  paste(box, { 'text/html': docs, 'text/plain': 'x' });
  fireEvent.blur(box);
  await waitFor(() => expect(changed.mock.lastCall?.[0]).toContain('viejo'));
  expect(changed.mock.lastCall?.[0]).toBe('## Título\n\nUn **_texto_** ~~viejo~~\n\n- Uno\n  - Dentro\n\n[ver](https://a.mx/x)');
});

test('nothing that runs survives a paste', () => {
  const { html } = cleanPasted(
    '<p onclick="x()">a<script>x()</script><img src="javascript:x()" onerror="x()"><iframe src="https://a.mx"></iframe></p>',
  );
  expect(html).toBe('<p>a</p>');
});
