import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyDemoData, demoIsShared } from '../support/demoData.ts';
import { reacted } from '../support/reacted.ts';
import { remoteStores } from '../support/remoteStores.ts';
import { openSchool } from '../support/school.ts';

const built = path.resolve(import.meta.dirname, '../../frontend/dist');
const TEMPLATE = 'AULAVIVA_BROWSER_DEMO';

const folder = (what: string) => mkdtempSync(path.join(tmpdir(), `aulaviva-browser-${what}-`));

/** Playwright's global set-up: the demo school is loaded once, and every file then opens a copy of its data (remote stores: that school itself); all of them serve one build, whatever is built meanwhile. */
export default async function prepareDemo(): Promise<() => void> {
  if (!['index.html', 'csp.json'].every((file) => existsSync(path.join(built, file))))
    throw new Error('frontend/dist is not there or not complete: npm run build');
  const template = folder('demo');
  cpSync(built, path.join(template, 'dist'), { recursive: true });
  // What the server draws public pages with stands beside it.
  cpSync(path.join(built, '../.ssr'), path.join(template, '.ssr'), { recursive: true });
  const load = async (dataDir: string): Promise<void> => {
    const school = await openSchool({ env: { DEMO: 'true', ...remoteStores() }, dataDir, keep: true });
    await reacted(school);
    await school.stop();
  };
  const data = path.join(template, 'data');
  await (demoIsShared() && !remoteStores() ? copyDemoData(data, load) : load(data));
  process.env[TEMPLATE] = template;
  return () => rmSync(template, { recursive: true, force: true });
}

const template = (): string => {
  const found = process.env[TEMPLATE];
  if (!found) throw new Error('the demo school was not loaded: is globalSetup in the configuration?');
  return found;
};
export const dist = (): string => path.join(template(), 'dist');
export function copyOfData(): string {
  const dataDir = folder('school');
  if (!remoteStores()) cpSync(path.join(template(), 'data'), dataDir, { recursive: true });
  return dataDir;
}
