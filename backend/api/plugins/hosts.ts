import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addresses } from '../contract/addresses.ts';
import { ApiError } from '../error.ts';
import type { ApiSettings } from '../settings.ts';

/** Paths that machines request under any name. */
const ANY_NAME = new Set<string>([addresses.health, addresses.ready, addresses.projectionHealth, addresses.metrics]);

/** A name or an address, and a port: nothing of what else may stand in a URL. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * Whether the school answers to this host. Another domain that resolves to this server would let its pages pass as ours in the browser
 * (DNS rebinding); a numeric address cannot be used for that.
 */
export function knowsHost({ publicUrl, publicAliases }: Pick<ApiSettings, 'publicUrl' | 'publicAliases'>): (host: string) => boolean {
  const names = new Set([new URL(publicUrl).host, ...publicAliases]);
  return (host) => {
    if (names.has(host) || names.has(host.toLowerCase())) return true;
    if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return false;
    const { hostname } = new URL(`http://${host}`);
    return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  };
}

/** How many host names a request gives: with more than one, a proxy before the school may have read another than the school does. */
function hostsIn(headers: readonly string[]): number {
  let found = 0;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') found++;
  }
  return found;
}

/** Refuses requests under a foreign host name; and forbids caching of API answers on the way, unless a route allows it. */
export function registerHosts(app: FastifyInstance, settings: Pick<ApiSettings, 'publicUrl' | 'publicAliases'>): void {
  const knows = knowsHost(settings);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    // The Host header of the connection itself: a forwarded one could be set by any page.
    const known = knows(request.headers.host ?? '') && hostsIn(request.raw.rawHeaders) === 1;
    if (known || ANY_NAME.has(request.url.split('?')[0] ?? '')) done();
    else done(new ApiError('HOST_NOT_KNOWN'));
  });
}
