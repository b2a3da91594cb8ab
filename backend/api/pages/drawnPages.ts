import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { escapeHtml, scriptJson } from './html.ts';

/**
 * Public pages as a visitor first sees them, drawn here by the application itself from what its own calls answer: what one came for is there with the
 * first paint, and the application takes the page over where it stands.
 */
export interface DrawnPages {
  /** The page with its content; null where this address is not drawn (the application then draws it in the browser). */
  draw(address: string): Promise<string | null>;
}

/** What the build puts into .ssr/draw.mjs (frontend/src/app/draw.tsx). */
interface Application {
  /** The element's id under which the application looks for what the page was drawn from. */
  readonly seedsId: string;
  readsOf(path: string): Record<string, string>;
  render(path: string, seeds: Record<string, { data: unknown; position: string | null }>, zone: string): Promise<string>;
}
interface Answer {
  statusCode: number;
  payload: string;
  headers: Record<string, unknown>;
}

/** Pages kept until what they are drawn from changes. */
const MOST_KEPT = 200;
const EMPTY = '<div id="root"></div>';

const routeOf = (address: string): string => (address.startsWith('/cursos/') ? '/cursos/:slug' : address);

/** `ask` makes a call of the API as a visitor does; `zoneOf` says where the school's days begin. */
export function createDrawnPages(
  dist: string,
  ask: (url: string) => Promise<Answer>,
  zoneOf: () => Promise<string>,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): DrawnPages {
  const folder = path.join(dist, '../.ssr');
  const file = path.join(folder, 'templates.json');
  const templates = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  /** By address: a digest of what it was drawn from, and what came of it. */
  const kept = new Map<string, { from: string; html: string }>();
  let application: Promise<Application> | undefined;
  return {
    async draw(address) {
      const template = templates[routeOf(address)];
      if (template === undefined) return null;
      try {
        application ??= import(pathToFileURL(path.join(folder, 'draw.mjs')).href) as Promise<Application>;
        const { readsOf, render, seedsId } = await application;
        const answers = await Promise.all(Object.entries(readsOf(address)).map(async ([key, url]) => ({ key, ...(await ask(url)) })));
        if (answers.some(({ statusCode }) => statusCode !== 200)) return null;
        const zone = await zoneOf();
        const from = hash('sha256', JSON.stringify([zone, ...answers.map(({ payload }) => payload)]));
        const seeds = Object.fromEntries(
          answers.map(({ key, payload, headers }) => {
            const position = headers['x-position'];
            return [key, { data: JSON.parse(payload) as unknown, position: typeof position === 'string' ? position : null }];
          }),
        );
        let html = kept.get(address)?.from === from ? kept.get(address)?.html : undefined;
        if (html === undefined) {
          html = await render(address, seeds, zone);
          kept.delete(address);
          kept.set(address, { from, html });
          for (const oldest of kept.keys()) {
            if (kept.size <= MOST_KEPT) break;
            kept.delete(oldest);
          }
        }
        const drawn = html;
        return template.replace(
          EMPTY,
          () =>
            `<div id="root" data-path="${escapeHtml(address)}">${drawn}</div><script type="application/json" id="${seedsId}">${scriptJson(seeds)}</script>`,
        );
      } catch (error) {
        logger.warn({ err: error, address }, 'a public page could not be drawn; the browser draws it');
        return null;
      }
    },
  };
}
