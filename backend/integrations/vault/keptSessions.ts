import { hash as digestOf } from 'node:crypto';
import type { Role } from '../../../events/define.ts';
import type { Vault, VaultRecord } from './port.ts';

/** What a token stands for. The role is kept here so that a call costs one look-up; a change of role rewrites it. */
export interface SessionRecord {
  userId: number;
  sessionId: string;
  role: Role;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Epoch milliseconds; absent from sessions of an older release. */
  startedAt?: number;
  /** When the person last proved again who they are (epoch milliseconds). */
  provenAt?: number;
  /** When it was last used, to within a few minutes. */
  usedAt?: number;
  /** Begun without a password, on the account that all visitors of the demo share. */
  demo?: true;
  /** In an administrator's session: as whom its browser views the school, and until when (epoch milliseconds). */
  viewing?: { userId: number; viewId: string; until: number };
}

/** The stored session: its changing state is in one record, whichever tokens it has. */
export interface KeptSession extends SessionRecord {
  /** Hash of the cookie's token, and since when it has that one (epoch milliseconds). `provenAt` belongs to this token alone. */
  tokenHash: string;
  tokenSince: number;
  /** False where it must be replaced at once: the rights of the session have changed. */
  renewed?: boolean;
  /** The previous token: valid until the new one was used, and for a while longer. `next`: the new one for a holder of this; null where it came with a proof. */
  before?: { tokenHash: string; next: string | null; until: number | null };
  /** The token for programs, which never changes; absent from sessions of an older release. */
  program?: { tokenHash: string; provenAt?: number };
}

/** How many sessions are read at once. */
const PAGE = 200;

export const hash = (token: string): string => digestOf('sha256', token, 'base64url');
export const keyOf = ({ userId, sessionId }: Pick<SessionRecord, 'userId' | 'sessionId'>) => `${userId}:${sessionId}`;

/** The records of sessions in the vault: one of each session, and one of each of its tokens, by the token's hash, which names it. */
export function createKeptSessions(vault: Vault) {
  const get = (key: string) => vault.get<KeptSession>('user-sessions', key);
  /** Applies this to all records, a page at a time. */
  const forAll = async (userId: number, work: (found: VaultRecord<KeptSession>, sessionId: string) => Promise<void>) => {
    const prefix = `${userId}:`;
    for (let after: string | undefined; ; ) {
      const more = after === undefined ? {} : { after };
      const page = await vault.list<KeptSession>('user-sessions', prefix, { limit: PAGE, ...more });
      await Promise.all(page.map((found) => work(found, found.key.slice(prefix.length))));
      if (page.length < PAGE) return;
      after = page.at(-1)?.key;
    }
  };
  /** Over this revision only: a session that ended meanwhile must not come back. `next` returns null where nothing is to be changed. */
  const change = async (key: string, next: (session: KeptSession) => KeptSession | null): Promise<KeptSession | null> => {
    for (;;) {
      const found = await get(key);
      const value = found && next(found.value);
      if (!value) return null;
      if (await vault.replace<KeptSession>('user-sessions', key, found.revision, value, { expiresAt: value.expiresAt })) return value;
    }
  };
  /** First the session, on which its tokens depend, then the records that name it. */
  const remove = async ({ key, value }: VaultRecord<KeptSession>) => {
    await vault.remove('user-sessions', key);
    for (const one of [value.tokenHash, value.before?.tokenHash, value.program?.tokenHash])
      if (one !== undefined) await vault.remove('sessions', one);
  };
  /** What a token names; null where it names nothing. */
  const look = async (token: string): Promise<{ tokenHash: string; key: string; session: KeptSession | null } | null> => {
    const tokenHash = hash(token);
    const key = (await vault.get<{ of: string }>('sessions', tokenHash))?.value.of;
    return key === undefined ? null : { tokenHash, key, session: (await get(key))?.value ?? null };
  };
  return { get, forAll, change, remove, look };
}
