import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { SiteFooter } from '../ui/site-footer.tsx';
import { SiteHeader } from '../ui/site-header.tsx';

/** Around the pages of signing in and those without a place of their own. No store, no Mantine. */
export function Component() {
  const { t } = useTranslation();
  return (
    <div className="sitio" data-density="comfortable">
      <SiteHeader links={[{ to: paths.catalogue(), text: t('nav.courses') }]} />
      <main className="sitio-cuerpo wrap" id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
