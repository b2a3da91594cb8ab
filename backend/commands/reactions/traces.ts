import type { Position } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';

/** The shortest time between two removals of remaining personal data: rewriting files delays writers for a moment. */
export const TRACES_EVERY_MS = 15 * 60_000;
export const REMOVE_TRACES = 'removeTraces';

/** The key in the vault's table `status` of a TracesLeft, until the remains are removed. */
export const TRACES_KEY = 'traces';
/** Remains of erased people's data could not be removed yet. */
export interface TracesLeft {
  /** ISO UTC, of the first failed attempt. */
  since: string;
  tries: number;
  error: string;
}

const nextTime = (now: Date): string => new Date((Math.floor(now.getTime() / TRACES_EVERY_MS) + 1) * TRACES_EVERY_MS).toISOString();

/** Schedules it after a personal key was destroyed: one run serves all erasures until the next quarter of an hour. `head`: what the read models must have folded. */
export const askToRemoveTraces = (timer: Timer, head: Position | null, now: Date): Promise<void> =>
  timer.schedule({ thing: 'traces', due: nextTime(now), kind: REMOVE_TRACES, data: { head } });

export interface TracesOptions {
  vault: Pick<Vault, 'get' | 'put' | 'remove'>;
  timer: () => Timer;
  /** The end of the log. */
  head(): Promise<Position | null>;
  /** Whether the read models have reached a position. */
  reached(position: Position): Promise<boolean>;
  /** Kept answers: one may have come from a read model that had not reached the erasure yet. */
  forgetAnswers(): Promise<void>;
  /** The files of an embedded school. */
  rewrite(): Promise<void>;
  /** Records that it could not be done this time. */
  failed(error: unknown): void;
}

/** Removes remaining data once the read models have applied the erasures; what cannot be removed now is tried again next time. */
export const removeTracesAction =
  ({ vault, timer, head: endOfLog, reached, forgetAnswers, rewrite, failed }: TracesOptions): DeadlineAction =>
  async ({ data: { head } }, { now }) => {
    const position = head as Position | null;
    try {
      const end = await endOfLog();
      // Where the log has lost its end, nothing ever comes to what stood there.
      const wanted = position !== null && end !== null && position > end ? end : position;
      if (wanted !== null && !(await reached(wanted))) throw new Error('the read models have not come to the erasure yet');
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
