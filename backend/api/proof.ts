import { normalise } from '../commands/kernel/values.ts';
import { ApiError } from './error.ts';
import type { Identity } from './plugins/identity.ts';
import type { Limits } from './plugins/limits.ts';

const FIFTEEN_MINUTES = 15 * 60_000;
const HOUR = 3_600_000;
const EMAIL_CHANGES_PER_HOUR = 5;
/** For so long after signing in the password need not be asked again. */
const RECENT_MS = 10 * 60_000;

interface Asker {
  identity: Identity | null;
  now: Date;
}

export interface Proof {
  isRecent(call: Asker): boolean;
  /**
   * That it is really the person: by the password, counted like logins; who has none, by having signed in a moment ago. `orRecent`: whoever has one
   * need not give it either, a moment after signing in with it. Errors: WRONG_PASSWORD, SIGN_IN_AGAIN.
   */
  demand(call: Asker, password: string | undefined, more?: { orRecent: true }): Promise<void>;
}

export function createProof(
  passwords: { has(userId: number): Promise<boolean>; matches(userId: number, password: string): Promise<boolean> },
  limits: Pick<Limits, 'check' | 'count'>,
  logins: number,
): Proof {
  const isRecent = ({ identity, now }: Asker) => now.getTime() - (identity?.startedAt ?? 0) < RECENT_MS;
  return {
    isRecent,
    async demand(call, password, more) {
      if (!call.identity) throw new ApiError('AUTH_REQUIRED');
      const { userId } = call.identity;
      if (!(await passwords.has(userId)) || (more?.orRecent && password === undefined)) {
        if (!isRecent(call)) throw new ApiError('SIGN_IN_AGAIN');
        return;
      }
      const key = String(userId);
      await limits.check('own-password', key, logins);
      if (await passwords.matches(userId, password ?? '')) return;
      await limits.count('own-password', key, logins, FIFTEEN_MINUTES);
      throw new ApiError('WRONG_PASSWORD');
    },
  };
}

/** By person, and by address: nobody's mailbox is filled by many accounts. Errors: TOO_MANY_REQUESTS. */
export async function countEmailChange(limits: Pick<Limits, 'count'>, userId: number, email: string): Promise<void> {
  await limits.count('email-change', String(userId), EMAIL_CHANGES_PER_HOUR, HOUR);
  await limits.count('email-change-to', normalise(email), EMAIL_CHANGES_PER_HOUR * 2, HOUR);
}
