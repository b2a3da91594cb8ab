import { useEffect, useState } from 'react';

const LOOK_MS = 15_000;

/** The present time (epoch ms), kept up to date while the page is open. `every`: the interval of updates, in ms. */
export function useNow(every = LOOK_MS): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
