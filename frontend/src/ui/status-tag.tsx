import './status-tag.css';

export type Tone = 'ok' | 'now' | 'urgent' | 'error' | 'info' | 'neutral' | 'empty' | 'premium';

const circle = 'M2.5 6a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0Z';
/** Each tone has a shape of its own, so that a state is never shown by colour alone. The outline of the circle is the empty one. */
const figures: Record<Tone, string> = {
  ok: 'M2 6.4 4.8 9.2 10 3.4',
  now: circle,
  urgent: 'M6 2.2 10.3 9.8H1.7Z',
  error: 'm2.5 2.5 7 7m0-7-7 7',
  info: 'M6 1.6v.2M6 5v5.4',
  neutral: 'M2 6h8',
  empty: circle,
  premium: 'm6 1.6 1.3 3 3.2.3L8.1 7l.7 3.3L6 8.7l-2.8 1.6L3.9 7 1.5 4.9l3.2-.3Z',
};
const filled: readonly Tone[] = ['now', 'urgent', 'premium'];

/** A state as shape + word + colour: `<StatusTag tone="urgent">URGENTE</StatusTag>`. */
export function StatusTag({ tone, children, title }: { tone: Tone; children: React.ReactNode; title?: string }) {
  return (
    <span className="status" data-tone={tone} title={title}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path
          d={figures[tone]}
          fill={filled.includes(tone) ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>{children}</span>
    </span>
  );
}
