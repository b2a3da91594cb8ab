import { useSyncExternalStore } from 'react';

/** The browser's offer to install the application, held back until the second visit and made where a person asks for it (O02). */
interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

const key = 'aulaviva.visitas';
const visitMs = 30 * 60_000;
const enough = 2;

let offer: InstallPrompt | null = null;
const listeners = new Set<() => void>();
const set = (next: InstallPrompt | null) => {
  offer = next;
  for (const listener of listeners) listener();
};

/** A page opened half an hour or more after the last one begins another visit. Returns the number of visits. */
export function countVisit(now: number): number {
  try {
    const { count = 0, at = 0 } = JSON.parse(localStorage.getItem(key) ?? '{}') as { count?: number; at?: number };
    const visits = now - at >= visitMs ? count + 1 : count;
    localStorage.setItem(key, JSON.stringify({ count: visits, at: now }));
    return visits;
  } catch {
    return 0;
  }
}

/** Registers the service worker once the page is idle, and waits for the offer. */
export function prepareInstall(): void {
  const visits = countVisit(Date.now());
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (visits >= enough) set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => set(null));
  if (!('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  // A server-rendered page may be complete before its scripts begin.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
/** Installs, or null where the browser does not offer it (yet, or any more). */
export const useInstall = (): (() => void) | null => {
  const found = useSyncExternalStore(
    subscribe,
    () => offer,
    () => null,
  );
  if (!found) return null;
  return () => {
    // The browser accepts an offer once.
    set(null);
    void found.prompt();
  };
};
