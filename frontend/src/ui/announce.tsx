import { useEffect, useRef, useState } from 'react';

/** Tells assistive technology about live changes, politely and at most every 5 seconds; what is on the page at first is not news. */
export function Announce({ children: text, every = 5_000 }: { children: string; every?: number }) {
  const [said, setSaid] = useState('');
  const first = useRef(text);
  const spoken = useRef(0);
  useEffect(() => {
    if (!text || text === first.current) return;
    if (!first.current) {
      first.current = text;
      return;
    }
    const timer = setTimeout(
      () => {
        spoken.current = Date.now();
        setSaid(text);
      },
      Math.max(0, spoken.current + every - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [text, every]);
  return (
    <span className="sr" role="status">
      {said}
    </span>
  );
}
