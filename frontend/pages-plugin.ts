import path from 'node:path';
import type { Plugin } from 'vite';
import { isShown, pages } from './src/app/pages.ts';

const name = 'virtual:pages';
const src = path.join(import.meta.dirname, 'src');

/** `virtual:pages`: the part of the table of pages (src/app/pages.ts) that the router and the menus need, so that no page downloads the rest. */
export const pagesPlugin = (): Plugin => ({
  name: 'pages',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) => {
    if (id !== `\0${name}`) return undefined;
    const rows = pages.map((page) => {
      const { path: address, who, shell } = page;
      const rest = isShown(page) ? { menu: page.menu } : { to: page.to };
      const data = JSON.stringify({ path: address, who, shell, ...rest }).slice(0, -1);
      return `${data}${isShown(page) ? `,load:()=>import(${JSON.stringify(path.join(src, `${page.page}-page.tsx`))})` : ''}}`;
    });
    return `export const pages = [${rows.join(',\n')}];`;
  },
});
