import { useSchool } from '../lib/school.ts';

/** Two lines that cross at a station: an A. */
export function LogoMark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <g fill="none" strokeLinecap="round" strokeLinejoin="round" strokeWidth="3.6">
        <path d="M4.5 27 16 5l11.5 22" stroke="var(--agave)" />
        <path d="M9.7 19.5h12.6" stroke="var(--bougainvillea)" />
      </g>
      <circle cx="16" cy="19.5" r="4.1" fill="var(--cempasuchil)" stroke="var(--sheet)" strokeWidth="1.8" />
    </svg>
  );
}

export function Logo({ size = 30 }: { size?: number }) {
  const { nombre, logo } = useSchool();
  return (
    <span className="logo">
      {logo ? <img src={logo} alt="" width={size} height={size} /> : <LogoMark size={size} />}
      <span>{nombre}</span>
    </span>
  );
}
