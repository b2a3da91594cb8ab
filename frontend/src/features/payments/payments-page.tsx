import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lib/lazy-route.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Bundles } from './bundles.tsx';
import { Coupons } from './coupons.tsx';
import { Orders } from './orders.tsx';
import './payments.css';
import './texts.ts';

// Loaded with its tab, because it includes the parser of files.
const Comparison = lazyPart(() => import('./comparison.tsx').then((module) => module.Comparison));

const views = ['pagos', 'paquetes', 'cupones', 'comparacion'] as const;

/** The school's income: the orders of everybody, coupons, and the comparison with the provider's report. */
export function Component() {
  const { t } = useTranslation('payments');
  const { get, put } = useAddress();
  const view = views.find((one) => one === get('vista')) ?? 'pagos';
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Tabs
        label={t('views')}
        value={view}
        tabs={views.map((id) => ({ id, label: t(`view.${id}`) }))}
        onChange={(next) => put({ vista: next === 'pagos' ? null : next }, true)}
      >
        {view === 'pagos' ? <Orders /> : view === 'paquetes' ? <Bundles /> : view === 'cupones' ? <Coupons /> : <Comparison />}
      </Tabs>
    </Page>
  );
}
