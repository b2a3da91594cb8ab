import type { Vault } from './port.ts';

/**
 * A vault that notices when it cannot be written. Reads still work with a full disk, and a caller that only reads would take it for healthy.
 */
export interface NoticingVault extends Vault {
  /** Resolves where the last write succeeded. Where it failed, one is tried: throws what that throws. */
  writable(): Promise<void>;
}

export function noticing(vault: Vault): NoticingVault {
  let failed = false;
  const noticed = async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      const done = await write();
      failed = false;
      return done;
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  return {
    get: (table, key) => vault.get(table, key),
    list: (table, prefix, options) => vault.list(table, prefix, options),
    count: (table, prefix) => vault.count(table, prefix),
    put: (...to) => noticed(() => vault.put(...to)),
    insert: (...to) => noticed(() => vault.insert(...to)),
    replace: (...to) => noticed(() => vault.replace(...to)),
    remove: (...from) => noticed(() => vault.remove(...from)),
    clear: (table) => noticed(() => vault.clear(table)),
    sweep: (now) => noticed(() => vault.sweep(now)),
    close: () => vault.close(),
    async writable() {
      if (failed) await noticed(() => vault.put('status', 'written', null));
    },
  };
}
