import { useState } from 'react';
import { formatExact } from '../lib/dates.ts';

interface Props {
  at: string | number | Date;
  className?: string;
  /** What stands there while one is at it; the exact moment where it is not said. */
  exactly?: (exact: string) => string;
  children: React.ReactNode;
}

/** A moment as people say it («hace 3 minutos»). Whoever points at it, touches it or comes to it by keyboard reads it exactly (N02, F11). */
export function Moment({ at, className, exactly = (exact) => exact, children }: Props) {
  const [asked, setAsked] = useState(false);
  return (
    <time
      className={className}
      dateTime={new Date(at).toISOString()}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its exact form is read by touch and keyboard too
      tabIndex={0}
      onFocus={() => setAsked(true)}
      onBlur={() => setAsked(false)}
      // Made when it is asked for: the first date of a page costs a phone a quarter of a second.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatExact(at);
      }}
    >
      {asked ? exactly(formatExact(at)) : children}
    </time>
  );
}
