import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { copyFiles } from '../../integrations/files/copy.ts';
import { openDiskFiles } from '../../integrations/files/disk.ts';
import { BadConfig, readConfig } from '../config.ts';
import { FILES_FOLDER } from '../stores.ts';

/**
 * `npm run backup -- <folder>`: log, then vault, then secrets and files, while the school runs. In this order, because the vault may know more than
 * the log (a key made for an event that never came) but never less, and the bytes of a file are there before the log says so.
 * It holds every key and password hash of the school: nobody but its owner may read it, not even while it is written.
 */
process.umask(0o077);
try {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new BadConfig('name a folder: npm run backup -- <folder>');
  const config = readConfig(process.env);
  if (config.eventStore !== 'sqlite' || config.readStore !== 'sqlite')
    throw new BadConfig('remote stores are backed up by their own tools (docs/operations.md)');
  if (!existsSync(path.join(config.dataDir, 'events.db'))) throw new BadConfig(`DATA_DIR: there is no school in ${config.dataDir}`);
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new BadConfig(`${folder} is not empty`);
  // One that was there already may be open to others.
  chmodSync(folder, 0o700);
  for (const file of ['events.db', 'vault.db']) {
    const source = new DatabaseSync(path.join(config.dataDir, file), { readOnly: true, timeout: 10_000 });
    const pages = await backup(source, path.join(folder, file));
    source.close();
    process.stdout.write(`${file}: ${pages} pages\n`);
  }
  if (existsSync(path.join(config.dataDir, 'secrets.json'))) {
    copyFileSync(path.join(config.dataDir, 'secrets.json'), path.join(folder, 'secrets.json'));
    chmodSync(path.join(folder, 'secrets.json'), 0o600);
  }
  if (config.files.kind === 'disk') {
    const copied = await copyFiles(openDiskFiles(path.join(config.dataDir, FILES_FOLDER)), openDiskFiles(path.join(folder, FILES_FOLDER)));
    process.stdout.write(`files: ${copied}\n`);
  } else process.stdout.write('files: kept elsewhere; back them up by the tools of their store\n');
  process.stdout.write(`backup complete: ${path.resolve(folder)}\n`);
} catch (error) {
  if (!(error instanceof BadConfig)) throw error;
  process.stderr.write(`aulaviva: ${error.message}\n`);
  process.exit(1);
}
