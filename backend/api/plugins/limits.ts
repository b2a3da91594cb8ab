import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Vault } from '../../integrations/vault/port.ts';
import { ApiError } from '../error.ts';

interface Window {
  count: number;
  until: number;
}

/** Who shares limits by where they are: one IPv4 address, or the /64 of IPv6 that one household or server has whole. */
export function placeOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? plain;
  const [before = '', after] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const zeros = after === undefined ? 0 : 8 - groups(before).length - groups(after).length;
  return `${[...groups(before), ...Array.from({ length: zeros }, () => '0'), ...groups(after)].slice(0, 4).join(':')}::/64`;
}

export type Limits = ReturnType<typeof createLimits>;

/** Counters in the vault, so that every API node sees them. Keys are hashed: no address or e-mail stands there. */
export function createLimits(vault: Vault, secret: string, now: () => number) {
  const name = (kind: string, key: string) => `${kind}:${createHmac('sha256', secret).update(key).digest('base64url')}`;
  const tooMany = (until: number) =>
    new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(Math.max(1, Math.ceil((until - now()) / 1000))) } });
  return {
    /** Throws TOO_MANY_REQUESTS with Retry-After when `max` were counted in the window. */
    async check(kind: string, key: string, max: number): Promise<void> {
      const found = await vault.get<Window>('attempts', name(kind, key));
      if (found && found.value.until > now() && found.value.count >= max) throw tooMany(found.value.until);
    },
    /** Counts one, and throws like `check` when that is more than `max`: of many that come at once only `max` get through. */
    async count(kind: string, key: string, max: number, windowMs: number): Promise<void> {
      for (;;) {
        const at = name(kind, key);
        const found = await vault.get<Window>('attempts', at);
        const until = found && found.value.until > now() ? found.value.until : now() + windowMs;
        const next: Window = { count: found && found.value.until > now() ? found.value.count + 1 : 1, until };
        const written = found
          ? await vault.replace('attempts', at, found.revision, next, { expiresAt: until })
          : await vault.insert('attempts', at, next, { expiresAt: until });
        if (!written) continue;
        if (next.count > max) throw tooMany(until);
        return;
      }
    },
  };
}
