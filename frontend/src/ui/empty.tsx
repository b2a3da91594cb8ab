import './states.css';

/** An empty state: why, with the one thing to do about it. The drawing is a line without stations. */
export function Empty({ title, children, action }: { title: string; children?: React.ReactNode; action?: React.ReactNode }) {
  return (
    <div className="view-state">
      <svg viewBox="0 0 160 56" width="160" height="56" aria-hidden="true" className="view-state-drawing">
        <path d="M4 40h40l20-22h36l16 16h40" stroke="var(--line)" strokeDasharray="1 10" />
        {[
          [22, 40],
          [82, 18],
          [136, 34],
        ].map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="7" fill="var(--sheet)" stroke="var(--border)" strokeWidth="2.5" />
        ))}
      </svg>
      <p className="view-state-title">{title}</p>
      {children ? <div className="muted view-state-text">{children}</div> : null}
      {action ? <div className="row view-state-actions">{action}</div> : null}
    </div>
  );
}
