import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { bareEnvironment, entryFile } from '../../events/entry.ts';
import { COPY_FILE } from '../api/answers/sql/copyFile.ts';
import { readBackupNotes } from '../integrations/backups/ledger.ts';
import type { BackupNote, Backups, DrillNote, DrillProgress, PartSize } from '../integrations/backups/port.ts';
import { BadConfig, type Config } from './config.ts';
import { lockDataDir } from './lock.ts';
import { MANIFEST } from './manifest.ts';
import { ANSWERS_FILE, EVENTS_FILE, embeddedLog, FILES_FOLDER, PAST_FOLDER, READ_FILE, VAULT_FILE } from './stores.ts';

/** Where a drill restores to, in DATA_DIR. */
export const DRILL_FOLDER = 'drill';
/** How long measured sizes are kept, in milliseconds. */
const SIZES_MS = 15_000;
/** How long a drill may be silent, in milliseconds: while it checks a large database it reports nothing. */
const STOP_MS = 5_000;

/** What a database takes with its write-ahead log. */
async function databaseSize(file: string): Promise<number> {
  const parts = await Promise.all([file, `${file}-wal`, `${file}.wal`].map((one) => stat(one).catch(() => null)));
  return parts.reduce((sum, part) => sum + (part?.size ?? 0), 0);
}

export async function folderSize(folder: string): Promise<{ bytes: number; count: number }> {
  let [bytes, count] = [0, 0];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
    count++;
  }
  return { bytes, count };
}

async function measure(config: Config): ReturnType<Backups['sizes']> {
  const at = (name: string) => path.join(config.dataDir, name);
  // A school that moved to remote stores may have left its old ones here.
  const log = [['log', EVENTS_FILE]] as const;
  const documents = [['vault', VAULT_FILE] as const, ['readModels', READ_FILE] as const, ['answers', ANSWERS_FILE] as const];
  const databases = [
    ...(embeddedLog(config) ? log : []),
    ...(config.readStore === 'sqlite' ? documents : []),
    ['questions', COPY_FILE] as const,
  ];
  const folders = [
    ['past', PAST_FOLDER],
    ['files', FILES_FOLDER],
  ] as const;
  const parts: PartSize[] = [];
  for (const [part, name] of databases) parts.push({ part, bytes: await databaseSize(at(name)), count: null });
  for (const [part, name] of folders) parts.push({ part, ...(await folderSize(at(name))) });
  const disk = await statfs(config.dataDir).catch(() => null);
  return {
    parts: parts.filter(({ bytes }) => bytes > 0),
    free: disk && disk.bavail * disk.bsize,
    total: disk && disk.blocks * disk.bsize,
  };
}

/** A drill that was cut off leaves every key of the school there. One that is under way, of an operator's command, is left alone. */
function removeDrill(folder: string): void {
  if (!existsSync(folder)) return;
  try {
    lockDataDir(folder)();
  } catch (error) {
    if (error instanceof BadConfig) return;
    throw error;
  }
  rmSync(folder, { recursive: true, force: true });
}

/** The last line of a stopped process may be incomplete. */
function progressIn(line: string): DrillProgress | null {
  try {
    return JSON.parse(line) as DrillProgress;
  } catch {
    return null;
  }
}

/** Backups of an embedded school as its ledger has them, and drills of restoring one, each in a process of its own (cli/drill.ts). */
export function createBackups(config: Config, logger: Logger): Backups {
  const clear = () => removeDrill(path.join(config.dataDir, DRILL_FOLDER));
  clear();
  let sizes: { at: number; measured: ReturnType<Backups['sizes']> } | null = null;
  let progress: DrillProgress | null = null;
  let child: ChildProcess | null = null;
  let failure: string | null = null;
  let stopped = false;

  const backups = () =>
    readBackupNotes(config.dataDir)
      .filter((note): note is BackupNote => note.kind === 'backup')
      .reverse()
      .map((note) => ({ ...note, there: existsSync(path.join(note.folder, MANIFEST)) }));
  return {
    sizes() {
      if (sizes === null || performance.now() - sizes.at > SIZES_MS) sizes = { at: performance.now(), measured: measure(config) };
      return sizes.measured;
    },
    backups,
    drills: () =>
      readBackupNotes(config.dataDir)
        .filter((note): note is DrillNote => note.kind === 'drill')
        .reverse(),
    running: () => progress,
    failure: () => failure,
    drill() {
      if (progress) return true;
      if (!embeddedLog(config) || !backups().some(({ there }) => there)) return false;
      progress = { phase: 'restoring', events: 0, of: 0 };
      failure = null;
      const { SESSION_SECRET, PERSONAL_DATA_KEY } = process.env;
      const drill = spawn(
        process.execPath,
        ['--v8-pool-size=1', fileURLToPath(entryFile(new URL('./cli/drill.ts', import.meta.url))), '--progress'],
        {
          stdio: ['ignore', 'pipe', 'pipe'],
          env: {
            ...bareEnvironment(),
            ...{ SESSION_SECRET, PERSONAL_DATA_KEY, DATA_DIR: config.dataDir },
            ...(config.erasuresFile !== null && { ERASURES_FILE: config.erasuresFile }),
          },
        },
      );
      child = drill;
      let trouble = '';
      drill.stderr.on('data', (text: Buffer) => {
        trouble = `${trouble}${text.toString()}`.slice(-1_000);
      });
      createInterface({ input: drill.stdout }).on('line', (line) => {
        progress &&= progressIn(line) ?? progress;
      });
      drill.once('error', (error) => {
        trouble = error.message;
      });
      drill.once('close', (code, signal) => {
        if (code !== 0 && !stopped) {
          failure = trouble.trim() || `ended by ${signal ?? code}`;
          logger.warn({ trouble: failure }, 'a drill of restoring did not come to its end');
          // The folder in which it was restoring has every key of the school.
          clear();
        }
        progress = null;
        child = null;
      });
      return true;
    },
    async stop() {
      const drill = child;
      stopped = true;
      if (!drill) return;
      const over = new Promise((resolve) => drill.once('close', resolve));
      drill.kill('SIGTERM');
      const hard = setTimeout(() => drill.kill('SIGKILL'), STOP_MS);
      await over;
      clearTimeout(hard);
      clear();
    },
  };
}
