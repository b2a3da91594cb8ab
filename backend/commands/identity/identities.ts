import { createHmac } from 'node:crypto';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { user } from './user.ts';

type Event = StreamEvent<'identity'>;

/** `over`: a holder who no longer exists. */
export interface AssignIdentity {
  type: 'assign';
  userId: number;
  over: number | null;
}

/** One identity of another provider, and whose account it opens. */
export const identity: Decider<{ holder: number | null }, AssignIdentity, Event> = {
  category: 'identity',
  initial: () => ({ holder: null }),
  decide({ userId, over }, { holder }) {
    if (holder === userId) return [];
    if (holder !== null && holder !== over) return refuse('IDENTITY_TAKEN');
    return [{ type: 'IdentityAssigned', data: { userId, provider: 'google' } }];
  },
  evolve: (_, { data }) => ({ holder: data.userId }),
};

/** Streams are named by an HMAC of the subject with a key that never rotates: the log reveals no identity. */
export function createIdentities(commands: Commands, hmacKey: Uint8Array) {
  const idOf = (subject: string) => createHmac('sha256', hmacKey).update(`google\u0000${subject}`).digest('hex').slice(0, 40);
  const holderOf = async (subject: string) => {
    const { holder } = (await commands.load(identity, idOf(subject))).state;
    if (holder === null) return { holder, gone: false };
    const { status } = (await commands.load(user, holder)).state;
    return { holder, gone: status === 'erased' || status === 'abandoned' || status === 'none' };
  };
  return {
    /** The account that a Google subject opens; null where there is none, or its person was erased. */
    async holder(subject: string): Promise<number | null> {
      const { holder, gone } = await holderOf(subject);
      return gone ? null : holder;
    },
    /** Links it: first in the stream of the identity, which decides, then in the person's. Errors: IDENTITY_TAKEN, USER_ERASED. */
    async link(subject: string, userId: number, context: CommandContext): Promise<void> {
      const { holder, gone } = await holderOf(subject);
      const command: AssignIdentity = { type: 'assign', userId, over: gone ? holder : null };
      await commands.handle(identity, idOf(subject), command, derived(context, 'identity', userId));
      await commands.handle(user, userId, { type: 'linkGoogle' }, derived(context, 'linkGoogle'));
    },
  };
}

export type Identities = ReturnType<typeof createIdentities>;
