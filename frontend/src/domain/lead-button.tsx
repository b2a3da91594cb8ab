import '../i18n/site.ts';
import { lazyPart } from '../lib/lazy-route.ts';
import { DialogButton } from '../ui/dialog-button.tsx';
import type { LeadAsk } from './lead.ts';

const load = () => import('./lead-dialog.tsx').then((module) => module.LeadDialog);
const LeadDialog = lazyPart(load);
const prepare = () => void load().catch(() => undefined);

/** A button that opens the contact form, which is loaded on hover or focus. */
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
  return (
    <DialogButton
      className={className}
      prepare={prepare}
      dialog={(open, onClose) => <LeadDialog open={open} onClose={onClose} ask={ask} title={title} lead={lead} />}
    >
      {children}
    </DialogButton>
  );
}
