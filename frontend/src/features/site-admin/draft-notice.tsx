import { useTranslation } from 'react-i18next';
import './texts.ts';

/** Says that text typed earlier and not saved has been restored. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation('siteAdmin');
  return (
    <p className="site-notice">
      {t('draft')}{' '}
      <button type="button" className="link" onClick={onDiscard}>
        {t('discard')}
      </button>
    </p>
  );
}
