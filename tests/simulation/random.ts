/** Random numbers from a seed: the same seed, the same numbers (sfc32). */
export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from 0, below `end`. */
  below(end: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  let [a, b, c, d] = [0x9e3779b9 ^ seed, 0x243f6a88, 0xb7e15162 + seed, (seed ^ 0xdeadbeef) >>> 0];
  const word = () => {
    a |= 0;
    b |= 0;
    c |= 0;
    d |= 0;
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let i = 0; i < 15; i++) word();
  const random: Random = {
    next: () => word() / 4_294_967_296,
    below: (end) => Math.floor(random.next() * end),
    chance: (probability) => random.next() < probability,
    pick(list) {
      const found = list[random.below(list.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
  };
  return random;
}
