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

test('a text that nobody changes is never reported as changed, however often it is opened, left and seen as Markdown', async () => {
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

test('what is changed is reported as Markdown, with all else as it was', async () => {
  const { changed, editor, view } = await open();
  act(() => void editor.commands.insertContentAt(7, 'Hoy '));
  view.unmount();
  expect(changed).toHaveBeenCalledExactlyOnceWith('#  Uno\n\nCHoy uesta $30.\n\n* a\n* b\n');
});

test('what is typed is told from its first key on, so that a text from outside does not take its place', async () => {
  const { box, changed, editor } = await open({ value: 'Uno.' });
  act(() => void editor.commands.insertContentAt(1, 'Mío. '));
  expect(changed).toHaveBeenLastCalledWith('Mío. Uno.');
  // What follows is told after a pause.
  act(() => void editor.commands.insertContentAt(6, 'Más. '));
  expect(changed).toHaveBeenCalledTimes(1);
  fireEvent.blur(box);
  expect(changed).toHaveBeenLastCalledWith('Mío. Más. Uno.');
});

test('a text that came from outside takes its place; one that it reported itself does not come back', async () => {
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

const markdownOfPasted = async (html: string, more: Record<string, string> = {}): Promise<string> => {
  const { box, changed } = await open({ value: '' });
  paste(box, { 'text/html': html, 'text/plain': 'x', ...more });
  fireEvent.blur(box);
  await waitFor(() => expect(changed).toHaveBeenCalled());
  cleanup();
  return changed.mock.lastCall?.[0] ?? '';
};

test('comments of a document stay there, and links within it are text', async () => {
  const word = `<p class=MsoNormal>Un agente decide.<a style='mso-comment-reference:ES_1'></a><span class=MsoCommentReference><span style='font-size:8pt'><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[ES1]</a><span style='mso-special-character:comment'>&nbsp;</span></span></span> <a href="#_Toc1">Ver el capítulo</a></p>
<div style='mso-element:comment-list'><hr class=msocomoff align=left size=1 width="33%"><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText><span class=MsoCommentReference><a class=msocomoff href="#_msoanchor_1">[ES1]</a></span>Esto está mal</p></div></div></div>`;
  expect(await markdownOfPasted(word)).toBe('Un agente decide. Ver el capítulo');
  expect(await markdownOfPasted('<p>Uno<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p>')).toBe('Uno');
});

test('raised and lowered figures keep their meaning', async () => {
  const html =
    '<p>10<sup>6</sup> y x<sup>-2n</sup>, H<sub>2</sub>O, 1<sup>er</sup> y 2<sup>o</sup> año; 5 cm<span style="font-size:0.6em;vertical-align:super">2</span></p>';
  expect(await markdownOfPasted(html)).toBe('10⁶ y x⁻²ⁿ, H₂O, 1er y 2º año; 5 cm²');
});

test('lines of code are one block of it, indented as they were', async () => {
  const word = `<p class=MsoNormal>El código:</p>
<p class=MsoNormal><span style='font-family:Consolas;color:blue'>def</span><span style='font-family:Consolas'> suma(a,
b):<o:p></o:p></span></p>
<p class=MsoNormal><span style='font-family:Consolas'><span style='mso-spacerun:yes'>&nbsp;&nbsp;&nbsp; </span>return os.name</span></p>
<p class=MsoNormal><span style='font-family:Consolas'><o:p>&nbsp;</o:p></span></p>
<p class=MsoNormal style='font-family:"Courier New"'>print(1)</p>
<p class=MsoNormal>Se usa <span style='font-family:"Courier New"'>suma()</span> así.</p>`;
  expect(await markdownOfPasted(word)).toBe(
    'El código:\n\n```\ndef suma(a, b):\n    return os.name\n\nprint(1)\n```\n\nSe usa `suma()` así.',
  );
  const docs = `<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-family:'Roboto Mono',monospace;color:#188038">\uec03import os</span></p><p dir="ltr"><span style="font-family:'Roboto Mono',monospace;white-space:pre-wrap">  print(os.name)\uec02</span></p></b>`;
  expect(await markdownOfPasted(docs)).toBe('```\nimport os\n  print(os.name)\n```');
});

test('tasks of Google Docs keep what is done; its pictures are told as left behind', async () => {
  const item = (checked: boolean, text: string) =>
    `<li dir="ltr" role="checkbox" aria-checked="${checked}" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" width="17.6px" height="17.6px" alt="x" aria-roledescription="checkbox" /><p dir="ltr" style="display:inline-block" role="presentation"><span style="${checked ? 'text-decoration:line-through' : ''}">${text}</span></p></li>`;
  expect(await markdownOfPasted(`<ul>${item(true, 'Hecho')}${item(false, 'Por hacer')}</ul>`)).toBe('- [x] Hecho\n- [ ] Por hacer');
  expect(cleanPasted('<p>a<img src="https://lh7-rt.googleusercontent.com/docsz/AD?key=b" width="200"></p>')).toEqual({
    html: '<p>a</p>',
    imagesLeft: 1,
  });
});

test('names of files and of code are no addresses', async () => {
  expect(await markdownOfPasted('<p>Abre main.py con os.name; más en www.ejemplo.mx y en https://a.mx/x</p>')).toBe(
    'Abre main.py con os.name; más en [www.ejemplo.mx](http://www.ejemplo.mx) y en <https://a.mx/x>',
  );
});

test('cells keep the side that their paragraphs stand on', async () => {
  const table = `<table><tr><td><p>A</p></td><td><p align=right style='text-align:right'>B</p></td></tr><tr><td><p>1</p></td><td><p style='text-align:right'>2</p></td></tr></table>`;
  expect(await markdownOfPasted(table)).toBe('| A | B |\n| - | -: |\n| 1 | 2 |');
});

test('nothing that runs survives a paste', () => {
  const { html } = cleanPasted(
    '<p onclick="x()">a<script>x()</script><img src="javascript:x()" onerror="x()"><iframe src="https://a.mx"></iframe></p>',
  );
  expect(html).toBe('<p>a</p>');
});
