/** Listeners of one kind of event. `on` returns a function that removes the listener. */
export function createSignal<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    on: (listener: (...args: Args) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    emit: (...args: Args) => {
      for (const listener of listeners) listener(...args);
    },
  };
}
