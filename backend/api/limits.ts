import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Vault } from '../integrations/vault/port.ts';
import { ApiError } from './error.ts';

interface Window {
  count: number;
  until: number;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Whether an address is of this machine itself. */
export const isLoopback = (ip: string): boolean => LOOPBACK.has(ip);

/** By address, as many as are remembered at once: it is asked for several times with each call. */
const places = new Map<string, string>();
const PLACES = 1_000;

/** Who shares a limit by place: one IPv4 address, or the /64 of IPv6 that a household or server has for itself. */
export function placeOf(address: string): string {
  const known = places.get(address);
  if (known !== undefined) return known;
  if (places.size >= PLACES) places.clear();
  const place = computed(address);
  places.set(address, place);
  return place;
}

function computed(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? plain;
  const [before = '', after] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const zeros = after === undefined ? 0 : 8 - groups(before).length - groups(after).length;
  return `${[...groups(before), ...Array.from({ length: zeros }, () => '0'), ...groups(after)].slice(0, 4).join(':')}::/64`;
}

/** The counter of a kind of guess, and how many may be wrong in the window. */
export type Guarded = readonly [kind: string, key: string, max: number];

export type Limits = ReturnType<typeof createLimits>;

/** Counters in the vault, shared by all API nodes. Keys are hashed: no address or e-mail is stored. */
export function createLimits(vault: Vault, secret: string, now: () => number) {
  const name = (kind: string, key: string) => `${kind}:${createHmac('sha256', secret).update(key).digest('base64url')}`;
  const tooMany = (until: number) =>
    new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(Math.max(1, Math.ceil((until - now()) / 1000))) } });
  /** Guesses being checked in this process. */
  const underWay = new Set<{ at: string; decided: Promise<void> }>();

  /** Counts one, and throws TOO_MANY_REQUESTS with Retry-After above `max`: of many concurrent ones only `max` pass. */
  async function count(kind: string, key: string, max: number, windowMs: number): Promise<void> {
    for (;;) {
      const at = name(kind, key);
      const found = await vault.get<Window>('attempts', at);
      const open = found && found.value.until > now() ? found.value : { count: 0, until: now() + windowMs };
      if (open.count >= max) throw tooMany(open.until);
      const next: Window = { ...open, count: open.count + 1 };
      const written = found
        ? await vault.replace('attempts', at, found.revision, next, { expiresAt: next.until })
        : await vault.insert('attempts', at, next, { expiresAt: next.until });
      if (written) return;
    }
  }

  async function giveBack(kind: string, key: string): Promise<void> {
    for (;;) {
      const at = name(kind, key);
      const found = await vault.get<Window>('attempts', at);
      if (!found || found.value.until <= now() || found.value.count < 1) return;
      const { count, until } = found.value;
      if (await vault.replace('attempts', at, found.revision, { count: count - 1, until }, { expiresAt: until })) return;
    }
  }

  return {
    count,
    /** Takes back one count, where what was counted did not happen after all. */
    giveBack,
    /**
     * Whether a guess is right. It is counted before `look` decides, and uncounted where it is right: of many concurrent guesses no more than `max` wrong
     * ones are checked, on however many nodes. A guess without room waits for those being checked in this process.
     * Errors: TOO_MANY_REQUESTS, by the first of `guarded` without room.
     */
    async guess(guarded: readonly Guarded[], windowMs: number, look: () => Promise<boolean>): Promise<boolean> {
      const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
      const taken: { kind: string; key: string; mine: { at: string; decided: Promise<void> } }[] = [];
      let right: boolean | null = null;
      try {
        for (const [kind, key, max] of guarded) {
          const at = name(kind, key);
          for (;;) {
            try {
              await count(kind, key, max, windowMs);
              break;
            } catch (error) {
              const others = [...underWay].filter((one) => one.at === at);
              if (!(error instanceof ApiError) || others.length === 0) throw error;
              await Promise.race(others.map((one) => one.decided));
            }
          }
          const mine = { at, decided };
          underWay.add(mine);
          taken.push({ kind, key, mine });
        }
        right = await look();
        return right;
      } finally {
        for (const { kind, key, mine } of taken) {
          // Also where nothing was decided.
          if (right !== false) await giveBack(kind, key).catch(() => undefined);
          underWay.delete(mine);
        }
        decide();
      }
    },
  };
}
