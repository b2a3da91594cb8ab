import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { openSqliteStore } from '../../../events/store/sqlite.ts';
import { holdFiles } from '../../commands/files/held.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { contextOf } from '../../commands/kernel/reactor.ts';
import { accountReactor } from '../../commands/reactions/accounts.ts';
import { ERASURES, eraseAgain } from '../../commands/reactions/erasures.ts';
import { createDomain } from '../../domain.ts';
import { readErasures } from '../../integrations/erasures/file.ts';
import type { Erasure } from '../../integrations/erasures/port.ts';
import { copyFiles } from '../../integrations/files/copy.ts';
import { openDiskFiles } from '../../integrations/files/disk.ts';
import { rewriteDatabase } from '../../integrations/sqlite/rewrite.ts';
import { beginNewTerms } from '../../integrations/vault/lease.ts';
import { BadConfig, readConfig } from '../config.ts';
import { asCommand } from '../failure.ts';
import { lockDataDir } from '../lock.ts';
import { isCutOff, readManifest } from '../manifest.ts';
import { ANSWERS_FILE, EVENTS_FILE, FILES_FOLDER, openFiles, openVault, READ_FILE, RESTORING_FOLDER, VAULT_FILE } from '../stores.ts';
import { VAULT_AGE_FILE } from '../vaultAge.ts';

/**
 * `npm run restore -- <folder> [--erasures <file>]`: puts a backup into an empty DATA_DIR and applies erasures again: those of its log, and later ones
 * from a ledger of erasures (docs/operations.md). Read models are rebuilt at the next start. Prepared in a folder beside and moved into place at the end.
 */
process.umask(0o077);

/** Whoever may read the backup, the school's own files are readable only by their owner. */
const copyPrivately = (from: string, to: string): void => {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
};

/** The ledgers of erasures: the named one, and that of the school that was here before. On a terminal it is asked for. */
async function erasuresSince(named: string | undefined, own: string, taken: string | null): Promise<Erasure[]> {
  const since = taken === null ? 'the backup' : taken.slice(0, 16).replace('T', ' ');
  let file = named;
  const found = readErasures(own);
  if (file === undefined && found === null && process.stdin.isTTY) {
    const asking = createInterface({ input: process.stdin, output: process.stdout });
    file =
      (
        await asking.question(`Ledger of the erasures since ${since} (erasures.jsonl of the school that is replaced; empty: none): `)
      ).trim() || undefined;
    asking.close();
  }
  const further = file === undefined ? null : readErasures(path.resolve(file));
  if (file !== undefined && further === null) throw new BadConfig(`--erasures: there is no ${file}`);
  if (found === null && further === null)
    process.stdout.write(
      `no ledger of erasures was named: whoever was erased since ${since} is back. If there is one, restore again with --erasures <file>\n`,
    );
  return [...(found ?? []), ...(further ?? [])];
}

await asCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { erasures: { type: 'string' } } });
  const [folder] = positionals;
  if (!folder) throw new BadConfig('name a folder: npm run restore -- <folder>');
  const dataDir = path.resolve(process.env.DATA_DIR || './data');
  if (!existsSync(path.join(folder, EVENTS_FILE)) || !existsSync(path.join(folder, VAULT_FILE)))
    throw new BadConfig(`${folder} is not a backup`);
  if (existsSync(path.join(dataDir, EVENTS_FILE))) throw new BadConfig(`DATA_DIR: ${dataDir} already holds a school`);
  if (isCutOff(folder)) throw new BadConfig(`${folder} holds a backup that did not come to its end: restore another one`);
  const manifest = readManifest(folder);
  if (!manifest) process.stdout.write(`${folder} has no backup.json: it is of an earlier release, or did not come to its end\n`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (existsSync(path.join(folder, 'secrets.json'))) copyPrivately(path.join(folder, 'secrets.json'), path.join(dataDir, 'secrets.json'));
  const config = readConfig({ ...process.env, DATA_DIR: dataDir });
  const unlock = lockDataDir(dataDir);
  const erasures = await erasuresSince(values.erasures, config.erasuresFile ?? '', manifest?.taken ?? null);
  const aside = path.join(dataDir, RESTORING_FOLDER);
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: 0o700 });
  for (const file of [EVENTS_FILE, VAULT_FILE]) copyPrivately(path.join(folder, file), path.join(aside, file));

  const store = await openSqliteStore({ dataDir: aside });
  const vault = await openVault({ ...config, dataDir: aside });
  const domain = createDomain(store, vault, config);
  const { accountSecrets, commands, files, keys, leads, log, reservations } = domain;
  const fileStore = await openFiles(config);
  if (config.files.kind === 'disk') await copyFiles(openDiskFiles(path.join(folder, FILES_FOLDER)), fileStore);
  const late = await eraseAgain(domain, erasures, new Date());
  const reaction = accountReactor(commands, reservations, accountSecrets, leads);
  let erased = 0;
  let left = 0;
  for await (const event of log.readAll(null, { types: ERASURES })) {
    if (event.type === 'LeadErased') {
      await keys.destroy((event.data as { leadId: string }).leadId);
      continue;
    }
    const { userId } = event.data as { userId: number };
    // The reactor may not have reached them before the backup; without the person's key it is no longer possible to tell which are theirs.
    await reaction.on.UserErased?.(event, contextOf(reaction.name, event, new Date()));
    for (const { leadId } of await leads.ofPerson(userId, event.position)) await keys.destroy(leadId);
    for (const name of await files.personalOf(userId)) {
      await files.erase(name, contextOf('files', event, new Date()));
      await files.discard(fileStore, name).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        left++;
      });
    }
    erased++;
  }
  await fileStore.close();
  await beginNewTerms(vault, new Date());
  await holdFiles(vault, new Date());
  await vault.close();
  await store.close();
  // The backup still had their keys.
  if (erased > 0 && config.readStore === 'sqlite') await rewriteDatabase(path.join(aside, VAULT_FILE), { inMemory: true });
  // Of a school that was here before: SQLite would read what is left of its write-ahead logs into the restored files.
  for (const name of readdirSync(dataDir))
    if ([READ_FILE, ANSWERS_FILE, VAULT_FILE, VAULT_AGE_FILE, `${EVENTS_FILE}-`].some((file) => name.startsWith(file)))
      rmSync(path.join(dataDir, name), { force: true });
  // The log comes last: it makes the folder a school.
  for (const file of [VAULT_FILE, EVENTS_FILE]) renameSync(path.join(aside, file), path.join(dataDir, file));
  rmSync(aside, { recursive: true });
  unlock();
  const since = late > 0 ? `, ${late} of them younger than the backup` : '';
  if (left > 0)
    process.stdout.write(
      `${left} files of erased people could not be deleted: the store of files has the mark of another school (docs/operations.md, Uploaded files)\n`,
    );
  process.stdout.write(`restored into ${dataDir}; ${erased} erasures applied again${since}; read models are rebuilt at the next start\n`);
});
