/** Swaps with the neighbour; returns the same list where there is none. */
export function moved<T extends number | string>(order: readonly T[], id: T, by: -1 | 1): readonly T[] {
  const from = order.indexOf(id);
  return from < 0 ? order : placed(order, id, from + by);
}
/** The list with `id` at this index. */
export function placed<T extends number | string>(order: readonly T[], id: T, to: number): readonly T[] {
  const from = order.indexOf(id);
  if (from < 0 || to < 0 || to >= order.length || to === from) return order;
  const rest = order.filter((one) => one !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
