import './status-tag.css';

export type Tone = 'ok' | 'ahora' | 'urgente' | 'error' | 'info' | 'neutro' | 'vacio';

/** Each tone has a shape of its own, so that a state is never shown by colour alone. */
const figures: Record<Tone, React.ReactNode> = {
  ok: <path d="M2 6.4 4.8 9.2 10 3.4" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />,
  ahora: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  urgente: <path d="M6 1.2 11.2 10.6H.8Z" fill="currentColor" />,
  error: <path d="m2.5 2.5 7 7m0-7-7 7" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  info: <path d="M6 1.6v.2M6 5v5.4" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />,
  neutro: <path d="M2 6h8" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />,
  vacio: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.8" />,
};

/** A state as shape + word + colour: `<StatusTag tone="urgente">URGENTE</StatusTag>`. */
export function StatusTag({ tone, children, title }: { tone: Tone; children: React.ReactNode; title?: string }) {
  return (
    <span className="status" data-tone={tone} title={title}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        {figures[tone]}
      </svg>
      <span>{children}</span>
    </span>
  );
}
