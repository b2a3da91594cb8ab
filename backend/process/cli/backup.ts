import { chmodSync, copyFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { noteBackup } from '../../integrations/backups/ledger.ts';
import { copyFiles } from '../../integrations/files/copy.ts';
import { openDiskFiles } from '../../integrations/files/disk.ts';
import { copyDatabases } from '../../integrations/sqlite/copy.ts';
import { folderSize } from '../backups.ts';
import { BadConfig, readConfig } from '../config.ts';
import { asCommand } from '../failure.ts';
import { BEGUN, isCutOff, MANIFEST, type Manifest } from '../manifest.ts';
import { makeInFolder } from '../ownFolder.ts';
import { EVENTS_FILE, FILES_FOLDER, VAULT_FILE } from '../stores.ts';

/**
 * `npm run backup -- <folder>`: log and vault at one moment, then secrets and files, while the school runs. Files come last: the bytes of a
 * file exist before the log says so. A backup has every key and password hash of the school: only its owner may read it, even while it is written.
 */
process.umask(0o077);

/** On a terminal, one line that is updated; otherwise a line for each quarter. */
function progressPrinter(): (file: string, copied: number, total: number) => void {
  let printed = '';
  return (from, copied, total) => {
    const percent = total === 0 ? 100 : Math.floor((100 * copied) / total);
    const line = `${path.basename(from)}: ${process.stdout.isTTY ? percent : percent - (percent % 25)} %`;
    if (line === printed) return;
    printed = line;
    process.stdout.write(process.stdout.isTTY ? `\r${line} ` : `${line}\n`);
    if (process.stdout.isTTY && copied === total) process.stdout.write('\n');
  };
}

const headOf = (file: string): number | null => {
  const db = new DatabaseSync(file, { readOnly: true });
  const found = db.prepare('SELECT max(position) AS head FROM events').get()?.head;
  db.close();
  return found === null ? null : Number(found);
};

await asCommand(async () => {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new BadConfig('name a folder: npm run backup -- <folder>');
  const config = readConfig(process.env);
  if (config.eventStore !== 'sqlite' || config.readStore !== 'sqlite')
    throw new BadConfig('remote stores are backed up by their own tools (docs/operations.md)');
  const own = (name: string) => path.join(config.dataDir, name);
  const copy = (name: string) => path.join(folder, name);
  if (!existsSync(own(EVENTS_FILE)) || !existsSync(own(VAULT_FILE)))
    throw new BadConfig(`DATA_DIR: there is no school in ${config.dataDir}`);
  // The running school takes precedence over the copy.
  setPriority(constants.priority.PRIORITY_LOW);
  const taken = new Date().toISOString();
  const began = performance.now();
  let files: number | null = null;
  const make = async (): Promise<Manifest> => {
    // A folder that existed before may be open to others.
    chmodSync(folder, 0o700);
    writeFileSync(copy(BEGUN), '', { mode: 0o600, flush: true });
    // The vault comes first, and its lock is held: nothing in its copy was written after the copied state of the log.
    const parts = [
      { part: 'vault', name: VAULT_FILE },
      { part: 'log', name: EVENTS_FILE },
    ] as const;
    await copyDatabases(
      parts.map(({ part, name }) => ({ part, from: own(name), to: copy(name) })),
      { progress: progressPrinter() },
    );
    if (existsSync(own('secrets.json'))) {
      copyFileSync(own('secrets.json'), copy('secrets.json'));
      chmodSync(copy('secrets.json'), 0o600);
    }
    if (config.files.kind === 'disk') {
      files = await copyFiles(openDiskFiles(own(FILES_FOLDER)), openDiskFiles(copy(FILES_FOLDER)));
      process.stdout.write(`files: ${files}\n`);
    } else process.stdout.write('files: kept elsewhere; back them up by the tools of their store\n');
    const manifest: Manifest = { taken, head: headOf(copy(EVENTS_FILE)) };
    // Named last: it marks the backup as complete.
    writeFileSync(copy(BEGUN), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(copy(BEGUN), copy(MANIFEST));
    return manifest;
  };
  const manifest = await makeInFolder(folder, folder, () => isCutOff(folder), make);
  const { bytes } = await folderSize(folder);
  const milliseconds = Math.round(performance.now() - began);
  noteBackup(config.dataDir, { kind: 'backup', taken, folder: path.resolve(folder), head: manifest.head, bytes, files, milliseconds });
  process.stdout.write(`backup complete: ${path.resolve(folder)}\n`);
});
