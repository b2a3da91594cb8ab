import type { EventStore } from '../../../events/store/port.ts';
import { connectSqliteStore } from '../../../events/store/sqlite.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { openSqliteVault } from '../../integrations/vault/sqlite.ts';
import type { ReplayWorkerData } from '../kernel/build.ts';

/** How a worker opens the log and the vault of its school. Drivers of remote stores are loaded only where they are used. */

export async function openLog(log: ReplayWorkerData['log']): Promise<EventStore> {
  if (typeof log !== 'string') return connectSqliteStore(log);
  const { openEventStoreDb } = await import('../../../events/store/eventstoredb.ts');
  return openEventStoreDb({ url: log });
}

export async function openVault(place: ReplayWorkerData['vault']): Promise<Vault> {
  if ('path' in place) return openSqliteVault(place.path);
  const { openMongoVault } = await import('../../integrations/vault/mongodb.ts');
  return openMongoVault(place.url, place.database);
}
