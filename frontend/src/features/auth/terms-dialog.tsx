import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { termsVersion } from './forms.ts';

export function TermsDialog({ open, onClose, onAccept }: { open: boolean; onClose: () => void; onAccept: () => void }) {
  const { t } = useTranslation(['auth', 'common']);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('auth:register.termsDialog.title')}
      footer={
        <>
          <button type="button" className="btn alt" onClick={onClose}>
            {t('common:action.close')}
          </button>
          <button type="button" className="btn" onClick={onAccept}>
            {t('auth:register.termsDialog.accept')}
          </button>
        </>
      }
    >
      {t('auth:register.termsDialog.parts', { returnObjects: true }).map((part) => (
        <section key={part.title}>
          <h3>{part.title}</h3>
          <p>{part.text}</p>
        </section>
      ))}
      <p>
        <a href={paths.policies()} target="_blank" rel="noopener">
          {t('common:nav.policies')}
          <span className="sr"> {t('common:footer.newTab')}</span>
        </a>
      </p>
      <p className="muted mono">{t('auth:register.termsDialog.version', { version: termsVersion })}</p>
    </Dialog>
  );
}
