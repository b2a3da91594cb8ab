import { normaliseAddress } from '../../commands/kernel/values.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Guarded, Limits } from '../limits.ts';
import type { Identity } from '../plugins/identity.ts';

const FIFTEEN_MINUTES = 15 * 60_000;
const HOUR = 3_600_000;
const EMAIL_CHANGES_PER_HOUR = 5;
/** How long after signing in, or proving it again, a person is not asked for proof. */
export const PROVEN_MS = 10 * 60_000;

interface Asker {
  identity: Identity | null;
  now: Date;
}

export type Proof = ReturnType<typeof createProof>;

export function createProof({ passwords, limits, config }: Pick<Deps, 'passwords' | 'limits' | 'config'>) {
  const within = (now: Date, at = 0) => now.getTime() - at < PROVEN_MS;
  const isRecent = ({ identity, now }: Asker) => within(now, Math.max(identity?.startedAt ?? 0, identity?.provenAt ?? 0));
  /** By the password, limited like logins; returns which of those given it is. Errors: WRONG_PASSWORD, TOO_MANY_REQUESTS. */
  const byPassword = async ({ identity }: Asker, ...given: readonly string[]): Promise<string> => {
    if (!identity) throw new ApiError('AUTH_REQUIRED');
    const guarded: Guarded = ['own-password', String(identity.userId), config.limits.logins];
    let found: string | undefined;
    const look = async () => {
      for (const one of given) if (found === undefined && (await passwords.matches(identity.userId, one))) found = one;
      return found !== undefined;
    };
    if (!(await limits.guess([guarded], FIFTEEN_MINUTES, look)) || found === undefined) throw new ApiError('WRONG_PASSWORD');
    return found;
  };
  return {
    isRecent,
    byPassword,
    /**
     * Requires proof that it is the person: by a password in the call; else because they signed in, or proved it (`POST /api/cuenta/comprobar`),
     * a moment ago. `anew`: a person with a password must have given it since signing in. Errors: WRONG_PASSWORD, PROOF_REQUIRED.
     */
    async demand(call: Asker, password?: string, more?: { anew: true }): Promise<void> {
      if (!call.identity) throw new ApiError('AUTH_REQUIRED');
      const { userId, provenAt } = call.identity;
      const has = await passwords.has(userId);
      if (has && password !== undefined) return void (await byPassword(call, password));
      if (!(more?.anew && has ? within(call.now, provenAt) : isRecent(call))) throw new ApiError('PROOF_REQUIRED');
    },
  };
}

/** By person, and by address: many accounts together cannot fill one mailbox. Errors: TOO_MANY_REQUESTS. */
export async function countEmailChange(limits: Pick<Limits, 'count'>, userId: number, email: string): Promise<void> {
  await limits.count('email-change', String(userId), EMAIL_CHANGES_PER_HOUR, HOUR);
  await limits.count('email-change-to', normaliseAddress(email), EMAIL_CHANGES_PER_HOUR * 2, HOUR);
}
