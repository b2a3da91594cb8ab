import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileKey } from '../../../events/files.ts';
import { openSqliteStore } from '../../../events/store/sqlite.ts';
import { ownsKey } from '../../commands/site/leads.ts';
import { copyFiles } from '../../integrations/files/copy.ts';
import { openDiskFiles } from '../../integrations/files/disk.ts';
import { rewriteDatabase } from '../../integrations/sqlite/rewrite.ts';
import { BadConfig, readConfig } from '../config.ts';
import { createDomain } from '../domain.ts';
import { lockDataDir } from '../lock.ts';
import { FILES_FOLDER, openFiles, openVault, VAULT_FILE } from '../stores.ts';

/** `npm run restore -- <folder>`: puts a backup into an empty DATA_DIR and applies every erasure of its log again. Read models are rebuilt at the next start. */
process.umask(0o077);
/** Whoever may read the backup, the school's own files are for its owner. */
const copyPrivately = (from: string, to: string): void => {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
};
try {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new BadConfig('name a folder: npm run restore -- <folder>');
  const dataDir = path.resolve(process.env.DATA_DIR || './data');
  if (!existsSync(path.join(folder, 'events.db')) || !existsSync(path.join(folder, 'vault.db')))
    throw new BadConfig(`${folder} is not a backup`);
  if (existsSync(path.join(dataDir, 'events.db'))) throw new BadConfig(`DATA_DIR: ${dataDir} already holds a school`);
  mkdirSync(dataDir, { recursive: true });
  if (existsSync(path.join(folder, 'secrets.json'))) copyPrivately(path.join(folder, 'secrets.json'), path.join(dataDir, 'secrets.json'));
  const config = readConfig({ ...process.env, DATA_DIR: dataDir });
  const unlock = lockDataDir(dataDir);
  for (const file of ['events.db', 'vault.db']) copyPrivately(path.join(folder, file), path.join(dataDir, file));
  for (const file of ['read.db', 'read.db-wal', 'read.db-shm']) rmSync(path.join(dataDir, file), { force: true });

  const store = await openSqliteStore({ dataDir });
  const vault = await openVault(config);
  const { accountSecrets, files, keys, leads } = createDomain(store, vault, config);
  const fileStore = await openFiles(config);
  if (config.files.kind === 'disk') await copyFiles(openDiskFiles(path.join(folder, FILES_FOLDER)), fileStore);
  let erased = 0;
  for await (const event of store.readAll(null, { types: ['UserErased', 'LeadErased'] })) {
    if (event.type === 'LeadErased') {
      const lead = event.data as { leadId: string; person: string };
      if (ownsKey(lead)) await keys.destroy(lead.person);
      continue;
    }
    const { userId } = event.data as { userId: number };
    // The reactor may not have come to them before the backup; without the person's key nobody can tell any more which they are.
    for (const { leadId } of await leads.ofPerson(userId, event.position)) await keys.destroy(leadId);
    await accountSecrets.endSessions(userId, null);
    await accountSecrets.removePassword(userId);
    await accountSecrets.destroyKey(userId);
    for (const name of await files.personalOf(userId)) await fileStore.delete(fileKey(name));
    erased++;
  }
  await fileStore.close();
  await vault.close();
  // The backup still had their keys.
  if (erased > 0 && config.readStore === 'sqlite') await rewriteDatabase(path.join(dataDir, VAULT_FILE), { inMemory: true });
  await store.close();
  unlock();
  process.stdout.write(`restored into ${dataDir}; ${erased} erasures applied again; read models are rebuilt at the next start\n`);
} catch (error) {
  if (!(error instanceof BadConfig)) throw error;
  process.stderr.write(`aulaviva: ${error.message}\n`);
  process.exit(1);
}
