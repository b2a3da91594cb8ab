import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addresses } from '../contract/addresses.ts';
import { ApiError } from '../error.ts';
import type { ApiSettings } from '../settings.ts';

/** What machines ask under whatever name they know. */
const ANY_NAME = new Set([addresses.health, addresses.ready, '/metrics']);

/**
 * Whether the school answers to this host. A name of somebody else's that leads here would make pages of theirs ours to the browser
 * (DNS rebinding); an address of numbers cannot be theirs.
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

/** Refuses calls under a name that is not the school's; and no answer of the API is kept by anybody on the way, unless its route says so. */
export function registerHosts(app: FastifyInstance, settings: Pick<ApiSettings, 'publicUrl' | 'publicAliases'>): void {
  const knows = knowsHost(settings);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    // The name that the connection itself brought: what a proxy forwards, any page could write.
    if (!knows(request.headers.host ?? '') && !ANY_NAME.has(request.url.split('?')[0] ?? '')) throw new ApiError('HOST_NOT_KNOWN');
  });
}
