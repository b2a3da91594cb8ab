import '../i18n/site.ts';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/dialog.tsx';
import type { LeadAsk } from './lead.ts';
import { LeadForm } from './lead-form.tsx';

/** The contact form in a dialog. */
export function LeadDialog({
  open,
  onClose,
  ask,
  title,
  lead,
}: {
  open: boolean;
  onClose: () => void;
  ask: LeadAsk;
  title: string;
  lead: string;
}) {
  const { t } = useTranslation('common');
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <p className="muted lead-entry">{lead}</p>
      <LeadForm
        ask={ask}
        onDone={
          <button type="button" className="btn" onClick={onClose}>
            {t('action.close')}
          </button>
        }
      />
    </Dialog>
  );
}
