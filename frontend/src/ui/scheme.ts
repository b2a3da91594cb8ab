import { useSyncExternalStore } from 'react';

/** Light, dark, or the system's. Stored on this device; the inline script of index.html reads the same key before the first paint. */
export type Scheme = 'light' | 'dark' | 'system';
const key = 'aulaviva.tema';
const attribute = 'data-scheme';
const listeners = new Set<() => void>();

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)').matches;
const stored = (): Scheme => {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
};

let current: Scheme | undefined;
export const getScheme = (): Scheme => {
  current ??= stored();
  return current;
};
const resolved = (): 'light' | 'dark' => {
  const scheme = getScheme();
  if (scheme !== 'system') return scheme;
  return systemIsDark() ? 'dark' : 'light';
};
const publish = () => {
  document.documentElement.setAttribute(attribute, resolved());
  for (const listener of listeners) listener();
};
export const setScheme = (scheme: Scheme) => {
  current = scheme;
  try {
    if (scheme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, scheme);
  } catch {
    // Without storage it still applies to this page.
  }
  publish();
};

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', publish);
    addEventListener('storage', onStorage);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    matchMedia('(prefers-color-scheme: dark)').removeEventListener('change', publish);
    removeEventListener('storage', onStorage);
  };
};
const onStorage = (event: StorageEvent) => {
  if (event.key !== key && event.key !== null) return;
  current = stored();
  publish();
};

/** The person's choice. */
export const useScheme = (): Scheme => useSyncExternalStore(subscribe, getScheme, () => 'system');
/** What is shown. */
export const useResolvedScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, resolved, () => 'light');
