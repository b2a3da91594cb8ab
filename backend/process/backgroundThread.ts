import { Worker } from 'node:worker_threads';
import { entryFile } from '../../events/entry.ts';
import { StoreDamaged } from '../../events/store/faults.ts';
import type { KeptStates } from '../commands/kernel/handle.ts';
import type { BackgroundData, FromBackground, ToBackground } from './background.ts';

/** How long it may take to stop. */
const STOP_MS = 3_000;
/** How long a question to it waits. */
const ANSWER_MS = 1_000;

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
  let told: (states: KeptStates | null) => void = () => {};
  worker.on('message', (message: FromBackground) => {
    if (message.kind === 'states') told(message.states);
  });
  worker.on('exit', () => told(null));
  let asked: Promise<KeptStates | null> | null = null;
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
    /** The states that its commands keep; null: it has ended, or is too busy to say. */
    states(): Promise<KeptStates | null> {
      if (!running) return Promise.resolve(null);
      asked ??= new Promise<KeptStates | null>((resolve) => {
        const late = setTimeout(resolve, ANSWER_MS, null);
        told = (states) => {
          clearTimeout(late);
          resolve(states);
        };
        send({ kind: 'states' });
      }).finally(() => {
        asked = null;
      });
      return asked;
    },
    dropStates: () => send({ kind: 'dropStates' }),
  };
}
