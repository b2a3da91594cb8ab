import '../lib/pay-owed.ts';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner } from 'sonner';
import { useNarrow } from '../lib/use-narrow.ts';
import { useResolvedScheme } from './scheme.ts';
// With the toaster comes what puts notices in it: one about a lost connection cannot be downloaded when it is due.
import './notices.ts';
import './toaster.css';

/** Bottom right, on a phone at the top; Alt+T moves focus into it. */
export function Toaster() {
  const { t } = useTranslation();
  const theme = useResolvedScheme();
  const narrow = useNarrow();
  return (
    <Sonner
      position={narrow ? 'top-center' : 'bottom-right'}
      hotkey={['altKey', 'KeyT']}
      theme={theme}
      visibleToasts={4}
      gap={10}
      containerAriaLabel={t('toast.region')}
      toastOptions={{ className: 'notice', closeButtonAriaLabel: t('action.close') }}
    />
  );
}
