import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CatalogueSearch } from '../../projections/catalogue/catalogueSearch.ts';
import { isShown, pageAt, pages } from '../contract/pages.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { sendError } from '../plugins/errors.ts';
import type { OwnWrites } from '../plugins/ownWrites.ts';
import { cookieName } from '../plugins/sessionCookie.ts';
import { withCopyNotice } from '../plugins/testCopy.ts';
import type { Visits } from '../plugins/visits.ts';
import { createDrawnPages } from './drawnPages.ts';
import { withHead } from './html.ts';
import { createKeptPages, type KeptPage } from './keptPages.ts';
import type { PageTexts } from './pageTexts.ts';
import { createPublicPages, type PublicPages } from './publicPages.ts';

export const DIST = path.resolve(import.meta.dirname, '../../../frontend/dist');

/** Hashes of the inline scripts of the built pages, quoted for the Content-Security-Policy. */
export function scriptHashes(dist: string): string[] {
  const file = path.join(dist, 'csp.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { scriptHashes: string[] }).scriptHashes : [];
}

/** `/courses//` as `/courses`. Without a regular expression: one that matches trailing slashes takes quadratic time on long runs of them. */
function withoutSlashesAtEnd(address: string): string {
  let end = address.length;
  while (end > 1 && address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const encodings = {
  // 5 is the first quality that models context: smaller pages in about the time of 4. Higher ones take many times as long.
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => zip(text),
  identity: async (text: string) => Buffer.from(text),
};

const HTML = 'text/html; charset=utf-8';
/** The worker in which programs of learners run (`worker` in frontend/vite.config.ts): it may run WebAssembly, which no page may, and nothing else. */
const RUNNER = /^runner-[\w-]+\.js$/;
const RUNNER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** A page in an encoding that the browser accepts: compressed for this request, or once where it is cached. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  page: string | KeptPage,
  type = HTML,
): Promise<FastifyReply> {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
  const body = await (typeof page === 'string' ? encodings[encoding](page) : page.as(encoding, encodings[encoding]));
  reply.status(status).type(type).headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(body);
}

/** Whether a page may come rendered: the landing page is the same for everybody; the others are rendered for visitors, without a query. */
const mayBeDrawn = (request: FastifyRequest, address: string, cookie: string): boolean =>
  address === '/' || (request.cookies[cookie] === undefined && !request.url.includes('?'));

/**
 * The built application: assets cached for ever, pages revalidated each time. A known address that is not a file is rendered by the application, any other
 * is its 404 page. Public pages carry in their HTML what a search engine, a link preview or a reader without scripts needs.
 */
export async function registerStatic(
  app: FastifyInstance,
  { reads, config, logger, clock }: Deps,
  {
    catalogue,
    ownWrites,
    visits,
  }: {
    catalogue: Pick<CatalogueSearch, 'published'>;
    ownWrites: Pick<OwnWrites, 'reflected'>;
    visits: Pick<Visits, 'note'>;
  },
  dist: string,
): Promise<void> {
  const built = (file: string): string | null => (existsSync(path.join(dist, file)) ? readFileSync(path.join(dist, file), 'utf8') : null);
  const page = built('index.html');
  const shell = page && withCopyNotice(page, config.copy);
  const texts = built('pages.json');
  const published = async () => (await catalogue.published()).entries.map(({ course }) => course);
  const publicPages = texts === null ? null : createPublicPages(reads, published, JSON.parse(texts) as PageTexts, config.publicUrl, clock);
  /** Every public page shows data of the catalogue and the site. */
  const keptPages = createKeptPages(async () => {
    const [{ revision }, site] = await Promise.all([catalogue.published(), publicPages?.site()]);
    return `${revision} ${hash('sha256', site ?? '')}`;
  });

  /** A page that the server describes. Whether an address with a parameter exists is known by looking it up. */
  const isPublic = (address: string): boolean => {
    const page = pageAt(address);
    return page !== undefined && isShown(page) && (page.words !== undefined || page.sitemap !== undefined);
  };
  /** Visits of signed-in people are not counted; a page for signed-in people first lets them in. */
  const note = (request: FastifyRequest, address: string) => {
    if (isPublic(address) && request.cookies[cookieName(config.publicUrl)] === undefined) visits.note(request);
  };
  const drawnPages = createDrawnPages(dist, (url) => app.inject({ method: 'GET', url }), logger);
  const publicPage = async (pages: PublicPages, address: string, drawable: boolean): Promise<string | { moved: string } | null> => {
    const found = await pages.read(address);
    if (!found || 'moved' in found) return found;
    const drawn = drawable ? await drawnPages.draw(address) : null;
    const school = await pages.school();
    if (drawn !== null) return withHead(withCopyNotice(drawn, config.copy), found.head, pages.framed(found.later ?? '', false), school);
    return withHead(await drawnPages.seed(shell ?? '', address), found.head, pages.framed(found.body), school);
  };
  const pageOf = async (
    address: string,
    drawable: boolean,
  ): Promise<{ html: string | KeptPage; status: 200 | 404 } | { moved: string } | null> => {
    const status = pageAt(address) ? 200 : 404;
    if (shell === null) return null;
    if (!publicPages) return { html: shell, status };
    try {
      const described = isPublic(address);
      if (described) {
        const found = await keptPages.page(`${drawable} ${address}`, () => publicPage(publicPages, address, drawable));
        if (found && 'moved' in found) return found;
        if (found) return { html: found, status: 200 };
      }
      const school = await publicPages.school();
      return {
        html: withHead(await drawnPages.seed(shell, address), publicPages.private(school), publicPages.framed(''), school),
        status: described ? 404 : status,
      };
    } catch (error) {
      // The read models may not be ready yet: the application says so itself.
      logger.warn({ err: error, address }, 'a public page was served without its content');
      return { html: shell, status };
    }
  };

  app.get('/', async (request, reply) => {
    await ownWrites.reflected([request.ip]);
    note(request, '/');
    const page = await pageOf('/', mayBeDrawn(request, '/', cookieName(config.publicUrl)));
    return page && 'html' in page ? sendPage(request, reply, 200, page.html) : sendError(new ApiError('NOT_FOUND'), request, reply);
  });
  if (publicPages) {
    app.get('/sitemap.xml', async (request, reply) => {
      const map = await keptPages.page<never>('/sitemap.xml', () => publicPages.sitemap());
      return sendPage(request, reply, 200, map, 'application/xml; charset=utf-8');
    });
    const manifest = built('manifest.webmanifest');
    if (manifest !== null)
      app.get('/manifest.webmanifest', async (_, reply) =>
        reply
          .type('application/manifest+json; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send(await publicPages.manifest(manifest)),
      );
    app.get('/robots.txt', async (_, reply) => reply.type('text/plain; charset=utf-8').send(publicPages.robots()));
  }
  if (existsSync(dist))
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: true,
      preCompressed: true,
      index: false,
      setHeaders: (reply, file) => {
        reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (RUNNER.test(path.basename(file).replace(/\.(?:br|gz)$/, ''))) reply.header('content-security-policy', RUNNER_POLICY);
      },
    });
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = withoutSlashesAtEnd(request.url.split('?')[0] ?? '/');
    const page =
      (request.method === 'GET' || request.method === 'HEAD') && !address.startsWith('/api/') && !path.extname(address)
        ? await pageOf(address, mayBeDrawn(request, address, cookieName(config.publicUrl)))
        : null;
    // Callers who are not signed in do not learn which calls exist.
    if (page === null)
      return sendError(new ApiError(address.startsWith('/api/') && !request.identity ? 'AUTH_REQUIRED' : 'NOT_FOUND'), request, reply);
    // A renamed course under its old title: a permanent redirect, with the query kept.
    if ('moved' in page) return reply.redirect(page.moved + request.url.slice(request.url.split('?')[0]?.length ?? 0), 301);
    if (page.status === 200) note(request, address);
    return sendPage(request, reply, page.status, page.html);
  };
  // Routes of their own: otherwise each would first be looked up among the files, in three forms.
  for (const { path: address } of pages) if (address !== '/' && address !== '*') app.get(address, answer);
  app.setNotFoundHandler(answer);
}
