import type { Position } from '../../../events/store/port.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';

/** What may still hold words of the erased is removed at most this often: files that are written anew hold up writers for a moment. */
export const TRACES_EVERY_MS = 15 * 60_000;
export const REMOVE_TRACES = 'removeTraces';

const nextTime = (now: Date): string => new Date((Math.floor(now.getTime() / TRACES_EVERY_MS) + 1) * TRACES_EVERY_MS).toISOString();

/** Asks for it after a personal key was destroyed: all who are erased until the next quarter of an hour are served by one. `head`: what the read models must have taken in. */
export const askToRemoveTraces = (timer: Timer, head: Position | null, now: Date): Promise<void> =>
  timer.schedule({ thing: 'traces', due: nextTime(now), kind: REMOVE_TRACES, data: { head } });

export interface TracesOptions {
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
  ({ timer, reached, forgetAnswers, rewrite, failed }: TracesOptions): DeadlineAction =>
  async ({ data: { head } }, { now }) => {
    const position = head as Position | null;
    try {
      if (position !== null && !(await reached(position))) throw new Error('the read models have not come to the erasure yet');
      await forgetAnswers();
      await rewrite();
    } catch (error) {
      failed(error);
      await askToRemoveTraces(timer(), position, now);
    }
  };
