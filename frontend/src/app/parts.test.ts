import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { addressKey, isShown, pages } from './pages.ts';

const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(readFileSync('frontend/index.html', 'utf8')) ?? [];
const added = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];

afterEach(() => {
  document.head.replaceChildren();
  history.replaceState(null, '', '/');
});

test('the page of every address finds its parts at once, whatever stands for what varies in it', () => {
  const shown = pages.filter(isShown).filter(({ path }) => path !== '*');
  for (const [index, page] of shown.entries()) {
    const { path } = page;
    const views = { [addressKey(page)]: [0, 0] };
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
