const FIRST_MS = 4;
const LONGEST_MS = 60;

/**
 * Waits until the condition holds (answers something truthy) and resolves with what it answered. Fails with `what` after `timeoutMs`.
 * What is not there at once is asked for less and less often: asking takes processor from what is waited for.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  what = 'the condition',
  timeoutMs = 15_000,
): Promise<Exclude<T, null | undefined | false>> {
  const deadline = performance.now() + timeoutMs;
  for (let rest = FIRST_MS; ; rest = Math.min(rest * 1.5, LONGEST_MS)) {
    const found = await condition();
    if (found) return found as Exclude<T, null | undefined | false>;
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await new Promise((done) => setTimeout(done, rest));
  }
}
