import { useTranslation } from 'react-i18next';
import { addresses } from '../../../../backend/api/contract/addresses.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Companies } from './companies.tsx';
import { Keys } from './keys.tsx';
import { Platforms } from './platforms.tsx';
import './texts.ts';
import { Webhooks } from './webhooks.tsx';

const sections = { claves: <Keys />, webhooks: <Webhooks />, empresas: <Companies />, plataformas: <Platforms /> } as const;

/** Other programs that work with the school. */
export function Component() {
  const { t } = useTranslation('integrations');
  const { get, put } = useAddress();
  // A notice that a webhook stopped leads to it.
  const asked = get('webhook') ? 'webhooks' : get('seccion');
  const section = asked === 'webhooks' || asked === 'empresas' || asked === 'plataformas' ? asked : 'claves';
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          <a className="btn alt" href={addresses.client} download>
            {t('client')}
          </a>
          <a className="btn alt" href={addresses.docs} target="_blank" rel="noreferrer">
            {t('docs')}
          </a>
        </>
      }
    >
      <Tabs
        label={t('title')}
        value={section}
        tabs={[
          { id: 'claves', label: t('keys.title') },
          { id: 'webhooks', label: t('hooks.title') },
          { id: 'empresas', label: t('companies.title') },
          { id: 'plataformas', label: t('platforms.title') },
        ]}
        onChange={(seccion) => put({ seccion: seccion === 'claves' ? null : seccion, webhook: null, detenidos: null })}
      >
        {sections[section]}
      </Tabs>
    </Page>
  );
}
