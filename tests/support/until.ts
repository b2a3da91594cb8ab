const POLL_MS = 4;

/** Waits until the condition holds (answers something truthy) and resolves with what it answered. Fails with `what` after `timeoutMs`. */
export async function until<T>(
  condition: () => T | Promise<T>,
  what = 'the condition',
  timeoutMs = 15_000,
): Promise<Exclude<T, null | undefined | false>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await condition();
    if (found) return found as Exclude<T, null | undefined | false>;
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}
