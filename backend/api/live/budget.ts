/** What one connection may ask for after a pause, and for each second. */
const BURST = 600;
const PER_SECOND = 30;

export class Budget {
  readonly #burst: number;
  readonly #perSecond: number;
  #left: number;
  #at = performance.now();
  constructor(burst = BURST, perSecond = PER_SECOND) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#left = burst;
  }

  #now(): number {
    const now = performance.now();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) * this.#perSecond) / 1_000);
    this.#at = now;
    return this.#left;
  }
  /** Milliseconds until `cost` can be paid. */
  wait(cost: number): number {
    const left = this.#now();
    return left < cost ? Math.ceil(((cost - left) * 1_000) / this.#perSecond) : 0;
  }
  /** 0: it has been paid; else as `wait`. */
  pay(cost: number): number {
    const wait = this.wait(cost);
    if (wait === 0) this.#left -= cost;
    return wait;
  }
  isFull(): boolean {
    return this.#now() >= this.#burst;
  }
}
