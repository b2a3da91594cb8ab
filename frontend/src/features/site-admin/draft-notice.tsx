import { useTranslation } from 'react-i18next';
import './texts.ts';

/** What was typed before and not saved is back. */
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
