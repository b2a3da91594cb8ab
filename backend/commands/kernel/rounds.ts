import { pause } from '../../../events/store/subscription.ts';

/**
 * Repeats a task until the signal aborts, with a pause in milliseconds from the end of one run to the start of the next: runs never overlap.
 * `firstMs`: the pause before the first run.
 */
export async function rounds(
  everyMs: number,
  signal: AbortSignal,
  round: () => Promise<unknown>,
  failed: (error: unknown) => void,
  firstMs = everyMs,
): Promise<void> {
  for (let ms = firstMs; ; ms = everyMs) {
    await pause(ms, signal);
    if (signal.aborted) return;
    try {
      await round();
    } catch (error) {
      failed(error);
    }
  }
}
