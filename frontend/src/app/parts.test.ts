import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { addressKey, isShown, pages } from '../../../backend/api/contract/pages.ts';
import { whoKey } from '../lib/session.ts';

const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(readFileSync('frontend/index.html', 'utf8')) ?? [];
const added = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];

afterEach(() => {
  document.head.replaceChildren();
  history.replaceState(null, '', '/');
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: as the school clears it
  document.cookie = 'aulaviva.sesion=;max-age=0';
  vi.unstubAllGlobals();
});

test('the page of every address finds its parts at once, whatever stands for what varies in it', () => {
  const shown = pages.filter(isShown).filter(({ path }) => path !== '*');
  for (const [index, page] of shown.entries()) {
    const { path } = page;
    const views = { [addressKey(page)]: [0, '', 0] };
    const data = Object.assign(document.createElement('script'), { id: 'partes', type: 'application/json' });
    data.textContent = JSON.stringify({ english: '/english.js', views, files: [`/assets/${index}.js`] });
    document.head.replaceChildren(data);
    history.replaceState(null, '', path.replace(/:\w+/, '17'));
    new Function(script)();
    expect(
      added().map((link) => new URL(link.href).pathname),
      path,
    ).toEqual([`/assets/${index}.js`]);
  }
});

test.each([
  ['/admin/courses/17/edit', '/admin/courses/:/edit', 'authoringOutline /api/cursos/:/edicion', '/api/cursos/17/edicion'],
  ['/dashboard', '/dashboard', 'panel /api/progreso/@', '/api/progreso/7'],
])('what %s reads first is asked with its parts, for the person last signed in', (path, key, address, asked) => {
  const fetched = vi.fn(async () => new Response('{}'));
  vi.stubGlobal('fetch', fetched);
  document.head.innerHTML = `<script type="application/json" id="partes">${JSON.stringify({ views: { [key]: [1, address] }, files: [] })}</script>`;
  history.replaceState(null, '', path);
  new Function(script)();
  expect(fetched).not.toHaveBeenCalled();
  // biome-ignore lint/suspicious/noDocumentCookie: as the school sets it
  document.cookie = 'aulaviva.sesion=1';
  localStorage.setItem(whoKey, '7');
  new Function(script)();
  const headers = { accept: 'application/json', 'x-person': '7' };
  expect(fetched).toHaveBeenCalledExactlyOnceWith(`${location.origin}${asked}`, expect.objectContaining({ headers }));
  expect(globalThis.first).toMatchObject({ url: `${location.origin}${asked}`, headers });
});
