import { BlockList, isIP } from 'node:net';

/** Networks that are not the public internet: this machine, its neighbours, cloud metadata services, reserved and multicast ranges. */
const closed = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Azure's metadata service has a public address.
  ['168.63.129.16', 32],
] as const)
  closed.addSubnet(network, bits, 'ipv4');

/** Of IPv6 only the global unicast range: mapped and translated addresses, unique-local, link-local and multicast are outside it. */
const world = new BlockList();
world.addSubnet('2000::', 3, 'ipv6');
/** Exceptions within it: tunnels that contain an IPv4 address, and ranges for documentation and tests. */
const tunnels = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  tunnels.addSubnet(network, bits, 'ipv6');

/** Whether a request may go to this address: one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  // An address with a zone id is link-local.
  if (version === 0 || address.includes('%')) return false;
  if (version === 4) return !closed.check(address, 'ipv4');
  return world.check(address, 'ipv6') && !tunnels.check(address, 'ipv6');
}
