import { fork } from 'node:child_process';
import path from 'node:path';

/** Runs the module `file` in a process of its own, so that a client does not share the server's event loop: it is sent one plan as a message, and sends one result back. */
export const apart = <P extends object, R>(file: string, plan: P): Promise<R> =>
  new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, file), { execArgv: [] });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
    child.once('message', (result) => {
      child.disconnect();
      resolve(result as R);
    });
    child.send(plan);
  });
