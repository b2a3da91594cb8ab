/** The index of the first of a sorted list that does not come before what is wanted: its place, or where it would be inserted. `compare`: below 0, before. */
export function placeIn<Line extends Wanted, Wanted>(
  lines: readonly Line[],
  wanted: Wanted,
  compare: (a: Wanted, b: Wanted) => number,
): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(lines[middle] as Line, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
