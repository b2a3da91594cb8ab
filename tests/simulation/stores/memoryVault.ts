import type { Now, Vault, VaultRecord, VaultTable } from '../../../backend/integrations/vault/port.ts';
import { frozen } from '../../../events/frozen.ts';
import type { Hop } from './hop.ts';

interface Stored {
  record: VaultRecord<unknown>;
  expires: number | null;
}

/** The order of keys: by code point. */
const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The vault in memory. */
export class MemoryVault {
  #tables = new Map<string, Map<string, Stored>>();
  #revision = 0;

  get(table: string, key: string, now: number): VaultRecord<unknown> | null {
    const found = this.#tables.get(table)?.get(key);
    return found && (found.expires === null || found.expires > now) ? found.record : null;
  }

  put(table: string, key: string, value: unknown, expires: number | null): void {
    const records = this.#tables.get(table) ?? new Map<string, Stored>();
    this.#tables.set(table, records);
    this.#revision++;
    records.set(key, { record: frozen({ key, value: JSON.parse(JSON.stringify(value)) as unknown, revision: this.#revision }), expires });
  }

  remove(table: string, key: string): void {
    this.#tables.get(table)?.delete(key);
  }

  clear(table: string): void {
    this.#tables.delete(table);
  }

  keys(table: string, prefix: string, now: number): string[] {
    const all = [...(this.#tables.get(table)?.keys() ?? [])];
    return all.filter((key) => key.startsWith(prefix) && this.get(table, key, now)).sort(byCodePoint);
  }

  sweep(now: number): number {
    let gone = 0;
    for (const records of this.#tables.values())
      for (const [key, { expires }] of [...records])
        if (expires !== null && expires <= now) {
          records.delete(key);
          gone++;
        }
    return gone;
  }

  /** Everything in it now: what a backup takes. */
  copy(): MemoryVault {
    const copy = new MemoryVault();
    copy.restore(this);
    return copy;
  }

  restore(from: MemoryVault): void {
    this.#tables = new Map(Array.from(from.#tables, ([table, records]) => [table, new Map(records)]));
    this.#revision = Math.max(this.#revision, from.#revision);
  }
}

/** A connection to it, as a process has one. `now` is for expiry on reading. */
export function connectVault(vault: MemoryVault, hop: Hop, now: Now): Vault {
  const expiry = (options?: { expiresAt?: number }) => options?.expiresAt ?? null;
  const typed = <T>(record: VaultRecord<unknown> | null) => record as VaultRecord<T> | null;
  return {
    get: <T>(table: VaultTable, key: string) => hop(`vault.get ${table} ${key}`, () => typed<T>(vault.get(table, key, now()))),
    put: (table, key, value, options) => hop(`vault.put ${table} ${key}`, () => vault.put(table, key, value, expiry(options))),
    insert: (table, key, value, options) =>
      hop(`vault.insert ${table} ${key}`, () => {
        if (vault.get(table, key, now())) return false;
        vault.put(table, key, value, expiry(options));
        return true;
      }),
    replace: (table, key, revision, value, options) =>
      hop(`vault.replace ${table} ${key}`, () => {
        if (vault.get(table, key, now())?.revision !== revision) return false;
        vault.put(table, key, value, expiry(options));
        return true;
      }),
    remove: (table, key) => hop(`vault.remove ${table} ${key}`, () => vault.remove(table, key)),
    clear: (table) => hop(`vault.clear ${table}`, () => vault.clear(table)),
    list: <T>(table: VaultTable, prefix: string, options: { limit?: number; after?: string; backwards?: boolean } = {}) =>
      hop(`vault.list ${table} ${prefix}`, () => {
        const { limit, after, backwards = false } = options;
        const keys = vault.keys(table, prefix, now());
        if (backwards) keys.reverse();
        const from = after === undefined ? keys : keys.filter((key) => byCodePoint(key, after) * (backwards ? -1 : 1) > 0);
        return from.slice(0, limit).map((key) => vault.get(table, key, now()) as VaultRecord<T>);
      }),
    count: (table, prefix) => hop(`vault.count ${table} ${prefix}`, () => vault.keys(table, prefix, now()).length),
    sweep: (at) => hop('vault.sweep', () => vault.sweep(at)),
    close: async () => {},
  };
}
