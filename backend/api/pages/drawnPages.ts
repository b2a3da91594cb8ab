import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { pageAt } from '../contract/pages.ts';
import { escapeHtml, scriptJson } from './html.ts';

/**
 * Server-side rendering of public pages as a visitor first sees them, by the application itself with the answers of its own calls: the content is there
 * with the first paint, and the application hydrates it.
 */
export type DrawnPages = ReturnType<typeof createDrawnPages>;

/** The bundle that the build makes as .ssr/draw.mjs (frontend/src/app/draw.tsx). */
interface Application {
  /** The element's id under which the application finds the data that the page was rendered from. */
  readonly seedsId: string;
  readsOf(path: string): Record<string, string>;
  /** The reads that come with a page which the browser renders. */
  broughtTo(path: string): Readonly<Record<string, string>>;
  render(path: string, seeds: Seeds): Promise<string>;
}
interface Answer {
  statusCode: number;
  payload: string;
  headers: Record<string, unknown>;
}

/** Pages kept until their data change. */
const MOST_KEPT = 200;
const EMPTY = '<div id="root"></div>';

type Seeds = Record<string, { data: unknown; position: string | null }>;
const carried = (seedsId: string, seeds: Seeds): string => `<script type="application/json" id="${seedsId}">${scriptJson(seeds)}</script>`;

/** `ask` makes a call of the API as a visitor. */
export function createDrawnPages(dist: string, ask: (url: string) => Promise<Answer>, logger: Pick<FastifyBaseLogger, 'warn'>) {
  const folder = path.join(dist, '../.ssr');
  const file = path.join(folder, 'templates.json');
  const templates = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  /** By address: a digest of its data, and the rendered page. */
  const kept = new Map<string, { from: string; html: string }>();
  let application: Promise<Application> | undefined;
  const load = () => {
    application ??= import(pathToFileURL(path.join(folder, 'draw.mjs')).href) as Promise<Application>;
    return application;
  };
  const readAll = async (reads: Readonly<Record<string, string>>): Promise<{ seeds: Seeds; from: string } | null> => {
    const answers = await Promise.all(Object.entries(reads).map(async ([key, url]) => ({ key, ...(await ask(url)) })));
    if (answers.some(({ statusCode }) => statusCode !== 200)) return null;
    const seeds = Object.fromEntries(
      answers.map(({ key, payload, headers }) => {
        const position = headers['x-position'];
        return [key, { data: JSON.parse(payload) as unknown, position: typeof position === 'string' ? position : null }];
      }),
    );
    return { seeds, from: hash('sha256', JSON.stringify(answers.map(({ payload }) => payload))) };
  };
  return {
    /** A page that the browser renders, with the data that every page needs, the school's own, and what a form needs to keep its place. */
    async seed(shell: string, address: string): Promise<string> {
      if (Object.keys(templates).length === 0) return shell;
      try {
        const { broughtTo, seedsId } = await load();
        const read = await readAll(broughtTo(address));
        return read ? shell.replace(EMPTY, () => EMPTY + carried(seedsId, read.seeds)) : shell;
      } catch (error) {
        logger.warn({ err: error }, 'a page was served without what it is drawn from; the browser asks for it');
        return shell;
      }
    },
    /** The page with its content; null where this address is not rendered here (the application then renders it in the browser). */
    async draw(address: string): Promise<string | null> {
      const template = templates[pageAt(address)?.path ?? ''];
      if (template === undefined) return null;
      try {
        const { readsOf, render, seedsId } = await load();
        const read = await readAll(readsOf(address));
        if (!read) return null;
        const { seeds, from } = read;
        let html = kept.get(address)?.from === from ? kept.get(address)?.html : undefined;
        if (html === undefined) {
          html = await render(address, seeds);
          kept.delete(address);
          kept.set(address, { from, html });
          for (const oldest of kept.keys()) {
            if (kept.size <= MOST_KEPT) break;
            kept.delete(oldest);
          }
        }
        const drawn = html;
        return template.replace(EMPTY, () => `<div id="root" data-path="${escapeHtml(address)}">${drawn}</div>${carried(seedsId, seeds)}`);
      } catch (error) {
        logger.warn({ err: error, address }, 'a public page could not be drawn; the browser draws it');
        return null;
      }
    },
  };
}
