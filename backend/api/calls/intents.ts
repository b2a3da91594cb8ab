import { createHash, randomBytes } from 'node:crypto';
import type { Vault } from '../../integrations/vault/port.ts';

/** How long an intent is kept. */
export const INTENT_MS = 24 * 3_600_000;
export const VISIT_COOKIE = 'aulaviva.visita';

export interface Intent {
  courseId?: number;
  /** The scholarship code typed for that course is stored nowhere; this is its id. */
  scholarship?: string;
  /** What was about to be bought: the plan, a course by its id, or a bundle. Kept beside a course to start (C-58). */
  checkout?: 'premium' | number | `paquete-${number}`;
  /** Whether it is bought for somebody else. */
  gift?: boolean;
  /** The order of a gift that one was given, and is about to accept; its code is kept nowhere. */
  given?: { userId: number; orderId: number };
}

export type Intents = ReturnType<typeof createIntents>;

/** Another course replaces the previous one with its code; what is to be bought or accepted is kept apart. */
function joined(before: Intent | null, next: Intent): Intent {
  const { courseId: _, scholarship: __, ...apart } = before ?? {};
  return { ...(next.courseId === undefined ? before : apart), ...next };
}

/**
 * What a visitor intends to do (A39), kept on the server: under the visit in a cookie, and once they register under the account, so that it
 * survives the confirmation by mail, also on another device, and the round trip to Google.
 */
export function createIntents(vault: Vault) {
  const ofVisit = (visit: string) => `visit:${createHash('sha256').update(visit).digest('base64url')}`;
  const ofUser = (userId: number) => `user:${userId}`;
  const keep = (key: string, intent: Intent, now: Date) =>
    vault.put<Intent>('intents', key, intent, { expiresAt: now.getTime() + INTENT_MS });
  return {
    /** Returns the visit under which it is stored now. */
    async remember(visit: string | null, intent: Intent, now: Date): Promise<string> {
      // An id that this server did not make may be known to somebody else, so it is not used.
      const before = visit === null ? null : await vault.get<Intent>('intents', ofVisit(visit));
      const own = visit !== null && before ? visit : randomBytes(24).toString('base64url');
      await keep(ofVisit(own), joined(before?.value ?? null, intent), now);
      return own;
    },
    /** Called when the visitor has an account. */
    async adopt(visit: string | null, userId: number, now: Date): Promise<void> {
      const found = visit === null ? null : await vault.get<Intent>('intents', ofVisit(visit));
      if (!found) return;
      // In this order, so that the intent is stored somewhere at every moment.
      await keep(ofUser(userId), found.value, now);
      await vault.remove('intents', found.key);
    },
    /** Returns the intent once, and again to a repeat of the same command. */
    async take(visit: string | null, { userId, commandId, now }: { userId: number; commandId: string; now: Date }): Promise<Intent | null> {
      const given = `given:${userId}:${commandId}`;
      const keys = [...(visit === null ? [] : [ofVisit(visit)]), ofUser(userId)];
      let intent = (await vault.get<Intent>('intents', given))?.value ?? null;
      if (!intent) {
        // Somebody who registered with a gift in one browser and looked at a course in another one wants both.
        for (const key of keys.toReversed()) {
          const found = await vault.get<Intent>('intents', key);
          if (found) intent = joined(intent, found.value);
        }
        if (!intent) return null;
        await keep(given, intent, now);
      }
      for (const key of keys) await vault.remove('intents', key);
      return intent;
    },
  };
}
