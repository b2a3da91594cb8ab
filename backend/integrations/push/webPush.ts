import { lookup as resolve } from 'node:dns';
import { Agent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../outside/addresses.ts';
import type { Vault } from '../vault/port.ts';
import { isPushEndpoint, type PushSender } from './port.ts';

interface Keys {
  publicKey: string;
  privateKey: string;
}
/** Under which name the keys stand in the vault, and for what they are sealed. */
export const PUSH_KEYS = 'web-push';
/** Seals what is kept beside the log (`commands/kernel/seal.ts`). */
interface Seal {
  seal(name: string, value: unknown): string;
  open<T>(name: string, sealed: string): T;
}
const TIMEOUT_MS = 10_000;
/** The browser has given the place up, or it never was one. */
const GONE = [400, 403, 404, 410];

/** Names lead only into the public web, whatever the resolver says. */
const publicLookup: LookupFunction = (hostname, options, done) =>
  resolve(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 4);
    const open = found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first) return done(new Error('the name of a push service leads out of the public web'), '', 4);
    if (options.all) return done(null, open);
    done(null, first.address, first.family);
  });

/** The school's own pair of keys (VAPID), by which services of browsers know it. Made when first asked for, the same on every node, sealed in the vault. */
export async function pushKeys(vault: Vault, seal: Seal): Promise<Keys> {
  const kept = await vault.get<string>('meta', PUSH_KEYS);
  if (kept) return seal.open<Keys>(PUSH_KEYS, kept.value);
  const { default: webPush } = await import('web-push');
  const made = webPush.generateVAPIDKeys();
  if (await vault.insert('meta', PUSH_KEYS, seal.seal(PUSH_KEYS, made))) return made;
  return pushKeys(vault, seal);
}

/** Sends by the protocol of the web (RFC 8030, 8291, 8292). `contact`: where a service may write to, an address of the school. */
export function createWebPush(options: { vault: Vault; seal: Seal; contact: string }): PushSender {
  const { vault, seal, contact } = options;
  const agent = new Agent({ lookup: publicLookup, keepAlive: false, maxSockets: 16 });
  let keys: Promise<Keys> | null = null;
  return {
    async send({ endpoint, p256dh, auth }, { body, urgent, ttl }) {
      if (!isPushEndpoint(endpoint)) return 'gone';
      keys ??= pushKeys(vault, seal);
      const { default: webPush } = await import('web-push');
      try {
        await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, body, {
          vapidDetails: { subject: contact, ...(await keys) },
          ...{ TTL: ttl, urgency: urgent ? 'high' : 'normal', timeout: TIMEOUT_MS, agent },
        });
        return 'sent';
      } catch (error) {
        const status = (error as { statusCode?: unknown }).statusCode;
        if (typeof status === 'number' && GONE.includes(status)) return 'gone';
        throw error;
      }
    },
  };
}
