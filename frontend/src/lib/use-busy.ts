import { useRef, useState } from 'react';

/** One piece of work at a time, and whether it is being done: what is started meanwhile (by a second press) is not done. */
export const useBusy = () => {
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const run = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (working.current) return undefined;
    working.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      working.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
};
