import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { siteSections } from './fields.ts';
import { PricesPanel } from './prices-panel.tsx';
import { SchoolPanel } from './school-panel.tsx';
import { SectionPanel } from './section-panel.tsx';
import './site-admin.css';
import './texts.ts';

const tabs = [...siteSections, 'escuela', 'precios'] as const;

/** The public site for administrators. The tab is in the address. */
export function Component() {
  const { t } = useTranslation('siteAdmin');
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get('seccion')) ?? 'prensa';
  const query = api.useManagedSiteQuery();
  const { data } = query;
  const count = (name: (typeof tabs)[number]) =>
    name === 'escuela' || name === 'precios' ? undefined : data?.secciones[name].filter(({ quitado }) => !quitado).length;
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Tabs
        label={t('sections')}
        value={tab}
        tabs={tabs.map((id) => ({ id, label: t(`section.${id}`), count: count(id) }))}
        onChange={(seccion) => setParams(seccion === 'prensa' ? {} : { seccion }, { replace: true, preventScrollReset: true })}
      >
        {data ? (
          tab === 'escuela' ? (
            <SchoolPanel school={data.escuela} />
          ) : tab === 'precios' ? (
            <PricesPanel
              precios={data.precios}
              metodosDePago={data.metodosDePago}
              transferencia={data.transferencia}
              iva={data.iva}
              cambio={data.cambio}
            />
          ) : (
            <SectionPanel key={tab} section={tab} items={data.secciones[tab]} variables={data.variables} server={data.escuela.servidor} />
          )
        ) : (
          <QueryState of={query} failed={t('failed')} rows={8} />
        )}
      </Tabs>
    </Page>
  );
}
