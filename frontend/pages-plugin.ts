import path from 'node:path';
import type { Plugin } from 'vite';
import { isShown, type Page, pages, type Shown } from '../backend/api/contract/pages.ts';

const name = 'virtual:pages';
/** Shells whose pages only signed-in people see. The loaders of those pages are a chunk of their own: their list of files is longer than a visitor's page. */
const apart = ['student', 'office'] as const;
const src = path.join(import.meta.dirname, 'src');
const quoted = JSON.stringify;
const importOf = ({ page }: Shown) => `()=>import(${quoted(path.join(src, `${page}-page.tsx`))})`;
const isApart = ({ shell }: Page): boolean => apart.some((one) => one === shell);

/** The module that loads the pages of a shell: src/app/office-pages.ts. */
const loadersOf = (shell: Page['shell']) => path.join(src, `app/${shell}-pages.ts`);

const routerPart = () => {
  const rows = pages.map((page) => {
    const { path: address, who, shell } = page;
    const menu = isShown(page) && who === 'anyone' ? page.menu : undefined;
    const data = quoted({ path: address, who, shell, menu, ...(!isShown(page) && { to: page.to }) }).slice(0, -1);
    if (!isShown(page)) return `${data}}`;
    return `${data},load:${isApart(page) ? `()=>${shell}(${quoted(page.page)})` : importOf(page)}}`;
  });
  const loaders = apart.map(
    (shell) => `const ${shell} = (page) => import(${quoted(loadersOf(shell))}).then(({ loaders }) => loaders[page]());`,
  );
  return `${loaders.join('\n')}\nexport const pages = [${rows.join(',\n')}];`;
};
const loadersPart = (shell: Page['shell']) => {
  const rows = new Map(pages.filter(isShown).flatMap((page) => (page.shell === shell ? [[page.page, importOf(page)]] : [])));
  return `export const loaders = {${[...rows].map(([page, load]) => `${quoted(page)}:${load}`).join(',\n')}};`;
};
const markedBy = (entry: string) => {
  const also = pages.flatMap((page) => (isShown(page) && page.within === entry ? [page.path] : []));
  return also.length > 0 && { also };
};
const menuPart = () => {
  const rows = pages.flatMap((page) =>
    isShown(page) && page.menu && page.who !== 'anyone'
      ? [quoted({ path: page.path, who: page.who, menu: page.menu, ...markedBy(page.path) })]
      : [],
  );
  return `export const menu = [${rows.join(',\n')}];`;
};

/**
 * `virtual:pages`: the part of the table of pages (backend/api/contract/pages.ts) that the router and the menu of public pages need, so that no page downloads the rest.
 * `virtual:pages/menu`: the menus of signed-in people.
 * `virtual:pages/office`, `virtual:pages/student`: what loads the pages of these shells, by their modules.
 */
export const pagesPlugin = (): Plugin => ({
  name: 'pages',
  resolveId: (id) => (id === name || id.startsWith(`${name}/`) ? `\0${id}` : undefined),
  load: (id) => {
    if (id === `\0${name}`) return routerPart();
    if (id === `\0${name}/menu`) return menuPart();
    const shell = apart.find((one) => id === `\0${name}/${one}`);
    return shell && loadersPart(shell);
  },
});
