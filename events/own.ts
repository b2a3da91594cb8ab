/**
 * Lists that are changed in place while events are folded in a row and nobody sees the states in between: each is copied once, so that folding a
 * long stream costs time in proportion to its length, not to its square.
 */
export class Own {
  /** For each list, the places of its items by id, as far as they were looked up. */
  readonly #made = new WeakMap<object, Map<unknown, number>>();

  /** The list with one more item at its end. */
  push<T>(list: T[], item: T): T[] {
    const own = this.#of(list);
    own.push(item);
    return own;
  }

  /** The list with what `change` makes of the item of that id, in its place. */
  put<T>(list: T[], idOf: (item: T) => unknown, id: unknown, change: (item: T) => T): T[] {
    const own = this.#of(list);
    const place = this.place(own, idOf, id);
    if (place >= 0) own[place] = change(own[place] as T);
    return own;
  }

  /** Where the item of that id stands; -1 where there is none. */
  place<T>(list: readonly T[], idOf: (item: T) => unknown, id: unknown): number {
    const places = this.#made.get(list);
    if (!places) return list.findIndex((item) => idOf(item) === id);
    // Items keep their id and place, so items that are not indexed yet come after those that are.
    for (let place = places.size; place < list.length && !places.has(id); place++) {
      const known = idOf(list[place] as T);
      if (!places.has(known)) places.set(known, place);
    }
    return places.get(id) ?? -1;
  }

  #of<T>(list: T[]): T[] {
    if (this.#made.has(list)) return list;
    const own = [...list];
    this.#made.set(own, new Map());
    return own;
  }
}
