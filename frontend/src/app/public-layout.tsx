import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { SiteFooter } from '../ui/site-footer.tsx';
import { SiteHeader } from '../ui/site-header.tsx';

/** Around the pages of signing in and those without a place of their own. No store, no Mantine. */
export function Component() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const link = (to: string, text: string) => ({ to, text, current: pathname === to });
  return (
    <div className="sitio" data-density="comfortable">
      <SiteHeader
        links={[link(paths.catalogue(), t('nav.courses')), link(paths.pricing, t('nav.plans')), link(paths.costs, t('nav.costs'))]}
      />
      <main className="sitio-cuerpo wrap" id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
