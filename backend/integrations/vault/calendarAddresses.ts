import { createHash, randomBytes } from 'node:crypto';
import type { Vault } from './port.ts';

interface Whose {
  userId: number;
}
interface Kept {
  /** Hash of the secret, the key under which `Whose` is stored. */
  hash: string;
  /** ISO UTC. */
  since: string;
}
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const bySecret = (hash: string): string => `secret:${hash}`;
const byUser = (userId: number): string => `user:${userId}`;

/** The secret addresses by which calendars follow a person's dates: one for each person, kept only as a hash. */
export function createCalendarAddresses(vault: Vault) {
  const addresses = {
    /** The person whose dates an address leads to; null: it is no such address, or not any more. */
    async whose(secret: string): Promise<number | null> {
      const hash = hashOf(secret);
      const userId = (await vault.get<Whose>('calendar-addresses', bySecret(hash)))?.value.userId;
      if (userId === undefined) return null;
      // Of two secrets made at once, the one recorded with the person is valid.
      return (await vault.get<Kept>('calendar-addresses', byUser(userId)))?.value.hash === hash ? userId : null;
    },
    since: async (userId: number): Promise<string | null> =>
      (await vault.get<Kept>('calendar-addresses', byUser(userId)))?.value.since ?? null,
    /** Makes a new secret in place of the one before. */
    async make(userId: number, now: Date): Promise<{ secret: string; since: string }> {
      await addresses.end(userId);
      const secret = randomBytes(24).toString('base64url');
      const kept = { hash: hashOf(secret), since: now.toISOString() };
      await vault.put<Whose>('calendar-addresses', bySecret(kept.hash), { userId });
      await vault.put<Kept>('calendar-addresses', byUser(userId), kept);
      return { secret, since: kept.since };
    },
    /** `before` (ISO UTC): removes the address only if it was made by then. */
    async end(userId: number, before?: string): Promise<void> {
      const kept = (await vault.get<Kept>('calendar-addresses', byUser(userId)))?.value;
      if (kept && before !== undefined && kept.since > before) return;
      await vault.remove('calendar-addresses', byUser(userId));
      if (kept) await vault.remove('calendar-addresses', bySecret(kept.hash));
    },
  };
  return addresses;
}
