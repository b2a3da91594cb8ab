import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JsonObject, Position, Recorded } from '../../../events/store/port.ts';
import { openDiskFiles } from '../../integrations/files/disk.ts';
import type { FileStore } from '../../integrations/files/port.ts';
import { masterKeyFingerprint } from '../../integrations/vault/personalKeys.ts';
import type { Vault, VaultRecord } from '../../integrations/vault/port.ts';
import { BadConfig, type Config } from '../config.ts';
import { EVENTS_FILE, embeddedLog, FILES_FOLDER, openFiles, openRemoteLog, openVault, VAULT_FILE } from '../stores.ts';

/** What a copy is made from: a school that runs, one that is stopped, or a backup. Nothing of it is written or held. */
export interface Source {
  config: Pick<Config, 'personalDataKey' | 'reservationKey'>;
  head(): Promise<Position | null>;
  /** A position as somebody wrote it; null: it is none of this log. */
  parsePosition(text: string): Position | null;
  /** Up to `last`, included. */
  pages(last: Position, types?: readonly string[]): AsyncIterable<Recorded[]>;
  /** The vault, for its keys alone. */
  vault: Vault;
  /** The uploaded files; null: they cannot be copied. */
  files: FileStore | null;
  /** About what the log takes on the disk; 0: unknown. */
  bytes: number;
  close(): Promise<void>;
}

const PAGE = 1_000;
const PATIENCE_MS = 10_000;
const DIGITS = 16;

/** A vault that answers for the keys of people, and discards what is written to it. */
function keysOnly(get: (key: string) => Promise<VaultRecord<unknown> | null>): Vault {
  return {
    get: async <T>(table: string, key: string) => (table === 'keys' ? ((await get(key)) as VaultRecord<T> | null) : null),
    ...{ put: async () => {}, insert: async () => true, replace: async () => true, remove: async () => {}, clear: async () => {} },
    ...{ list: async () => [], count: async () => 0, sweep: async () => 0, close: async () => {} },
  };
}

/** Read in pages, each of them its own moment: an append-only log up to a position is the same whenever it is read, and no writer waits for it. */
function embeddedSource(folder: string, config: Config): Source {
  const at = (name: string) => path.join(folder, name);
  if (!existsSync(at(EVENTS_FILE)) || !existsSync(at(VAULT_FILE))) throw new BadConfig(`--from: there is no school in ${folder}`);
  const open = (name: string) => new DatabaseSync(at(name), { readOnly: true, timeout: PATIENCE_MS });
  const [log, vault] = [open(EVENTS_FILE), open(VAULT_FILE)];
  const sealedWith = vault.prepare(`SELECT value FROM records WHERE tbl = 'meta' AND k = 'personal-data-key'`).get()?.value;
  if (sealedWith !== undefined && JSON.parse(String(sealedWith)) !== masterKeyFingerprint(config.personalDataKey))
    throw new BadConfig('--from: PERSONAL_DATA_KEY, or secrets.json there, is not the key with which this school was sealed');
  const toPosition = (row: unknown) => String(row).padStart(DIGITS, '0') as Position;
  const key = vault.prepare(`SELECT value, revision FROM records WHERE tbl = 'keys' AND k = ?`);
  const files = config.files.kind === 'disk' && existsSync(at(FILES_FOLDER)) ? openDiskFiles(at(FILES_FOLDER)) : null;
  return {
    config,
    async head() {
      const found = log.prepare('SELECT max(position) AS head FROM events').get()?.head;
      return found === null ? null : toPosition(found);
    },
    parsePosition: (text) => (/^\d{1,16}$/.test(text) ? toPosition(text) : null),
    async *pages(last, types) {
      const wanted = types ? ` AND type IN (${types.map(() => '?').join(', ')})` : '';
      const page = log.prepare(
        `SELECT position, stream, version, id, type, data, metadata FROM events WHERE position > ? AND position <= ?${wanted} ORDER BY position LIMIT ?`,
      );
      for (let after = 0; ; ) {
        const rows = page.all(after, Number(last), ...(types ?? []), PAGE);
        if (rows.length === 0) return;
        yield rows.map((row) => ({
          ...{ id: String(row.id), type: String(row.type), stream: String(row.stream), version: Number(row.version) },
          ...{ position: toPosition(row.position), size: String(row.data).length + String(row.metadata).length },
          ...{ data: JSON.parse(String(row.data)) as JsonObject, metadata: JSON.parse(String(row.metadata)) as JsonObject },
        }));
        after = Number(rows.at(-1)?.position);
      }
    },
    vault: keysOnly(async (person) => {
      const row = key.get(person);
      return row ? { key: person, value: JSON.parse(String(row.value)), revision: Number(row.revision) } : null;
    }),
    files,
    bytes: statSync(at(EVENTS_FILE)).size,
    async close() {
      log.close();
      vault.close();
      await files?.close();
    },
  };
}

/** A school with stores elsewhere: they are read over the connections that it uses itself. */
async function remoteSource(config: Config): Promise<Source> {
  const [log, vault, files] = [await openRemoteLog(config), await openVault(config), await openFiles(config)];
  return {
    ...{ config, files, bytes: 0 },
    head: () => log.head(),
    parsePosition: (text) => log.parsePosition(text),
    async *pages(last, types) {
      for await (const page of log.pages(null, types ? { types } : {})) {
        const kept = page.filter(({ position }) => position <= last);
        if (kept.length > 0) yield kept;
        if (kept.length < page.length) return;
      }
    },
    vault: keysOnly((person) => vault.get('keys', person)),
    async close() {
      await log.close();
      await vault.close();
      await files.close();
    },
  };
}

/** The school of these settings, with its log and its vault both here or both elsewhere. */
export function openSource(config: Config): Promise<Source> {
  const here = embeddedLog(config);
  if (here !== (config.readStore === 'sqlite'))
    throw new BadConfig('a copy is made of a school whose stores are all here, or all elsewhere');
  return here ? Promise.resolve().then(() => embeddedSource(config.dataDir, config)) : remoteSource(config);
}
