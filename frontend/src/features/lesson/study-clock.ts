/** Counts the seconds that a page was visible and its person active: nothing while the tab is hidden, nothing after two minutes without activity. */
export const idleAfter = 120_000;
/** A longer gap between two ticks means that the machine slept. */
const longestTick = 5_000;

export class StudyClock {
  private counted = 0;
  private last: number | null = null;
  private active: number;

  constructor(now: number) {
    this.active = now;
  }
  /** Activity: a pointer, a key, a scroll, a playing video. */
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
