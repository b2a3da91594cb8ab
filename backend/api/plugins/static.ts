import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pages } from '../contract/pages.ts';
import { ApiError, sendError } from './errors.ts';

export const DIST = path.resolve(import.meta.dirname, '../../../frontend/dist');

/** Hashes of the inline scripts of the built pages, quoted as the Content-Security-Policy wants them. */
export function scriptHashes(dist: string): string[] {
  const file = path.join(dist, 'csp.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { scriptHashes: string[] }).scriptHashes : [];
}

/** The built application: assets for ever, pages always asked for again; a known address that is not a file is drawn by the application, any other is a 404 page of it. */
export async function registerStatic(app: FastifyInstance, dist: string): Promise<void> {
  const known = new Set<string>(pages);
  const shell = existsSync(path.join(dist, 'app.html')) ? 'app.html' : 'index.html';
  if (existsSync(dist))
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: true,
      preCompressed: true,
      index: ['index.html'],
      setHeaders: (reply, file) =>
        void reply.header(
          'cache-control',
          file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    });
  app.setNotFoundHandler((request, reply) => {
    const address = (request.url.split('?')[0] ?? '/').replace(/(.)\/+$/, '$1');
    const page = request.method === 'GET' && !address.startsWith('/api/') && !path.extname(address) && existsSync(path.join(dist, shell));
    if (!page) {
      // Whoever is not signed in is not told which calls exist.
      return sendError(new ApiError(address.startsWith('/api/') && !request.identity ? 'AUTH_REQUIRED' : 'NOT_FOUND'), request, reply);
    }
    return reply
      .status(known.has(address) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .sendFile(shell);
  });
}
