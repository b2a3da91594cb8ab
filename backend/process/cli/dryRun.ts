import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createCodec } from '../../../events/codec.ts';
import { bareEnvironment, entryFile } from '../../../events/entry.ts';
import { createEventLog, readableStream } from '../../../events/log.ts';
import { registry } from '../../../events/registry.ts';
import type { EventStore, Position } from '../../../events/store/port.ts';
import { openSqliteStore } from '../../../events/store/sqlite.ts';
import { differingShare } from '../../commands/operations/projection.ts';
import { operationSettings, SETTINGS } from '../../commands/operations/settings.ts';
import { copyDatabases } from '../../integrations/sqlite/copy.ts';
import { createPersonalKeys } from '../../integrations/vault/personalKeys.ts';
import { openSqliteVault } from '../../integrations/vault/sqlite.ts';
import { buildGeneration } from '../../projections/kernel/build.ts';
import { distance, ORIGIN } from '../../projections/kernel/position.ts';
import type { AnyProjection } from '../../projections/kernel/projection.ts';
import type { Diff } from '../../projections/kernel/readStore.ts';
import { NOTHING_ASKED, wantedAfter } from '../../projections/kernel/wanted.ts';
import { busyWith, watch } from '../../projections/stores/patience.ts';
import { openSqliteReadStore } from '../../projections/stores/sqlite.ts';
import type { FromLoader } from '../branchProcess.ts';
import { BadConfig, readConfig } from '../config.ts';
import { EVENTS_FILE, READ_FILE, VAULT_FILE } from '../stores.ts';
import { bar, printDifferences } from './differences.ts';

/** Far above any epoch that the school writes. */
const EPOCH = Number.MAX_SAFE_INTEGER;
const SAMPLES = 10;

const moduleOf = (folder: string): string => path.resolve(folder, 'backend/projections/all.ts');

/** Describes the projections of the branch, imported in a process of its own within this many seconds. None of the branch's code runs in this thread. */
async function changedCode(folder: string, name: string, patienceSeconds: number): Promise<AnyProjection> {
  const file = moduleOf(folder);
  if (!existsSync(file)) throw new BadConfig(`--branch: ${path.resolve(folder)} has no backend/projections/all.ts`);
  const script = fileURLToPath(entryFile(new URL('../branchProcess.ts', import.meta.url)));
  const child = fork(script, [pathToFileURL(file).href], { env: bareEnvironment(), stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const failed = (why: string) => new BadConfig(`--branch: its code cannot be loaded: ${why}`);
  let patience: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<FromLoader>((resolve, reject) => {
      const impatient = () => reject(failed(`it does not come to an end: it had ${patienceSeconds} s`));
      patience = setTimeout(impatient, patienceSeconds * 1_000);
      child.once('message', (message: FromLoader) => resolve(message)).once('error', reject);
      child.once('exit', () => reject(failed('it ends the process that imports it')));
    });
    if (answer.kind === 'failed') throw failed(answer.message);
    const { projections } = answer;
    const found = projections.find((projection) => projection.name === name);
    if (!found) throw new BadConfig(`the branch has no such projection; name one of: ${projections.map((one) => one.name).join(', ')}`);
    return { ...found, on: {} };
  } finally {
    clearTimeout(patience);
    child.kill('SIGKILL');
  }
}

async function typeAt(store: EventStore, event: number): Promise<string> {
  const before = event > 1 ? store.parsePosition(String(event - 1)) : null;
  for await (const [found] of store.pages(before, { pageSize: 1 })) return found?.type ?? '';
  return '';
}

/**
 * `npm run replay -- <projection> --branch <folder>`: folds the projection as another source tree has it over the school's real history, and compares the
 * documents with those that are served. All of it happens on copies of one moment, in a folder that is removed at the end: the school may run, and nothing
 * of it is written. Only the projection is the branch's; events are decoded by this release. It is ended where one event, or the import of its code, takes the branch that many seconds.
 */
export async function dryRun(name: string, folder: string, patienceSeconds: number): Promise<void> {
  const config = readConfig(process.env);
  if (config.eventStore !== 'sqlite' || config.readStore !== 'sqlite')
    throw new BadConfig('--branch copies the files of an embedded school; restore a backup of remote stores elsewhere and replay there');
  const own = (file: string) => path.join(config.dataDir, file);
  if (![EVENTS_FILE, VAULT_FILE, READ_FILE].every((file) => existsSync(own(file))))
    throw new BadConfig(`DATA_DIR: there is no school with read models in ${config.dataDir}`);
  const projection = await changedCode(folder, name, patienceSeconds);
  const stopping = new AbortController();
  const stop = () => stopping.abort(new BadConfig('stopped'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const copies = mkdtempSync(path.join(tmpdir(), 'aulaviva-branch-'));
  try {
    const copy = (file: string) => path.join(copies, file);
    // The read models before the log: none of them is ahead of it.
    await copyDatabases([
      { part: 'vault', from: own(VAULT_FILE), to: copy(VAULT_FILE) },
      { part: 'read models', from: own(READ_FILE), to: copy(READ_FILE) },
      { part: 'log', from: own(EVENTS_FILE), to: copy(EVENTS_FILE) },
    ]);
    const store = await openSqliteStore({ dataDir: copies });
    const vault = openSqliteVault(copy(VAULT_FILE));
    const reads = openSqliteReadStore(copy(READ_FILE));
    try {
      const log = createEventLog(store, createCodec(registry, createPersonalKeys(vault, config.personalDataKey)));
      let settings = operationSettings.initial();
      for await (const event of readableStream(log, `operations-${SETTINGS}`))
        settings = operationSettings.evolve(settings, event as never);
      let wanted = NOTHING_ASKED;
      for await (const event of readableStream(log, `operations-${name}`)) wanted = wantedAfter(wanted, event);

      const known = (await reads.generations()).filter((one) => one.projection === name);
      const serving = known.find(({ role }) => role === 'serving') ?? null;
      const to: Position = serving?.checkpoint ?? (await reads.checkpoint()) ?? ORIGIN;
      const generation = {
        projection: name,
        version: projection.version,
        generation: Math.max(0, ...known.map((one) => one.generation), ...wanted.asked.keys()) + 1,
      };
      let handled = 0;
      const busy = busyWith();
      const impatient = async (event: number) => {
        const place = `the event at ${event} (${await typeAt(store, event)})`;
        stopping.abort(new BadConfig(`the branch does not come to an end with ${place}: it had ${patienceSeconds} s`));
      };
      const unwatch = watch(busy, patienceSeconds * 1_000, (event) => void impatient(event).catch((error) => stopping.abort(error)));
      const { halted } = await buildGeneration({
        store: reads,
        place: {
          folder: copy('builds'),
          connect: () => store.connection(),
          vaultPath: copy(VAULT_FILE),
          personalDataKey: config.personalDataKey,
          projections: pathToFileURL(moduleOf(folder)).href,
          busy,
        },
        ...{ projection, generation, to, skips: wanted.skips, epoch: EPOCH, signal: stopping.signal },
        onProgress(events, position) {
          handled = events;
          const share = (distance(position) ?? 0) / Math.max(1, distance(to) ?? 0);
          if (process.stdout.isTTY) process.stdout.write(`\r${bar(Math.min(1, share))} of the log  ${events} events handled   `);
        },
      }).finally(unwatch);
      process.stdout.write(`${process.stdout.isTTY ? '\n' : ''}${handled} events handled by version ${projection.version} of the branch\n`);
      if (halted) throw new BadConfig(`the branch cannot take ${halted}`);
      const diff: Diff = serving
        ? await reads.diff(serving, generation, SAMPLES, undefined, stopping.signal)
        : { added: await reads.count(generation), changed: 0, removed: 0, unchanged: 0, samples: [] };
      printDifferences({
        ...{ agregados: diff.added, cambiados: diff.changed, eliminados: diff.removed, iguales: diff.unchanged },
        muestras: diff.samples.map(({ key, before, after }) => ({ clave: key, antes: before, despues: after })),
      });
      const percent = 100 * differingShare(diff);
      const beyond = percent > settings.differencePercent;
      if (beyond) process.exitCode = 1;
      process.stdout.write(
        `${percent.toFixed(1)} % differs; the school switches up to ${settings.differencePercent} % ${beyond ? '– not without --force' : '– it would switch'}\n`,
      );
      process.stdout.write('nothing of the school was written\n');
    } finally {
      await reads.close();
      await vault.close();
      await store.close();
    }
  } finally {
    rmSync(copies, { recursive: true, force: true });
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
  }
}
