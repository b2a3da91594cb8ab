import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';

/**
 * `npm run dev`: the school with reload on both sides. The frontend is served by Vite on port 5173, which passes on what is not a page; the server begins
 * anew when one of its sources changes. Not by `node --watch`: that sends messages of its own from the server's threads, among theirs.
 */
const root = path.resolve(import.meta.dirname, '../..');
const env = { PUBLIC_URL: 'http://127.0.0.1:5173', ...process.env };
let stopping = false;
let changed = false;

const start = (): ChildProcess =>
  spawn(process.execPath, ['tests/support/devServer.ts'], { cwd: root, stdio: 'inherit', env }).on('exit', () => {
    if (changed && !stopping) again();
  });
let server = start();
function again(): void {
  changed = false;
  server = start();
}
let soon: NodeJS.Timeout | undefined;
for (const folder of ['backend', 'events'])
  watch(path.join(root, folder), { recursive: true }, (_, name) => {
    if (!name?.endsWith('.ts') || stopping) return;
    // An editor writes a file in several steps.
    clearTimeout(soon);
    soon = setTimeout(() => {
      changed = true;
      // One that could not start has ended already.
      if (server.exitCode !== null || server.signalCode !== null) again();
      else server.kill('SIGTERM');
    }, 100);
  });

const vite = spawn(path.join(root, 'node_modules/.bin/vite'), ['frontend', '--host', '127.0.0.1'], { cwd: root, stdio: 'inherit', env });
const stop = () => {
  stopping = true;
  for (const child of [server, vite]) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
vite.on('exit', () => {
  stop();
  process.exit();
});
