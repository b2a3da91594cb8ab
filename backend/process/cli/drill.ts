import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bareEnvironment, entryFile } from '../../../events/entry.ts';
import { noteBackup, readBackupNotes } from '../../integrations/backups/ledger.ts';
import type { BackupNote, DrillNote, DrillProgress } from '../../integrations/backups/port.ts';
import { masterKeyFingerprint } from '../../integrations/vault/personalKeys.ts';
import { openSqliteVault } from '../../integrations/vault/sqlite.ts';
import { DRILL_FOLDER, folderSize } from '../backups.ts';
import { BadConfig, readConfig } from '../config.ts';
import { asCommand } from '../failure.ts';
import { LOCK_FILE, lockDataDir } from '../lock.ts';
import { MANIFEST } from '../manifest.ts';
import { EVENTS_FILE, VAULT_FILE } from '../stores.ts';

/**
 * `npm run drill`: restores the newest backup into a folder of its own in DATA_DIR by `npm run restore`, compares its log event by event with that of the
 * school, and removes it. The school goes on meanwhile; the outcome is noted beside the backups. `--progress`: how far it is, a line of JSON each.
 * One at a time; told to stop, it ends what it began and leaves nothing.
 */
process.umask(0o077);
const PAGE = 5_000;
/** How many bytes must stay free on the disk. */
const ROOM_BYTES = 64 * 2 ** 20;
const LIMIT_MS = 2 * 3_600_000;

type Found = Pick<DrillNote, 'cause' | 'detail' | 'events'>;

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());

/** The restore itself, with nothing of this school's environment that could reach another store. It has ended when this has. */
const restore = (folder: string, dataDir: string, ledger: string | null): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const { SESSION_SECRET, PERSONAL_DATA_KEY } = process.env;
    const env = { ...bareEnvironment(), SESSION_SECRET, PERSONAL_DATA_KEY, DATA_DIR: dataDir };
    const script = fileURLToPath(entryFile(new URL('./restore.ts', import.meta.url)));
    const more = ledger === null ? [] : ['--erasures', ledger];
    const child = spawn(process.execPath, ['--v8-pool-size=1', script, folder, ...more], {
      ...{ env, stdio: ['ignore', 'ignore', 'pipe'], timeout: LIMIT_MS },
    });
    let said = '';
    child.stderr?.on('data', (text: Buffer) => {
      said = `${said}${text.toString()}`.slice(-300);
    });
    const kill = () => child.kill('SIGKILL');
    stopping.signal.addEventListener('abort', kill);
    if (stopping.signal.aborted) kill();
    child.once('error', reject);
    child.once('close', (code, signal) => {
      stopping.signal.removeEventListener('abort', kill);
      resolve(code === 0 ? null : said.trim() || `ended by ${signal ?? code}`);
    });
  });

const rowsAfter = (log: DatabaseSync, position: number, head: number) =>
  log
    .prepare(
      'SELECT position, stream, version, id, type, data, metadata FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?',
    )
    .all(position, head, PAGE) as ({ position: number } & object)[];

/** Compares page by page, so that the school's log is never held open for long. */
async function compare(own: string, copy: string, head: number, onProgress: (events: number, of: number) => void): Promise<Found> {
  const [log, restored] = [own, copy].map((file) => new DatabaseSync(file, { readOnly: true, timeout: 10_000 })) as [
    DatabaseSync,
    DatabaseSync,
  ];
  try {
    const of = Number(restored.prepare('SELECT count(*) AS n FROM events WHERE position <= ?').get(head)?.n);
    let events = 0;
    for (let at = 0; ; ) {
      onProgress(events, of);
      // Signals that ask it to stop are handled meanwhile.
      await nextTurn();
      stopping.signal.throwIfAborted();
      const [theirs, ours] = [rowsAfter(restored, at, head), rowsAfter(log, at, head)];
      const length = Math.max(theirs.length, ours.length);
      for (let index = 0; index < length; index++) {
        if (JSON.stringify(theirs[index]) !== JSON.stringify(ours[index])) {
          const position = Math.min(theirs[index]?.position ?? head, ours[index]?.position ?? head);
          return { cause: 'log-differs', detail: `position ${position}`, events };
        }
        events++;
      }
      if (length === 0) return { cause: null, detail: null, events };
      at = theirs.at(-1)?.position ?? head;
    }
  } finally {
    log.close();
    restored.close();
  }
}

async function tried(
  backup: BackupNote,
  dataDir: string,
  ledger: string | null,
  onProgress: (progress: DrillProgress) => void,
): Promise<Found> {
  const { bytes } = await folderSize(backup.folder);
  const disk = await statfs(dataDir);
  const needed = bytes + ROOM_BYTES;
  if (disk.bavail * disk.bsize < needed) return { cause: 'no-space', detail: `${needed} bytes`, events: 0 };
  const place = path.join(dataDir, DRILL_FOLDER);
  const unlock = lockDataDir(place);
  const scratch = path.join(place, 'school');
  try {
    for (const left of readdirSync(place))
      if (!left.startsWith(LOCK_FILE)) rmSync(path.join(place, left), { recursive: true, force: true });
    onProgress({ phase: 'restoring', events: 0, of: 0 });
    const failed = await restore(backup.folder, scratch, ledger);
    stopping.signal.throwIfAborted();
    if (failed !== null) return { cause: /damaged|cannot be used/.test(failed) ? 'damaged' : 'restore-failed', detail: failed, events: 0 };
    for (const name of [EVENTS_FILE, VAULT_FILE]) {
      const database = new DatabaseSync(path.join(scratch, name), { readOnly: true });
      const [found] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
      database.close();
      if (found !== 'ok') return { cause: 'damaged', detail: `${name}: ${String(found).slice(0, 200)}`, events: 0 };
    }
    // Its secrets must open its vault.
    const { personalDataKey } = readConfig({
      ...{ SESSION_SECRET: process.env['SESSION_SECRET'], PERSONAL_DATA_KEY: process.env['PERSONAL_DATA_KEY'], DATA_DIR: scratch },
    });
    const vault = openSqliteVault(path.join(scratch, VAULT_FILE), Date.now);
    const sealedWith = (await vault.get<string>('meta', 'personal-data-key'))?.value;
    await vault.close();
    if (sealedWith !== undefined && sealedWith !== masterKeyFingerprint(personalDataKey))
      return { cause: 'wrong-key', detail: null, events: 0 };
    return await compare(path.join(dataDir, EVENTS_FILE), path.join(scratch, EVENTS_FILE), backup.head ?? 0, (events, of) =>
      onProgress({ phase: 'comparing', events, of }),
    );
  } catch (error) {
    // Unforeseen errors are an outcome, too: a backup that cannot be read to its end is none.
    if (stopping.signal.aborted) throw new BadConfig('the drill was stopped; nothing is left of it');
    return { cause: 'restore-failed', detail: (error instanceof Error ? error.message : String(error)).slice(0, 300), events: 0 };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    unlock();
    rmSync(place, { recursive: true, force: true });
  }
}

await asCommand(async () => {
  const { values } = parseArgs({ options: { progress: { type: 'boolean', default: false } } });
  const config = readConfig(process.env);
  const { dataDir, erasuresFile } = config;
  const backup = readBackupNotes(dataDir)
    .filter((note): note is BackupNote => note.kind === 'backup')
    .findLast(({ folder }) => existsSync(path.join(folder, MANIFEST)));
  if (!backup) throw new BadConfig(`DATA_DIR: no backup of ${dataDir} is where it was made (npm run backup -- <folder>)`);
  setPriority(constants.priority.PRIORITY_LOW);
  const began = performance.now();
  const ledger = erasuresFile !== null && existsSync(erasuresFile) ? erasuresFile : null;
  const found = await tried(backup, dataDir, ledger, (progress) => {
    if (values.progress) process.stdout.write(`${JSON.stringify(progress)}\n`);
  });
  const { folder, taken, head } = backup;
  const milliseconds = Math.round(performance.now() - began);
  noteBackup(dataDir, { kind: 'drill', at: new Date().toISOString(), folder, taken, head, milliseconds, ...found });
  if (values.progress) return;
  if (found.cause === null) process.stdout.write(`the backup of ${taken} can be restored: ${found.events} events are what the log has\n`);
  else throw new BadConfig(`the backup of ${taken} did not pass: ${found.cause}${found.detail === null ? '' : ` (${found.detail})`}`);
});
