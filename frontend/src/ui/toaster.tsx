import '../lib/pay-owed.ts';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner } from 'sonner';
import { useResolvedScheme } from './scheme.ts';
import './toaster.css';

/** Bottom right; Alt+T moves focus into it. */
export function Toaster() {
  const { t } = useTranslation();
  const theme = useResolvedScheme();
  return (
    <Sonner
      position="bottom-right"
      hotkey={['altKey', 'KeyT']}
      theme={theme}
      visibleToasts={4}
      gap={10}
      containerAriaLabel={t('toast.region')}
      toastOptions={{ className: 'aviso', closeButtonAriaLabel: t('action.close') }}
    />
  );
}
