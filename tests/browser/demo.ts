import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSchool } from '../support/school.ts';

const TEMPLATE = 'AULAVIVA_BROWSER_DEMO';
const folder = (what: string) => mkdtempSync(path.join(tmpdir(), `aulaviva-browser-${what}-`));

/** Playwright's global set-up: the demo school is loaded once; every file then opens a copy of its data. */
export default async function loadDemoOnce(): Promise<() => void> {
  const dataDir = folder('demo');
  const school = await openSchool({ env: { DEMO: 'true' }, dataDir, keep: true });
  await school.stop();
  process.env[TEMPLATE] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}

export function copyOfDemo(): string {
  const template = process.env[TEMPLATE];
  if (!template) throw new Error('the demo school was not loaded: is globalSetup in the configuration?');
  const dataDir = folder('school');
  cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A free port below those that systems hand out by themselves, so that nobody takes it while a server is down. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await listens(port)) return port;
  }
  throw new Error('no free port was found');
}
