import type { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** The writer threads of embedded logs that this process starts from now on until the test ends; the newest last. */
export function logWriters(): readonly Worker[] {
  const started: Worker[] = [];
  const listen = (worker: Worker) => {
    if (worker.threadName === 'log-writer') started.push(worker);
  };
  process.on('worker', listen);
  onTestFinished(() => void process.off('worker', listen));
  return started;
}
