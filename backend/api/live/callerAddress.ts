import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Deps } from '../deps.ts';

type TrustProxy = Deps['config']['trustProxy'];

/** Whether an address, so many hops away, is a proxy of the school (`TRUST_PROXY`). */
const trustOf = (trustProxy: TrustProxy): ((address: string, hop: number) => boolean) => {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : proxyAddr.compile(trustProxy);
};

/** Where the request of a socket comes from: the nearest address that is no proxy of the school, by what Fastify finds those of calls with. */
export function createCallerAddress(trustProxy: TrustProxy): (request: IncomingMessage) => string {
  const trusts = trustOf(trustProxy);
  return (request) => proxyAddr(request, trusts);
}
