import { PastIsReadOnly } from '../../../events/store/bounded.ts';
import { ApiError } from '../../api/error.ts';
import type { Vault, VaultTable } from '../../integrations/vault/port.ts';

/** The tables with the keys that open the log, and with what tells of changes to them. */
const KEYS: ReadonlySet<VaultTable> = new Set(['keys', 'signing-keys', 'meta']);

/** What authors have not published yet is in no history: a course is shown as its learners had it. */
const UNPUBLISHED: ReadonlySet<VaultTable> = new Set(['drafts', 'editing']);

/** Tables of what was sent because of an event, each record with its time. */
const SENT: ReadonlySet<VaultTable> = new Set(['outbox', 'pushes']);

/**
 * The vault for the school of a moment (epoch milliseconds). But for keys and what had been sent by then it holds how things are now, which no history
 * keeps: asking for that throws PAST_NOT_KEPT.
 */
export function pastVault(vault: Vault, moment: number): Vault {
  /** Records of what waits have no such time. */
  const wasSent = ({ value }: { value: unknown }) => Date.parse((value as { at?: string }).at ?? '') <= moment;
  const readable = (table: VaultTable) => {
    if (!KEYS.has(table)) throw new ApiError('PAST_NOT_KEPT');
  };
  const refused = async (): Promise<never> => {
    throw new PastIsReadOnly();
  };
  return {
    async get<T>(table: VaultTable, key: string) {
      if (UNPUBLISHED.has(table)) return null;
      if (SENT.has(table)) return vault.get<T>(table, key).then((found) => (found && wasSent(found) ? found : null));
      readable(table);
      return vault.get<T>(table, key);
    },
    async list<T>(table: VaultTable, prefix: string, options?: Parameters<Vault['list']>[2]) {
      if (UNPUBLISHED.has(table)) return [];
      if (SENT.has(table)) return vault.list<T>(table, prefix, options).then((found) => found.filter(wasSent));
      readable(table);
      return vault.list<T>(table, prefix, options);
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
