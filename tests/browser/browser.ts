import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium without windows: it draws pages in half the time, and keeps none of them whole for «Back». */
const isShell = (file: string): boolean => file.includes('headless-shell') || file.includes('headless_shell');

/** Finds a Chromium-family browser: E2E_BROWSER, Playwright's own download, then what the system has. `whole`: no shell. */
export function findBrowser({ whole = false } = {}): string | null {
  const onPath = (name: string) =>
    (process.env.PATH ?? '')
      .split(path.delimiter)
      .map((folder) => path.join(folder, name))
      .find((file) => existsSync(file));
  const own = () => {
    try {
      return chromium.executablePath();
    } catch {
      return undefined;
    }
  };
  const candidates = [
    process.env.E2E_BROWSER,
    own(),
    ...[
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      'microsoft-edge',
      'brave-browser',
    ].map(onPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ...['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((name) =>
      process.env[name] ? [path.join(process.env[name], 'Google/Chrome/Application/chrome.exe')] : [],
    ),
  ];
  return candidates.find((file): file is string => file !== undefined && existsSync(file) && !(whole && isShell(file))) ?? null;
}

/** Tries Playwright's download, then apt as root on Debian, each with a time limit. */
export async function installBrowser(): Promise<string | null> {
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 120_000 });
  const found = findBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', timeout: 120_000 });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  }
  return findBrowser();
}

/** Flags under which a headless Chromium keeps to itself; no sandbox only where root leaves no choice. */
export const browserArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
