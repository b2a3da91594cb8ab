/** Swaps with the neighbour; returns the same list where there is none. */
export function moved(order: readonly number[], id: number, by: -1 | 1): readonly number[] {
  const from = order.indexOf(id);
  return from < 0 ? order : placed(order, id, from + by);
}
/** The list with `id` at this index. */
export function placed(order: readonly number[], id: number, to: number): readonly number[] {
  const from = order.indexOf(id);
  if (from < 0 || to < 0 || to >= order.length || to === from) return order;
  const rest = order.filter((one) => one !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
