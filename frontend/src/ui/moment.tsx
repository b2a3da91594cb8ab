import { useState } from 'react';
import { formatExact } from '../lib/dates.ts';

interface Props {
  at: string | number | Date;
  className?: string;
  /** The text in place of the moment; the exact moment remains reachable. */
  exactly?: (exact: string) => string;
  children: React.ReactNode;
}

/** A relative moment («hace 3 minutos»). On hover, touch or focus it shows the exact one (N02, F11). */
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
      // Created on demand: the first date of a page costs a phone a quarter of a second.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatExact(at);
      }}
    >
      {asked ? exactly(formatExact(at)) : children}
    </time>
  );
}
