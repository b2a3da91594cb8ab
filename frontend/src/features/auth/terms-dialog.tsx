import '../../i18n/terms.ts';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { Dialog } from '../../ui/dialog.tsx';

export function TermsDialog({ open, onClose, onAccept }: { open: boolean; onClose: () => void; onAccept: () => void }) {
  const { t } = useTranslation(['terms', 'common']);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('terms:title')}
      footer={
        <>
          <button type="button" className="btn alt" onClick={onClose}>
            {t('common:action.close')}
          </button>
          <button type="button" className="btn" onClick={onAccept}>
            {t('terms:accept')}
          </button>
        </>
      }
    >
      {t('terms:parts', { returnObjects: true }).map((part) => (
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
    </Dialog>
  );
}
