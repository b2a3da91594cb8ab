/** Counts the seconds that a page was visible and its person active: nothing while the tab is hidden, nothing beyond two minutes without a sign of life. */
export const idleAfter = 120_000;
/** A gap longer than this between two ticks is a sleeping machine, not study. */
const longestTick = 5_000;

export class StudyClock {
  private counted = 0;
  private last: number | null = null;
  private active: number;

  constructor(now: number) {
    this.active = now;
  }
  /** A pointer, a key, a scroll, a video that plays. */
  touch(now: number): void {
    this.active = now;
  }
  tick(now: number, visible: boolean): void {
    if (this.last !== null && visible) {
      const from = this.last;
      const until = Math.min(now, this.active + idleAfter);
      if (now - from <= longestTick) this.counted += Math.max(0, until - from);
    }
    this.last = visible ? now : null;
  }
  /** Whole seconds since the page was opened. */
  get seconds(): number {
    return Math.floor(this.counted / 1_000);
  }
}
