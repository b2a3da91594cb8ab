import { useRef, useState } from 'react';
import { call } from '../../lib/http.ts';

export type Availability = 'unknown' | 'checking' | 'free' | 'taken';

/** Asks once per value whether a username or e-mail is free. A failed check (too many requests, no network) is no obstacle: registering checks again. */
export const useAvailable = (field: 'username' | 'email') => {
  const [state, setState] = useState<{ value: string; is: Availability }>({ value: '', is: 'unknown' });
  const running = useRef<AbortController | null>(null);
  const check = async (value: string): Promise<void> => {
    const asked = value.trim();
    if (asked === '' || (asked === state.value && state.is !== 'unknown')) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ value: asked, is: 'checking' });
    try {
      const { data } = await call(calls.available, { [field]: asked }, { signal: controller.signal });
      const free = data[field];
      setState({ value: asked, is: free === undefined ? 'unknown' : free ? 'free' : 'taken' });
    } catch {
      if (!controller.signal.aborted) setState({ value: asked, is: 'unknown' });
    }
  };
  return { check, of: (value: string): Availability => (value.trim() === state.value ? state.is : 'unknown') };
};
