import { Worker } from 'node:worker_threads';
import { entryFile } from '../../events/entry.ts';
import { StoreDamaged } from '../../events/store/faults.ts';
import type { KeptStates } from '../commands/kernel/handle.ts';
import type { BackgroundData, FromBackground, ToBackground } from './background.ts';

/** How long it may take to stop. */
const STOP_MS = 3_000;

interface Callbacks {
  /** Documents were committed. */
  onCommit: () => void;
  onDamage: (fault: StoreDamaged) => void;
  /** It has ended by itself: this process must be stopped. */
  onEnd: (error: Error) => void;
}

/** Starts the thread that runs the roles other than the API (`background.ts`). */
export function startBackground(data: BackgroundData, { onCommit, onDamage, onEnd }: Callbacks) {
  const worker = new Worker(entryFile(new URL('./background.ts', import.meta.url)), {
    name: 'background',
    workerData: data,
    transferList: data.log ? [data.log.port] : [],
    // Far above the live data, as for a replay: without a limit, garbage would grow to three times this size during a build.
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  });
  let running = true;
  const send = (message: ToBackground) => worker.postMessage(message);
  const ready = new Promise<void>((resolve, reject) => {
    const ended = (error: Error) => {
      onEnd(error);
      reject(error);
    };
    worker.on('error', ended);
    worker.on('exit', () => {
      running = false;
      ended(new Error('the background thread has ended'));
    });
    worker.on('message', (message: FromBackground) => {
      if (message.kind === 'commit') onCommit();
      else if (message.kind === 'ready') resolve();
      else if (message.kind === 'damaged') onDamage(new StoreDamaged(message.part, message.message));
    });
  });
  ready.catch(() => undefined);
  /** Who waits for an answer about its states, which come in order. */
  const asking: ((states: KeptStates | null) => void)[] = [];
  worker.on('message', (message: FromBackground) => {
    if (message.kind === 'states') asking.shift()?.(message.states);
  });
  worker.on('exit', () => {
    for (const answer of asking.splice(0)) answer(null);
  });
  return {
    /** Rejects where it ends before it is ready. */
    ready,
    async stop(): Promise<void> {
      if (!running) return;
      const late = setTimeout(() => void worker.terminate(), STOP_MS);
      await new Promise<void>((resolve) => {
        worker.once('exit', () => resolve());
        send({ kind: 'stop' });
      });
      clearTimeout(late);
    },
    /** The states that its commands keep; null: it has ended. */
    states: () =>
      new Promise<KeptStates | null>((resolve) => {
        if (!running) return resolve(null);
        asking.push(resolve);
        send({ kind: 'states' });
      }),
    dropStates: () => send({ kind: 'dropStates' }),
  };
}
