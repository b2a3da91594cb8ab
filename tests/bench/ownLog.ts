import { join } from 'node:path';
import { createPersonalKeys, type ManagedPersonalKeys } from '../../backend/integrations/vault/personalKeys.ts';
import type { Vault } from '../../backend/integrations/vault/port.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { createCodec } from '../../events/codec.ts';
import { createEventLog, type EventLog } from '../../events/log.ts';
import { registry } from '../../events/registry.ts';
import { openSqliteStore, type SqliteStore } from '../../events/store/sqlite.ts';

/** Log, vault and keys of a folder in which no school runs. */
export interface OwnLog {
  store: SqliteStore;
  vault: Vault;
  keys: ManagedPersonalKeys;
  log: EventLog;
  /** Appends one event, as the system. */
  append(stream: string, type: string, data: object): Promise<void>;
  close(): Promise<void>;
}

export async function openOwnLog(dataDir: string, masterKey: Uint8Array): Promise<OwnLog> {
  const store = await openSqliteStore({ dataDir });
  const vault = openSqliteVault(join(dataDir, 'vault.db'));
  const keys = createPersonalKeys(vault, masterKey);
  const log = createEventLog(store, createCodec(registry, keys));
  return {
    store,
    vault,
    keys,
    log,
    async append(stream, type, data) {
      const id = crypto.randomUUID();
      const meta = { commandId: id, correlationId: id, causationId: id, actor: { userId: null, role: 'system' as const } };
      await log.append(stream, 'any', [{ type, data }], { ...meta, occurredAt: new Date().toISOString() });
    },
    async close() {
      await store.close();
      await vault.close();
    },
  };
}
