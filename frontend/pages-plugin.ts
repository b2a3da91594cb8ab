import { globSync } from 'node:fs';
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
    return isShown(page) && !isApart(page) ? `${data},load:${importOf(page)}}` : `${data}}`;
  });
  // Only their addresses are in every visitor's download; their modules are named in the chunk of their shell.
  const shells = apart.map((shell) => `${shell}: () => import(${quoted(loadersOf(shell))})`);
  return `const shells = {${shells.join(', ')}};
const load = ({ path, shell }) => () => shells[shell]().then(({ loaders }) => loaders[path]());
export const pages = [${rows.join(',\n')}].map((page) => (page.load || page.to ? page : { ...page, load: load(page) }));`;
};
const loadersPart = (shell: Page['shell']) => {
  const shown = pages.filter(isShown).filter((page) => page.shell === shell);
  const modules = [...new Set(shown.map(importOf))];
  const rows = shown.map((page) => `${quoted(page.path)}:modules[${modules.indexOf(importOf(page))}]`);
  return `const modules = [${modules.join(',\n')}];\nexport const loaders = {${rows.join(',\n')}};`;
};
const markedBy = (entry: string) => {
  const also = pages.flatMap((page) => (isShown(page) && page.within === entry ? [page.path] : []));
  return also.length > 0 && { also };
};
const officeMenuPart = () => {
  const rows = pages.flatMap((page) =>
    isShown(page) && page.menu && typeof page.who === 'object'
      ? [quoted({ path: page.path, who: page.who, menu: page.menu, ...markedBy(page.path) })]
      : [],
  );
  return `export const menu = [${rows.join(',\n')}];`;
};
/** With the pictures of its entries, and with the texts of the features that an entry is named by. */
const studentMenuPart = () => {
  const entries = pages.filter(isShown).flatMap(({ who, path, menu, icon, short, only }) => {
    if (who !== 'signedIn' || !menu) return [];
    if (!icon) throw new Error(`${path} is in the student's menu: name its icon in the table of pages`);
    return [{ icon, menu, row: quoted({ path, text: menu, short, only }) }];
  });
  const namespaces = ['common', 'shell'];
  for (const { menu } of entries) if (menu.includes(':')) namespaces.push(menu.slice(0, menu.indexOf(':')));
  const unique = [...new Set(namespaces)];
  const brought = unique.slice(2).map((namespace, at) => {
    const [file] = globSync(`**/${namespace}.es-MX.json`, { cwd: src });
    if (!file) throw new Error(`${namespace}: no file of its texts`);
    return `import t${at} from ${quoted(path.join(src, file))};\naddTexts(${quoted(namespace)}, t${at});`;
  });
  return `import ${quoted(path.join(src, 'i18n/shell.ts'))};
import { addTexts } from ${quoted(path.join(src, 'i18n/i18n.ts'))};
import { ${[...new Set(entries.map(({ icon }) => icon))].join(', ')} } from '@tabler/icons-react';
${brought.join('\n')}
export const namespaces = ${quoted(unique)};
export const studentMenu = [${entries.map(({ row, icon }) => `${row.slice(0, -1)},Icon:${icon}}`).join(',\n')}];`;
};

/**
 * `virtual:pages`: the part of the table of pages (backend/api/contract/pages.ts) that the router and the menu of public pages need, so that no page downloads the rest.
 * `virtual:pages/office-menu`, `virtual:pages/student-menu`: the menus of signed-in people.
 * `virtual:pages/office`, `virtual:pages/student`: what loads the pages of these shells, by their addresses.
 */
export const pagesPlugin = (): Plugin => ({
  name: 'pages',
  resolveId: (id) => (id === name || id.startsWith(`${name}/`) ? `\0${id}` : undefined),
  load: (id) => {
    if (id === `\0${name}`) return routerPart();
    if (id === `\0${name}/office-menu`) return officeMenuPart();
    if (id === `\0${name}/student-menu`) return studentMenuPart();
    const shell = apart.find((one) => id === `\0${name}/${one}`);
    return shell && loadersPart(shell);
  },
});
