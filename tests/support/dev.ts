import { spawn } from 'node:child_process';
import path from 'node:path';

/** `npm run dev`: the school with reload on both sides. The frontend is served by Vite on port 5173, which passes /api and /socket.io on. */
const root = path.resolve(import.meta.dirname, '../..');
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
const children = [
  spawn(bin('node'), ['--watch-path=backend', '--watch-path=events', '--watch-preserve-output', 'backend/process/start.js'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(bin('vite'), ['frontend', '--host', '127.0.0.1'], { cwd: root, stdio: 'inherit' }),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
