import type { Diff, DiffSample, Doc } from '../kernel/readStore.ts';

type Difference = Exclude<keyof Diff, 'samples' | 'unchanged'>;

/** The differences between two generations, by key; the last note about a key counts. */
export class Differences {
  readonly #most: number;
  readonly #kinds = new Map<string, Difference>();
  readonly #samples = new Map<string, DiffSample>();

  constructor(samples: number) {
    this.#most = samples;
  }

  /** The JSON on each side; undefined: it does not exist there. */
  note(key: string, before: string | undefined, after: string | undefined): void {
    this.#kinds.delete(key);
    this.#samples.delete(key);
    if (before === after) return;
    this.#kinds.set(key, before === undefined ? 'added' : after === undefined ? 'removed' : 'changed');
    const parsed = (text: string | undefined) => (text === undefined ? null : (JSON.parse(text) as Doc));
    if (this.#samples.size < this.#most) this.#samples.set(key, { key, before: parsed(before), after: parsed(after) });
  }

  /** `all`: documents on the side before. */
  counted(all: number): Diff {
    const diff: Diff = { added: 0, changed: 0, removed: 0, unchanged: 0, samples: [...this.#samples.values()] };
    for (const kind of this.#kinds.values()) diff[kind]++;
    return { ...diff, unchanged: all - diff.changed - diff.removed };
  }
}
