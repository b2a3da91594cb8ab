import { BlockList, isIP } from 'node:net';
import type { Deps } from '../deps.ts';

type TrustProxy = Deps['config']['trustProxy'];

/** The groups of addresses that TRUST_PROXY names, as Fastify has them. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const plain = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
const kindOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an address, so many hops away, is a proxy of the school (`TRUST_PROXY`). */
function createTrust(trustProxy: TrustProxy): (address: string, hop: number) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  if (typeof trustProxy === 'number') return (_, hop) => hop < trustProxy;
  const known = new BlockList();
  for (const part of trustProxy.flatMap((name) => GROUPS[name] ?? [name])) {
    const [address = '', bits] = part.split('/');
    if (bits === undefined) known.addAddress(address, kindOf(address));
    else known.addSubnet(address, Number(bits), kindOf(address));
  }
  return (address) => isIP(address) !== 0 && known.check(address, kindOf(address));
}

/** Where a socket comes from: the nearest address that is no proxy of the school, as calls have it from Fastify. */
export function createCallerAddress(
  trustProxy: TrustProxy,
): (remote: string | undefined, forwarded: string | string[] | undefined) => string {
  const trusts = createTrust(trustProxy);
  return (remote, forwarded) => {
    const way = [
      remote ?? '',
      ...String(forwarded ?? '')
        .split(',')
        .reverse(),
    ]
      .map((part) => plain(part.trim()))
      .filter((part) => part !== '');
    return way.find((address, hop) => !trusts(address, hop)) ?? way.at(-1) ?? '';
  };
}
