import { createHash, randomBytes } from 'node:crypto';
import type { Vault } from './port.ts';

interface Whose {
  userId: number;
}
interface Kept {
  /** Of the secret, under which `Whose` stands. */
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
    /** Whose dates an address leads to; null: it is none, or no longer. */
    async whose(secret: string): Promise<number | null> {
      const hash = hashOf(secret);
      const userId = (await vault.get<Whose>('calendar-addresses', bySecret(hash)))?.value.userId;
      if (userId === undefined) return null;
      // Of two that were made at once the one that stands with the person is good.
      return (await vault.get<Kept>('calendar-addresses', byUser(userId)))?.value.hash === hash ? userId : null;
    },
    since: async (userId: number): Promise<string | null> =>
      (await vault.get<Kept>('calendar-addresses', byUser(userId)))?.value.since ?? null,
    /** A new secret, in place of the one before. */
    async make(userId: number, now: Date): Promise<{ secret: string; since: string }> {
      await addresses.end(userId);
      const secret = randomBytes(24).toString('base64url');
      const kept = { hash: hashOf(secret), since: now.toISOString() };
      await vault.put<Whose>('calendar-addresses', bySecret(kept.hash), { userId });
      await vault.put<Kept>('calendar-addresses', byUser(userId), kept);
      return { secret, since: kept.since };
    },
    /** `before` (ISO UTC): only one that was made by then. */
    async end(userId: number, before?: string): Promise<void> {
      const kept = (await vault.get<Kept>('calendar-addresses', byUser(userId)))?.value;
      if (kept && before !== undefined && kept.since > before) return;
      await vault.remove('calendar-addresses', byUser(userId));
      if (kept) await vault.remove('calendar-addresses', bySecret(kept.hash));
    },
  };
  return addresses;
}
