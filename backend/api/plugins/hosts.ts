import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addresses } from '../contract/addresses.ts';
import { ApiError } from '../error.ts';
import type { ApiSettings } from '../settings.ts';

/** Paths that machines request under any name. */
const ANY_NAME = new Set<string>([addresses.health, addresses.ready, addresses.projectionHealth, addresses.metrics]);

/**
 * Whether the school answers to this host. Another domain that resolves to this server would let its pages pass as ours in the browser
 * (DNS rebinding); a numeric address cannot be used for that.
 */
export function knowsHost({ publicUrl, publicAliases }: Pick<ApiSettings, 'publicUrl' | 'publicAliases'>): (host: string) => boolean {
  const names = new Set([new URL(publicUrl).host, ...publicAliases]);
  return (host) => {
    if (names.has(host.toLowerCase())) return true;
    if (!URL.canParse(`http://${host}`)) return false;
    const { hostname } = new URL(`http://${host}`);
    return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  };
}

/** Refuses requests under a foreign host name; and forbids caching of API answers on the way, unless a route allows it. */
export function registerHosts(app: FastifyInstance, settings: Pick<ApiSettings, 'publicUrl' | 'publicAliases'>): void {
  const knows = knowsHost(settings);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    // The Host header of the connection itself: a forwarded one could be set by any page.
    if (!knows(request.headers.host ?? '') && !ANY_NAME.has(request.url.split('?')[0] ?? '')) throw new ApiError('HOST_NOT_KNOWN');
  });
}
