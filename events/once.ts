/** What follows from a value that nobody changes, worked out once for each. What comes out is handed to many. */
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
