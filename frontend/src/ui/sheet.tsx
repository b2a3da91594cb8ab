import { usePageHeading } from './page.tsx';
import './sheet.css';

/** A page that is one short card in the middle of the window: a step of signing in, a confirmation. */
export function Sheet({ title, lead, children }: { title: string; lead?: React.ReactNode; children: React.ReactNode }) {
  const heading = usePageHeading(title);
  return (
    <section className="sheet card">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead ? <p className="muted">{lead}</p> : null}
      {children}
    </section>
  );
}
