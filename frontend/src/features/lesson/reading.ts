import { useSyncExternalStore } from 'react';

/** Reading preferences: remembered on this device, for all courses. */
export const sizes = ['normal', 'large', 'larger'] as const;
export const widths = ['narrow', 'normal', 'wide'] as const;
export interface Reading {
  size: (typeof sizes)[number];
  width: (typeof widths)[number];
  /** Focus mode: only the class, without outline, menu and discussion. */
  focus: boolean;
  /** Whether J, K and the arrows go through the classes: single keys can be switched off (WCAG 2.1.4). */
  keys: boolean;
}
const initial: Reading = { size: 'normal', width: 'normal', focus: false, keys: true };
const key = 'aulaviva.lectura';
const listeners = new Set<() => void>();

const stored = (): Reading => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Reading>;
    return {
      size: sizes.find((one) => one === kept.size) ?? initial.size,
      width: widths.find((one) => one === kept.width) ?? initial.width,
      focus: kept.focus === true,
      keys: kept.keys !== false,
    };
  } catch {
    return initial;
  }
};
let current: Reading | undefined;
const read = (): Reading => {
  current ??= stored();
  return current;
};

export const setReading = (change: Partial<Reading>): void => {
  current = { ...read(), ...change };
  try {
    localStorage.setItem(key, JSON.stringify(current));
  } catch {
    // Without storage, remembered for this visit only.
  }
  for (const listener of listeners) listener();
};
const changedElsewhere = (event: StorageEvent) => {
  if (event.key !== key && event.key !== null) return;
  current = stored();
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    // Preferences that another page stored while no class was open here.
    current = stored();
    addEventListener('storage', changedElsewhere);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', changedElsewhere);
  };
};
export const useReading = (): Reading => useSyncExternalStore(subscribe, read, () => initial);
