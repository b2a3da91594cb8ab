import { useTranslation } from 'react-i18next';
import { addresses } from '../../../../backend/api/contract/addresses.ts';
import { Page } from '../../ui/page.tsx';
import { Keys } from './keys.tsx';
import './texts.ts';

/** Other programs that work with the school. */
export function Component() {
  const { t } = useTranslation('integrations');
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <a className="btn alt" href={addresses.docs} target="_blank" rel="noreferrer">
          {t('docs')}
        </a>
      }
    >
      <Keys />
    </Page>
  );
}
