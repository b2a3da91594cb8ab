/** Memoizes a function of immutable values by identity. Results are shared, so callers must not change them. */
export function once<From extends object, To>(of: (from: From) => To): (from: From) => To {
  const known = new WeakMap<From, { to: To }>();
  return (from) => {
    let found = known.get(from);
    if (!found) {
      found = { to: of(from) };
      known.set(from, found);
    }
    return found.to;
  };
}
