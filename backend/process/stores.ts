import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { OnDamage, StorePart } from '../../events/store/faults.ts';
import type { EventStore } from '../../events/store/port.ts';
import type { FileStore } from '../integrations/files/port.ts';
import { type Answers, vaultAnswers } from '../integrations/vault/answers.ts';
import type { Vault } from '../integrations/vault/port.ts';
import type { BuildPlace } from '../projections/kernel/build.ts';
import type { ReadStore, ReadStoreReader } from '../projections/kernel/readStore.ts';
import type { Config } from './config.ts';

/** The adapter for each setting. Adapters are imported only where they are used: the embedded default loads no driver. */

import { EVENTS_FILE } from '../../events/store/sqlite.ts';

export { EVENTS_FILE };
export const READ_FILE = 'read.db';
export const VAULT_FILE = 'vault.db';
export const ANSWERS_FILE = 'answers.db';
export const BUILD_FOLDER = 'builds';
export const FILES_FOLDER = 'files';
export const PAST_FOLDER = 'past';
/** Where a restore is prepared. Its log is moved into place last. */
export const RESTORING_FOLDER = '.restoring';
/** Test copies of the school, each in a folder of its own. */
export const COPIES_FOLDER = 'copies';

/** Whether it holds a part of a restored school: begun there now, another one would take its place. */
export const isPartlyRestored = (dataDir: string): boolean =>
  existsSync(path.join(dataDir, RESTORING_FOLDER)) && !existsSync(path.join(dataDir, EVENTS_FILE));

export const embeddedLog = (config: Config): boolean => config.eventStore === 'sqlite';

/** What stands in databases of DATA_DIR, but for kept answers, which are begun anew by whoever meets damage. */
export const embeddedParts = (config: Config): StorePart[] => [
  ...(embeddedLog(config) ? (['log'] as const) : []),
  ...(config.readStore === 'sqlite' ? (['vault', 'read models'] as const) : []),
];

export async function openRemoteLog(config: Config): Promise<EventStore> {
  const { openEventStoreDb } = await import('../../events/store/eventstoredb.ts');
  return openEventStoreDb({ url: config.eventStore });
}

/** Name of the database in a MongoDB address; `aulaviva` where it names none. */
export const databaseOf = (url: string): string =>
  // An address that lists the members of a replica set cannot be parsed as a URL.
  decodeURIComponent(/^mongodb(?:\+srv)?:\/\/[^/?]*\/([^?]*)/.exec(url)?.[1] ?? '') || 'aulaviva';

const vaultOf = (url: string): string => `${databaseOf(url)}_vault`;

/** How a worker reaches documents and a vault that are not in files here. */
export const remotePlace = ({ readStore }: Config): Pick<BuildPlace, 'remote'> =>
  readStore === 'sqlite' ? {} : { remote: { url: readStore, documents: databaseOf(readStore), vault: vaultOf(readStore) } };

/** How a worker reaches the vault. */
export const vaultPlace = ({ readStore, dataDir }: Config): { path: string } | { url: string; database: string } =>
  readStore === 'sqlite' ? { path: path.join(dataDir, VAULT_FILE) } : { url: readStore, database: vaultOf(readStore) };

export async function openVault(config: Config, onDamage?: OnDamage): Promise<Vault> {
  if (config.readStore === 'sqlite') {
    const { openSqliteVault } = await import('../integrations/vault/sqlite.ts');
    return openSqliteVault(path.join(config.dataDir, VAULT_FILE), Date.now, { ...(onDamage && { onDamage }) });
  }
  const { openMongoVault } = await import('../integrations/vault/mongodb.ts');
  return openMongoVault(config.readStore, vaultOf(config.readStore));
}

/** Kept answers: for an embedded school in a file with a writer of its own; otherwise in the vault that its processes share. */
export async function openAnswers(config: Config, vault: Vault, now: () => number, logger: Pick<Logger, 'error'>): Promise<Answers> {
  if (config.readStore !== 'sqlite') return vaultAnswers(vault);
  const { openSqliteAnswers } = await import('../integrations/vault/sqliteAnswers.ts');
  return openSqliteAnswers(path.join(config.dataDir, ANSWERS_FILE), now, ({ message }) =>
    logger.error({ trouble: message }, `the kept answers cannot be used: they are kept as ${ANSWERS_FILE}.damaged and begun anew`),
  );
}

export async function openReader(config: Config, onDamage?: OnDamage): Promise<ReadStoreReader> {
  if (config.readStore === 'sqlite') {
    const { openSqliteReader } = await import('../projections/stores/sqliteReader.ts');
    return openSqliteReader(path.join(config.dataDir, READ_FILE), onDamage);
  }
  return openWriter(config);
}

export async function openWriter(config: Config, onDamage?: OnDamage): Promise<ReadStore> {
  if (config.readStore === 'sqlite') {
    const { openSqliteReadStore } = await import('../projections/stores/sqlite.ts');
    return openSqliteReadStore(path.join(config.dataDir, READ_FILE), onDamage);
  }
  const { openMongoReadStore } = await import('../projections/stores/mongodb.ts');
  return openMongoReadStore(config.readStore, databaseOf(config.readStore));
}

export async function openFiles({ files, dataDir }: Config): Promise<FileStore> {
  switch (files.kind) {
    case 'disk': {
      const { openDiskFiles } = await import('../integrations/files/disk.ts');
      return openDiskFiles(path.join(dataDir, FILES_FOLDER));
    }
    case 'mongodb': {
      const { openGridFsFiles } = await import('../integrations/files/gridfs.ts');
      return openGridFsFiles(files.url, `${databaseOf(files.url)}_files`);
    }
    case 's3': {
      const { openS3Files } = await import('../integrations/files/s3.ts');
      return openS3Files(files.place, files.credentials);
    }
  }
}
