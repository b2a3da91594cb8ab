/** Freezes the value in depth, because it is cached and shared. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(Object.freeze(value))) frozen(part);
  return value;
}
