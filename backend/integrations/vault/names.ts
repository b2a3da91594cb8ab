/** Two million bits: with a hundred thousand names in the set, one in twenty other names is taken for a member. */
const BITS = 2 ** 21;

/** FNV-1a. */
function bitOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash & (BITS - 1);
}

/** A Bloom filter with one hash: it says for certain that a name is not in the set, in a quarter of a megabyte however many there are. */
export class Names {
  readonly bits: Uint8Array;
  /** When the last of them expires, in epoch milliseconds. */
  until: number;

  constructor(bits: Uint8Array = new Uint8Array(BITS / 8), until = 0) {
    this.bits = bits;
    this.until = until;
  }

  add(name: string, expires: number): void {
    const bit = bitOf(name);
    this.bits[bit >> 3] = (this.bits[bit >> 3] ?? 0) | (1 << (bit & 7));
    this.until = Math.max(this.until, expires);
  }

  mayHave(name: string): boolean {
    const bit = bitOf(name);
    return ((this.bits[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }
}
