import { useState } from 'react';

/** How often each shortcut was used on this device: the most used come first. */
const key = 'aulaviva.accesos';
const read = (): Record<string, number> => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};
export const countUse = (id: string): void => {
  try {
    const uses = read();
    localStorage.setItem(key, JSON.stringify({ ...uses, [id]: (uses[id] ?? 0) + 1 }));
  } catch {
    // Without storage they keep their default order.
  }
};
/** Decided once per visit, so that nothing moves while it is used. */
export const useOrder = <T extends { id: string }>(items: readonly T[]): T[] => {
  const [order] = useState(() => {
    const uses = read();
    return [...items].sort((a, b) => (uses[b.id] ?? 0) - (uses[a.id] ?? 0));
  });
  return order;
};
