import { createHash, randomBytes } from 'node:crypto';
import type { Vault } from '../integrations/vault/port.ts';

/** For so long it is remembered what somebody wanted before they signed in. */
export const INTENT_MS = 24 * 3_600_000;
export const VISIT_COOKIE = 'aulaviva.visita';

export interface Intent {
  courseId?: number;
  /** The scholarship with which that course is to be opened; its code's text is kept nowhere. */
  scholarship?: string;
  /** What was about to be bought: the plan, or a course by its id. It waits beside a course to begin (C-58). */
  checkout?: 'premium' | number;
}

export type Intents = ReturnType<typeof createIntents>;

/**
 * What a visitor wants, kept on the server (A39): under the visit that a cookie names, and from registering on under the account, so that it
 * survives the way over the mail, also on another device, and the one over Google.
 */
export function createIntents(vault: Vault) {
  const ofVisit = (visit: string) => `visit:${createHash('sha256').update(visit).digest('base64url')}`;
  const ofUser = (userId: number) => `user:${userId}`;
  const pull = async (key: string): Promise<Intent | null> => {
    const found = await vault.get<Intent>('intents', key);
    if (found) await vault.remove('intents', key);
    return found?.value ?? null;
  };
  const keep = (key: string, intent: Intent, now: Date) =>
    vault.put<Intent>('intents', key, intent, { expiresAt: now.getTime() + INTENT_MS });
  return {
    /** Answers the visit that it now stands under. */
    async remember(visit: string | null, intent: Intent, now: Date): Promise<string> {
      // An id that we did not make may be known to somebody else.
      const before = visit === null ? null : await vault.get<Intent>('intents', ofVisit(visit));
      const own = visit !== null && before ? visit : randomBytes(24).toString('base64url');
      const { checkout, ...begin } = before?.value ?? {};
      // Another course takes the place of the one before, with its code; what is to be bought stands by itself.
      const kept = intent.courseId === undefined ? { ...begin, ...intent } : { ...(checkout !== undefined && { checkout }), ...intent };
      await keep(ofVisit(own), kept, now);
      return own;
    },
    /** The visitor has an account now. */
    async adopt(visit: string | null, userId: number, now: Date): Promise<void> {
      const intent = visit === null ? null : await pull(ofVisit(visit));
      if (intent !== null) await keep(ofUser(userId), intent, now);
    },
    async take(visit: string | null, userId: number): Promise<Intent | null> {
      const here = visit === null ? null : await pull(ofVisit(visit));
      const before = await pull(ofUser(userId));
      return here ?? before;
    },
  };
}
