import { useEffect, useRef, useState } from 'react';

/** Announces live changes to assistive technology, politely and at most every 5 seconds; initial content is not announced. */
export function Announce({ children: text, every = 5_000 }: { children: string; every?: number }) {
  const [said, setSaid] = useState('');
  /** What was announced last; at first the initial content. */
  const known = useRef(text);
  const spoken = useRef(0);
  useEffect(() => {
    known.current ||= text;
    if (!text || text === known.current) return;
    const timer = setTimeout(
      () => {
        spoken.current = Date.now();
        known.current = text;
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
