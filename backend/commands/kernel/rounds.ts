import { pause } from '../../../events/store/subscription.ts';

/** Repeats a task until the signal aborts, with a pause in milliseconds from the end of one run to the start of the next: runs never overlap. */
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
