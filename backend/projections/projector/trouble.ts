/** After a failure, a term counts as sound once it has stayed at the head of the log for this long. */
const SOUND_MS = 2_000;

export type Trouble = ReturnType<typeof createTrouble>;

/** Why the projector's terms fail, while they do. The start of a new term does not clear it: that term has to last first. */
export function createTrouble() {
  let why: { error: string; since: number } | null = null;
  let failures = 0;
  /** Since when the term has been at the head, by a monotonic clock. */
  let heldSince: number | null = null;
  return {
    /** null while terms are sound. */
    current(): string | null {
      if (heldSince !== null && performance.now() - heldSince >= SOUND_MS) why = null;
      return why?.error ?? null;
    },
    isAtHead: (): boolean => heldSince !== null,
    reachedHead(): void {
      heldSince = performance.now();
      failures = 0;
    },
    /** By an error. Returns how many terms have ended so without reaching the head in between. */
    termEnded(): number {
      heldSince = null;
      return ++failures;
    },
    /** Returns what terms fail with, and since when (epoch milliseconds) they have been failing. */
    note(error: unknown, now: number): { error: string; since: number } {
      why = { error: error instanceof Error ? error.message : String(error), since: why?.since ?? now };
      return why;
    },
  };
}
