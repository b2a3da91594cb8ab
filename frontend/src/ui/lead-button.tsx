import '../i18n/site.ts';
import { Suspense, useState } from 'react';
import { lazyPart } from '../lib/lazy-route.ts';
import type { LeadAsk } from '../lib/lead.ts';

const load = () => import('./lead-dialog.tsx').then((module) => module.LeadDialog);
const LeadDialog = lazyPart(load);

/** A button that opens the contact form; the form is fetched when somebody reaches for it. */
export function LeadButton({
  ask,
  title,
  lead,
  className = 'btn',
  children,
}: {
  ask: LeadAsk;
  title: string;
  lead: string;
  className?: string;
  children: React.ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const prepare = () => void load().catch(() => undefined);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {children}
      </button>
      {wanted ? (
        <Suspense fallback={null}>
          <LeadDialog open={open} onClose={() => setOpen(false)} ask={ask} title={title} lead={lead} />
        </Suspense>
      ) : null}
    </>
  );
}
