import type { Position } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';

/** What may still hold words of the erased is removed at most this often: files that are written anew hold up writers for a moment. */
export const TRACES_EVERY_MS = 15 * 60_000;
export const REMOVE_TRACES = 'removeTraces';

/** Where the vault's table `status` keeps a TracesLeft, until the traces are removed. */
export const TRACES_KEY = 'traces';
/** What may still hold words of the erased could not be written anew yet. */
export interface TracesLeft {
  /** ISO UTC, of the first of the tries that failed. */
  since: string;
  tries: number;
  error: string;
}

const nextTime = (now: Date): string => new Date((Math.floor(now.getTime() / TRACES_EVERY_MS) + 1) * TRACES_EVERY_MS).toISOString();

/** Asks for it after a personal key was destroyed: all who are erased until the next quarter of an hour are served by one. `head`: what the read models must have taken in. */
export const askToRemoveTraces = (timer: Timer, head: Position | null, now: Date): Promise<void> =>
  timer.schedule({ thing: 'traces', due: nextTime(now), kind: REMOVE_TRACES, data: { head } });

export interface TracesOptions {
  vault: Pick<Vault, 'get' | 'put' | 'remove'>;
  timer: () => Timer;
  /** Whether the read models have come to a position. */
  reached(position: Position): Promise<boolean>;
  /** Kept answers: one may have been read from a read model that had not come to the erasure yet. */
  forgetAnswers(): Promise<void>;
  /** The files of an embedded school. */
  rewrite(): Promise<void>;
  /** That it could not be done this time. */
  failed(error: unknown): void;
}

/** Removes what is left once the read models have forgotten whom they had to; what cannot be done now is tried again at the next time. */
export const removeTracesAction =
  ({ vault, timer, reached, forgetAnswers, rewrite, failed }: TracesOptions): DeadlineAction =>
  async ({ data: { head } }, { now }) => {
    const position = head as Position | null;
    try {
      if (position !== null && !(await reached(position))) throw new Error('the read models have not come to the erasure yet');
      await forgetAnswers();
      await rewrite();
      await vault.remove('status', TRACES_KEY);
    } catch (error) {
      failed(error);
      await askToRemoveTraces(timer(), position, now);
      const before = (await vault.get<TracesLeft>('status', TRACES_KEY))?.value;
      await vault.put<TracesLeft>('status', TRACES_KEY, {
        since: before?.since ?? now.toISOString(),
        tries: (before?.tries ?? 0) + 1,
        error: (error as Error).message,
      });
    }
  };
