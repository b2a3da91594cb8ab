import './states.css';

/** Nothing here, and why, with the one thing to do about it. The drawing is an empty line waiting for its stations. */
export function Empty({ title, children, action }: { title: string; children?: React.ReactNode; action?: React.ReactNode }) {
  return (
    <div className="vista-estado">
      <svg viewBox="0 0 160 56" width="160" height="56" aria-hidden="true" className="vista-estado-dibujo">
        <path
          d="M4 40h40l20-22h36l16 16h40"
          fill="none"
          stroke="var(--linea)"
          strokeWidth="5"
          strokeLinecap="round"
          strokeLinejoin="round"
          strokeDasharray="1 10"
        />
        {[
          [22, 40],
          [82, 18],
          [136, 34],
        ].map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="7" fill="var(--hoja)" stroke="var(--borde)" strokeWidth="2.5" />
        ))}
      </svg>
      <p className="vista-estado-titulo">{title}</p>
      {children ? <div className="muted vista-estado-texto">{children}</div> : null}
      {action ? <div className="row vista-estado-acciones">{action}</div> : null}
    </div>
  );
}
