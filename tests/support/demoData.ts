import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from './until.ts';

/** The folder; `npm test` sets it for all that it runs. */
export const DEMO_DATA_ENV = 'AULAVIVA_DEMO_DATA';

/** Vitest's global set-up: a folder in which whoever first needs the demo school leaves it for the others; that of the whole run, where it has one. */
export default function prepareDemoData(): () => void {
  if (demoIsShared()) return () => {};
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-demo-'));
  process.env[DEMO_DATA_ENV] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Whether these tests have such a folder; elsewhere (benchmarks) each school loads its own. */
export const demoIsShared = (): boolean => process.env[DEMO_DATA_ENV] !== undefined;

/** Fills `dataDir` with the demo school as it was loaded once for all tests; `load` loads it into the folder that it gets. */
export async function copyDemoData(dataDir: string, load: (into: string) => Promise<void>): Promise<void> {
  const folder = process.env[DEMO_DATA_ENV];
  if (!folder) throw new Error('there is no place for the demo school: is globalSetup in the configuration?');
  const [data, ready, lock] = ['data', 'ready', 'lock'].map((name) => path.join(folder, name)) as [string, string, string];
  const mine = (): boolean => {
    try {
      mkdirSync(lock);
      return true;
    } catch {
      return false;
    }
  };
  if (!existsSync(ready))
    if (mine())
      try {
        await load(data);
        writeFileSync(ready, '');
      } catch (error) {
        rmSync(data, { recursive: true, force: true });
        rmSync(lock, { recursive: true, force: true });
        throw error;
      }
    else await until(() => existsSync(ready) || !existsSync(lock), 'the demo school that another test loads', 120_000);
  cpSync(data, dataDir, { recursive: true });
}
