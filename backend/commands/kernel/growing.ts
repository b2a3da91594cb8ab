/** After this many changes, an older view copies its entries instead of walking the differences. */
const LONGEST_WALK = 32;

/** How a view differs from the next one: what it has at `key`. */
interface Undo<K, V> {
  next: GrowingMap<K, V>;
  key: K;
  had: boolean;
  value: V | undefined;
}

/**
 * A persistent map for the states of deciders. `with` and `without` return a new version at the cost of one entry, whatever the size; entries keep
 * their order of insertion, as long as none was removed. The newest version holds the entries; each older one knows how it differs from its successor.
 */
export class GrowingMap<K, V> implements Iterable<[K, V]> {
  #entries: Map<K, V> | null = new Map();
  #undo: Undo<K, V> | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    return this.#find(key).value;
  }

  has(key: K): boolean {
    return this.#find(key).had;
  }

  with(key: K, value: V): GrowingMap<K, V> {
    const found = this.#find(key);
    return found.had && Object.is(found.value, value) ? this : this.#next(key, found.had ? 0 : 1, (entries) => entries.set(key, value));
  }

  without(key: K): GrowingMap<K, V> {
    return this.has(key) ? this.#next(key, -1, (entries) => entries.delete(key)) : this;
  }

  keys(): K[] {
    return [...this.#own().keys()];
  }

  /** A view of this version: later versions do not show through it. */
  [Symbol.iterator](): Iterator<[K, V]> {
    return [...this.#own()][Symbol.iterator]();
  }

  /** Sorted: the same for the same entries, whatever their history. */
  toJSON(): [K, V][] {
    return [...this].sort();
  }

  #find(key: K): { had: boolean; value: V | undefined } {
    let view: GrowingMap<K, V> = this;
    for (let steps = 0; view.#undo; steps++) {
      if (view.#undo.key === key) return view.#undo;
      if (steps === LONGEST_WALK) {
        this.#own();
        view = this;
      } else view = view.#undo.next;
    }
    const entries = view.#entries as Map<K, V>;
    return { had: entries.has(key), value: entries.get(key) };
  }

  #next(key: K, more: number, change: (entries: Map<K, V>) => void): GrowingMap<K, V> {
    const entries = this.#own();
    const next = new GrowingMap<K, V>();
    this.#undo = { next, key, had: entries.has(key), value: entries.get(key) };
    this.#entries = null;
    change(entries);
    next.#entries = entries;
    next.#size = this.#size + more;
    return next;
  }

  /** The entries of this version; an older one first computes them. */
  #own(): Map<K, V> {
    if (this.#entries) return this.#entries;
    const undone: Undo<K, V>[] = [];
    let view: GrowingMap<K, V> = this;
    for (; view.#undo; view = view.#undo.next) undone.push(view.#undo);
    const entries = new Map(view.#entries);
    for (const { key, had, value } of undone.reverse())
      if (had) entries.set(key, value as V);
      else entries.delete(key);
    this.#entries = entries;
    this.#undo = null;
    return entries;
  }
}

/** The same for keys alone. */
export class GrowingSet<K> implements Iterable<K> {
  #keys: GrowingMap<K, true>;

  constructor(keys: GrowingMap<K, true> = new GrowingMap()) {
    this.#keys = keys;
  }

  get size(): number {
    return this.#keys.size;
  }

  has(key: K): boolean {
    return this.#keys.has(key);
  }

  with(key: K): GrowingSet<K> {
    return this.#same(this.#keys.with(key, true));
  }

  without(key: K): GrowingSet<K> {
    return this.#same(this.#keys.without(key));
  }

  [Symbol.iterator](): Iterator<K> {
    return this.#keys.keys()[Symbol.iterator]();
  }

  toJSON(): K[] {
    return [...this].sort();
  }

  #same(keys: GrowingMap<K, true>): GrowingSet<K> {
    return keys === this.#keys ? this : new GrowingSet(keys);
  }
}
