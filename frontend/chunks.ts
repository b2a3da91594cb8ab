import path from 'node:path';
import { isShown, pages } from '../backend/api/contract/pages.ts';
import { isLight, viewOf } from './budgets.ts';

/**
 * What is downloaded together, by who needs it (docs/decisions/0041-chunks-by-rule.md); no module is named:
 *   react       the library, so that a server-rendered page can respond before the application starts
 *   base        what the entry needs, or most of the pages that visitors open first
 *   public-…    what several of those need, named by them: no page downloads what only another one needs
 *   shell       what the shells of signed-in people need, and small modules that many of their pages share and that bring no library of their own
 *   <part>      what a shell needs and also a visitor's page once it is idle: the first such part
 *   <feature>   what several parts of a feature share
 *   icons       a file for each would cost more than it saves
 * Everything else is in the chunk of the page, dialog or part that is loaded separately, or with what exactly the same ones need.
 */
interface Module {
  readonly code: string | null;
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): Module | null;
}

const here = import.meta.dirname;
const library = /rolldown.runtime|node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/;
const shown = pages.filter(isShown);
const visitorsFirst = shown.filter(isLight);
const isBehindLogin = ({ shell }: { shell: string }): boolean => shell === 'student' || shell === 'office';

/** These modules and everything that they import statically. Dynamic import() is not followed. */
const closure = (graph: Graph, modules: readonly string[]): Set<string> => {
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) visit(next);
  };
  for (const id of modules) visit(id);
  return seen;
};

const SMALL = 8_000;
/** So many pages make a small module worth loading with every page behind the login. */
const MANY_PAGES = 8;
const isPage = (id: string) => id.endsWith('-page.tsx');
const featureOf = (id: string): string | undefined => /src[\\/]features[\\/]([^\\/]+)/.exec(id)?.[1];
const files = (of: readonly string[]) => of.map((file) => path.join(here, file));

/** The chunk of each module; absent: the chunk of the part that loads it. */
const chunksOf = (graph: Graph): Map<string, string> => {
  const entry = closure(graph, files(['index.html', 'src/app/main.tsx']));
  /** Everything that is loaded separately, with all its modules. */
  const parts = new Map<string, Set<string>>();
  const findFrom = (modules: Iterable<string>, follow: (part: string) => boolean): void => {
    for (const module of modules)
      for (const part of graph.getModuleInfo(module)?.dynamicallyImportedIds ?? []) {
        if (parts.has(part) || !follow(part)) continue;
        const brought = closure(graph, [part]);
        parts.set(part, brought);
        findFrom(brought, follow);
      }
  };
  const behindLogin = new Set(files(shown.filter(isBehindLogin).flatMap((page) => viewOf(page).modules)));
  findFrom(entry, (part) => !behindLogin.has(part));
  /** What a public page loads later, once it is idle or on request. */
  const visitors = [...parts].filter(([part]) => !isPage(part));
  const publicly = new Set(parts.keys());
  findFrom(entry, () => true);
  for (const modules of [...parts.values()]) findFrom(modules, () => true);

  const views = visitorsFirst.map((page) => closure(graph, files(viewOf(page).modules)));
  const shells = [...behindLogin].filter((id) => !isPage(id)).map((id) => closure(graph, [id]));
  /** A small module in the shell would have every page download the library that it needs, where no shell needs it. */
  const bringsLibrary = (id: string): boolean =>
    [...closure(graph, [id])].some(
      (module) => module.includes('node_modules') && !library.test(module) && !shells.some((modules) => modules.has(module)),
    );
  const nameOf = (id: string): string | null => {
    if (library.test(id)) return 'react';
    if (parts.has(id) || id.endsWith('.en.json')) return null;
    const seenBy = views.flatMap((view, at) => (view.has(id) ? [at] : []));
    if (entry.has(id) || seenBy.length > views.length / 2) return 'base';
    if (seenBy.length > 0) return seenBy.length > 1 ? `public-${seenBy.join('')}` : null;
    const bringers = [...parts].filter(([, modules]) => modules.has(id)).map(([part]) => part);
    if (bringers.length < 2) return null;
    if (id.includes('@tabler')) return 'icons';
    if (shells.some((modules) => modules.has(id))) {
      const visitor = visitors.find(([, modules]) => modules.has(id))?.[0];
      return visitor ? path.parse(visitor).name : 'shell';
    }
    const feature = featureOf(id);
    if (feature) return bringers.every((part) => featureOf(part) === feature) ? feature : null;
    const small = !id.includes('node_modules') && (graph.getModuleInfo(id)?.code?.length ?? 0) < SMALL;
    return small && bringers.filter(isPage).length >= MANY_PAGES && !bringsLibrary(id) && !bringers.some((part) => publicly.has(part))
      ? 'shell'
      : null;
  };
  const names = new Map<string, string>();
  for (const id of new Set([...entry, ...[...parts.values()].flatMap((modules) => [...modules])])) {
    const name = nameOf(id);
    if (name) names.set(id, name);
  }
  return names;
};

let known: Map<string, string> | undefined;
/** For the bundler, which asks for each module once its graph is complete. */
export const chunkOf = (id: string, graph: Graph): string | null => {
  known ??= chunksOf(graph);
  return known.get(id) ?? null;
};

/** By its name: what the entry imports itself. */
export const inEntry = /^(rolldown-runtime|react|base)(-|$)/;
/** The entry lists the files of every page, and every character counts there: only what several public pages share has its name in that of its file. */
export const fileNameOf = ({ name }: { name: string }): string =>
  inEntry.test(name) || name.startsWith('public') ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js';
