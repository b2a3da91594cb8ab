import { pause } from '../../../events/store/subscription.ts';

/** Does something again and again until the signal aborts, with so many milliseconds between the end of one round and the next: no round meets another. */
export async function rounds(
  everyMs: number,
  signal: AbortSignal,
  round: () => Promise<unknown>,
  failed: (error: unknown) => void,
): Promise<void> {
  for (;;) {
    await pause(everyMs, signal);
    if (signal.aborted) return;
    try {
      await round();
    } catch (error) {
      failed(error);
    }
  }
}
