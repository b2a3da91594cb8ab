import { useState } from 'react';
import './avatar.css';

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]?.toLocaleUpperCase('es-MX') ?? '')
    .join('') || '·';

/** A person's picture, or their initials. The name is always beside it, so it is hidden from assistive technology: the initials are drawn, not text. */
export function Avatar({ name, picture, size = 36 }: { name: string; picture: string | null; size?: number }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (picture && picture !== broken)
    return <img className="avatar" src={picture} alt="" width={size} height={size} onError={() => setBroken(picture)} />;
  return (
    <span
      className="avatar"
      data-initials={initials(name)}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden="true"
    />
  );
}
