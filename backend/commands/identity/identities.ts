import { createHmac } from 'node:crypto';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { type UserState, user } from './user.ts';

type Event = StreamEvent<'identity'>;

/** `provider`: Google, or the id of a company's provider. `over`: the previous holder, whose account this identity does not open any more. */
export interface AssignIdentity {
  type: 'assign';
  userId: number;
  provider: 'google' | { providerId: string };
  over: number | null;
}

/** Which account an identity at another provider opens. */
export const identity: Decider<{ holder: number | null }, AssignIdentity, Event> = {
  category: 'identity',
  initial: () => ({ holder: null }),
  decide({ userId, provider, over }, { holder }) {
    if (holder === userId) return [];
    if (holder !== null && holder !== over) return refuse('IDENTITY_TAKEN');
    return provider === 'google'
      ? [{ type: 'IdentityAssigned', data: { userId, provider } }]
      : [{ type: 'OutsideIdentityAssigned', data: { userId, providerId: provider.providerId } }];
  },
  evolve: (_, { data }) => ({ holder: data.userId }),
};

/** An identity at a company's provider: the issuer that signs, and the subject there, which never changes. */
export interface OutsideIdentity {
  providerId: string;
  issuer: string;
  subject: string;
  /** What stood in the place of `issuer` when people came before; absent: nothing else did. */
  formerly?: string;
}

/** Streams are named by an HMAC of the identity with a key that never rotates: the log reveals none. */
export function createIdentities(commands: Commands, hmacKey: Uint8Array) {
  const digest = (issuer: string, subject: string) =>
    createHmac('sha256', hmacKey).update(`${issuer}\u0000${subject}`).digest('hex').slice(0, 40);
  const isThere = ({ status }: UserState) => status !== 'erased' && status !== 'abandoned' && status !== 'none';
  /** The account to which it was assigned last, and its state where the identity still opens it. */
  const holderOf = async (id: string, opens: (state: UserState) => boolean) => {
    const { holder } = (await commands.load(identity, id)).state;
    if (holder === null) return { holder, state: null };
    const { state } = await commands.load(user, holder);
    return { holder, state: isThere(state) && opens(state) ? state : null };
  };
  const google = (subject: string) => holderOf(digest('google', subject), () => true);
  const opening =
    ({ providerId }: OutsideIdentity, id: string) =>
    ({ outside }: UserState) =>
      outside.get(providerId)?.identity === id;
  return {
    /** The account that a Google subject opens; null where there is none, or its person was erased. */
    async holder(subject: string): Promise<number | null> {
      return (await google(subject)).state?.userId ?? null;
    },
    /** Links it: first in the stream of the identity, which decides, then in the person's. Errors: IDENTITY_TAKEN, USER_ERASED. */
    async link(subject: string, userId: number, context: CommandContext): Promise<void> {
      const { holder, state } = await google(subject);
      const command: AssignIdentity = { type: 'assign', userId, provider: 'google', over: state ? null : holder };
      await commands.handle(identity, digest('google', subject), command, derived(context, 'identity', userId));
      await commands.handle(user, userId, { type: 'linkGoogle' }, derived(context, 'linkGoogle'));
    },
    /** The account that an identity of a company opens; null where there is none, its person was erased, or unlinked it. */
    async outsideHolder(outside: OutsideIdentity): Promise<UserState | null> {
      const { issuer, formerly = issuer, subject } = outside;
      for (const id of new Set([digest(issuer, subject), digest(formerly, subject)])) {
        const { state } = await holderOf(id, opening(outside, id));
        if (state) return state;
      }
      return null;
    },
    /** As `link`. Errors: IDENTITY_TAKEN where it opens another account, COMPANY_LINKED where another one of this provider opens this account, USER_ERASED. */
    async linkOutside(outside: OutsideIdentity, userId: number, by: 'person' | 'provider', context: CommandContext): Promise<UserState> {
      const { issuer, subject, providerId } = outside;
      const id = digest(issuer, subject);
      const linked = (await commands.load(user, userId)).state.outside.get(providerId);
      if (linked && linked.identity !== id) refuse('COMPANY_LINKED');
      const { holder, state } = await holderOf(id, opening(outside, id));
      const command: AssignIdentity = { type: 'assign', userId, provider: { providerId }, over: state ? null : holder };
      await commands.handle(identity, id, command, derived(context, 'identity', userId));
      const link = { type: 'linkOutside', providerId, identity: id, by } as const;
      return (await commands.handle(user, userId, link, derived(context, 'linkOutside', providerId))).state;
    },
  };
}

export type Identities = ReturnType<typeof createIdentities>;
