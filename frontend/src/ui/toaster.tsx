import '../lib/pay-owed.ts';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner } from 'sonner';
import { useNarrow } from '../lib/use-narrow.ts';
import { useResolvedScheme } from './scheme.ts';
// The toaster is loaded with the code that raises notices: one about a lost connection could not be downloaded when it is needed.
import './notices.ts';
import './toaster.css';

/** Bottom right, on a phone at the top; Alt+T moves the focus into it. */
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
