import { administrators } from '../../commands/identity/administrators.ts';
import { apiKeys, isGood, KEYS } from '../../commands/operations/apiKeys.ts';
import type { Deps } from '../deps.ts';
import type { SeenSession } from './viewing.ts';

/** The key of an integration by which a call comes. */
export interface CallingKey {
  id: string;
  /** Rows of the policy table that it was given. */
  scopes: ReadonlySet<string>;
  perSecond: number;
}

/** A caller, as far as a key limits them. */
type Limited = Pick<SeenSession, 'role'> & { key?: CallingKey };

/**
 * Who calls with a key: its owner, as far as the key goes. Asked of the log with every call: a key that was revoked, and one whose owner is no
 * administrator any more, is good for nothing from then on. null: no such key is good.
 */
export async function identityByKey(
  { apiKeySecrets, commands, clock }: Pick<Deps, 'apiKeySecrets' | 'commands' | 'clock'>,
  token: string,
): Promise<(SeenSession & { token: string; byCookie: false; key: CallingKey }) | null> {
  const sent = await apiKeySecrets.find(token);
  if (!sent) return null;
  const key = (await commands.load(apiKeys, KEYS)).state.get(sent.keyId);
  const now = clock();
  if (!key || !isGood(key, sent.secretId, now.toISOString())) return null;
  if (!(await commands.load(administrators, 'active')).state.active.has(key.ownerId)) return null;
  await apiKeySecrets.use(sent.keyId, now.getTime());
  return {
    ...{ userId: key.ownerId, role: 'administrator', sessionId: `key ${sent.keyId}`, token, byCookie: false },
    expiresAt: key.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt),
    key: { id: sent.keyId, scopes: new Set(key.scopes), perSecond: key.perSecond },
  };
}

/** Whether what the caller may see names people: a key does only where it may list them. */
export const namesPeople = ({ role, key }: Limited): boolean =>
  key ? key.scopes.has('users.list') : role === 'administrator' || role === 'auditor';
/** Whether the caller may see how the school runs, where that is no call of the contract. */
export const seesOperation = ({ role, key }: Limited): boolean => (key ? key.scopes.has('operations.read') : role === 'administrator');
