import type { Outcome } from '../../../../../backend/api/contract/exercise-run.ts';
import type { Check } from '../../../../../backend/api/contract/exercise-text.ts';

/** How long the worker may run, once it has started; the interpreter nearly always stops by itself before. */
const PATIENCE_MS = 3_000;

let worker: Worker | null = null;
const end = (): void => {
  worker?.terminate();
  worker = null;
};

/** Runs code and its checks in this browser; rejects where the interpreter could not be loaded. */
export function tryOut(code: string, checks: readonly Check[]): Promise<Outcome> {
  const known = worker;
  const used = known ?? new Worker(new URL('./run-worker.ts', import.meta.url), { type: 'module' });
  worker = used;
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const overrun = (): void => {
      end();
      const error = 'TimeLimit';
      resolve({ printed: '', error, results: checks.map(() => ({ passed: false, got: null, error })) });
    };
    const ask = (): void => {
      timer = setTimeout(overrun, PATIENCE_MS);
      used.postMessage({ code, checks });
    };
    used.onmessage = ({ data }: MessageEvent<Outcome | 'ready'>) => {
      if (data === 'ready') return ask();
      clearTimeout(timer);
      resolve(data);
    };
    used.onerror = (event) => {
      event.preventDefault();
      // Before it was asked anything it could not be loaded; later, what it ran broke it.
      if (timer !== undefined) {
        clearTimeout(timer);
        return overrun();
      }
      end();
      reject(new Error('the interpreter could not be loaded'));
    };
    if (known) ask();
  });
}
