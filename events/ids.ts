import { hash as digestOf } from 'node:crypto';

const NAMESPACE = Buffer.from('5f0e1c5a2d6b4f0f9a3c7b1e8d2a4c60', 'hex');

/** UUID version 5 (RFC 9562, name-based SHA-1) of the parts in Aulaviva's namespace. The same parts always give the same id. */
export function uuid5(...parts: readonly (string | number)[]): string {
  const hash = digestOf('sha1', Buffer.concat([NAMESPACE, Buffer.from(parts.join('\u0000'))]), 'buffer').subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
