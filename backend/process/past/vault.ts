import { PastIsReadOnly } from '../../../events/store/bounded.ts';
import { ApiError } from '../../api/error.ts';
import type { Vault, VaultTable } from '../../integrations/vault/port.ts';

/** The keys that open what the log holds, and by what changes of them are noticed. */
const KEYS: ReadonlySet<VaultTable> = new Set(['keys', 'signing-keys', 'meta']);

/** What authors have not published yet is in no history: a course is shown as its learners had it. */
const UNPUBLISHED: ReadonlySet<VaultTable> = new Set(['drafts', 'editing']);

/** The vault for the school of a moment. But for keys it holds how things are now, which no history keeps: asking for that throws PAST_NOT_KEPT. */
export function pastVault(vault: Vault): Vault {
  const readable = (table: VaultTable) => {
    if (!KEYS.has(table)) throw new ApiError('PAST_NOT_KEPT');
  };
  const refused = async (): Promise<never> => {
    throw new PastIsReadOnly();
  };
  return {
    async get(table, key) {
      if (UNPUBLISHED.has(table)) return null;
      readable(table);
      return vault.get(table, key);
    },
    async list(table, prefix, options) {
      if (UNPUBLISHED.has(table)) return [];
      readable(table);
      return vault.list(table, prefix, options);
    },
    async count(table, prefix) {
      readable(table);
      return vault.count(table, prefix);
    },
    put: refused,
    insert: refused,
    replace: refused,
    remove: refused,
    clear: refused,
    sweep: refused,
    async close() {},
  };
}
