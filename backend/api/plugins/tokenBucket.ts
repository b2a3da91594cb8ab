import type { Rate } from '../settings.ts';

/** A token bucket, full at first: `burst` can be taken at once after a pause, and it fills again with so much each second. `now`: milliseconds. */
export class TokenBucket {
  readonly #rate: Rate;
  readonly #now: () => number;
  #left: number;
  #at: number;
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
    this.#left = rate.burst;
    this.#at = now();
  }

  #filled(): number {
    const { burst, perSecond } = this.#rate;
    const now = this.#now();
    this.#left = Math.min(burst, this.#left + ((now - this.#at) * perSecond) / 1_000);
    this.#at = now;
    return this.#left;
  }
  /** Milliseconds until `cost` can be taken. */
  wait(cost: number): number {
    const left = this.#filled();
    return left < cost ? Math.ceil(((cost - left) * 1_000) / this.#rate.perSecond) : 0;
  }
  /** Takes `cost` and returns 0; or takes nothing and returns what `wait` does. */
  take(cost: number): number {
    const wait = this.wait(cost);
    if (wait === 0) this.#left -= cost;
    return wait;
  }
  isFull(): boolean {
    return this.#filled() >= this.#rate.burst;
  }
}
