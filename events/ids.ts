import { hash as digestOf } from 'node:crypto';

const NAMESPACE = Buffer.from('5f0e1c5a2d6b4f0f9a3c7b1e8d2a4c60', 'hex');
/** Reused for every id: it is filled and hashed within one call. */
const scratch = Buffer.concat([NAMESPACE, Buffer.alloc(1_008)]);
/** Forces the variant bits of the UUID onto the digit of the hash. */
const VARIANT = '89ab89ab89ab89ab';

/** UUID version 5 (RFC 9562, name-based SHA-1) of the parts in Aulaviva's namespace. The same parts always give the same id. */
export function uuid5(...parts: readonly (string | number)[]): string {
  const name = parts.join('\u0000');
  // A UTF-16 unit takes at most three bytes in UTF-8.
  const fits = NAMESPACE.length + name.length * 3 <= scratch.length;
  const bytes = fits
    ? scratch.subarray(0, NAMESPACE.length + scratch.write(name, NAMESPACE.length))
    : Buffer.concat([NAMESPACE, Buffer.from(name)]);
  const hex = digestOf('sha1', bytes, 'hex');
  const variant = VARIANT[Number.parseInt(hex[16] ?? '0', 16)];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
