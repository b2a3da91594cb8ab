import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'apikeys'>;

/** A key that was not revoked. */
export interface ApiKey extends Omit<DataOf<'ApiKeyMade'>, 'keyId' | 'secretId'> {
  secretId: string;
  /** The secret before, and until when it is good (ISO UTC). */
  previous: { secretId: string; until: string } | null;
}
export type ApiKeyCommand =
  | ({ type: 'make' } & DataOf<'ApiKeyMade'>)
  | ({ type: 'change' } & DataOf<'ApiKeyChanged'>)
  | ({ type: 'rotate' } & DataOf<'ApiKeyRotated'>)
  | { type: 'revoke'; keyId: string };

export const MOST_KEYS = 50;
export const KEYS = 'school';

const sameScopes = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((row) => other.includes(row));

/** The keys of the school; stream `apikeys-school`. Errors: TOO_MANY_ITEMS, API_KEY_NOT_FOUND. */
export const apiKeys: Decider<GrowingMap<string, ApiKey>, ApiKeyCommand, Event> = {
  category: 'apikeys',
  initial: () => new GrowingMap(),
  decide(command, state) {
    const { type, ...data } = command;
    const before = state.get(data.keyId);
    if (command.type === 'make') {
      if (before) return refuse('CONFLICT');
      const { type: _, ...made } = command;
      return state.size >= MOST_KEYS ? refuse('TOO_MANY_ITEMS') : [{ type: 'ApiKeyMade', data: made }];
    }
    if (!before) return refuse('API_KEY_NOT_FOUND');
    if (command.type === 'revoke') return [{ type: 'ApiKeyRevoked', data: { keyId: command.keyId } }];
    if (command.type === 'rotate') {
      const { type: _, ...rotated } = command;
      return [{ type: 'ApiKeyRotated', data: rotated }];
    }
    const { type: _, ...changed } = command;
    const same = (['name', 'perSecond', 'expiresAt'] as const).every((field) => before[field] === changed[field]);
    return same && sameScopes(before.scopes, changed.scopes) ? [] : [{ type: 'ApiKeyChanged', data: changed }];
  },
  evolve(state, { type, data }) {
    const before = state.get(data.keyId);
    if (type === 'ApiKeyMade') {
      const { keyId, ...key } = data;
      return state.with(keyId, { ...key, previous: null });
    }
    if (type === 'ApiKeyRevoked') return state.without(data.keyId);
    if (!before) return state;
    const { keyId, ...changed } = data;
    if (type === 'ApiKeyChanged') return state.with(keyId, { ...before, ...changed });
    const { secretId, previousUntil, ownerId } = data;
    return state.with(keyId, { ...before, secretId, ownerId, previous: { secretId: before.secretId, until: previousUntil } });
  },
};

/** Whether a key is good with one of its secrets, at a moment (ISO UTC). */
export const isGood = ({ expiresAt, secretId, previous }: ApiKey, given: string, now: string): boolean =>
  (expiresAt === null || now < expiresAt) && (given === secretId || (given === previous?.secretId && now < previous.until));
